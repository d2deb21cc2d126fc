//! The command `oxo seat`: it shares a seat of this machine with another device, takes one that another device shares,
//! and takes it back from the others.

use std::io::{self, IsTerminal};

use archive::seats::SeatGuard;
use frontend::{
    exit::Exit,
    intent::Intent,
    stdio::{input::read_line, is_terminal, output::print_text},
};
use protocol::{RoomCode, Secret};
use sentences::{Catalogue, say};

use super::{
    context::{App, server_at},
    failure::{Failure, drawn},
    seat::is_yes,
};
use crate::{
    cli::{self, Cli, CliCommand},
    plain::seat_sharing::{self, QrColours, SeatOrder, SharingOptions},
    tui::theme::Role,
};

/// Follows the link of a shared seat: reads it from standard input for `oxo seat -`, and asks a person
/// who gave it to another command, since the device that has the seat stops. Nothing when they do not
/// want it.
pub(super) fn followed(text: &Catalogue, cli: Cli) -> Result<Option<Cli>, Failure> {
    let typed = match &cli.command {
        Some(CliCommand::Seat(args)) if args.place.as_deref() == Some(cli::INPUT) => {
            typed_link(text)?
        }
        Some(CliCommand::Join(arg) | CliCommand::Watch(arg)) => arg.place.clone(),
        _ => return Ok(Some(cli)),
    };
    let (asks, remove_others) = match &cli.command {
        Some(CliCommand::Seat(args)) => (false, args.remove_others),
        _ => (true, false),
    };
    let args = cli::SeatArgs {
        place: Some(typed),
        remove_others,
    };
    match args.link() {
        None if asks => return Ok(Some(cli)),
        Some((_, room, _)) if asks => {
            if cli.global.json || !is_terminal() {
                return Err(Failure::Usage(say!(text, SEAT_USE)));
            }
            print_text(&say!(text, SEAT_ASK, room))?;
            let answer = read_line(&mut io::stdin().lock());
            if !answer.is_some_and(|answer| answer.trim().is_empty() || is_yes(text, &answer)) {
                return Ok(None);
            }
        }
        _ => {}
    }
    Ok(Some(cli.with_command(|_| CliCommand::Seat(args))))
}

/// The link on the first line of standard input, where no history of a shell keeps it.
fn typed_link(text: &Catalogue) -> Result<String, Failure> {
    if io::stdin().is_terminal() {
        print_text(&say!(text, SEAT_PASTE))?;
    }
    let line = read_line(&mut io::stdin().lock()).unwrap_or_default();
    match line.trim() {
        "" => Err(Failure::Usage(say!(text, SEAT_NO_LINK))),
        link => Ok(link.to_owned()),
    }
}

impl App {
    /// Takes the seat of a link, or shares one of this machine.
    pub(super) async fn seat(mut self, args: &cli::SeatArgs) -> Result<Exit, Failure> {
        let Some((server, room, token)) = args.link() else {
            return self.share_seat(args).await;
        };
        if args.remove_others {
            return Err(Failure::Usage(say!(
                self.settings.text,
                CLI_CONFLICT,
                text = "--remove-others",
                other = "URL"
            )));
        }
        // The token is sent to the server of the link and to no other.
        self.address = server;
        match self.screen {
            true => {
                let intent = Intent::TakeSeat(room, token);
                self.on_screen(Some(intent), None).await
            }
            false => self.take_seat(room, token).await,
        }
    }

    /// Takes a seat in lines. It is stored first; the recorder forgets it if it is refused.
    async fn take_seat(&mut self, room: RoomCode, token: Secret) -> Result<Exit, Failure> {
        let mut recorder = self.recorder();
        let secret = self.new_seat(&mut recorder)?;
        let body = Intent::TakeSeat(room, token).body(secret, "");
        self.show(body, &mut recorder).await
    }

    async fn share_seat(&mut self, args: &cli::SeatArgs) -> Result<Exit, Failure> {
        let held = self.seat_to_share(args.place.as_deref())?;
        let text = &self.settings.text;
        let Some(seat) = held.seat().own() else {
            return Err(Failure::Other(say!(text, RESUME_NONE)));
        };
        self.address = server_at(text, &held.seat().server)?;
        let coloured = self.ui_settings.theme.style(Role::X).fg.is_some();
        let options = SharingOptions {
            json: self.json,
            qr: self.draws.then_some(QrColours { coloured }),
            order: match args.remove_others {
                true => SeatOrder::RemoveOthers,
                false => SeatOrder::Share(drawn(text)?),
            },
            seat,
        };
        let mut recorder = self.recorder();
        recorder.seats.keep(held);
        let session = self.session(None);
        let (settings, address) = (&self.settings, &self.address);
        let exit = seat_sharing::run(settings, address, options, session, &mut recorder).await?;
        if exit == Exit::SeatGone {
            recorder.seats.forget_all();
        }
        Ok(exit)
    }

    /// The seat in the room that was typed, or the newest. One that another process of this machine
    /// plays comes first: a person who goes on elsewhere has just played it.
    fn seat_to_share(&mut self, typed: Option<&str>) -> Result<SeatGuard, Failure> {
        let meant = self.typed_seat(typed)?;
        let held = self.seats.meant(&meant);
        held.ok_or_else(|| self.no_seat(&meant))
    }
}

//! The command `oxo wait`, which ends when it is one's turn.

use archive::seats::{SavedSeat, SeatFilter};
use frontend::{exit::Exit, values};
use sentences::say;

use super::{
    context::{App, server_at},
    failure::Failure,
};
use crate::{
    cli,
    plain::wait::{TurnOptions, wait},
};

impl App {
    /// Waits for a turn at the seats of this machine: at the one in the room that was typed, wherever
    /// that is, or at all on the server in use.
    pub(super) async fn wait(mut self, args: &cli::WaitArgs) -> Result<Exit, Failure> {
        let text = &self.settings.text;
        let patience = args.patience.as_deref();
        let patience = patience
            .map(|typed| values::time(text, typed))
            .transpose()?;
        let meant = self.typed_seat(args.place.as_deref())?;
        let saved = self.seats_meant(&meant)?;
        let options = TurnOptions {
            json: self.json,
            seats: saved.into_iter().map(|seat| seat.secret).collect(),
            room: meant.room,
            next: args.next,
            patience,
        };
        let session = self.session(None);
        Ok(wait(&self.settings, &self.address, options, session).await?)
    }

    /// The seats to wait at, at least one. That of a room says which server is asked.
    fn seats_meant(&mut self, meant: &SeatFilter) -> Result<Vec<SavedSeat>, Failure> {
        if meant.room.is_none() {
            let here = self.seats.saved(Some(&self.address.to_string()));
            return match here.is_empty() {
                true => {
                    let (text, address) = (&self.settings.text, &self.address);
                    Err(Failure::Other(say!(text, OPEN_NONE, address)))
                }
                false => Ok(here),
            };
        }
        let mut saved = self.seats.saved(None);
        saved.retain(|seat| meant.includes(seat));
        let server = saved.first().map(|seat| seat.server.clone());
        let server = server.ok_or_else(|| self.no_seat(meant))?;
        self.address = server_at(&self.settings.text, &server)?;
        saved.retain(|seat| seat.server == server);
        Ok(saved)
    }
}

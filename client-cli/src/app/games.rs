//! The commands `oxo games` and `oxo replay`: they list the copies on this machine, show one, and have a server forget
//! one.

use std::{io, path::Path};

use archive::{
    MOST_BYTES, SavedGameError, fetch,
    filter::GameFilter,
    grouping::group_by_session,
    replay::Game,
    review::answered,
    seats,
    store::{self, ArchiveEntry, ArchiveMatch, GameKey, ReadFailure},
};
use frontend::{
    exit::Exit,
    speech,
    stdio::output::{print, print_error, print_text, print_values},
    values,
};
use oxo_client::{
    address::{self, Address, Destination},
    http::{self, HttpResponse},
    transport::{LinkError, UnexpectedAnswer},
};
use protocol::{GameId, request::Body};
use sentences::{Catalogue, say};
use serde::Deserialize;

use super::{
    context::{App, first_names, server_at},
    failure::Failure,
};
use crate::{
    cli,
    plain::{
        self,
        replay::{self, Show},
    },
    tui::ui::ShownGame,
};

/// Parts that a server removed.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "removed", rename_all = "snake_case")]
enum Removed {
    Name,
    Game,
}

impl App {
    pub(super) async fn games(&self, args: &cli::GamesArgs) -> Result<Exit, Failure> {
        if args.open {
            return self.open_games().await;
        }
        match &args.forget {
            Some(typed) => self.forget(typed, args.local).await,
            None => match &args.delete {
                Some(typed) => self.delete(typed),
                None => self.list(args),
            },
        }
    }

    /// How it stands where this machine has a seat at the server in use.
    async fn open_games(&self) -> Result<Exit, Failure> {
        let saved = self.seats.saved(Some(&self.address.to_string()));
        let mut requests = seats::requests(saved);
        let Some(request) = requests.next() else {
            let text = &self.settings.text;
            print(&plain::seats::lines(text, &self.address, &[], 0))?;
            return Ok(Exit::Fine);
        };
        let session = self.session(Some(Body::Seats(request)));
        Ok(plain::seats::seats(
            &self.settings,
            &self.address,
            self.json,
            (session, requests),
        )
        .await?)
    }

    fn list(&self, args: &cli::GamesArgs) -> Result<Exit, Failure> {
        let text = &self.settings.text;
        let filter = GameFilter::read(text, args.with.as_deref(), args.board.as_deref())?;
        let entries = self
            .archive
            .entries()
            .map_err(|error| self.no_archive(error))?;
        let mut games = Vec::new();
        let mut former = None;
        for entry in entries {
            if games.len() == args.limit && !args.all {
                break;
            }
            match store::read_file(&entry.path) {
                Ok(game) if filter.takes(&game) => games.push((entry, game)),
                Ok(_) => {}
                Err(why @ ReadFailure::Invalid(SavedGameError::Former)) => former = Some(why),
                Err(why) => print_error(&self.unread(&entry.path, &why)),
            }
        }
        // However many there are, one sentence.
        if let Some(why) = former {
            print_error(&self.unread(self.archive.folder(), &why));
        }
        if args.sgf {
            for (_, game) in &games {
                print_text(&speech::sgf(text, game))?;
            }
        } else if self.json {
            print_values(games.iter().map(|(_, game)| game.saved()))?;
        } else if games.is_empty() {
            let none = match filter.takes_all() {
                true => say!(text, GAMES_NONE),
                false => say!(text, GAMES_NONE_SUCH),
            };
            print(&[none])?;
        } else {
            for group in group_by_session(games) {
                print(&speech::session_group(text, &group))?;
            }
        }
        Ok(Exit::Fine)
    }

    pub(super) async fn replay(mut self, args: &cli::ReplayArgs) -> Result<Exit, Failure> {
        let pace = values::pace(&self.settings.text, &args.speed)?;
        let game = self.wanted(&args.game).await?;
        if self.screen {
            let review = args.review;
            let shown = ShownGame { game, pace, review };
            return self.on_screen(None, Some(shown)).await;
        }
        if self.terminal && !args.is_input() {
            let show = Show::new(&self.settings, &game, args.review);
            return Ok(show.run(pace, &mut self.input).await?);
        }
        let reviewed = match args.review {
            true => answered(&mut Some(game.question().begin())).await,
            false => None,
        };
        if self.json {
            print_values([game.saved()])?;
            print_values(reviewed.map(|reviewed| reviewed.review))?;
        } else {
            print(&replay::whole(&self.settings, &game, reviewed.as_ref()))?;
        }
        Ok(Exit::Fine)
    }

    /// The game that is meant: standard input, a file, what a link leads to, a copy, or what
    /// the server keeps.
    pub(super) async fn wanted(&mut self, typed: &str) -> Result<Game, Failure> {
        let path = Path::new(typed);
        let read = match typed {
            cli::INPUT => Some(store::read(io::stdin().lock())),
            _ if path.exists() && !path.is_dir() => Some(store::read_file(path)),
            _ => None,
        };
        if let Some(read) = read {
            let game = read.map_err(|why| Failure::Other(self.unread(path, &why)))?;
            return Ok(game.from_elsewhere());
        }
        if let Ok(Destination::Game(address, id)) = address::place(typed) {
            self.address = address;
            return self.fetch(id).await;
        }
        if let Some(entry) = self.copy(typed)? {
            let game = store::read_file(&entry.path);
            return game.map_err(|why| Failure::Other(self.unread(&entry.path, &why)));
        }
        match typed.trim().parse() {
            Ok(id) => self.fetch(id).await,
            Err(_) => Err(self.unknown(typed)),
        }
    }

    async fn fetch(&self, id: GameId) -> Result<Game, Failure> {
        let (text, address) = (&self.settings.text, &self.address);
        let game = fetch::fetch(address, id).await;
        game.map_err(|why| Failure::Other(speech::not_fetched(text, address, id, &why)))
    }

    async fn forget(&self, typed: &str, local: bool) -> Result<Exit, Failure> {
        let text = &self.settings.text;
        let entry = self.copy(typed)?;
        let id = match &entry {
            Some(entry) => id_of(entry),
            None => Some(typed.trim().parse().map_err(|_| self.unknown(typed))?),
        };
        let exit = match id {
            Some(id) => self.ask_to_forget(id).await?,
            None if local => Exit::Fine,
            None => return Err(Failure::Other(say!(text, FORGET_ONLY_HERE))),
        };
        if local {
            match entry {
                Some(entry) => self.remove(&entry)?,
                None => print(&[say!(text, FORGET_NO_COPY)])?,
            }
        }
        Ok(exit)
    }

    /// Deletes a copy; what a server has stays there.
    fn delete(&self, typed: &str) -> Result<Exit, Failure> {
        let entry = self.copy(typed)?.ok_or_else(|| self.unknown(typed))?;
        self.remove(&entry)?;
        Ok(Exit::Fine)
    }

    fn remove(&self, entry: &ArchiveEntry) -> Result<(), Failure> {
        let removed = std::fs::remove_file(&entry.path);
        let why = |error| self.unread(&entry.path, &ReadFailure::Io(error));
        removed.map_err(|error| Failure::Other(why(error)))?;
        print(&[say!(self.settings.text, FORGET_COPY)])?;
        Ok(())
    }

    /// Asks the server that has a game to forget it, and says what came of it.
    async fn ask_to_forget(&self, id: GameId) -> Result<Exit, Failure> {
        let text = &self.settings.text;
        let keys = self.archive.keys(id);
        let Some(key) = keys.first() else {
            print(&[say!(text, FORGET_NO_KEY, id)])?;
            return Ok(Exit::Failed);
        };
        let there = key
            .server
            .as_deref()
            .filter(|_| !self.server_typed)
            .and_then(|server| server_at(text, server).ok());
        let address = there.as_ref().unwrap_or(&self.address);
        let path = format!("/games/{id}");
        let mut removed = None;
        for GameKey { secret, .. } in &keys {
            let answer = http::delete(address, &path, secret, MOST_BYTES).await;
            match answer.map_err(|error| no_answer(text, address, &error))? {
                HttpResponse {
                    status: 200, body, ..
                } => {
                    let read = serde_json::from_slice(&body);
                    removed = Some(read.map_err(|_| {
                        no_answer(text, address, &LinkError::NotOxo(UnexpectedAnswer::Other))
                    })?);
                }
                HttpResponse { status: 404, .. } => {}
                other => return Err(no_answer(text, address, &fetch::unexpected(&other))),
            }
        }
        let line = match removed {
            Some(Removed::Name) => say!(text, FORGET_NAME, id, address),
            Some(Removed::Game) => say!(text, FORGET_GAME, id, address),
            None => say!(text, FORGET_REFUSED, id, address),
        };
        print(&[line])?;
        if removed.is_none() {
            return Ok(Exit::Failed);
        }
        self.archive.forget_keys(id);
        Ok(Exit::Fine)
    }

    /// The copy that is meant, if there is one.
    fn copy(&self, typed: &str) -> Result<Option<ArchiveEntry>, Failure> {
        match self
            .archive
            .find(typed)
            .map_err(|error| self.no_archive(error))?
        {
            ArchiveMatch::None => Ok(None),
            ArchiveMatch::One(entry) => Ok(Some(entry)),
            ArchiveMatch::Several(names) => {
                let names = first_names(names.into_iter());
                let line = say!(self.settings.text, GAMES_SEVERAL, text = typed, names);
                Err(Failure::Other(line))
            }
        }
    }

    fn unread(&self, path: &Path, why: &ReadFailure) -> String {
        speech::unread(&self.settings.text, &path.display().to_string(), why)
    }

    fn no_archive(&self, error: io::Error) -> Failure {
        Failure::Other(self.unread(self.archive.folder(), &ReadFailure::Io(error)))
    }

    fn unknown(&self, typed: &str) -> Failure {
        Failure::Other(say!(self.settings.text, GAMES_UNKNOWN, text = typed))
    }
}

fn no_answer(text: &Catalogue, address: &Address, error: &LinkError) -> Failure {
    Failure::Other(speech::connect_error(text, address, error))
}

/// The id by which a server has a copy's game; of a broken one, its name.
fn id_of(entry: &ArchiveEntry) -> Option<GameId> {
    match store::read_file(&entry.path) {
        Ok(game) if game.saved().local => None,
        Ok(game) => game.saved().record.id,
        Err(_) => entry.handle().parse().ok(),
    }
}

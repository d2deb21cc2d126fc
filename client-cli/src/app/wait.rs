//! Runs `oxo wait`: ends when it is one's turn.

use protocol::RoomCode;

use super::{
    context::{App, server_at},
    failure::Failure,
};
use crate::{
    cli,
    exit::Exit,
    plain::wait::{TurnOptions, wait},
    seats::{self, SavedSeat},
    values,
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
        let room = self.typed_room(args.place.as_deref())?;
        let saved = self.seats_meant(room)?;
        let seats = seats::request(saved).ok_or_else(|| self.no_seat(room))?;
        let options = TurnOptions {
            json: self.json,
            seats,
            room,
            patience,
        };
        let session = self.session(None);
        Ok(wait(&self.settings, &self.address, options, session).await?)
    }

    /// The seats to wait at. That of a room says which server is asked.
    fn seats_meant(&mut self, room: Option<RoomCode>) -> Result<Vec<SavedSeat>, Failure> {
        if room.is_none() {
            return Ok(self.seats.saved(Some(&self.address.to_string())));
        }
        let mut saved = self.seats.saved(None);
        saved.retain(|seat| seat.room == room);
        if let Some(seat) = saved.first() {
            let server = seat.server.clone();
            self.address = server_at(&self.settings.text, &server)?;
            saved.retain(|seat| seat.server == server);
        }
        Ok(saved)
    }
}

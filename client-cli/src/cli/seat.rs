//! Arguments of `oxo seat`.

use clap::Args;
use oxo_client::address::{self, Address, Destination};
use protocol::{RoomCode, Secret};

#[derive(Debug, Args)]
pub struct SeatArgs {
    // None: the newest of this machine is shared.
    #[arg(id = "shared", value_name = "CODE|URL|-")]
    pub place: Option<String>,
    #[arg(long)]
    pub remove_others: bool,
}

impl SeatArgs {
    /// The seat that another device shares, if its link was typed: its server, its room and the token.
    pub fn link(&self) -> Option<(Address, RoomCode, Secret)> {
        match address::place(self.place.as_deref()?) {
            Ok(Destination::Seat(server, room, token)) => Some((server, room, token)),
            _ => None,
        }
    }
}

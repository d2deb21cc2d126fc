//! The places of rooms that have not ended: correspondence rooms have limits of their own, so that
//! they never take a place from people who play now.

use std::sync::Arc;

use admission::{Payer, Place, PlaceLimits, Places};
use protocol::{Limits, Refusal, refusal::LimitOf, settings::ClockSetting};

/// Who has opened how many rooms. After a restart nobody knows by whom a room was opened, and it counts
/// for no address.
#[derive(Debug)]
pub struct OpenedRooms {
    /// Those for people who are there; after a restart only the new ones.
    pub live: Arc<Places>,
    /// Those whose clock counts days, all of them.
    pub correspondence: Arc<Places>,
    limits: Arc<Limits>,
}

impl OpenedRooms {
    pub(super) fn new(limits: Arc<Limits>) -> OpenedRooms {
        let each = |share| Places::new(PlaceLimits::each(share));
        OpenedRooms {
            live: each(limits.rooms_per_address),
            correspondence: each(limits.correspondence_rooms_per_address),
            limits,
        }
    }

    /// A place for a room with that clock, until it ends; the server itself has no share. There are `live` rooms now besides
    /// those of correspondence.
    ///
    /// # Errors
    /// Whose limit is in the way.
    pub(super) fn take(
        &self,
        clock: ClockSetting,
        payer: Payer,
        live: usize,
    ) -> Result<Place, Refusal> {
        let (places, taken, most) = match clock.is_correspondence() {
            true => (
                &self.correspondence,
                self.correspondence.taken(),
                self.limits.correspondence_rooms,
            ),
            false => (&self.live, live as u64, self.limits.rooms),
        };
        if taken >= most {
            let of = LimitOf::Server;
            return Err(Refusal::TooManyRooms { of });
        }
        let place = match payer {
            Payer::Server => Ok(places.hold(payer)),
            Payer::Address(_) => places.take(payer),
        };
        place.map_err(|why| Refusal::TooManyRooms { of: why.into() })
    }
}

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
        let all = limits.correspondence_rooms;
        OpenedRooms {
            live: Places::new(PlaceLimits::each(limits.rooms_per_address)),
            // They are held for weeks by nobody: an address that has none gets one all the same.
            correspondence: Places::new(PlaceLimits {
                all,
                share: limits.correspondence_rooms_per_address,
                quiet: 0,
                first: all.saturating_mul(2),
            }),
            limits,
        }
    }

    /// A place for a room with that clock, until it ends; the server itself has no share. There are `live` rooms now besides
    /// those of correspondence.
    ///
    /// # Errors
    /// Holder of the limit that is reached.
    pub(super) fn take(
        &self,
        clock: ClockSetting,
        payer: Payer,
        live: usize,
    ) -> Result<Place, Refusal> {
        let limits = &self.limits;
        let (places, is_full) = match clock.is_correspondence() {
            true => {
                let taken = self.correspondence.taken();
                (&self.correspondence, taken >= limits.correspondence_rooms)
            }
            false => (&self.live, live as u64 >= limits.rooms),
        };
        let place = match payer {
            // Those of correspondence know by themselves when they are full, and for whom.
            Payer::Address(_) if clock.is_correspondence() || !is_full => places.take(payer),
            Payer::Server if !is_full => Ok(places.hold(payer)),
            _ => Err(LimitOf::Server),
        };
        place.map_err(|of| Refusal::TooManyRooms { of })
    }
}

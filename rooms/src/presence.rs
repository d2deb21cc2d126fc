//! The connections to a room at this moment. Whether an absence is long enough
//! to count is the referee's finding.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use admission::{AddressGroup, Payer, share_of};
use protocol::{
    Limits, Now, Seat,
    ids::BySeat,
    now::{LinkNow, LinkState, Reaction},
};

use crate::{audience::RoomAudience, handle::ConnectionHandle};

/// The connections to a room.
#[derive(Debug, Default)]
pub(super) struct Presence {
    seats: BySeat<SeatLink>,
    /// Whether a game is running, as the seats' connections know it.
    in_game: bool,
    /// Spectators.
    pub(super) audience: RoomAudience,
    /// Since when nobody watches, where that is counted.
    unwatched_since_ms: Option<u64>,
    pub(super) reaction: Option<Reaction>,
    /// Whether `now` may differ from its published state.
    pub(super) stale: bool,
    /// The state that was published last.
    pub(super) published: Option<Now>,
}

/// A seat's present connection.
#[derive(Debug, Default)]
struct SeatLink {
    /// Counts the connections that have held the seat; the last one holds it.
    epoch: u64,
    handle: Option<Arc<ConnectionHandle>>,
    /// Device of the seat: [`protocol::SecretHash::prefix`].
    device: u64,
    /// When it was last heard, if it is gone.
    away_since_ms: Option<u64>,
}

impl SeatLink {
    /// Lets go of the connection.
    fn release(&mut self) -> Option<Arc<ConnectionHandle>> {
        let handle = self.handle.take()?;
        handle.in_game.store(false, Relaxed);
        Some(handle)
    }
}

impl Presence {
    /// Gives the seat to a connection. Returns its epoch and who held it before.
    pub(super) fn take(
        &mut self,
        seat: Seat,
        handle: Arc<ConnectionHandle>,
        device: u64,
    ) -> (u64, Option<Arc<ConnectionHandle>>) {
        let link = &mut self.seats[seat];
        link.epoch += 1;
        link.away_since_ms = None;
        let before = link.release();
        handle.in_game.store(self.in_game, Relaxed);
        link.handle = Some(handle);
        link.device = device;
        (link.epoch, before)
    }

    /// Whether a connection of another device has the seat.
    pub(super) fn is_elsewhere(&self, seat: Seat, device: u64) -> bool {
        let link = &self.seats[seat];
        link.handle.is_some() && link.device != device
    }

    /// The connection of that epoch has ended. When it was last heard, but not
    /// before `resumed_ms`, when the server last stood still; nothing when it
    /// did not hold the seat any more.
    pub(super) fn drop_link(&mut self, seat: Seat, epoch: u64, resumed_ms: u64) -> Option<u64> {
        let link = &mut self.seats[seat];
        if link.epoch != epoch {
            return None;
        }
        let heard_ms = link.release()?.heard_ms.load(Relaxed);
        link.away_since_ms = Some(heard_ms.max(resumed_ms));
        link.away_since_ms
    }

    /// Has the connections of the seats know whether a game is running.
    pub(super) fn set_in_game(&mut self, in_game: bool) {
        if std::mem::replace(&mut self.in_game, in_game) == in_game {
            return;
        }
        for handle in self.players().into_iter().flatten() {
            handle.in_game.store(in_game, Relaxed);
        }
    }

    /// The seat belongs to nobody any more. Who gave it up may still see how.
    pub(super) fn free(&mut self, seat: Seat) {
        let link = &mut self.seats[seat];
        link.away_since_ms = None;
        link.release();
    }

    /// The seat was taken from its holder, who sees nothing from here on.
    /// Returns who held it.
    pub(super) fn dismiss(&mut self, seat: Seat) -> Option<Arc<ConnectionHandle>> {
        let link = &mut self.seats[seat];
        link.epoch += 1;
        link.away_since_ms = None;
        link.release()
    }

    /// Nobody has come for the seat since `now_ms`, unless somebody has.
    pub(super) fn expect(&mut self, seat: Seat, now_ms: u64) {
        let link = &mut self.seats[seat];
        if link.handle.is_none() {
            link.away_since_ms = Some(now_ms);
        }
    }

    /// Lets a spectator in, known by a number from now on.
    pub(super) fn admit(&mut self, handle: Arc<ConnectionHandle>) -> u64 {
        self.unwatched_since_ms = None;
        self.audience.admit(handle)
    }

    /// From now on it counts whether anybody watches.
    pub(super) fn count_watching(&mut self, now_ms: u64) {
        if self.audience.len() == 0 {
            self.unwatched_since_ms.get_or_insert(now_ms);
        }
    }

    /// Since when nobody watches, where that is counted.
    pub(super) fn unwatched_since_ms(&self) -> Option<u64> {
        self.unwatched_since_ms
    }

    /// Number of spectators.
    pub(super) fn spectators(&self) -> u32 {
        u32::try_from(self.audience.len()).unwrap_or(u32::MAX)
    }

    /// The address of the first seat that somebody is connected to.
    pub(super) fn first_player(&self) -> Option<Payer> {
        let mut seats = Seat::BOTH.into_iter();
        seats.find_map(|seat| Some(self.seats[seat].handle.as_ref()?.source.into()))
    }

    /// The address of the spectator who has watched for longest.
    pub(super) fn first_spectator(&self) -> Option<Payer> {
        Some(self.audience.first()?.source.into())
    }

    /// Whether somebody of an address may watch of whom there are `most` at most: an address has a
    /// share of them once half have come.
    pub(super) fn may_watch(&self, source: Option<AddressGroup>, most: u64) -> bool {
        let all = self.audience.len() as u64;
        let own = || self.audience.from(source) as u64;
        all < most && (all < most / 2 || own() < share_of(most))
    }

    /// The connections that hold the seats.
    pub(super) fn players(&self) -> [Option<Arc<ConnectionHandle>>; 2] {
        Seat::BOTH.map(|seat| self.seats[seat].handle.clone())
    }

    /// Whether the connection of that epoch holds the seat.
    pub(super) fn holds(&self, seat: Seat, epoch: u64) -> bool {
        self.seats[seat].epoch == epoch
    }

    /// Whether nobody is connected, to play or to watch.
    pub(super) fn is_empty(&self) -> bool {
        self.audience.len() == 0 && self.players().iter().all(Option::is_none)
    }

    /// Whether a connection holds each seat.
    pub(super) fn linked(&self) -> BySeat<bool> {
        BySeat::from_fn(|seat| self.seats[seat].handle.is_some())
    }

    pub(super) fn away_since_ms(&self) -> BySeat<Option<u64>> {
        BySeat::from_fn(|seat| self.seats[seat].away_since_ms)
    }

    pub(super) fn rtt_ms(&self) -> BySeat<Option<u64>> {
        BySeat::from_fn(|seat| {
            self.seats[seat]
                .handle
                .as_ref()
                .and_then(|handle| handle.rtt_ms())
        })
    }

    /// When an absent seat becomes lost, of those that may.
    pub(super) fn loss_due_ms(&self, may_be_lost: BySeat<bool>, limits: &Limits) -> Option<u64> {
        let due = |seat: Seat| self.seats[seat].away_since_ms.filter(|_| may_be_lost[seat]);
        Seat::BOTH
            .into_iter()
            .filter_map(due)
            .min()
            .map(|ms| ms + limits.lost_after_ms)
    }

    /// The state at the moment. A computer is always there.
    pub(super) fn now(&self, computers: BySeat<bool>, webhook: Option<Seat>) -> Now {
        let link = |seat: Seat| match &self.seats[seat].handle {
            None if computers[seat] => LinkNow {
                state: LinkState::Linked,
                rtt_ms: None,
            },
            None => LinkNow::default(),
            Some(handle) => LinkNow {
                state: match handle.shaky.load(Relaxed) {
                    true => LinkState::Shaky,
                    false => LinkState::Linked,
                },
                rtt_ms: handle.rtt_ms(),
            },
        };
        Now {
            links: BySeat::from_fn(link),
            spectators: self.spectators(),
            reaction: self.reaction,
            webhook,
        }
    }
}

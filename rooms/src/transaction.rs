//! A transaction on a room: lock, decide, commit, publish. The referee decides;
//! what it decided is not true before the journal has it.
//!
//! While a step is under way the core is out of its place, so that a task that
//! ends in between leaves a room that the next one reads anew from the journal.

use std::sync::Arc;

use journal::{Batch, CommitError, Finished, GameDetails, RoomId};
use protocol::{Refusal, RoomCode, Seat, View, event::Score, ids::BySeat};
use referee::{Context, Draft, Private, PrivateChange, next_deadline};
use tokio::{sync::MutexGuard, task::spawn_blocking};

use super::{
    directory::RoomDirectory,
    room::{Committed, Room, RoomCore},
};
use crate::{random, render};

/// Most times that one step is decided: again whenever the log has grown meanwhile.
const TRIES: usize = 4;

/// Longer logs are folded where they delay nobody on this thread.
const FOLDED_AT_ONCE: usize = 256;

/// The shortest outage that a correspondence room is given back: a restart is nothing in a turn of days, and is not worth
/// an event in each of them.
const SHORT_OUTAGE_MS: u64 = 3_600_000;

/// A room, locked.
pub(super) struct RoomTransaction<'a> {
    rooms: &'a RoomDirectory,
    room: &'a Arc<Room>,
    core: MutexGuard<'a, Option<Box<RoomCore>>>,
}

impl<'a> RoomTransaction<'a> {
    /// Waits for the room's lock.
    pub(super) async fn begin(
        rooms: &'a RoomDirectory,
        room: &'a Arc<Room>,
    ) -> RoomTransaction<'a> {
        RoomTransaction {
            rooms,
            room,
            core: room.core.lock().await,
        }
    }

    /// The room's number.
    pub(super) fn room_id(&self) -> RoomId {
        self.room.id
    }

    /// The private part.
    pub(super) async fn private(&mut self) -> Result<&Private, Refusal> {
        Ok(&self.loaded().await?.private)
    }

    /// Decides one step at `now_ms` and makes it durable and visible: first
    /// whatever is due, then the request. The request is decided again when the
    /// log turns out to be longer than it was known to be.
    pub(super) fn transact<T>(
        &mut self,
        now_ms: u64,
        decide: impl FnMut(&mut Draft, &Context, &Private) -> T,
    ) -> impl Future<Output = Result<T, Refusal>> {
        self.transact_with(now_ms, None, decide)
    }

    /// The same, with one seat taken as present: that of a connection which is
    /// about to have it.
    pub(super) async fn transact_with<T>(
        &mut self,
        now_ms: u64,
        present: Option<Seat>,
        mut decide: impl FnMut(&mut Draft, &Context, &Private) -> T,
    ) -> Result<T, Refusal> {
        for _ in 0..TRIES {
            self.loaded().await?;
            let core = self.core.as_ref().ok_or(Refusal::Internal)?;
            if core.table.view().ended.is_some() {
                return Err(Refusal::NoSuchRoom);
            }
            let (draft, answer) = self.draft(core, now_ms, present, &mut decide);
            if draft.events.is_empty() && draft.private.is_empty() {
                return Ok(answer);
            }
            match self.commit(draft).await {
                Ok(()) => return Ok(answer),
                Err(CommitError::Conflict) => {}
                Err(why) => return Err(self.rooms.trouble(why)),
            }
        }
        tracing::error!("a room's log kept growing under its lock");
        Err(Refusal::Internal)
    }

    fn draft<T>(
        &self,
        core: &RoomCore,
        now_ms: u64,
        present: Option<Seat>,
        decide: &mut impl FnMut(&mut Draft, &Context, &Private) -> T,
    ) -> (Draft, T) {
        // What was asked before a gap of the clock is decided after it.
        let now_ms = now_ms.max(self.rooms.clock.resumed_ms());
        let mut draft = Draft::new(Arc::clone(&core.table), now_ms);
        let (rtt_ms, mut away_since_ms, unwatched_since_ms, stands) = {
            let live = self.room.live.lock();
            let presence = &live.presence;
            let unwatched_since_ms = presence.unwatched_since_ms();
            let unwatched_since_ms = unwatched_since_ms.filter(|_| !self.rooms.is_kept(self.room));
            (
                presence.rtt_ms(),
                presence.away_since_ms(),
                unwatched_since_ms,
                live.stands(),
            )
        };
        // Since the last event where nobody has come since the start: nothing has happened since.
        let stands_since_ms = stands.then(|| {
            let mut away = away_since_ms.iter().filter_map(|(_, ms)| *ms);
            away.next().unwrap_or(core.table.view().at_ms)
        });
        if let Some(seat) = present {
            away_since_ms[seat] = None;
        }
        let limits = &self.rooms.limits;
        let context = Context {
            limits,
            rtt_ms,
            away_since_ms,
            unwatched_since_ms,
            random: &random::bits,
            keeps_games: self.rooms.keeps_games && core.playing.may_be_kept(),
            may_seat_computer: &|| self.rooms.may_seat_computer(self.room),
            stands_since_ms,
        };
        self.refund(&mut draft, core, now_ms);
        // Once the server is stopping nobody loses a link or a game by it.
        if !self.rooms.is_closing() {
            referee::due(&mut draft, &context);
        }
        let answer = decide(&mut draft, &context, &core.private);
        referee::end_when_full(&mut draft, &context);
        (draft, answer)
    }

    /// Gives back the time in which there was no server, or it stood still.
    fn refund(&self, draft: &mut Draft, core: &RoomCore, now_ms: u64) {
        let view = draft.view();
        let (at_ms, is_new) = (view.at_ms, view.seq == 0);
        let least_ms = match view.settings.clock.is_correspondence() {
            true => SHORT_OUTAGE_MS,
            false => 0,
        };
        let missed_ms = self.rooms.downtime.missed_ms(at_ms, least_ms);
        let lost_ms = match core.needs_outage_refund {
            true => {
                self.rooms
                    .downtime
                    .lost_ms(at_ms, now_ms - missed_ms, least_ms)
                    + missed_ms
            }
            false => missed_ms,
        };
        if is_new || lost_ms == 0 && (least_ms > 0 || !core.needs_outage_refund) {
            return;
        }
        referee::away(draft, lost_ms, &self.rooms.limits);
        draft.private.extend(core.private.postponed(lost_ms));
        // Whose connection outlived it is there.
        let linked = self.room.live.lock().presence.linked();
        for seat in Seat::BOTH.into_iter().filter(|seat| linked[*seat]) {
            referee::returned(draft, seat, None);
        }
    }

    async fn commit(&mut self, mut draft: Draft) -> Result<(), CommitError> {
        // From here to the end of the step the core is nowhere but here.
        let mut core = self.core.take().ok_or(CommitError::Failed)?;
        let at_ms = draft.at_ms();
        let expected_seq = core.table.view().seq;
        // Boxed: it is rare, and every connection would have room for it.
        let before = changes_seats(&draft.private).then(|| Box::new(core.private.clone()));
        for change in &draft.private {
            core.private.apply(change);
        }
        let code = core.private.code.ok_or(CommitError::Failed)?;
        let former = before.as_deref().and_then(|before| before.code);
        let former = former.unwrap_or(code);
        let texts = rendered(&draft, expected_seq, former, code);
        // Where no game is kept none is collected.
        let kept = draft.events.iter().zip(&texts);
        let kept = kept.filter(|_| self.rooms.keeps_games);
        let ended = kept.filter_map(|(event, text)| core.playing.take(event, text));
        let game = ended.last().map(|(id, events)| {
            let private = before.as_deref().unwrap_or(&core.private);
            Box::new(Finished {
                id,
                ended_ms: at_ms,
                // A game that ends in the step that changes the code was played under the former.
                about: about(former, core.table.view(), draft.view().score, private),
                events,
            })
        });
        let private = std::mem::take(&mut draft.private);
        // Replies have no consequences beyond themselves.
        let changes = match before {
            Some(_) => private.clone(),
            None => Vec::new(),
        };
        core.table = draft.into_state();
        let batch = Batch {
            room: self.room.id,
            expected_seq,
            events: texts.clone(),
            private,
            deadline_ms: self.deadline_ms(core.table.view(), &core.private),
            game,
            state: Some(Arc::clone(&core.table)),
        };
        #[cfg(feature = "faults")]
        let texts = self.publish_unkept(&core, texts);
        self.rooms.journal.commit(batch).await?;
        core.needs_outage_refund = false;
        self.settle(before.as_deref(), &core, &texts, &changes);
        *self.core = Some(core);
        Ok(())
    }

    /// When the room wakes by itself, or is woken after a start.
    fn deadline_ms(&self, view: &View, private: &Private) -> Option<u64> {
        let next_ms = next_deadline(view)?;
        let notification = self.rooms.pending_notification(view, private);
        let call = self.rooms.pending_call(view, private);
        let others = [
            notification.map(|notification| notification.due_ms),
            call.map(|call| call.due_ms),
        ];
        others.into_iter().flatten().chain([next_ms]).min()
    }

    /// Publishes what the journal does not have yet. Gives the texts that are
    /// left to publish afterwards.
    #[cfg(feature = "faults")]
    fn publish_unkept(&self, core: &RoomCore, texts: Vec<Arc<str>>) -> Vec<Arc<str>> {
        if !journal::faults::on(journal::faults::SeededFault::FoldBeforeCommit) {
            return texts;
        }
        self.room.publish(core, &texts);
        self.room.announce();
        Vec::new()
    }

    /// Applies the consequences of a durable step: seats without holders, the
    /// directory, everybody's view, the next deadline.
    fn settle(
        &self,
        before: Option<&Private>,
        core: &RoomCore,
        texts: &[Arc<str>],
        changes: &[PrivateChange],
    ) {
        let view = core.table.view();
        for change in changes {
            match change {
                PrivateChange::Freed { seat } => {
                    self.vacate(*seat, changes);
                    self.rooms.note_now(self.room);
                }
                PrivateChange::Seated { seat, .. } => {
                    self.room.live.lock().presence.expect(*seat, view.at_ms);
                    self.rooms.note_now(self.room);
                }
                PrivateChange::WebhookSet { .. } | PrivateChange::WebhookRemoved => {
                    self.rooms.note_now(self.room);
                }
                PrivateChange::Code { .. }
                | PrivateChange::Correspondence { .. }
                | PrivateChange::Done { .. }
                | PrivateChange::Subscribed { .. }
                | PrivateChange::Unsubscribed { .. }
                | PrivateChange::SeatShared { .. }
                | PrivateChange::SeatTaken { .. }
                | PrivateChange::SeatUnshared { .. }
                | PrivateChange::WebhookCalled { .. }
                | PrivateChange::Postponed { .. }
                | PrivateChange::Notified { .. } => {}
            }
        }
        let before = before.unwrap_or(&core.private);
        self.rooms.index(self.room, before, &core.private, view);
        self.room.publish(core, texts);
        self.rooms.schedule(self.room, view);
        self.room.announce();
    }

    /// Nobody holds the seat any more. A guest whose removal changed the code
    /// is notified before the new code can be seen.
    fn vacate(&self, seat: Seat, changes: &[PrivateChange]) {
        let removed = changes
            .iter()
            .any(|change| matches!(change, PrivateChange::Code { .. }));
        if !removed {
            return self.room.live.lock().presence.free(seat);
        }
        let holder = self.room.live.lock().presence.dismiss(seat);
        if let (Some(holder), Some(code)) = (holder, self.room.code()) {
            holder.notify(|slots| slots.dismissed = Some(code));
        }
    }

    async fn loaded(&mut self) -> Result<&RoomCore, Refusal> {
        if self.core.is_none() {
            let core = self.load().await?;
            *self.core = Some(core);
        }
        self.core.as_deref().ok_or(Refusal::Internal)
    }

    /// The directory's knowledge of the room: at least the code that leads to it.
    fn known(&self) -> Private {
        Private {
            code: self.room.code(),
            ..Private::default()
        }
    }

    async fn load(&self) -> Result<Box<RoomCore>, Refusal> {
        let stored = self
            .rooms
            .journal
            .load(self.room.id)
            .await
            .map_err(|why| self.rooms.trouble(why))?;
        let Some(stored) = stored else {
            self.rooms.forget(self.room.id, &self.known());
            return Err(Refusal::NoSuchRoom);
        };
        let needs_outage_refund = self.room.committed(Committed::needs_outage_refund);
        let is_long = stored.events.len() > FOLDED_AT_ONCE;
        let fold = move || (RoomCore::from_stored(&stored, needs_outage_refund), stored);
        let (core, stored) = match is_long {
            true => spawn_blocking(fold).await.map_err(|_| Refusal::Internal)?,
            false => fold(),
        };
        let core = core.map_err(|why| {
            tracing::error!(%why, "a room's log cannot be read");
            Refusal::RoomDamaged
        })?;
        tracing::debug!(seq = core.table.view().seq, "room loaded");
        // The texts are the whole log, or the last step where the engine keeps no more; those that fit stay in memory.
        let known = self.room.table().view().seq;
        let missing =
            usize::try_from(core.table.view().seq.saturating_sub(known)).unwrap_or(usize::MAX);
        let texts = &stored.events[stored.events.len().saturating_sub(missing)..];
        self.rooms
            .index(self.room, &self.known(), &core.private, core.table.view());
        self.room.publish(&core, texts);
        // What is due is about to be decided by the task that reads the room. To wake
        // it for that would never end while nothing can be kept.
        let due = |ms| ms <= self.rooms.clock.now_ms();
        if !next_deadline(core.table.view()).is_some_and(due) {
            self.rooms.schedule(self.room, core.table.view());
        }
        self.room.announce();
        Ok(core)
    }
}

/// Whether a step changes more of the private part than the last replies.
fn changes_seats(changes: &[PrivateChange]) -> bool {
    let replies = |change: &PrivateChange| matches!(change, PrivateChange::Done { .. });
    !changes.iter().all(replies)
}

/// The texts of a step's events, behind event `seq`. The code may change in the middle of it.
fn rendered(draft: &Draft, seq: u64, former: RoomCode, code: RoomCode) -> Vec<Arc<str>> {
    let new_code_from = match former == code {
        true => 0,
        false => referee::new_code_from(&draft.events),
    };
    let code = |at| if at < new_code_from { former } else { code };
    let events = draft.events.iter().enumerate().zip(seq + 1..);
    let text = |((at, event), seq)| render::event(code(at), seq, draft.at_ms(), event);
    events.map(text).collect()
}

/// Details of a game that ends, from the room as it was before: a player who
/// was waiting for the end to leave has left with it.
fn about(room: RoomCode, before: &View, score: Score, private: &Private) -> GameDetails {
    GameDetails {
        room,
        settings: before.settings,
        score,
        players: before.players(),
        owners: BySeat::from_fn(|seat| private.seats[seat].as_ref().map(|key| key.hash)),
        other_owners: private.other_secrets().collect(),
    }
}

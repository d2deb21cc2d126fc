//! The doorway: a connection for which there was no place. It may say `hello`
//! and show the secret of a seat; if that is in a running game between two
//! people, another connection gives way to it. (Anybody can make secrets by
//! opening rooms, so a room of one's own is no key.)

use std::{
    cmp::Reverse,
    collections::HashMap,
    ops::Range,
    sync::{Arc, atomic::Ordering::Relaxed},
};

use admission::AddressGroup;
use protocol::{Answer, Refusal, frame::Reason, refusal::LimitOf, request::Body};
use rooms::{handle::ConnectionHandle, random};

use super::{Connection, Phase};
use crate::service::Service;

/// Longest time of a connection in the doorway.
pub(super) const AT_MOST_MS: u64 = 2_000;
/// Over which milliseconds clients are asked to spread their return.
const RETURN_MS: Range<u64> = 5_000..10_000;

impl Connection {
    /// Answers a request in the doorway.
    pub(super) async fn answer_in_doorway(&mut self, id: u64, body: Body, read_ms: u64) {
        if let Err(of) = self.enter() {
            let Some(other) = self.displaced_connection(&body, of).await else {
                return self.refuse_entry(id);
            };
            self.context.admission.take_over();
            self.open();
            self.answer(id, body, read_ms).await;
            // Only now: one that held the same seat is to be notified of that first.
            return match self.is_idle() {
                false => other.notify(|slots| slots.close = Some(Reason::Full)),
                true => self.close_full(),
            };
        }
        self.answer(id, body, read_ms).await;
    }

    /// Takes a place, if there is one by now.
    fn enter(&mut self) -> Result<(), LimitOf> {
        self.context.admission.enter()?;
        self.open();
        Ok(())
    }

    fn open(&mut self) {
        self.context.handle.in_doorway.store(false, Relaxed);
        self.phase = match std::mem::replace(&mut self.phase, Phase::Closing) {
            Phase::Doorway(session) => Phase::Open(session),
            other => other,
        };
    }

    /// The connection that gives way to this request: the one that holds the
    /// seat now, or one that is idle.
    async fn displaced_connection(
        &self,
        body: &Body,
        of: LimitOf,
    ) -> Option<Arc<ConnectionHandle>> {
        let Body::Resume(resume) = body else {
            return None;
        };
        let service = &self.context.service;
        let seat = service.rooms.seat_in_play(&resume.secret.hash()).await?;
        // One at another node has no socket that this one lacks.
        let carried_by = self.context.handle.carried_by;
        let holder = seat.holder.filter(|it| it.carried_by == carried_by);
        holder.or_else(|| {
            let within = self.context.handle.source;
            let within = within.filter(|_| of == LimitOf::Address);
            idle_connection(service, &self.context.handle, within)
        })
    }

    fn refuse_entry(&mut self, id: u64) {
        let retry_in_ms = random::within(RETURN_MS);
        let refused = Answer::refused(Refusal::Unavailable { retry_in_ms });
        self.context.reply(id, refused);
        self.close_full();
    }

    /// Says that the server is full and when to come back.
    pub(super) fn close_full(&mut self) {
        self.end(
            Reason::Full,
            Some(random::within(RETURN_MS)),
            Reason::Full.close_code(),
        );
    }

    /// Acts on what the sweep or another connection wants. What has arrived and
    /// was not read is not the client's delay; and a client that has got a
    /// place in a room meanwhile stays.
    pub(super) fn close_if_due(&mut self, reason: Reason) {
        match reason {
            Reason::HelloTimeout | Reason::Full if self.kept.is_some() => {}
            Reason::HelloTimeout if self.reader.has_unread() => {}
            Reason::Full if !self.is_idle() => {}
            Reason::Full => self.close_full(),
            reason => self.close_for(reason),
        }
    }

    /// Whether it has neither a room nor a ticket.
    pub(super) fn is_idle(&self) -> bool {
        match &self.phase {
            Phase::Open(session) => session.is_idle(),
            Phase::Greeting | Phase::Doorway(_) | Phase::Closing | Phase::Closed => true,
        }
    }
}

/// The newest idle connection of the address that has most connections, or of
/// that address, at the newcomer's node: sockets are what there are too few of. (The oldest idle visitors are the honest ones.) It counts as
/// busy from here on, so that nobody else chooses it too.
fn idle_connection(
    service: &Service,
    newcomer: &ConnectionHandle,
    within: Option<AddressGroup>,
) -> Option<Arc<ConnectionHandle>> {
    let mut by_source: HashMap<AddressGroup, (u64, Option<Arc<ConnectionHandle>>)> = HashMap::new();
    let now_ms = service.clock.now_ms();
    // One that has just come may be a player before their `resume`.
    let order = |handle: &ConnectionHandle| {
        let settled = now_ms.saturating_sub(handle.opened_ms) >= AT_MOST_MS;
        (settled, handle.id)
    };
    for handle in &service.connections {
        let Some(source) = handle
            .source
            .filter(|it| within.is_none_or(|within| *it == within))
        else {
            continue;
        };
        if handle.in_doorway.load(Relaxed) || handle.carried_by != newcomer.carried_by {
            continue;
        }
        let (count, newest) = by_source.entry(source).or_default();
        *count += 1;
        let newer = newest.as_ref().is_none_or(|it| order(it) < order(&handle));
        if handle.idle.load(Relaxed) && newer {
            *newest = Some(Arc::clone(&handle));
        }
    }
    let mut found: Vec<_> = by_source
        .into_values()
        .filter_map(|(count, newest)| Some((count, newest?)))
        .collect();
    found.sort_by_key(|(count, _)| Reverse(*count));
    let mut found = found.into_iter().map(|(_, newest)| newest);
    found.find(|newest| newest.idle.swap(false, Relaxed))
}

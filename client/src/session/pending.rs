//! Requests in flight, and what becomes of each when the link breaks.

use std::collections::VecDeque;

use protocol::{Request, request::Body};

/// Numbers of a session's own requests begin here: above any that its owner
/// would choose, and below 2^53.
pub const OWN_IDS: u64 = 1 << 40;

/// A request under way.
#[derive(Clone, Debug)]
pub(super) struct SentRequest {
    pub request: Request,
    pub origin: RequestOrigin,
}

/// Origin of a request, and hence the recipient of its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestOrigin {
    /// The owner of the session asked.
    Owner,
    /// The same, and its number was put right once already.
    OwnerAgain,
    /// The session asked for itself.
    Session,
}

/// Treatment of a request that was lost with its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetryPolicy {
    /// Asked again with the same number of the seat, unless `resumed` shows
    /// that it was done.
    Number,
    /// Asked again: doing it twice is doing it once.
    Repeat,
    /// Not worth repeating, or meaningless on another link.
    Drop,
}

impl SentRequest {
    pub fn retry_policy(&self) -> RetryPolicy {
        match (&self.request.body, self.origin) {
            (_, RequestOrigin::Session) => RetryPolicy::Drop,
            (Body::Seat(_), _) => RetryPolicy::Number,
            (
                Body::QuickMatch(_)
                | Body::Play(_)
                | Body::CreateRoom(_)
                | Body::JoinRoom(_)
                | Body::WatchRoom(_)
                | Body::Resume(_)
                | Body::SetName(_)
                | Body::Rooms(_)
                | Body::Seats(_)
                | Body::Subscribe(_)
                | Body::Unsubscribe(_)
                | Body::ShareSeat(_)
                | Body::TakeSeat(_)
                | Body::UnshareSeat
                | Body::SetWebhook(_)
                | Body::RemoveWebhook,
                _,
            ) => RetryPolicy::Repeat,
            // Another exhibition would be another room.
            (
                Body::Hello(_)
                | Body::Exhibit(_)
                | Body::Cancel
                | Body::Unwatch
                | Body::React(_)
                | Body::Hint
                | Body::Review(_)
                | Body::Analyse(_)
                | Body::Ping(_),
                _,
            ) => RetryPolicy::Drop,
        }
    }
}

/// All requests under way, in the order in which they were sent.
#[derive(Debug, Default)]
pub(super) struct PendingRequests(VecDeque<SentRequest>);

impl PendingRequests {
    pub fn push(&mut self, sent: SentRequest) {
        self.0.push_back(sent);
    }

    /// Takes the request that an answer belongs to.
    pub fn take(&mut self, id: u64) -> Option<SentRequest> {
        let at = self.0.iter().position(|sent| sent.request.id == id)?;
        self.0.remove(at)
    }

    pub fn take_all(&mut self) -> VecDeque<SentRequest> {
        std::mem::take(&mut self.0)
    }

    /// Makes the requests under way about a room the session's own, for that room
    /// has been left. Answers the numbers of those that its owner asked.
    pub fn disown_commands(&mut self) -> Vec<u64> {
        let commands = self.0.iter_mut();
        let commands = commands.filter(|sent| {
            let of_room = matches!(sent.request.body, Body::Seat(_) | Body::CreateRoom(_));
            sent.origin != RequestOrigin::Session && of_room
        });
        let disown = |sent: &mut SentRequest| {
            sent.origin = RequestOrigin::Session;
            sent.request.id
        };
        commands.map(disown).collect()
    }

    /// Whether a command of the seat is under way; there is at most one, so
    /// that `resumed` tells all about it.
    pub fn has_command(&self) -> bool {
        let ours = |sent: &SentRequest| sent.origin != RequestOrigin::Session;
        self.any(|sent| ours(sent) && matches!(sent.request.body, Body::Seat(_)))
    }

    /// Whether the session is taking its seat up again.
    pub fn is_resuming(&self) -> bool {
        self.any(|sent| {
            sent.origin == RequestOrigin::Session && matches!(sent.request.body, Body::Resume(_))
        })
    }

    /// Whether its owner is on the way into a room, whose code and counter a
    /// command needs.
    pub fn is_entering(&self) -> bool {
        self.any(|sent| {
            let into = matches!(
                sent.request.body,
                Body::CreateRoom(_)
                    | Body::JoinRoom(_)
                    | Body::WatchRoom(_)
                    | Body::Exhibit(_)
                    | Body::Resume(_)
                    | Body::TakeSeat(_)
            );
            into && sent.origin != RequestOrigin::Session
        })
    }

    fn any(&self, test: impl Fn(&SentRequest) -> bool) -> bool {
        self.0.iter().any(test)
    }
}

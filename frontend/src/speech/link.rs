//! Links in words: the greeting, errors, and why a server closes.

use oxo_client::{
    address::Address,
    session::{End, LossKind, Room},
    state::ClientState,
    transport::{LinkError, UnexpectedAnswer, Unreachable},
};
use protocol::{
    frame::{Reason, Unqueued},
    notice::Notice,
    reply::{Kept, Welcome},
};
use sentences::{Catalogue, say, time::date_time};

use super::{Scene, code, refusal, refusal::joined};

/// The link is up, and what the server promises.
pub fn link_up(text: &Catalogue, address: &Address, welcome: &Welcome) -> String {
    match welcome.promise.acknowledged {
        Kept::Disk => say!(text, LINK_UP_DISK, server = address),
        Kept::Memory => say!(text, LINK_UP_MEMORY, server = address),
    }
}

/// Why a session with the server at an address is over.
pub fn ended(text: &Catalogue, address: &Address, end: &End) -> String {
    match end {
        End::Superseded => say!(text, LINK_SUPERSEDED),
        End::Gone => say!(text, LINK_GONE),
        End::Link(error) => connect_error(text, address, error),
        End::Closed => say!(text, END_BYE),
    }
}

/// Why there is no link.
pub fn connect_error(text: &Catalogue, address: &Address, error: &LinkError) -> String {
    match error {
        LinkError::Unreachable(Unreachable::UnknownHost) => {
            say!(text, LINK_UNKNOWN_HOST, address)
        }
        LinkError::Unreachable(Unreachable::ConnectionRefused) => say!(text, LINK_REFUSED, address),
        LinkError::Unreachable(Unreachable::Timeout) => say!(text, LINK_TIMEOUT, address),
        LinkError::Unreachable(Unreachable::Broken) => say!(text, LINK_BROKEN, address),
        LinkError::NotOxo(UnexpectedAnswer::Other) => say!(text, LINK_NOT_OXO, address),
        // Service unavailable: how a full server answers a handshake.
        LinkError::NotOxo(UnexpectedAnswer::Status(503)) => bye(text, Reason::Full),
        LinkError::NotOxo(UnexpectedAnswer::Status(status)) => {
            say!(text, LINK_NOT_OXO_STATUS, address, status)
        }
        LinkError::Tls(detail) => say!(text, LINK_TLS, address, detail),
        LinkError::NoAuthorities => say!(text, LINK_NO_AUTHORITIES, address),
        LinkError::Version(supported) => say!(
            text,
            LINK_VERSION,
            address,
            supported = joined(supported),
            ours = joined(protocol::VERSIONS),
        ),
        LinkError::Refused(why) => refusal(Scene::outside(text), why, 0),
        LinkError::Bye(said) => bye(text, said.reason),
    }
}

/// That the link is lost, as far as is known.
pub fn loss(text: &Catalogue, kind: LossKind) -> String {
    match kind {
        LossKind::Cut => say!(text, LINK_LOST),
        LossKind::Silent => say!(text, LINK_SILENT),
        LossKind::Down => say!(text, LINK_OUTAGE),
        LossKind::Restarting => say!(text, LINK_RESTARTING),
    }
}

/// The same, as it was before the loss: a clock of days runs on while its server is away, and one
/// that said it would close has not failed. Away from a table nothing is said of clocks, for one's
/// games may be of either kind.
pub fn loss_after(text: &Catalogue, before: &ClientState, kind: LossKind) -> String {
    let days = before.room.as_ref().is_none_or(Room::counts_days);
    match kind.is_outage() {
        true if before.notice.closing && before.room.is_none() => say!(text, LINK_ANNOUNCED),
        true if days => say!(text, LINK_DAYS),
        true if before.notice.closing => say!(text, LINK_BACK_SOON),
        _ => loss(text, kind),
    }
}

/// The operator's notices to everybody, each in a line of its own.
pub fn notice(text: &Catalogue, notice: &Notice) -> Vec<String> {
    let closing = notice.closing.then(|| say!(text, NOTICE_CLOSING));
    let said = notice.text.as_ref().map(|said| {
        let time = format!("{} UTC", date_time(notice.at_ms.unwrap_or_default()));
        say!(text, NOTICE_TEXT, time, text = said)
    });
    closing.into_iter().chain(said).collect()
}

/// The operator's message in few columns; none beside the closing, which matters more.
pub fn notice_in_brief(text: &Catalogue, notice: &Notice) -> Option<String> {
    let said = notice.text.as_ref().filter(|_| !notice.closing)?;
    Some(say!(text, NOTICE_BRIEF, text = said))
}

/// Why the server closes a connection.
pub fn bye(text: &Catalogue, reason: Reason) -> String {
    let reason = text.say(bye_key(reason), &[]);
    say!(text, LINK_LOST_BYE, reason)
}

/// The key of a reason's sentence.
pub(super) fn bye_key(reason: Reason) -> String {
    match reason {
        Reason::VersionUnsupported => "bye.version".to_owned(),
        reason => format!("bye.{}", code(reason)),
    }
}

/// Why one waits for nobody any more.
pub fn unqueued(text: &Catalogue, why: Unqueued) -> String {
    text.say(format!("queue.{}", code(why)), &[])
}

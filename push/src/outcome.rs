//! Outcome of an attempt to deliver a message, from the head of the answer.

use http::{HeaderMap, StatusCode, header::RETRY_AFTER};

/// The longest wait that is taken from an answer: a day.
const LONGEST_WAIT_S: u64 = 24 * 60 * 60;

/// Result of one attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushOutcome {
    /// The push service has the message (RFC 8030, section 5). Whether the browser gets it is not told.
    Accepted,
    /// The subscription is no more (404, 410): it is of no use to ask again.
    Gone,
    /// Another status that will be the same when asked again: 3xx, 400, 401, 403, 413 … A message that is beyond its bounds is refused
    /// as a service would, without asking: 413 for its payload, 400 for its topic.
    Refused(u16),
    /// Not now (429, 5xx).
    Later {
        /// After how many seconds the service wants to be asked again, at most a day; nothing where it does not say it in seconds.
        after_s: Option<u64>,
    },
    /// It was not attempted: as many wait for that host, or for lookups, as may.
    Busy,
    /// There was no answer: no address, none that may be connected to, no TLS, or too late. One sentence, without the path of the
    /// endpoint, which is a secret.
    Unreachable(String),
}

impl PushOutcome {
    pub(crate) fn of(status: StatusCode, headers: &HeaderMap) -> PushOutcome {
        match status.as_u16() {
            200..=299 => PushOutcome::Accepted,
            404 | 410 => PushOutcome::Gone,
            429 | 500..=599 => PushOutcome::Later {
                after_s: retry_after_s(headers),
            },
            other => PushOutcome::Refused(other),
        }
    }
}

/// `Retry-After` in seconds (RFC 9110, section 10.2.3). Its other form, a date, depends on two clocks.
fn retry_after_s(headers: &HeaderMap) -> Option<u64> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?;
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than a number has are more than a day.
    digits.then(|| value.parse().unwrap_or(u64::MAX).min(LONGEST_WAIT_S))
}

//! Delivery of push messages: one attempt, bounded in time, at one address, whose answer is read no further than its head.

use std::{io::ErrorKind, pin::pin, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::{body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::client::TlsStream;

use crate::{
    connect::{ConnectError, GuardedConnector},
    host_turns::HostTurns,
    message::PushMessage,
    outcome::PushOutcome,
    subscription::Subscription,
    target::Target,
    webhook::WebhookMessage,
};

/// Longest time for one attempt, from the host's name to the head of the answer.
pub(crate) const ATTEMPT: Duration = Duration::from_secs(5);
/// Bytes of the longest head of an answer.
const LONGEST_HEAD: usize = 16 << 10;
/// Headers of the longest head of an answer.
const MOST_HEADERS: usize = 64;

/// The operator's rules of delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushRules {
    /// A `mailto:` or `https:` address at which push services reach the operator: `sub` of RFC 8292. Some services want one.
    pub contact: Option<String>,
    /// The host's own networks that may be connected to besides public addresses, at any port.
    pub networks: Vec<IpNet>,
}

/// Delivers messages. Clones share the turns at hosts.
#[derive(Clone)]
pub struct PushSender {
    connector: GuardedConnector,
    contact: Option<Arc<str>>,
    turns: HostTurns,
    limit: Duration,
}

impl PushSender {
    /// Reads the authorities that this system trusts, some hundred files.
    pub fn new(rules: PushRules) -> PushSender {
        let connector = GuardedConnector::new(rules.networks);
        PushSender::with_connector(connector, rules.contact, ATTEMPT)
    }

    pub(crate) fn with_connector(
        connector: GuardedConnector,
        contact: Option<String>,
        limit: Duration,
    ) -> PushSender {
        PushSender {
            connector,
            contact: contact.map(Arc::from),
            turns: HostTurns::default(),
            limit,
        }
    }

    /// One attempt to deliver a message, of at most 5 s. `now_ms` is the time in milliseconds since 1970.
    ///
    /// Waits first until no other attempt is under way at the same host; where many wait for that it is not made. Cancellation-safe.
    pub async fn send(&self, to: &Subscription, message: &PushMessage, now_ms: u64) -> PushOutcome {
        let request = || message.request(to, self.contact.as_deref(), now_ms);
        self.deliver(&to.target, request).await
    }

    /// One attempt to call a webhook, bounded as [`Self::send`] is. `key` signs it.
    pub async fn call(
        &self,
        to: &Target,
        key: &[u8],
        message: &WebhookMessage,
        now_ms: u64,
    ) -> PushOutcome {
        self.deliver(to, || message.request(to, key, now_ms)).await
    }

    async fn deliver(
        &self,
        to: &Target,
        request: impl FnOnce() -> Result<Request<Full<Bytes>>, PushOutcome>,
    ) -> PushOutcome {
        let host = to.host();
        // What waits for long is no news any more.
        let Ok(Some(_turn)) = timeout(self.limit, self.turns.enter(host)).await else {
            return PushOutcome::Busy;
        };
        let request = match request() {
            Ok(request) => request,
            Err(outcome) => return outcome,
        };
        match timeout(self.limit, self.attempt(to, request)).await {
            Ok(Ok(answer)) => PushOutcome::of(answer.status(), answer.headers()),
            Ok(Err(outcome)) => outcome,
            Err(_) => PushOutcome::Unreachable(format!("no answer from {host} in time")),
        }
    }

    async fn attempt(
        &self,
        to: &Target,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, PushOutcome> {
        let stream = self.connector.connect(&to.url).await;
        let stream = stream.map_err(|why| match why {
            ConnectError::NoAddress(_, why) if why.kind() == ErrorKind::ResourceBusy => {
                PushOutcome::Busy
            }
            why => PushOutcome::Unreachable(why.to_string()),
        })?;
        let answer = exchange(stream, request).await;
        answer.map_err(|why| {
            PushOutcome::Unreachable(format!("no answer from {} ({why})", to.host()))
        })
    }
}

/// Sends a request and reads the head of its answer; the connection ends with that.
async fn exchange(
    stream: TlsStream<TcpStream>,
    request: Request<Full<Bytes>>,
) -> hyper::Result<Response<Incoming>> {
    let mut builder = http1::Builder::new();
    builder.max_buf_size(LONGEST_HEAD).max_headers(MOST_HEADERS);
    let (mut requests, connection) = builder.handshake(TokioIo::new(stream)).await?;
    let mut answer = pin!(requests.send_request(request));
    tokio::select! {
        answer = &mut answer => answer,
        // What it has read before it ended is in the answer.
        _ = connection => answer.await,
    }
}

#[cfg(test)]
impl PushSender {
    /// Number of hosts at which somebody has or awaits a turn.
    pub fn hosts(&self) -> usize {
        self.turns.hosts()
    }
}

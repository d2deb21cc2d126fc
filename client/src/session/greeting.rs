//! The first exchange on a link: `hello` and `welcome`.

use std::time::Duration;

use protocol::{
    Accepted, Answer, Frame, Refusal, Request,
    reply::Welcome,
    request::{Body, Hello},
};
use tokio::time::timeout;

use super::pending::OWN_IDS;
use crate::transport::{Link, LinkError, LinkInput, Transport, Unreachable, broken, not_oxo};

/// From the first packet to `welcome`. A server that takes longer is treated
/// as one that does not answer.
const CONNECT: Duration = Duration::from_secs(10);

/// Result of a successful greeting.
pub(crate) struct Greeted<L> {
    pub link: L,
    pub welcome: Box<Welcome>,
    /// The `welcome` frame as it was received.
    pub text: String,
}

/// Connects and greets.
pub(super) async fn connect<T: Transport>(
    transport: &mut T,
    hello: &Hello,
) -> Result<Greeted<T::Link>, LinkError> {
    let greeting = async {
        let link = transport.connect().await?;
        greet(link, hello).await
    };
    match timeout(CONNECT, greeting).await {
        Ok(result) => result,
        Err(_) => Err(LinkError::Unreachable(Unreachable::Timeout)),
    }
}

/// Greets over a link.
pub(crate) async fn greet<L: Link>(mut link: L, hello: &Hello) -> Result<Greeted<L>, LinkError> {
    let request = Request {
        id: OWN_IDS,
        body: Body::Hello(hello.clone()),
    };
    let text = serde_json::to_string(&request).map_err(|_| not_oxo())?;
    link.write(text).await.map_err(|_| broken())?;
    loop {
        let text = match link.read().await {
            LinkInput::Text(text) => text,
            LinkInput::Alive => continue,
            LinkInput::Closed => return Err(broken()),
        };
        let welcome = match serde_json::from_str(&text) {
            Ok(Frame::Reply(reply)) => welcomed(reply.answer)?,
            Ok(Frame::Bye(bye)) => return Err(LinkError::Bye(bye)),
            Ok(Frame::Error(why)) => return Err(LinkError::Refused(why)),
            _ => return Err(not_oxo()),
        };
        return Ok(Greeted {
            link,
            welcome,
            text,
        });
    }
}

fn welcomed(answer: Answer) -> Result<Box<Welcome>, LinkError> {
    match answer {
        Answer::Ok(Accepted::Welcome(welcome)) if protocol::VERSIONS.contains(&welcome.version) => {
            Ok(welcome)
        }
        Answer::Ok(Accepted::Welcome(welcome)) => Err(LinkError::Version(vec![welcome.version])),
        Answer::Ok(_) => Err(not_oxo()),
        Answer::Error(refused) => Err(match refused.why {
            Refusal::VersionUnsupported { supported } => LinkError::Version(supported),
            why => LinkError::Refused(why),
        }),
    }
}

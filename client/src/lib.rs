//! A client of OXO servers, for programs that play, watch or keep score.
//!
//! A [`Session`](session::Session) is a connection that mends itself. It reconnects with
//! backoff, takes its seat up where it was, numbers its commands so that none is done
//! twice, and folds the room's events into a [`View`](protocol::View). Its owner sends
//! [`Ask`](session::Ask)s and receives [`Update`](session::Update)s:
//!
//! ```
//! use oxo_client::{
//!     address,
//!     protocol::text::neutral,
//!     session::{End, Session, SessionOptions, Update},
//!     transport::{LinkError, Network, Unreachable},
//! };
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let server = address::parse("ws://127.0.0.1:1").unwrap();
//! let mut session = Session::start(Network::new(server), SessionOptions::new("example/1.0", "Ana"));
//! while let Some(update) = session.next().await {
//!     match update {
//!         Update::LinkUp(welcome) => println!("this is {}", neutral(&welcome.server.name)),
//!         Update::Event { frame, room, .. } => println!("{}: {:?}", room.code, frame.event),
//!         // Nobody listens on this port.
//!         Update::End(end) => {
//!             let refused = LinkError::Unreachable(Unreachable::ConnectionRefused);
//!             assert_eq!(end, End::Link(refused));
//!         }
//!         _ => {}
//!     }
//! }
//! # }
//! ```
//!
//! A program that shows something folds its updates into a [`ClientState`](state::ClientState):
//! the link, the room, the search for an opponent, the notice, and the asks without an answer.
//!
//! What may be asked, what happens in a room and what a view shows is defined by the
//! protocol; its types are re-exported as [`protocol`]. Its secret is what a seat belongs
//! to: the owner draws a [`Secret`](protocol::Secret), puts it into the request that
//! leads to the seat, and stores it if the seat is to outlive the process.
//!
//! All that a server says is a stranger's text: [`protocol::text`] makes it harmless for a terminal,
//! a file or a log, as words, as lines or as JSON.
//!
//! The way to the server is a [`Transport`](transport::Transport):
//! [`Network`](transport::Network) is a WebSocket, and a program may bring another, such as
//! a table in its own process.
//!
//! Two programs in `examples/` show it at work: `watch` prints what happens in a room, and
//! `random_bot` plays.
#![warn(missing_docs)]

pub mod address;
pub mod backoff;
pub mod clock;
pub mod doctor;
pub mod http;
pub mod session;
pub mod state;
pub mod transport;

pub use protocol;

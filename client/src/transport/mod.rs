//! Ways to an authority. [`Network`] is the one to a server; a program may bring
//! its own by implementing [`Transport`] and [`Link`]:
//!
//! ```
//! use oxo_client::{
//!     session::{End, Session, SessionOptions, Update},
//!     transport::{Link, LinkError, LinkGone, LinkInput, Transport},
//! };
//!
//! /// An authority that greets everybody with a goodbye.
//! struct Closed;
//!
//! impl Transport for Closed {
//!     type Link = Closed;
//!
//!     async fn connect(&mut self) -> Result<Closed, LinkError> {
//!         Ok(Closed)
//!     }
//! }
//!
//! impl Link for Closed {
//!     async fn read(&mut self) -> LinkInput {
//!         LinkInput::Text(r#"{"type":"bye","reason":"restarting"}"#.to_owned())
//!     }
//!
//!     async fn write(&mut self, _: String) -> Result<(), LinkGone> {
//!         Ok(())
//!     }
//!
//!     async fn close(self) {}
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let mut session = Session::start(Closed, SessionOptions::new("example/1.0", "Ana"));
//! let end = session.next().await;
//! assert!(matches!(end, Some(Update::End(End::Link(LinkError::Bye(_))))));
//! # }
//! ```

mod error;
mod link;
mod mode;
mod network;
mod tcp;

pub use error::{LinkError, UnexpectedAnswer, Unreachable};
pub use link::{Link, LinkGone, LinkInput, Transport};
pub use mode::PlayMode;
pub use network::{Network, WebSocket};

pub(crate) use error::{broken, not_oxo};
pub(crate) use network::open;
pub(crate) use tcp::{install_ring, io_error};

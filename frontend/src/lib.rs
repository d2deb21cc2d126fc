//! Shared parts of the frontends of `oxo`: the full screen, plain lines, lines of JSON, and bots.
//!
//! | module | content |
//! |---|---|
//! | [`hotseat`] | a game in this process, as another transport of the session |
//! | [`analysis`] | the computer's look at one position, on a thread of its own |
//! | [`speech`] | what happens in a room, in sentences of a catalogue |
//! | [`intent`], [`values`] | the room or opponent that is wanted; values that people type |
//! | [`room_list`], [`room_sharing`], [`seat_poll`] | what a server is asked beside a session's room |
//! | [`text_board`], [`qr_code`] | a board and a QR code as lines of text |
//! | [`stdio`], [`exit`] | input, output and the signals of the process; how it ends |

pub mod analysis;
pub mod exit;
pub mod hotseat;
pub mod intent;
pub mod qr_code;
pub mod room_list;
pub mod room_sharing;
pub mod seat_poll;
pub mod speech;
pub mod stdio;
pub mod text_board;
pub mod values;

#[cfg(test)]
#[path = "../../archive/src/tests/sample/mod.rs"]
mod sample;

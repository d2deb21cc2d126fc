//! Visitors' sockets that a node carries to the one that decides: the way there, the frames that come back on it, and the events of
//! rooms, which come once for all who watch.

pub mod decider_link;
pub mod downstream;
mod frame_cutter;
pub mod room_feed;

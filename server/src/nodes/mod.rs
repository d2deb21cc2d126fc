//! Several servers as nodes of one cluster: the log that they share, what each reports of itself, and what the operator asks
//! of all.

pub mod beside;
pub mod carry;
pub mod command;
pub mod compare;
pub mod decider_link;
pub mod downstream;
mod fetch;
mod frame_cutter;
pub mod give;
pub mod level;
pub mod meet;
pub mod operate;
pub mod peers;
pub mod purge;
mod question;
pub mod receive;
mod recover;
mod rehearse;
pub mod report;
mod room_feed;
pub mod service_question;
mod status;
pub mod store;
pub mod turns;

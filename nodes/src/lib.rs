//! Several servers as nodes of one cluster: the log that they share, what each does and reports beside serving its visitors, and
//! what the operator asks of one or of all.

pub mod background_tasks;
pub mod carry;
pub mod command;
pub mod compare;
mod fetch;
pub mod give;
pub mod level;
pub mod link_setup;
pub mod operator;
pub mod peers;
pub mod purge;
mod question;
pub mod receive;
mod recover;
mod rehearse;
pub mod report;
pub mod service_question;
mod status;
pub mod store;
pub mod turns;

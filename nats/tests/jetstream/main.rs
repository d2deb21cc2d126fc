//! The store on the real nats-server, whose program `OXO_NATS_SERVER` names: `tests/run cluster` installs it.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod append_ledger;
mod contract;
#[allow(dead_code, reason = "the simulation uses the rest")]
#[path = "../../../cluster/tests/simulation/judge.rs"]
mod judge;
mod node;
mod nodes;
mod outage;
mod power;
mod rooms;
mod standby;
mod startup;
mod takeover;
mod tls;
mod writers;

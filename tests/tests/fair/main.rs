//! Who is admitted, refused and with which answer when strangers ask for more
//! than their share. On a manual clock, so that no answer depends on speed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod frames;
mod http;
mod log;
mod machine;
mod school;
mod seats;
mod shares;
mod storm;

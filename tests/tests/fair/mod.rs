//! Admission and refusal, with the exact answers, when strangers ask for more than their share. On
//! a manual clock, so that no answer depends on speed.

mod frames;
mod http;
mod log;
mod machine;
mod school;
mod seats;
mod shares;
mod storm;

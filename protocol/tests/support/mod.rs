//! Helpers that several of these tests use.

pub mod conversation;
pub mod examples;
#[cfg(feature = "schema")]
pub mod fields;
#[cfg(feature = "schema")]
pub mod json_schema;
pub mod kinds;
pub mod samples;
#[cfg(feature = "schema")]
pub mod typescript;

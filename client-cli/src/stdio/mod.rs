//! Standard input, standard output and signals of the process.

pub mod input;
pub(crate) mod output;

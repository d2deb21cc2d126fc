//! Where the weights come from.

mod fitting;

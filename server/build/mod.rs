//! Build steps of the page's sources: few files, without what no visitor needs.

pub mod comments;
pub mod modules;
pub mod styles;

use std::collections::BTreeMap;

/// Texts by path.
pub type Sources = BTreeMap<String, String>;

//! A finding about one thing: its state, in words, and what helps.

use serde::Serialize;

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The thing that was checked.
    pub about: &'static str,
    /// Whether it is well.
    pub verdict: FindingKind,
    /// Its state, in words.
    pub says: String,
    /// The remedy, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// Kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// Well.
    Ok,
    /// The server works, and the operator may want to know.
    Note,
    /// The server does not start so, or does not do what it is to do.
    Wrong,
}

impl Finding {
    fn new(about: &'static str, verdict: FindingKind, says: String) -> Finding {
        Finding {
            about,
            verdict,
            says,
            remedy: None,
        }
    }

    pub(super) fn ok(about: &'static str, says: impl Into<String>) -> Finding {
        Finding::new(about, FindingKind::Ok, says.into())
    }

    pub(super) fn note(about: &'static str, says: impl Into<String>) -> Finding {
        Finding::new(about, FindingKind::Note, says.into())
    }

    pub(super) fn wrong(
        about: &'static str,
        says: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Finding {
        Finding::new(about, FindingKind::Wrong, says.into()).with(remedy)
    }

    pub(super) fn with(self, remedy: impl Into<String>) -> Finding {
        Finding {
            remedy: Some(remedy.into()),
            ..self
        }
    }
}

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
    /// The server does not start so, or does not do its work.
    Wrong,
}

impl Finding {
    pub(super) fn ok(about: &'static str, says: impl Into<String>) -> Finding {
        Finding {
            about,
            verdict: FindingKind::Ok,
            says: says.into(),
            remedy: None,
        }
    }

    pub(super) fn note(about: &'static str, says: impl Into<String>) -> Finding {
        Finding {
            verdict: FindingKind::Note,
            ..Finding::ok(about, says)
        }
    }

    pub(super) fn wrong(
        about: &'static str,
        says: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Finding {
        Finding {
            verdict: FindingKind::Wrong,
            ..Finding::ok(about, says).with(remedy)
        }
    }

    pub(super) fn with(mut self, remedy: impl Into<String>) -> Finding {
        self.remedy = Some(remedy.into());
        self
    }
}

/// Names in a sentence.
pub(super) fn listed(names: impl IntoIterator<Item = impl ToString>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    names.join(", ")
}

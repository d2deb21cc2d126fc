//! `oxo-server doctor`: looks, before a server is started, whether what it needs is there, and says
//! in words what is wrong and what helps.

mod directory;
mod journal;
mod network;
mod system;

use serde::Serialize;

use crate::config::ServerOptions;

/// What was found about one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub about: &'static str,
    /// Whether it is well.
    pub verdict: Verdict,
    /// What was found, in words.
    pub says: String,
    /// What helps, where something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Well.
    Ok,
    /// The server works, and the operator may want to know.
    Note,
    /// The server does not start so, or does not do what it is to do.
    Wrong,
}

impl Finding {
    fn new(about: &'static str, verdict: Verdict, says: String) -> Finding {
        Finding {
            about,
            verdict,
            says,
            remedy: None,
        }
    }

    fn ok(about: &'static str, says: impl Into<String>) -> Finding {
        Finding::new(about, Verdict::Ok, says.into())
    }

    fn note(about: &'static str, says: impl Into<String>) -> Finding {
        Finding::new(about, Verdict::Note, says.into())
    }

    fn wrong(about: &'static str, says: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding::new(about, Verdict::Wrong, says.into()).with(remedy)
    }

    fn with(self, remedy: impl Into<String>) -> Finding {
        Finding {
            remedy: Some(remedy.into()),
            ..self
        }
    }
}

/// Looks at everything that a server with these options needs.
#[must_use]
pub fn examine(options: &ServerOptions) -> Vec<Finding> {
    let mut found: Vec<_> = options.listen.iter().map(network::port).collect();
    found.extend(directory::examine(options));
    found.push(journal::examine(options));
    found.push(system::open_files(options));
    found.push(system::clock());
    found.push(network::public_address(options));
    found.push(network::certificate(options));
    found.push(network::proxies(options));
    found
}

/// The findings as lines, or as JSON, and whether nothing is wrong.
#[must_use]
pub fn report(options: &ServerOptions, json: bool) -> (String, bool) {
    let found = examine(options);
    let is_well = found.iter().all(|it| it.verdict != Verdict::Wrong);
    if json {
        // Findings are texts.
        let text = serde_json::to_string_pretty(&found).unwrap_or_default();
        return (text + "\n", is_well);
    }
    let mut text: String = found.iter().map(line).collect();
    text += match is_well {
        true => "A server with this configuration can start.\n",
        false => "Mend what is wrong, and look again.\n",
    };
    (text, is_well)
}

fn line(finding: &Finding) -> String {
    let verdict = match finding.verdict {
        Verdict::Ok => "ok",
        Verdict::Note => "note",
        Verdict::Wrong => "WRONG",
    };
    let mut line = format!("{verdict:<5}  {:<14}  {}\n", finding.about, finding.says);
    if let Some(remedy) = &finding.remedy {
        line += &format!("{:23}-> {remedy}\n", "");
    }
    line
}

#[cfg(test)]
mod tests;

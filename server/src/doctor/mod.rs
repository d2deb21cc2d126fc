//! `oxo-server doctor`: looks, before a server is started, whether what it needs is there, and says
//! in words what is wrong and what helps.

mod directory;
mod finding;
mod journal;
mod network;
mod system;

use protocol::text::json_document;

use crate::config::ServerOptions;

pub use finding::{Finding, FindingKind};

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
    let is_well = found.iter().all(|it| it.verdict != FindingKind::Wrong);
    if json {
        // Findings are texts.
        let text = serde_json::to_string_pretty(&found).unwrap_or_default();
        return (format!("{}\n", json_document(&text)), is_well);
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
        FindingKind::Ok => "ok",
        FindingKind::Note => "note",
        FindingKind::Wrong => "WRONG",
    };
    let mut line = format!("{verdict:<5}  {:<14}  {}\n", finding.about, finding.says);
    if let Some(remedy) = &finding.remedy {
        line += &format!("{:23}-> {remedy}\n", "");
    }
    line
}

#[cfg(test)]
mod tests;

//! `oxo-server doctor`: checks, before a server is started, of everything it needs, with a sentence about each fault
//! and its remedy.

mod cluster;
mod directory;
mod finding;
mod journal;
mod network;
mod peers;
mod proxies;
mod system;

use config::ServerOptions;
use node::addresses;

use crate::{output, wrap::wrapped};

pub use finding::{Finding, FindingKind};

/// Looks at everything that a server with these options needs.
pub fn examine(options: &ServerOptions) -> Vec<Finding> {
    let mut found = network::ports(options);
    found.extend(directory::examine(options));
    found.push(journal::examine(options));
    found.extend(cluster::examine(options));
    found.push(system::open_files(options));
    found.push(system::clock());
    found.push(network::public_address(options));
    found.push(network::certificate(options));
    let own: Vec<_> = addresses::own_addresses().collect();
    found.push(proxies::examine(options, &own));
    found
}

/// The findings as lines for a terminal of that width, or as JSON, and whether nothing is wrong.
pub fn report(options: &ServerOptions, json: bool, columns: Option<usize>) -> (String, bool) {
    let found = examine(options);
    let is_well = found.iter().all(|it| it.verdict != FindingKind::Wrong);
    if json {
        return (output::json(&found), is_well);
    }
    let mut text: String = found.iter().map(|it| line(it, columns)).collect();
    text += match is_well {
        true => "A server with this configuration can start.\n",
        false => "Mend what is wrong, and look again.\n",
    };
    (text, is_well)
}

/// Where the words about a thing begin.
const INDENT: usize = 23;
/// Mark before a remedy.
const ARROW: &str = "-> ";

fn line(finding: &Finding, columns: Option<usize>) -> String {
    let verdict = match finding.verdict {
        FindingKind::Ok => "ok",
        FindingKind::Note => "note",
        FindingKind::Wrong => "WRONG",
    };
    let says = wrapped(&finding.says, INDENT, columns);
    let mut line = format!("{verdict:<5}  {:<14}  {says}\n", finding.about);
    if let Some(remedy) = &finding.remedy {
        let remedy = wrapped(remedy, INDENT + ARROW.len(), columns);
        line += &format!("{:INDENT$}{ARROW}{remedy}\n", "");
    }
    line
}

#[cfg(test)]
mod tests;

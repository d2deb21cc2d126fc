//! Server processes that let one address play for all.

use std::path::Path;

use tests::{
    Process,
    process::{Ended, server_binary},
    server::{limit_arguments, roomy},
};

/// Any free port.
pub const ANYWHERE: &str = "127.0.0.1:0";

/// Starts a server on this directory, which may refuse to.
pub async fn try_serve(
    environment: &[(&str, &str)],
    listen: &str,
    data: &Path,
) -> Result<Process, Ended> {
    let arguments = limit_arguments(&roomy());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Process::try_start(environment, listen, &server_binary(), data, &arguments).await
}

/// Starts one that has no reason to refuse.
pub async fn serve(environment: &[(&str, &str)], listen: &str, data: &Path) -> Process {
    let served = try_serve(environment, listen, data).await;
    served.unwrap_or_else(|ended| panic!("the server ended: {}", ended.words))
}

/// The one sentence with which a server ended that did not want to go on, without its full stop.
pub fn sentence(ended: &Ended) -> &str {
    let words = &ended.words;
    assert_eq!(ended.status.code(), Some(1), "{words}");
    assert!(!words.contains("panicked"), "{words}");
    let mut said = words.lines().filter_map(|l| l.strip_prefix("oxo-server: "));
    let sentence = said.next().unwrap_or_else(|| panic!("no word: {words}"));
    assert_eq!(said.next(), None, "one sentence: {words}");
    let stopped = sentence.strip_suffix('.');
    stopped.unwrap_or_else(|| panic!("no sentence: {words}"))
}

//! The log on standard error: people read lines, programs read JSON. Neither gets addresses, names, secrets or codes,
//! whatever the filter says; and what an error quotes of others is made harmless.

mod queue;

use std::{
    fmt::{self, Debug},
    io::{self, IsTerminal, Write},
};

use config::{FilterChange, ServerOptions};
use protocol::text::{json_document, printable};
use tracing::{Level, Metadata, field::Field};
use tracing_subscriber::{
    EnvFilter,
    field::MakeExt,
    filter::filter_fn,
    fmt::format::{Writer, debug_fn},
    layer::SubscriberExt,
    reload,
    util::SubscriberInitExt,
};

use self::queue::LogQueue;

/// The crates whose details may be logged.
const OWN: [&str; 28] = [
    "server",
    "nodes",
    "node",
    "carrying",
    "picture",
    "tls",
    "config",
    "connection",
    "lobby",
    "rooms",
    "compute",
    "journal_sqlite",
    "journal_files",
    "journal",
    "clock",
    "admission",
    "cluster_nats",
    "cluster",
    "link",
    "push",
    "command_line",
    "sentences",
    "referee",
    "protocol",
    "strict_json",
    "engine",
    "patterns",
    "game",
];

/// Parts of the server beside rooms and connections, for filters by name.
const PARTS: [&str; 6] = ["server", "nodes", "node", "carrying", "tls", "config"];

/// RAII guard of the log, whose last lines are written before this is gone.
pub(crate) struct LogGuard(LogQueue);

impl Drop for LogGuard {
    fn drop(&mut self) {
        self.0.drain();
    }
}

/// Begins to log.
///
/// # Errors
/// When no thread can be had that writes the lines.
pub(crate) fn start(options: &ServerOptions) -> io::Result<(LogGuard, FilterChange)> {
    let (filter, handle) = reload::Layer::new(log_filter(options));
    let logs = tracing_subscriber::registry()
        .with(filter_fn(may_be_logged))
        .with(filter);
    let lines = tracing_subscriber::fmt::layer();
    let queue = LogQueue::to(io::stderr(), say_lost)?;
    let to = queue.clone();
    if io::stderr().is_terminal() {
        let lines = lines.with_writer(to).with_target(false);
        let fields = debug_fn(harmless_field).delimited(" ");
        logs.with(lines.fmt_fields(fields)).init();
    } else {
        let lines = lines.json().with_writer(move || HarmlessJson(to.clone()));
        logs.with(lines).init();
    }
    // It fails only once the log is gone.
    let change: FilterChange = Box::new(move |options| drop(handle.reload(log_filter(options))));
    Ok((LogGuard(queue), change))
}

fn say_lost(lines: u64) {
    tracing::warn!(
        lines,
        "lines of the log were lost: nobody read them in time"
    );
}

fn log_filter(options: &ServerOptions) -> EnvFilter {
    let filter = options.log.as_deref().unwrap_or("info");
    let filter: Vec<String> = filter.split(',').map(with_its_parts).collect();
    EnvFilter::try_new(filter.join(",")).unwrap_or_else(|_| EnvFilter::new("info"))
}

/// A directive; one about `server` is about those of [`PARTS`], too.
fn with_its_parts(directive: &str) -> String {
    match directive.trim().strip_prefix("server") {
        Some(level) if level.is_empty() || level.starts_with('=') => {
            let parts = PARTS.map(|part| format!("{part}{level}"));
            parts.join(",")
        }
        _ => directive.to_owned(),
    }
}

/// Whether a message keeps to what a log may say. What libraries say in detail
/// is what they carry: frames with secrets in them, addresses, headers.
fn may_be_logged(metadata: &Metadata<'_>) -> bool {
    let by = metadata.target().split("::").next();
    *metadata.level() <= Level::WARN || by.is_some_and(|by| OWN.contains(&by))
}

/// A field of a line for people; the line's own colours stand around it.
fn harmless_field(line: &mut Writer<'_>, field: &Field, value: &dyn Debug) -> fmt::Result {
    let said = format!("{value:?}");
    let said = printable(&said);
    match field.name() {
        "message" => write!(line, "{said}"),
        name => write!(line, "{name}={said}"),
    }
}

/// Writes lines of JSON, each of which comes whole.
struct HarmlessJson<W>(W);

impl<W: Write> Write for HarmlessJson<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        self.0.write_all(json_document(&text).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests;

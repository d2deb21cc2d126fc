//! Lines of standard input and stop signals, as futures.

use std::io::{BufRead, Read};
#[cfg(unix)]
use std::{io::IsTerminal, task::Poll};

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc;

use crate::exit::Exit;

/// The longest line that is taken. Longer ones come cut, and are refused for
/// what they say.
const LINE_BYTES: usize = 16 * 1024;
/// Lines read ahead; the reader waits for room.
const AHEAD: usize = 16;

/// Reads lines on a thread of its own, for a read of a terminal cannot be
/// cancelled. The channel closes at the end of the input.
pub fn lines() -> std::io::Result<mpsc::Receiver<String>> {
    let (sender, receiver) = mpsc::channel(AHEAD);
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            let mut input = std::io::stdin().lock();
            while let Some(line) = read_line(&mut input) {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        })?;
    Ok(receiver)
}

/// One line without its end; nothing at the end of the input or on an error,
/// after which nothing more comes.
pub fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let mut bounded = input.by_ref().take(LINE_BYTES as u64 + 1);
    if bounded.read_until(b'\n', &mut bytes).ok()? == 0 {
        return None;
    }
    if bytes.pop_if(|byte| *byte == b'\n').is_none() && bytes.len() > LINE_BYTES {
        bytes.truncate(LINE_BYTES);
        input.skip_until(b'\n').ok()?;
    }
    bytes.pop_if(|byte| *byte == b'\r');
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Signals that ask the program to end.
pub struct Stop(#[cfg(unix)] Vec<(SignalKind, Signal)>);

impl Stop {
    /// Begins to listen; must be called within a runtime.
    pub fn listen() -> Stop {
        #[cfg(unix)]
        {
            let ends = [SignalKind::interrupt(), SignalKind::terminate()];
            // A process without a terminal may be meant to outlive one (nohup).
            let hangup = std::io::stdin().is_terminal().then(SignalKind::hangup);
            let kinds = ends.into_iter().chain(hangup);
            // Without it the signal ends the process at once, as it always did.
            let listened = |kind| Some((kind, signal(kind).ok()?));
            Stop(kinds.filter_map(listened).collect())
        }
        #[cfg(not(unix))]
        Stop()
    }

    /// Waits for Ctrl-C, a request to terminate, or the end of the terminal; how the
    /// program ends after it.
    pub async fn wait(&mut self) -> Exit {
        #[cfg(unix)]
        return Exit::by_signal(any(&mut self.0).await.as_raw_value());
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            // No way to hear of it: then it ends the process by itself.
            std::future::pending::<()>().await;
        }
        #[cfg(not(unix))]
        crate::exit::INTERRUPTED
    }
}

/// The signal that a stopped program goes on by.
pub struct Continued(#[cfg(unix)] Option<Signal>);

impl Continued {
    /// Begins to listen; must be called within a runtime.
    pub fn listen() -> Continued {
        #[cfg(unix)]
        {
            // SIGCONT, whose number differs between systems.
            let kind = SignalKind::from_raw(rustix::process::Signal::CONT.as_raw());
            Continued(signal(kind).ok())
        }
        #[cfg(not(unix))]
        Continued()
    }

    /// Waits until the program goes on after it was stopped.
    pub async fn wait(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.0 {
            signal.recv().await;
            return;
        }
        std::future::pending::<()>().await;
    }
}

/// Waits for any of these signals, and answers which one came.
#[cfg(unix)]
async fn any(signals: &mut [(SignalKind, Signal)]) -> SignalKind {
    std::future::poll_fn(|context| {
        let came = signals
            .iter_mut()
            .find_map(|(kind, signal)| signal.poll_recv(context).is_ready().then_some(*kind));
        came.map_or(Poll::Pending, Poll::Ready)
    })
    .await
}

#[cfg(test)]
mod tests;

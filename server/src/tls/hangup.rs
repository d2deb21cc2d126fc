//! SIGHUP, by which services are told to read their files again.

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Hears the signal from its making on.
pub(super) struct Hangup {
    #[cfg(unix)]
    signal: Option<Signal>,
}

impl Hangup {
    pub fn new() -> Hangup {
        Hangup {
            #[cfg(unix)]
            signal: signal(SignalKind::hangup()).ok(),
        }
    }

    /// Waits for the next one; for ever where there is none.
    pub async fn came(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal
            && signal.recv().await.is_some()
        {
            return;
        }
        std::future::pending().await
    }
}

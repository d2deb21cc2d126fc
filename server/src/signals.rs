//! Signals of the system. Each is listened for from when its value is made; before that it ends the
//! process. So they are made before the server announces itself.

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// A signal that is listened for.
#[derive(Debug)]
pub struct SignalListener {
    /// Nothing where the system refuses; then it ends the process as before.
    #[cfg(unix)]
    signal: Option<Signal>,
}

impl SignalListener {
    /// SIGHUP; never comes where there is none.
    pub fn hangup() -> SignalListener {
        SignalListener {
            #[cfg(unix)]
            signal: signal(SignalKind::hangup()).ok(),
        }
    }

    /// Waits until it comes.
    pub async fn comes(&mut self) {
        #[cfg(unix)]
        {
            if let Some(signal) = &mut self.signal
                && signal.recv().await.is_some()
            {
                return;
            }
        }
        std::future::pending().await
    }
}

/// Listens for Ctrl-C and, where there is one, SIGTERM. The future waits until either comes.
pub fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let [mut interrupt, mut terminate] =
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| SignalListener {
            signal: signal(kind).ok(),
        });
    async move {
        #[cfg(unix)]
        {
            tokio::select! {
                () = interrupt.comes() => {}
                () = terminate.comes() => {}
            }
        }
        #[cfg(not(unix))]
        {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending().await
            }
        }
    }
}

//! The terminal while `top` shows: its own screen, keys without Enter, and everything as it was at the
//! end, however that comes.

use std::{
    io::{self, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    thread,
    time::{Duration, Instant},
};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::signals::{SignalListener, stop_signal};

/// The other screen, without a cursor; and back.
const ENTER: &str = "\x1b[?1049h\x1b[?25l";
const LEAVE: &str = "\x1b[?25h\x1b[?1049l";
/// Ctrl-C, Ctrl-D and Escape, as a terminal sends them raw.
const ENDS: [u8; 5] = [b'q', b'Q', 3, 4, 27];

/// The result of waiting for a key.
pub(super) enum TopKey {
    /// It is over.
    End,
    /// Something else, such as another size.
    Other,
    /// No key in that time.
    Nothing,
}

/// RAII guard of the terminal; dropping it restores everything.
pub(super) struct TopScreen {
    before: Termios,
    keys: Receiver<u8>,
    /// When the time for the present wait is over.
    due: Option<Instant>,
}

impl TopScreen {
    /// Takes the terminal.
    pub fn open() -> io::Result<TopScreen> {
        let before = tcgetattr(io::stdin())?;
        let mut raw = before.clone();
        raw.make_raw();
        let (to, keys) = mpsc::sync_channel(16);
        tell_signals(to.clone())?;
        thread::spawn(move || read_keys(&to));
        tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
        say(ENTER);
        let due = None;
        Ok(TopScreen { before, keys, due })
    }

    /// Waits for a key, but not beyond `every` since the last wait that was over.
    pub fn key(&mut self, every: Duration) -> TopKey {
        let due = *self.due.get_or_insert_with(|| Instant::now() + every);
        let left = due.saturating_duration_since(Instant::now());
        match self.keys.recv_timeout(left) {
            Ok(key) if ENDS.contains(&key) => TopKey::End,
            Ok(_) => TopKey::Other,
            Err(RecvTimeoutError::Timeout) => {
                self.due = None;
                TopKey::Nothing
            }
            Err(RecvTimeoutError::Disconnected) => TopKey::End,
        }
    }
}

impl Drop for TopScreen {
    fn drop(&mut self) {
        say(LEAVE);
        // Of a terminal that is gone nothing has to be restored.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Reads keys until the terminal ends, which ends everything.
fn read_keys(to: &SyncSender<u8>) {
    let mut keys = [0; 64];
    while let Ok(read @ 1..) = rustix::io::read(io::stdin(), &mut keys) {
        for key in &keys[..read] {
            if to.send(*key).is_err() {
                return;
            }
        }
    }
    let _ = to.send(ENDS[0]);
}

/// Ends the program in order at a signal that would end it otherwise.
fn tell_signals(to: SyncSender<u8>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let (stop, mut hangup) = {
        let _entered = runtime.enter();
        (stop_signal(), SignalListener::hangup())
    };
    thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                () = stop => {}
                () = hangup.comes() => {}
            }
        });
        let _ = to.send(ENDS[0]);
    });
    Ok(())
}

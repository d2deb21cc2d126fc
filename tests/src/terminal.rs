//! The terminal client as a person has it: the real `oxo` in a
//! pseudo-terminal of its own, with a home of its own.
//!
//! Knows nothing of games; it types, and waits for words.

use std::{
    io::{Read, Write},
    path::Path,
    thread,
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tokio::sync::watch;

use crate::{process::oxo_binary, soon};

/// Variables of the machine that a program needs to run at all.
const PASSED_ON: [&str; 2] = ["PATH", "SystemRoot"];

/// A terminal with `oxo` in it. Dropping it ends the program.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    /// Everything that was printed: complete small state, so a `watch`.
    printed: watch::Receiver<String>,
    /// What was waited for already.
    seen: usize,
    /// Kept so that the terminal stays open.
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Runs `oxo` with these arguments against a server.
    ///
    /// # Panics
    /// When it cannot be started.
    #[must_use]
    pub fn oxo(home: &Path, server: &str, arguments: &[&str]) -> Terminal {
        let size = PtySize {
            rows: 40,
            cols: 100,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(oxo_binary());
        command.args(arguments);
        command.env_clear();
        for name in PASSED_ON {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        for (name, value) in [
            ("TERM", "xterm-256color"),
            ("LANG", "en_US.UTF-8"),
            ("OXO_SERVER", server),
        ] {
            command.env(name, value);
        }
        command.env("HOME", home);
        command.cwd(home);
        let child = pair
            .slave
            .spawn_command(command)
            .expect("an oxo that starts");
        drop(pair.slave);
        let reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let (print, printed) = watch::channel(String::new());
        thread::spawn(move || copy(reader, &print));
        Terminal {
            child,
            keys,
            printed,
            seen: 0,
            _master: pair.master,
        }
    }

    /// Types a line.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn line(&mut self, text: &str) {
        self.keys
            .write_all(format!("{text}\r").as_bytes())
            .expect("a terminal that takes keys");
        self.keys.flush().expect("a terminal that takes keys");
    }

    /// Types a control character, such as `c` for Ctrl-C.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn control(&mut self, letter: char) {
        let key = [u8::try_from(letter).expect("a letter") & 0x1f];
        self.keys
            .write_all(&key)
            .expect("a terminal that takes keys");
    }

    /// Waits until these words are printed behind those waited for last.
    ///
    /// # Panics
    /// When they do not come; with everything that did.
    pub async fn sees(&mut self, words: &str) {
        let seen = self.seen;
        let came = |text: &String| text.get(seen..).is_some_and(|new| new.contains(words));
        let waited = tokio::time::timeout(crate::HANG, self.printed.wait_for(came)).await;
        let came = waited.is_ok_and(|waited| waited.is_ok());
        let text = self.text();
        assert!(came, "{words:?} was not printed; this was:\n{text}");
        let at = text[seen..].find(words).unwrap_or_default();
        self.seen = seen + at + words.len();
    }

    /// Everything that was printed so far.
    #[must_use]
    pub fn text(&self) -> String {
        self.printed.borrow().clone()
    }

    /// Waits until the program has ended, and returns its exit code.
    ///
    /// # Panics
    /// When it does not end.
    pub async fn ended(mut self) -> (u32, String) {
        soon("oxo to end", async {
            while self.printed.changed().await.is_ok() {}
        })
        .await;
        let code = self.child.wait().expect("an exit status").exit_code();
        (code, self.text())
    }
}

/// Copies what is printed until the terminal closes.
fn copy(mut reader: Box<dyn Read + Send>, print: &watch::Sender<String>) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = reader.read(&mut buffer) {
        bytes.extend_from_slice(&buffer[..read]);
        // A character may be cut by the end of a read; it is whole after the next.
        let whole = match std::str::from_utf8(&bytes) {
            Ok(_) => bytes.len(),
            Err(error) => error.valid_up_to(),
        };
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        print.send_modify(|printed| printed.push_str(&text));
        bytes.drain(..whole);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended by itself; then that is what was wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

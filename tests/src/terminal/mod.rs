//! The terminal client as a person has it: the real `oxo` in a
//! pseudo-terminal of its own, with a home of its own.

mod pty;
mod start;
mod waits;

use std::{
    io::Write,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use portable_pty::{Child, MasterPty, native_pty_system};
use tokio::sync::watch;

use pty::{command, copy, modes, pty_size, side};

pub use start::Start;

/// A terminal with `oxo` in it. Dropping it ends the program.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    /// Everything that was printed: complete small state, so a `watch`.
    printed: watch::Receiver<String>,
    /// The screen after that; never behind `printed`.
    screen: Arc<Mutex<vt100::Parser>>,
    /// Output that was awaited already.
    seen: usize,
    /// The terminal's modes before.
    modes: String,
    /// Kept so that the terminal stays open.
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Runs `oxo` in plain lines with these arguments against a server.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn oxo(home: &Path, server: &str, arguments: &[&str]) -> Terminal {
        let arguments = [&["--plain"], arguments].concat();
        Terminal::start(&Start::oxo(home, server, &arguments))
    }

    /// Runs a program.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn start(start: &Start<'_>) -> Terminal {
        let pair = native_pty_system()
            .openpty(pty_size(start.size))
            .expect("a pseudo-terminal");
        let modes = modes(&*pair.master);
        let child = pair
            .slave
            .spawn_command(command(start))
            .expect("a program that starts");
        drop(pair.slave);
        let reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let (print, printed) = watch::channel(String::new());
        let (columns, rows) = start.size;
        let screen = vt100::Parser::new(side(rows), side(columns), 0);
        let screen = Arc::new(Mutex::new(screen));
        let drawn = Arc::clone(&screen);
        thread::spawn(move || copy(reader, &drawn, &print));
        Terminal {
            child,
            keys,
            printed,
            screen,
            seen: 0,
            modes,
            master: pair.master,
        }
    }

    /// Types a line.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn line(&mut self, text: &str) {
        self.keys(&format!("{text}\r"));
    }

    /// Types a control character, such as `c` for Ctrl-C.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn control(&mut self, letter: char) {
        let key = u8::try_from(letter).expect("a letter") & 0x1f;
        self.keys(&char::from(key).to_string());
    }

    /// Presses keys, as the bytes that they send.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn keys(&mut self, bytes: &str) {
        self.keys
            .write_all(bytes.as_bytes())
            .expect("a terminal that takes keys");
        self.keys.flush().expect("a terminal that takes keys");
    }

    /// Clicks at a place of the screen, counted from 0.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn click(&mut self, column: u16, row: u16) {
        let place = format!("{};{}", column + 1, row + 1);
        self.keys(&format!("\x1b[<0;{place}M\x1b[<0;{place}m"));
    }

    /// Gives the terminal another size, in columns and rows.
    ///
    /// # Panics
    /// When the terminal is gone.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.vt(|screen| screen.set_size(side(rows), side(columns)));
        self.master
            .resize(pty_size((columns, rows)))
            .expect("a terminal that can be resized");
    }

    /// The number of the process, for signals.
    ///
    /// # Panics
    /// When it has ended.
    pub fn id(&self) -> u32 {
        self.child.process_id().expect("a process that runs")
    }

    /// Asks something of the screen as a terminal has it.
    pub fn vt<T>(&self, ask: impl FnOnce(&mut vt100::Screen) -> T) -> T {
        let mut parser = self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        ask(parser.screen_mut())
    }

    /// The rows of the screen.
    pub fn screen(&self) -> Vec<String> {
        self.vt(|screen| screen.rows(0, u16::MAX).collect())
    }

    /// The terminal's modes for input and output before the program
    /// came.
    pub fn modes_before(&self) -> &str {
        &self.modes
    }

    /// The modes now.
    pub fn modes(&self) -> String {
        modes(&*self.master)
    }

    /// Holds that the terminal is as it was before the program came.
    ///
    /// # Panics
    /// When it is not, or the program never took the whole screen.
    pub fn is_restored(&self) {
        let text = self.text();
        let last = |sequence: &str| text.rfind(sequence);
        let (on, off) = (last("\x1b[?1004h"), last("\x1b[?1004l"));
        assert!(on.is_some() && on < off, "the focus is reported: {text:?}");
        let count = |sequence: &str| text.matches(sequence).count();
        let (pushed, popped) = (count("\x1b[22;0t"), count("\x1b[23;0t"));
        assert!(pushed > 0 && pushed == popped, "the title: {text:?}");
        self.vt(|screen| {
            assert!(!screen.bracketed_paste(), "pastes are told apart");
            let mouse = screen.mouse_protocol_mode();
            assert_eq!(mouse, vt100::MouseProtocolMode::None);
        });
        self.is_plain();
    }

    /// Holds that the first screen is shown, with its cursor and in its modes.
    ///
    /// # Panics
    /// When something of it is not so.
    pub fn is_plain(&self) {
        self.vt(|screen| {
            assert!(!screen.alternate_screen(), "the other screen is shown");
            assert!(!screen.hide_cursor(), "the cursor is hidden");
        });
        assert_eq!(self.modes(), self.modes, "the modes are others");
    }

    /// Everything that was printed so far.
    pub fn text(&self) -> String {
        self.printed.borrow().clone()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended by itself, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

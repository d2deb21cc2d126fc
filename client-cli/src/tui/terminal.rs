//! The terminal as a screen to draw on, and as it was before once that is over.

use std::{
    io::{self, Write},
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crossterm::{
    cursor::{Hide, Show},
    event::{
        DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
        EnableFocusChange, EnableMouseCapture,
    },
    execute, queue,
    style::{Print, force_color_output},
    terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle},
};
use frontend::stdio::input::{Continued, Stop};
use protocol::text::{neutral, printable};
use ratatui::{
    backend::{Backend, CrosstermBackend},
    buffer::Buffer,
    layout::Rect,
};
use tokio::time::timeout;

use super::{keys::Keys, ui_settings::Notify};

/// Has the terminal remember the title of its window and its icon.
const PUSH_TITLE: &str = "\x1b[22;0t";
/// Gives the window the remembered title back.
const POP_TITLE: &str = "\x1b[23;0t";
/// Time limit for this process to be stopped after its own request.
/// Where no shell could bring it back it never is.
const STOPPING: Duration = Duration::from_millis(100);
/// More columns or rows are not drawn on, whatever the terminal says it has.
const MOST: u16 = 1_000;

/// Whether the terminal still has to be restored to its user's state.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while the program has it: its keys, the drawing on it, and the signals that concern it.
pub struct TerminalSession {
    pub(super) stop: Stop,
    pub(super) continued: Continued,
    pub(super) keys: Keys,
    pub(super) screen: Screen,
}

impl TerminalSession {
    /// Takes the terminal, or leaves it as it was.
    ///
    /// # Errors
    /// When it is no terminal that can be drawn on.
    pub fn open() -> io::Result<TerminalSession> {
        Ok(TerminalSession {
            stop: Stop::listen(),
            continued: Continued::listen(),
            keys: Keys::listen()?,
            // Last: before it listens to signals it could not give the terminal back.
            screen: Screen::enter()?,
        })
    }

    /// Gives the terminal back, stops, and takes the terminal once more when this
    /// process goes on.
    pub async fn suspend(&mut self) -> io::Result<()> {
        if stop() {
            // In here the time stands still until somebody lets it go on.
            let _ = timeout(STOPPING, self.continued.wait()).await;
            self.screen.again()?;
        }
        Ok(())
    }
}

/// The terminal while it is drawn on. Dropping it gives the terminal back.
pub struct Screen {
    /// Content of the terminal; none where that is not known.
    shown: Option<Buffer>,
    title: String,
}

impl Screen {
    /// Takes the terminal, or leaves it as it was. From then on a panic gives it
    /// back before it is reported.
    pub fn enter() -> io::Result<Screen> {
        restore_before_panics();
        // Whether there are colours was decided with the theme.
        force_color_output(true);
        take()?;
        Ok(Screen {
            shown: None,
            title: String::new(),
        })
    }

    /// Takes the terminal once more after this process was stopped; others may
    /// have used it meanwhile. Everything is to be drawn anew.
    pub fn again(&mut self) -> io::Result<()> {
        restore();
        self.shown = None;
        self.title.clear();
        take()
    }

    /// Has the next drawing begin with an empty terminal.
    pub fn repaint(&mut self) {
        self.shown = None;
    }

    /// Draws; only what differs is written, at once. Fails where the terminal was
    /// given back by a panic elsewhere.
    ///
    /// In place of ratatui's `Terminal`, which shows the cursor when it is
    /// dropped, to a terminal that may be gone or another's by then.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        if !TAKEN.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::NotConnected.into());
        }
        let (columns, rows) = terminal::size()?;
        let area = Rect::new(0, 0, columns.min(MOST), rows.min(MOST));
        let mut next = Buffer::empty(area);
        draw(&mut next);
        make_harmless(&mut next);
        let mut bytes = Vec::new();
        let known = self.shown.take().filter(|shown| shown.area == area);
        let shown = match known {
            Some(shown) => shown,
            None => {
                queue!(bytes, Clear(ClearType::All))?;
                Buffer::empty(area)
            }
        };
        let changes = shown.diff(&next);
        if !changes.is_empty() {
            CrosstermBackend::new(&mut bytes).draw(changes.into_iter())?;
        }
        self.shown = Some(next);
        write(&bytes)
    }

    /// Names the window, if it is not called so already.
    pub fn title(&mut self, title: &str) -> io::Result<()> {
        let title = neutral(title);
        if title != self.title {
            execute!(io::stdout(), SetTitle(&title))?;
            self.title = title;
        }
        Ok(())
    }

    pub fn bell(&mut self) -> io::Result<()> {
        write(b"\x07")
    }

    pub fn notify(&mut self, how: Notify, words: &str) -> io::Result<()> {
        write(notification(how, words).as_bytes())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Stops, as Ctrl-Z stops other programs: the whole process group, and not at all
/// where no shell could bring it back. The answer is whether there is such a thing.
fn stop() -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, kill_current_process_group};
        restore();
        // Not to be stopped is the same as to be back at once.
        let _ = kill_current_process_group(Signal::TSTP);
    }
    cfg!(unix)
}

fn take() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(
        io::stdout(),
        Print(PUSH_TITLE),
        EnterAlternateScreen,
        Hide,
        EnableMouseCapture,
        EnableBracketedPaste,
        EnableFocusChange,
    )
    .inspect_err(|_| restore())
}

/// Gives the terminal back as it was, once. What fails is left: a terminal
/// that cannot be written to shows nothing of it, and the rest is still due.
pub fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // Before its modes: reports of the mouse must not be echoed.
    let _ = execute!(
        io::stdout(),
        DisableFocusChange,
        DisableBracketedPaste,
        DisableMouseCapture,
        Show,
        LeaveAlternateScreen,
        Print(POP_TITLE),
    );
    let _ = terminal::disable_raw_mode();
}

/// A panic is reported on the terminal as the person knows it.
fn restore_before_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            report(info);
        }));
    });
}

/// Every text on the screen was made harmless where it was worded; this holds also for one that was
/// forgotten.
fn make_harmless(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if printable(cell.symbol()) != cell.symbol() {
            cell.set_char('?');
        }
    }
}

fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Escape sequence of a notification. Semicolons separate what such a text says,
/// and would make a percentage or a title of it.
fn notification(how: Notify, words: &str) -> String {
    let words = neutral(words).replace(';', ",");
    match how {
        Notify::Auto | Notify::Off => String::new(),
        Notify::Osc9 => format!("\x1b]9;{words}\x1b\\"),
        Notify::Osc777 => format!("\x1b]777;notify;OXO;{words}\x1b\\"),
    }
}

#[cfg(test)]
mod tests;

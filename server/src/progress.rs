//! Progress line on a terminal, with the time left, for an operation that has taken longer than a second. Nothing where
//! there is no terminal.

use std::{
    fmt::{self, Debug, Formatter},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::progress::{Progress, ProgressStage};
use parking_lot::Mutex;

/// An operation that is over sooner needs no line.
const PATIENCE: Duration = Duration::from_secs(1);

/// Makes what the line is drawn on.
type DrawTarget = Box<dyn Fn() -> ProgressDrawTarget + Send + Sync>;

/// The line; it is cleared at the end, or when this is dropped.
pub struct TerminalProgress {
    begun: Instant,
    patience: Duration,
    target: DrawTarget,
    line: Mutex<Option<ProgressLine>>,
}

/// The line of one stage.
struct ProgressLine {
    begun: Instant,
    stage: ProgressStage,
    of: Option<u64>,
    /// There once it took long enough.
    bar: Option<ProgressBar>,
}

impl TerminalProgress {
    /// A line on standard error, if that is a terminal.
    pub fn new() -> TerminalProgress {
        TerminalProgress::on(PATIENCE, Box::new(ProgressDrawTarget::stderr))
    }

    fn on(patience: Duration, target: DrawTarget) -> TerminalProgress {
        TerminalProgress {
            begun: Instant::now(),
            patience,
            target,
            line: Mutex::default(),
        }
    }
}

impl Default for TerminalProgress {
    fn default() -> Self {
        TerminalProgress::new()
    }
}

impl Progress for TerminalProgress {
    fn begin(&self, stage: ProgressStage, of: Option<u64>) {
        let begun = Instant::now();
        *self.line.lock() = Some(ProgressLine {
            begun,
            stage,
            of,
            bar: None,
        });
    }

    fn reach(&self, done: u64) {
        if self.begun.elapsed() < self.patience {
            return;
        }
        if let Some(line) = &mut *self.line.lock() {
            let bar = line.bar.get_or_insert_with(|| {
                let template = match line.of {
                    Some(_) => "{msg}: {percent} % {bar:24} {eta} left",
                    None => "{msg}: {spinner} {elapsed}",
                };
                let style = ProgressStyle::with_template(template);
                ProgressBar::with_draw_target(line.of, (self.target)())
                    .with_message(line.stage.says())
                    .with_elapsed(line.begun.elapsed())
                    .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            });
            bar.set_position(done);
            bar.tick();
        }
    }

    fn end(&self) {
        self.line.lock().take();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Debug for TerminalProgress {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("TerminalProgress")
    }
}

#[cfg(test)]
mod tests {
    use indicatif::InMemoryTerm;

    use super::*;

    fn shown(patience: Duration) -> (TerminalProgress, InMemoryTerm) {
        let screen = InMemoryTerm::new(4, 80);
        let target = screen.clone();
        let target = move || ProgressDrawTarget::term_like(Box::new(target.clone()));
        (TerminalProgress::on(patience, Box::new(target)), screen)
    }

    #[test]
    fn a_progress_line_shows_percent_or_steps_and_goes_at_the_end() {
        let (progress, screen) = shown(Duration::ZERO);
        progress.begin(ProgressStage::Copying, Some(200));
        progress.reach(50);
        let text = screen.contents();
        assert!(text.starts_with("Copying: 25 %"), "{text}");
        assert!(text.ends_with("left"), "{text}");
        progress.begin(ProgressStage::CheckingPages, None);
        progress.reach(1);
        let text = screen.contents();
        assert!(text.starts_with("Checking the file's pages:"), "{text}");
        assert!(!text.contains('%'), "{text}");
        progress.end();
        assert_eq!(screen.contents(), "");
    }

    #[test]
    fn a_short_operation_shows_no_progress_line() {
        let (progress, screen) = shown(Duration::from_secs(3_600));
        progress.begin(ProgressStage::Copying, Some(200));
        progress.reach(199);
        assert_eq!(screen.contents(), "");
    }
}

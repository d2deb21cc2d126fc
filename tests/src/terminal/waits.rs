//! Waiting for what a program in a terminal prints, shows or does.

use std::{
    sync::{Arc, OnceLock, PoisonError},
    time::Duration,
};

use protocol::RoomCode;
use tokio::sync::watch;

use super::Terminal;
use crate::soon;

/// Interval of a key that is pressed again and again.
const AGAIN: Duration = Duration::from_millis(50);

impl Terminal {
    /// Waits until these words stand on the screen.
    ///
    /// # Panics
    /// When they do not come; with what stands there instead.
    pub async fn shows(&mut self, words: &str) {
        let on_screen = |screen: &vt100::Screen| {
            let mut rows = screen.rows(0, u16::MAX);
            rows.any(|row| row.contains(words))
        };
        self.comes_to(words, on_screen).await;
    }

    /// Waits until these words stand on the screen and are not faint.
    ///
    /// # Panics
    /// When they do not come; with what stands there instead.
    pub async fn shows_lit(&mut self, words: &str) {
        let lit = |screen: &vt100::Screen| {
            let (_, columns) = screen.size();
            (0_u16..).zip(screen.rows(0, u16::MAX)).any(|(row, text)| {
                let Some(before) = text.find(words) else {
                    return false;
                };
                let column = text[..before].chars().count();
                let column = u16::try_from(column).unwrap_or(columns.get());
                screen.cell(row, column).is_some_and(|cell| !cell.dim())
            })
        };
        self.comes_to(words, lit).await;
    }

    /// Waits until the program draws on the whole screen.
    ///
    /// # Panics
    /// When it does not.
    pub async fn full(&mut self) {
        let full = |screen: &vt100::Screen| {
            screen.alternate_screen() && !screen.contents().trim().is_empty()
        };
        self.comes_to("a full screen", full).await;
    }

    /// Waits until the program draws on the whole screen no more.
    ///
    /// # Panics
    /// When it goes on.
    pub async fn lines(&mut self) {
        let lines = |screen: &vt100::Screen| !screen.alternate_screen();
        self.comes_to("lines", lines).await;
    }

    /// Waits until a word stands on the screen that passes a test, and returns
    /// it. Output may come in pieces: test for all of the word.
    ///
    /// # Panics
    /// When none comes; with what stands there instead.
    pub async fn shows_word(&mut self, what: &str, test: impl Fn(&str) -> bool) -> String {
        let found = |screen: &vt100::Screen| {
            let rows: Vec<String> = screen.rows(0, u16::MAX).collect();
            let mut words = rows.iter().flat_map(|row| row.split_whitespace());
            words.find(|word| test(word)).map(str::to_owned)
        };
        let word = OnceLock::new();
        let came = |screen: &vt100::Screen| found(screen).is_some_and(|new| word.set(new).is_ok());
        self.comes_to(what, came).await;
        word.into_inner().expect("it came")
    }

    /// Waits until the link for a friend stands on the screen, and returns it.
    pub async fn shows_link(&mut self) -> String {
        let whole = |word: &str| {
            let code = word.split_once("/r/").map(|(_, code)| code);
            code.is_some_and(|code| code.parse::<RoomCode>().is_ok())
        };
        self.shows_word("a link", whole).await
    }

    async fn comes_to(&mut self, what: &str, test: impl Fn(&vt100::Screen) -> bool) {
        let screen = Arc::clone(&self.screen);
        let came = |_: &String| {
            let parser = screen.lock().unwrap_or_else(PoisonError::into_inner);
            test(parser.screen())
        };
        let waited = tokio::time::timeout(crate::HANG, self.printed.wait_for(came)).await;
        let came = waited.is_ok_and(|waited| waited.is_ok());
        let rows = self.screen().join("\n");
        assert!(
            came,
            "the screen did not come to {what}; this is on it:\n{rows}"
        );
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

    /// Waits until the program has ended, and returns its exit code.
    ///
    /// # Panics
    /// When it does not end.
    pub async fn ended(mut self) -> (u32, String) {
        (self.end().await, self.text())
    }

    /// The same, and the terminal stays.
    ///
    /// # Panics
    /// When it does not end.
    pub async fn end(&mut self) -> u32 {
        soon("oxo to end", closed(&mut self.printed)).await;
        self.child.wait().expect("an exit status").exit_code()
    }

    /// The same, while a key is pressed again and again.
    ///
    /// # Panics
    /// When it does not end.
    pub async fn end_by(&mut self, key: &str) -> u32 {
        let mut again = tokio::time::interval(AGAIN);
        let pressed = async {
            loop {
                again.tick().await;
                // Once it has ended nobody takes keys any more.
                let _ = self.keys.write_all(key.as_bytes());
            }
        };
        soon("oxo to end", async {
            tokio::select! {
                () = closed(&mut self.printed) => {}
                () = pressed => {}
            }
        })
        .await;
        self.child.wait().expect("an exit status").exit_code()
    }
}

async fn closed(printed: &mut watch::Receiver<String>) {
    while printed.changed().await.is_ok() {}
}

//! A line that a person types: what keys do to it, and how it looks.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use protocol::text::neutral;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthChar;

use super::{
    canvas::{Canvas, fit, width},
    theme::Role,
};

/// A line and the place in it where the next letter goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    text: Vec<char>,
    /// Counted in characters from 0.
    at: usize,
    /// The most characters that it takes.
    most: usize,
}

/// What a key has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    More,
    Done(String),
    Cancelled,
}

impl Entry {
    /// A line that holds a text, as far as it fits into so many characters.
    pub fn new(text: &str, most: usize) -> Entry {
        let mut entry = Entry {
            text: Vec::new(),
            at: 0,
            most,
        };
        entry.paste(text);
        entry
    }

    /// What stands in it.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Does what a key means.
    pub fn key(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Enter => return Typed::Done(self.text()),
            KeyCode::Esc => return Typed::Cancelled,
            KeyCode::Left => self.at = self.before(),
            KeyCode::Right => self.at = self.behind(),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Backspace => self.erase(self.before()),
            KeyCode::Delete => {
                self.text.drain(self.at..self.behind());
            }
            KeyCode::Char('u') if key.modifiers == KeyModifiers::CONTROL => self.erase(0),
            KeyCode::Char('w') if key.modifiers == KeyModifiers::CONTROL => {
                self.erase(self.word());
            }
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => self.insert(c),
            _ => {}
        }
        Typed::More
    }

    /// Takes a text as if it were typed; line ends in it are left out.
    pub fn paste(&mut self, pasted: &str) {
        pasted.chars().for_each(|c| self.insert(c));
    }

    /// What cannot be drawn is not taken.
    fn insert(&mut self, c: char) {
        let typed = c.to_string();
        if self.text.len() < self.most && neutral(&typed) == typed {
            self.text.insert(self.at, c);
            self.at += 1;
        }
    }

    /// Takes out what stands between a place and the cursor.
    fn erase(&mut self, from: usize) {
        self.text.drain(from..self.at);
        self.at = from;
    }

    /// Where the letter before the cursor begins.
    fn before(&self) -> usize {
        let found = self.text[..self.at].iter().rposition(|c| columns(*c) > 0);
        found.unwrap_or(0)
    }

    /// Where the letter behind the cursor begins. Accents have no columns, and
    /// belong to the letter before them.
    fn behind(&self) -> usize {
        let rest = self.text.iter().skip(self.at + 1);
        let accents = rest.take_while(|c| columns(**c) == 0).count();
        (self.at + 1 + accents).min(self.text.len())
    }

    /// Where the word before the cursor begins.
    fn word(&self) -> usize {
        let before = &self.text[..self.at];
        let end = before.iter().rposition(|c| *c != ' ').unwrap_or(0);
        let blank = before[..end].iter().rposition(|c| *c == ' ');
        blank.map_or(0, |at| at + 1)
    }

    /// Draws a label and the line behind it, of which as much is shown as fits
    /// before the cursor.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, label: &str) {
        let label = fit(label, area.width / 2, canvas.charset);
        let x = canvas.put(area, area.x, area.y, &label, canvas.style(Role::Strong));
        let x = x.saturating_add(1).min(area.right());
        let room = usize::from(area.right() - x);
        let under = self.at..self.behind();
        let under: String = match self.text.get(under) {
            Some([]) | None => " ".to_owned(),
            Some(letter) => letter.iter().collect(),
        };
        let room = room.saturating_sub(width(&under).into());
        let before: String = self.tail(room).iter().collect();
        let behind: String = self.text.iter().skip(self.behind()).collect();
        let x = canvas.put(area, x, area.y, &before, canvas.style(Role::Plain));
        let x = canvas.put(area, x, area.y, &under, canvas.style(Role::Cursor));
        canvas.put(area, x, area.y, &behind, canvas.style(Role::Plain));
    }

    /// What stands before the cursor, as far back as so many columns go.
    fn tail(&self, mut room: usize) -> &[char] {
        let before = &self.text[..self.at];
        let shown = before.iter().rev().take_while(|c| {
            let fits = columns(**c) <= room;
            room = room.saturating_sub(columns(**c));
            fits
        });
        &before[before.len() - shown.count()..]
    }
}

fn columns(c: char) -> usize {
    c.width().unwrap_or(0)
}

#[cfg(test)]
mod tests;

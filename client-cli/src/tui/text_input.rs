//! A line that a person types: what keys do to it, and how it looks.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use protocol::text::neutral;
use ratatui::layout::Rect;
use unicode_segmentation::UnicodeSegmentation;

use super::{
    canvas::{Canvas, fit, skip, width},
    theme::Role,
};

/// A line, in two parts: what stands before the cursor and what behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextInput {
    before: String,
    after: String,
    /// The most characters that it takes.
    most: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    More,
    Done(String),
    Cancelled,
}

impl TextInput {
    /// A line that holds a text, as far as it fits into a number of characters.
    pub fn new(text: &str, most: usize) -> TextInput {
        let mut input = TextInput {
            before: String::new(),
            after: String::new(),
            most,
        };
        input.paste(text);
        input
    }

    pub fn text(&self) -> String {
        format!("{}{}", self.before, self.after)
    }

    pub fn key(&mut self, key: KeyEvent) -> Typing {
        let held = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return Typing::Done(self.text()),
            KeyCode::Esc => return Typing::Cancelled,
            KeyCode::Left => self.move_to(last_letter(&self.before)),
            KeyCode::Right => self.move_to(self.before.len() + first_letter(&self.after)),
            KeyCode::Home => self.move_to(0),
            KeyCode::End => self.move_to(usize::MAX),
            KeyCode::Backspace => self.before.truncate(last_letter(&self.before)),
            KeyCode::Delete => drop(self.after.drain(..first_letter(&self.after))),
            KeyCode::Char('u') if held => self.before.clear(),
            KeyCode::Char('w') if held => {
                let word = self.before.trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.before.truncate(word);
            }
            KeyCode::Char(c) if !held => self.insert(c.encode_utf8(&mut [0; 4])),
            _ => {}
        }
        Typing::More
    }

    /// Takes a text as if it were typed; line ends in it are left out.
    pub fn paste(&mut self, pasted: &str) {
        pasted
            .graphemes(true)
            .for_each(|cluster| self.insert(cluster));
    }

    /// Characters that cannot be drawn are dropped.
    fn insert(&mut self, cluster: &str) {
        let length = self.text().chars().count() + cluster.chars().count();
        if length <= self.most && neutral(cluster) == cluster {
            self.before += cluster;
        }
    }

    /// Moves the cursor to a place in the whole line, in bytes.
    fn move_to(&mut self, at: usize) {
        let mut text = self.text();
        self.after = text.split_off(at.min(text.len()));
        self.before = text;
    }

    /// Draws a label and the line behind it, of which as much is shown as fits
    /// before the cursor.
    pub fn draw(&self, canvas: &mut Canvas<'_>, mut row: Rect, label: &str) {
        let label = fit(label, row.width / 2, canvas.charset);
        canvas.write(&mut row, &label, Role::Strong);
        skip(&mut row, 1);
        let (under, after) = self.after.split_at(first_letter(&self.after));
        let under = if under.is_empty() { " " } else { under };
        let mut before = self.before.as_str();
        while width(before) > row.width.saturating_sub(width(under)) {
            before = &before[first_letter(before)..];
        }
        canvas.write(&mut row, before, Role::Plain);
        canvas.write(&mut row, under, Role::Cursor);
        canvas.write(&mut row, after, Role::Plain);
    }
}

/// Where the first letter of a text ends, with its accents or all of an emoji.
fn first_letter(text: &str) -> usize {
    text.graphemes(true).next().map_or(0, str::len)
}

/// Where the last letter of a text begins.
fn last_letter(text: &str) -> usize {
    text.grapheme_indices(true)
        .next_back()
        .map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests;

//! The form in which a person gives the address of a chat that is to hear of the games.

use crossterm::event::KeyEvent;
use oxo_client::address;
use sentences::{Catalogue, say};

use super::{
    canvas::{Canvas, height, top},
    text_input::{TextInput, Typing},
    theme::Role,
    widgets::{FRAME, KeyHint, READABLE, draw_hints, frame},
};

/// The longest address that servers take.
const LONGEST: usize = 1024;
/// Lines that its frame takes.
const FRAME_LINES: u16 = 2;
/// The title, the line that is typed, the keys, and three blank lines.
const OTHER_LINES: u16 = 6;

pub struct ChatForm {
    input: TextInput,
    /// The ask that has no answer yet.
    asked: Option<u64>,
    /// Why the address was not taken, as a sentence.
    problem: Option<String>,
}

/// Effect of a key.
pub enum ChatFormAction {
    Stay,
    /// Have the chat of that address told.
    Tell(String),
    Close,
}

impl ChatForm {
    pub fn new() -> ChatForm {
        ChatForm {
            input: TextInput::new("", LONGEST),
            asked: None,
            problem: None,
        }
    }

    pub fn key(&mut self, key: KeyEvent, text: &Catalogue) -> ChatFormAction {
        match self.input.key(key) {
            Typing::More => self.problem = None,
            Typing::Cancelled => return ChatFormAction::Close,
            Typing::Done(_) if self.asked.is_some() => {}
            Typing::Done(typed) => match address::webhook(&typed) {
                Some(url) => return ChatFormAction::Tell(url),
                None => self.refuse(say!(text, CHAT_WRONG)),
            },
        }
        ChatFormAction::Stay
    }

    pub fn paste(&mut self, pasted: &str) {
        self.problem = None;
        self.input.paste(pasted.trim());
    }

    /// The server was asked, under that number.
    pub fn asked(&mut self, id: u64) {
        self.asked = Some(id);
    }

    pub fn is_asked(&self, id: u64) -> bool {
        self.asked == Some(id)
    }

    /// The address was not taken; it can be changed and given again.
    pub fn refuse(&mut self, sentence: String) {
        (self.asked, self.problem) = (None, Some(sentence));
    }

    /// Draws it over the middle of the screen; `notice` says whose chat is notified of the games already.
    pub fn draw(&self, canvas: &mut Canvas<'_>, text: &Catalogue, notice: Option<String>) {
        let room = canvas.area();
        let columns = room.width.saturating_sub(FRAME).min(READABLE);
        let about = notice.unwrap_or_else(|| say!(text, CHAT_HEARS));
        let problem = self.problem.as_deref();
        let lines = [Some(about.as_str()), problem].into_iter().flatten();
        let tall = OTHER_LINES + lines.map(|line| height(line, columns)).sum::<u16>();
        // Where such an address is had from is left out first.
        let source = say!(text, SCREEN_CHAT_ABOUT);
        let with_source = tall + height(&source, columns);
        let has_source = with_source + FRAME_LINES <= room.height;
        let tall = if has_source { with_source } else { tall };
        let mut area = frame(canvas, columns, tall);
        let title = say!(text, SCREEN_CHAT_TITLE);
        canvas.line(top(&mut area, 2), &title, Role::Strong);
        canvas.paragraph(&mut area, &about, Role::Plain);
        if has_source {
            canvas.paragraph(&mut area, &source, Role::Dim);
        }
        top(&mut area, 1);
        let row = top(&mut area, 1);
        self.input
            .draw(canvas, row, &say!(text, SCREEN_CHAT_ADDRESS));
        if let Some(problem) = problem {
            canvas.paragraph(&mut area, problem, Role::Alert);
        }
        top(&mut area, 1);
        let set = KeyHint::enter(text, say!(text, SCREEN_CHAT_SET));
        let hints = [set, KeyHint::close(text)];
        draw_hints(canvas, &mut top(&mut area, 1), &hints, 3);
    }
}

#[cfg(test)]
mod tests;

//! The bot's output: sentences for the person who runs it, and the log of all that
//! went to and from the program.
//!
//! Every line of the log is an object with its time, `at_ms`, by this machine's
//! clock.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    rc::Rc,
};

use frontend::stdio::output::{print, print_error, print_json};
use protocol::text::{json_line, neutral};
use sentences::{Catalogue, say, system_words, time::unix_ms};
use serde::Serialize;
use serde_json::json;

/// Where the lines go.
pub struct BotLog {
    text: Rc<Catalogue>,
    file: Option<(File, PathBuf)>,
    /// Whether they go to standard output too, instead of sentences.
    json: bool,
}

impl BotLog {
    /// A log that is added to a file, if there is to be one.
    pub fn open(text: Rc<Catalogue>, path: Option<&Path>, json: bool) -> Result<BotLog, String> {
        let open = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(|error| unwritten(&text, path, &error))?;
            Ok::<_, String>((file, path.to_owned()))
        };
        let file = path.map(open).transpose()?;
        Ok(BotLog { text, file, json })
    }

    /// The language that is spoken.
    pub(super) fn text(&self) -> Rc<Catalogue> {
        Rc::clone(&self.text)
    }

    /// Says a sentence.
    pub(super) fn note(&mut self, sentence: String) -> io::Result<()> {
        self.write("note", &sentence)?;
        match self.json {
            true => Ok(()),
            false => print(&[sentence]),
        }
    }

    /// A line for the program.
    pub(super) fn to(&mut self, message: &impl Serialize) -> io::Result<()> {
        self.write("to", message)
    }

    /// A line that it wrote.
    pub(super) fn from(&mut self, line: &str) -> io::Result<()> {
        self.write("from", &neutral(line))
    }

    /// A line of its standard error, which is shown where there is no log.
    pub(super) fn error(&mut self, line: &str) -> io::Result<()> {
        if self.file.is_none() && !self.json {
            print_error(&neutral(line));
        }
        self.write("error", &neutral(line))
    }

    fn write(&mut self, kind: &str, what: &impl Serialize) -> io::Result<()> {
        if self.file.is_none() && !self.json {
            return Ok(());
        }
        let line = json!({"at_ms": unix_ms(), kind: what}).to_string();
        if let Some((mut file, path)) = self.file.take() {
            // A log that cannot be written is given up, not the game.
            match file.write_all(format!("{}\n", json_line(&line)).as_bytes()) {
                Ok(()) => self.file = Some((file, path)),
                Err(error) => print_error(&unwritten(&self.text, &path, &error)),
            }
        }
        match self.json {
            true => print_json(&[line]),
            false => Ok(()),
        }
    }
}

fn unwritten(text: &Catalogue, path: &Path, error: &io::Error) -> String {
    let detail = system_words(text, error);
    say!(text, BOT_LOG, path = path.display(), detail = detail)
}

#[cfg(test)]
mod tests;

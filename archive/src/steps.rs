//! Cursor over the moves of a finished game, moved by typed lines.

/// Action of a typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The position is to be shown.
    Position,
    /// Only that it does not play by itself any more.
    Stopped,
    AtStart,
    AtEnd,
    /// There is no move of that number.
    Outside,
    /// The computer is to look at the game.
    Review,
    Help,
    Unknown(String),
    Quit,
}

/// Where in a game somebody looks, and whether it goes on by itself.
#[derive(Clone, Debug)]
pub struct Steps {
    at: usize,
    last: usize,
    playing: bool,
}

impl Steps {
    /// Before the first of `n` moves.
    pub fn new(last: usize) -> Steps {
        Steps {
            at: 0,
            last,
            playing: false,
        }
    }

    /// Number of moves on the board.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether [`Steps::tick`] wants to be called.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// Goes on by itself, up to the end.
    pub fn tick(&mut self) -> StepOutcome {
        let outcome = self.next();
        self.playing &= self.at < self.last;
        outcome
    }

    /// Does what a line says. Any line stops the playing.
    pub fn line(&mut self, line: &str) -> StepOutcome {
        let was_playing = std::mem::take(&mut self.playing);
        match line.trim().to_lowercase().as_str() {
            "" if was_playing => StepOutcome::Stopped,
            "" | "n" | "next" => self.next(),
            "b" | "back" => match self.at.checked_sub(1) {
                Some(before) => self.go(before),
                None => StepOutcome::AtStart,
            },
            "first" => self.go(0),
            "last" => self.go(self.last),
            "p" | "play" => {
                let anew = self.at == self.last;
                self.playing = self.last > 0;
                self.go(if anew { 0 } else { self.at })
            }
            "v" | "review" => StepOutcome::Review,
            "q" | "quit" | "exit" => StepOutcome::Quit,
            "h" | "help" | "?" => StepOutcome::Help,
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => match number.parse() {
                Ok(number) if number <= self.last => self.go(number),
                _ => StepOutcome::Outside,
            },
            _ => StepOutcome::Unknown(line.trim().to_owned()),
        }
    }

    fn next(&mut self) -> StepOutcome {
        if self.at == self.last {
            return StepOutcome::AtEnd;
        }
        self.go(self.at + 1)
    }

    fn go(&mut self, to: usize) -> StepOutcome {
        self.at = to;
        StepOutcome::Position
    }
}

#[cfg(test)]
mod tests;

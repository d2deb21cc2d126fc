//! Captions beside a board: who plays, what happened, what is played.

use game::Mark;

use super::{
    colours::{INK, INK_SOFT, SURFACE, WON},
    letters::{NoFont, TextBounds, Words, words},
    painter::Painter,
};

/// The column beside the board.
const LEFT: f32 = 660.0;
const WIDTH: f32 = 490.0;
/// The mark before a name.
const SIGN: f32 = 64.0;
const ROW: f32 = 84.0;
const LOGO: f32 = 48.0;

const NAME: TextBounds = TextBounds {
    width: WIDTH - SIGN - 20.0,
    sizes: &[44.0, 38.0, 32.0, 27.0],
    lines: 1,
};
const TITLE: TextBounds = TextBounds {
    width: WIDTH,
    sizes: &[58.0, 50.0, 42.0, 36.0],
    lines: 4,
};
const ABOUT: TextBounds = TextBounds {
    width: WIDTH,
    sizes: &[30.0, 26.0],
    lines: 3,
};

/// Words beside a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Caption {
    /// The players of X and O, if anybody has played yet.
    pub players: Vec<(Mark, String)>,
    /// The mark of who won.
    pub winner: Option<Mark>,
    /// The result, or the inviter.
    pub title: String,
    /// Board and clock.
    pub about: String,
}

/// The same, laid out.
pub struct LaidOut {
    players: Vec<(Mark, Words)>,
    winner: Option<Mark>,
    title: Words,
    about: Words,
}

impl Caption {
    /// Lays it out, if there are fonts for all its letters.
    pub fn laid_out(&self) -> Result<LaidOut, NoFont> {
        let players = self.players.iter();
        let players = players.map(|(mark, name)| Ok((*mark, words(name, NAME)?)));
        // With names above it, it is no headline.
        let title = match self.players.is_empty() {
            true => TITLE,
            false => TextBounds {
                sizes: &TITLE.sizes[2..],
                ..TITLE
            },
        };
        Ok(LaidOut {
            players: players.collect::<Result<_, NoFont>>()?,
            winner: self.winner,
            title: words(&self.title, title)?,
            about: words(&self.about, ABOUT)?,
        })
    }
}

impl LaidOut {
    /// Draws it in the middle of the height.
    pub fn draw(&self, painter: &mut Painter, height: f32) {
        let rows = self.players.len() as f32 * ROW;
        let gap = if self.players.is_empty() { 0.0 } else { 18.0 };
        let whole = LOGO + 28.0 + rows + gap + self.title.height + 16.0 + self.about.height;
        let mut top = (height - whole) / 2.0;
        logo(painter, (LEFT, top + LOGO / 2.0));
        top += LOGO + 28.0;
        for (mark, name) in &self.players {
            self.player(painter, *mark, name, top);
            top += ROW;
        }
        top += gap;
        painter.letters(self.title.path.as_ref(), (LEFT, top), INK);
        top += self.title.height + 16.0;
        painter.letters(self.about.path.as_ref(), (LEFT, top), INK_SOFT);
    }

    fn player(&self, painter: &mut Painter, mark: Mark, name: &Words, top: f32) {
        let ground = if self.winner == Some(mark) {
            WON
        } else {
            SURFACE
        };
        let inner = (LEFT + 14.0, top + 14.0);
        painter.card(inner, (WIDTH - 28.0, ROW - 40.0), 14.0, ground);
        let middle = top + (ROW - 12.0) / 2.0;
        painter.marks(mark, &[(LEFT + 12.0 + SIGN / 2.0, middle)], SIGN);
        let at = (LEFT + 12.0 + SIGN + 8.0, middle - name.height / 2.0);
        painter.letters(name.path.as_ref(), at, INK);
    }
}

/// The name of the game.
fn logo(painter: &mut Painter, (left, middle): (f32, f32)) {
    let step = LOGO * 0.78;
    let at = |n: f32| (left + LOGO * 0.32 + step * n, middle);
    painter.marks(Mark::O, &[at(0.0), at(2.0)], LOGO);
    painter.marks(Mark::X, &[at(1.0)], LOGO);
}

//! A page of words about a link, with its QR code beside or beneath them where there is room.

use frontend::text_board::Charset;
use ratatui::layout::{Rect, Size};

use super::{
    canvas::{Canvas, behind, cells, centred, top, width, wrap},
    qr::Qr,
    theme::Role,
};

/// Columns between the words and the QR code.
const GAP: u16 = 4;
/// Columns that the words need beside a QR code.
const WORDS_FROM: u16 = 34;

/// Lines of text, and what they are.
pub type Lines = Vec<(String, Role)>;

/// Contents of the page.
pub struct QrPage<'a> {
    /// The words as they fit into a size, and whether the QR code is drawn with them.
    pub words: &'a dyn Fn(Size, bool) -> Lines,
    /// Lines beneath words and code, over the whole width: a link that is to stay in one piece.
    pub foot: Lines,
}

impl QrPage<'_> {
    /// Draws the page in the middle of an area: the QR code of the link beside the words, else beneath them, else
    /// not at all.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, link: Option<&str>) {
        let area = area.intersection(canvas.area());
        let link = link.filter(|_| canvas.charset == Charset::Box);
        if let Some(qr) = link.and_then(Qr::new)
            && [true, false]
                .into_iter()
                .any(|beside| self.draw_with(canvas, area, &qr, beside))
        {
            return;
        }
        let words = (self.words)(self.above_foot(area.as_size()), false);
        let taken = extent(&words);
        let words_area = self.draw_foot(canvas, area, taken);
        put(canvas, words_area, &words);
    }

    /// Draws words and QR code beside each other or one beneath the other, if both have room.
    fn draw_with(&self, canvas: &mut Canvas<'_>, area: Rect, qr: &Qr, beside: bool) -> bool {
        let (code, all) = (qr.size(), self.above_foot(area.as_size()));
        let room = match beside {
            true => Size::new(all.width.saturating_sub(code.width + GAP), all.height),
            false => Size::new(all.width, all.height.saturating_sub(code.height + 1)),
        };
        let words = (self.words)(room, true);
        let taken = extent(&words);
        let fits = match beside {
            true => room.width >= WORDS_FROM && code.height <= room.height,
            false => code.width <= room.width,
        };
        if !fits || taken.height > room.height {
            return false;
        }
        let (words_area, code_area) = if beside {
            let height = taken.height.max(code.height);
            let block = Size::new(taken.width + GAP + code.width, height);
            let whole = self.draw_foot(canvas, area, block);
            let width = taken.width;
            (Rect { width, ..whole }, behind(whole, width + GAP))
        } else {
            let columns = taken.width.max(code.width);
            let block = Size::new(columns, taken.height + 1 + code.height);
            let mut rest = self.draw_foot(canvas, area, block);
            let words_area = top(&mut rest, taken.height);
            top(&mut rest, 1);
            (words_area, rest)
        };
        put(canvas, words_area, &words);
        qr.draw(canvas, centred(code_area, code.width, code.height));
        true
    }

    /// Lines that the foot takes, with a blank one above it.
    fn foot_height(&self) -> u16 {
        match self.foot.len() {
            0 => 0,
            lines => cells(lines + 1),
        }
    }

    /// The room above the foot.
    fn above_foot(&self, room: Size) -> Size {
        Size::new(room.width, room.height.saturating_sub(self.foot_height()))
    }

    /// Draws the foot beneath a block of that size, both in the middle of an area, and returns the block's area.
    fn draw_foot(&self, canvas: &mut Canvas<'_>, area: Rect, block: Size) -> Rect {
        let wide = block.width.max(extent(&self.foot).width);
        let mut whole = centred(area, wide, block.height + self.foot_height());
        let first = top(&mut whole, block.height);
        top(&mut whole, 1);
        for (row, (line, role)) in whole.rows().zip(&self.foot) {
            canvas.line(row, line, *role);
        }
        centred(first, block.width, block.height)
    }
}

pub fn blank() -> (String, Role) {
    (String::new(), Role::Plain)
}

/// A line in pieces of at most that width. What is too long for its indent
/// does without.
pub fn broken((line, role): (String, Role), columns: u16) -> Lines {
    if width(&line) <= columns {
        return vec![(line, role)];
    }
    let pieces = wrap(line.trim_start(), columns);
    pieces.into_iter().map(|piece| (piece, role)).collect()
}

fn extent(lines: &Lines) -> Size {
    let widest = lines.iter().map(|(line, _)| width(line)).max();
    Size::new(widest.unwrap_or(0), cells(lines.len()))
}

/// Draws lines as a block in the middle of an area.
fn put(canvas: &mut Canvas<'_>, area: Rect, lines: &Lines) {
    let taken = extent(lines);
    let rows = centred(area, taken.width, taken.height).rows();
    for (row, (line, role)) in rows.zip(lines) {
        canvas.line(row, line, *role);
    }
}

//! The drawing surface of pages: a buffer of cells, the theme, and a map from places to click
//! targets.

use crossterm::event::KeyCode;
use frontend::text_board::Charset;
use protocol::Cell;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    widgets::{Clear, Widget},
};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::theme::{Role, Theme};

/// Meaning of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickTarget {
    Cell(Cell),
    /// The same as that key.
    Key(KeyCode),
    /// A line of a list, counted from 0.
    Item(usize),
}

/// Click targets and their areas, in the order in which they were drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClickMap(Vec<(Rect, ClickTarget)>);

impl ClickMap {
    /// The click target under a position; of several, the one drawn last.
    pub fn at(&self, column: u16, row: u16) -> Option<ClickTarget> {
        let under = |area: &Rect| area.contains((column, row).into());
        let found = self.0.iter().rev().find(|(area, _)| under(area));
        found.map(|(_, target)| *target)
    }
}

pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    theme: &'a Theme,
    pub charset: Charset,
    targets: ClickMap,
    /// Area that pages may draw on.
    area: Rect,
}

impl<'a> Canvas<'a> {
    pub fn new(buffer: &'a mut Buffer, theme: &'a Theme, charset: Charset) -> Canvas<'a> {
        let targets = ClickMap::default();
        Canvas {
            area: buffer.area,
            buffer,
            theme,
            charset,
            targets,
        }
    }

    pub fn targets(self) -> ClickMap {
        self.targets
    }

    pub fn area(&self) -> Rect {
        self.area
    }

    /// Cuts lines off the top of the pages' area.
    pub fn reserve(&mut self, lines: u16) -> Rect {
        top(&mut self.area, lines)
    }

    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// The first where lines and blocks can be drawn, else the ASCII one.
    pub fn glyph<T>(&self, drawn: T, ascii: T) -> T {
        match self.charset {
            Charset::Box => drawn,
            Charset::Ascii => ascii,
        }
    }

    /// Draws a text from a position on, not beyond the right end of the area,
    /// and nothing outside of it. Returns the column behind it.
    pub fn put(&mut self, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        let area = area.intersection(self.buffer.area);
        if !area.contains((x, y).into()) {
            return x;
        }
        let room = usize::from(area.right() - x);
        self.buffer.set_stringn(x, y, text, room, style).0
    }

    /// Draws a text into the first line of an area, cut with a mark if it is
    /// too long.
    pub fn line(&mut self, area: Rect, text: &str, role: Role) {
        let text = fit(text, area.width, self.charset);
        self.put(area, area.x, area.y, &text, self.style(role));
    }

    /// Draws a text at the left end of a row, as far as it fits, and cuts what
    /// it takes off the row.
    pub fn write(&mut self, row: &mut Rect, text: &str, role: Role) {
        let end = self.put(*row, row.x, row.y, text, self.style(role));
        skip(row, end - row.x);
    }

    /// Draws a text at the right end of a row, which it may fill, and cuts it
    /// off with a column between.
    pub fn write_right(&mut self, row: &mut Rect, text: &str, role: Role) {
        let mut end = *row;
        skip(&mut end, row.width.saturating_sub(width(text)));
        self.line(end, text, role);
        row.width = (end.x - row.x).saturating_sub(1);
    }

    /// Draws a text over several lines, broken between words, as far as there
    /// is room, and cuts them off the area.
    pub fn paragraph(&mut self, area: &mut Rect, text: &str, role: Role) {
        let lines = wrap(text, area.width);
        let fitting = lines.len().min(area.height.into());
        for (number, line) in lines.iter().take(fitting).enumerate() {
            let row = top(area, 1);
            // The last row there is shows that there would be more.
            match number + 1 == fitting {
                true => self.line(row, &lines[number..].join(" "), role),
                false => self.line(row, line, role),
            }
        }
    }

    pub fn target(&mut self, area: Rect, target: ClickTarget) {
        let area = area.intersection(self.buffer.area);
        if !area.is_empty() {
            self.targets.0.push((area, target));
        }
    }

    /// Blanks an area, and forgets what lay there.
    pub fn clear(&mut self, area: Rect) {
        self.widget(Clear, area);
        self.targets.0.retain(|(there, _)| !area.intersects(*there));
    }

    pub fn widget(&mut self, widget: impl Widget, area: Rect) {
        widget.render(area, self.buffer);
    }
}

/// Cuts lines off the top of an area, as far as there are any.
pub fn top(area: &mut Rect, lines: u16) -> Rect {
    let height = lines.min(area.height);
    let cut = Rect { height, ..*area };
    area.y += height;
    area.height -= height;
    cut
}

/// Cuts lines off the bottom.
pub fn bottom(area: &mut Rect, lines: u16) -> Rect {
    let height = lines.min(area.height);
    area.height -= height;
    let y = area.bottom();
    Rect { y, height, ..*area }
}

/// Cuts columns off the left of an area.
pub fn skip(area: &mut Rect, columns: u16) {
    let columns = columns.min(area.width);
    area.x += columns;
    area.width -= columns;
}

/// Rest of an area behind its first `n` columns.
pub fn behind(mut area: Rect, columns: u16) -> Rect {
    skip(&mut area, columns);
    area
}

/// So large a part in the middle of an area; the area itself where that is
/// smaller.
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    Rect::new(x, y, width, height)
}

/// A length as a number of columns or lines of the terminal.
pub fn cells(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

pub fn width(text: &str) -> u16 {
    cells(text.width())
}

pub fn height(text: &str, columns: u16) -> u16 {
    cells(wrap(text, columns).len())
}

/// The text, cut with a mark if it takes more columns.
pub fn fit(text: &str, columns: u16, charset: Charset) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut room = usize::from(columns).saturating_sub(1);
    let fits = |cluster: &&str| {
        let takes = cluster.width();
        let fits = takes <= room;
        room = room.saturating_sub(takes);
        fits
    };
    let mut out: String = text.graphemes(true).take_while(fits).collect();
    if columns > 0 {
        out.push(match charset {
            Charset::Box => '…',
            Charset::Ascii => '~',
        });
    }
    out
}

/// Whether a line may be broken between two grapheme clusters: behind a blank, and
/// beside the wide letters of scripts without blanks, but neither behind a sign
/// that opens something nor before one that closes it. (Unicode's own rules,
/// as in the `textwrap` crate, would break links and room codes at `/` and `-`.)
fn breaks(before: &str, after: &str) -> bool {
    let beside = before.width() == 2 || after.width() == 2;
    let together = before == "（" || "，。、；：？！）".contains(after);
    after != " " && (before == " " || (beside && !together))
}

/// The parts of a text between which lines may be broken.
fn parts(text: &str) -> Vec<&str> {
    let clusters = || text.grapheme_indices(true);
    let ends = clusters().zip(clusters().skip(1));
    let ends = ends.filter(|((_, before), (_, after))| breaks(before, after));
    let ends = ends.map(|(_, (at, _))| at);
    let mut from = 0;
    let mut parts = Vec::new();
    for end in ends.chain([text.len()]) {
        parts.push(&text[from..end]);
        from = end;
    }
    parts
}

/// The text in lines of limited width, broken where lines may be; a
/// part that is longer is broken within.
pub fn wrap(text: &str, columns: u16) -> Vec<String> {
    let columns = usize::from(columns.max(2));
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in parts(text) {
        if !line.is_empty() && line.width() + word.trim_end().width() > columns {
            lines.push(std::mem::take(&mut line));
        }
        for cluster in word.graphemes(true) {
            if cluster != " " && line.width() + cluster.width() > columns {
                lines.push(std::mem::take(&mut line));
            }
            line += cluster;
        }
    }
    lines.push(line);
    let trimmed = lines.iter().map(|line| line.trim_end().to_owned());
    trimmed.collect()
}

#[cfg(test)]
mod tests;

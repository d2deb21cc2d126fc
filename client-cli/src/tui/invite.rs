//! The page that one sees while a friend is awaited: the room's code, large, the
//! link, and what the friend types.

use protocol::RoomCode;
use ratatui::layout::{Rect, Size};

use super::{
    canvas::{Canvas, behind, cells, centred, top, width, wrap},
    letters,
    qr::Qr,
    theme::Role,
};
use crate::{key::say, locale::Catalogue, text_board::Charset};

/// Columns between the words and the QR code.
const GAP: u16 = 4;
/// Columns that the words need beside a QR code.
const WORDS_FROM: u16 = 34;

#[derive(Clone, Copy)]
pub struct InvitePage<'a> {
    pub text: &'a Catalogue,
    pub code: RoomCode,
    /// The room's address, if there is one.
    pub url: Option<&'a str>,
    /// Who is awaited.
    pub waiting: &'a str,
}

/// Lines of text, and what they are.
type Lines = Vec<(String, Role)>;

/// Draws the page in the middle of an area: the QR code beside the words, else
/// beneath them, else not at all.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, invitation: &InvitePage<'_>) {
    let area = area.intersection(canvas.area());
    let link = invitation.url.filter(|_| canvas.charset == Charset::Box);
    if let Some(qr) = link.and_then(Qr::new)
        && [true, false]
            .into_iter()
            .any(|beside| invitation.draw_with(canvas, area, &qr, beside))
    {
        return;
    }
    let words = invitation.words(area.as_size(), canvas.charset, None);
    put(canvas, area, &words);
}

impl InvitePage<'_> {
    /// Draws words and QR code beside each other or one beneath the other, if
    /// both have room.
    fn draw_with(&self, canvas: &mut Canvas<'_>, area: Rect, qr: &Qr, beside: bool) -> bool {
        let code = qr.size();
        let room = match beside {
            true => Size::new(area.width.saturating_sub(code.width + GAP), area.height),
            false => Size::new(area.width, area.height.saturating_sub(code.height + 1)),
        };
        let scan = say!(self.text, SCREEN_INVITE_SCANS);
        let words = self.words(room, canvas.charset, Some(scan));
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
            let whole = centred(area, taken.width + GAP + code.width, height);
            let width = taken.width;
            (Rect { width, ..whole }, behind(whole, width + GAP))
        } else {
            let columns = taken.width.max(code.width);
            let mut rest = centred(area, columns, taken.height + 1 + code.height);
            let words_area = top(&mut rest, taken.height);
            top(&mut rest, 1);
            (words_area, rest)
        };
        put(canvas, words_area, &words);
        qr.draw(canvas, centred(code_area, code.width, code.height));
        true
    }

    /// Everything that is said, with the code as large as there is room.
    fn words(&self, room: Size, charset: Charset, scan: Option<String>) -> Lines {
        let code = self.code.to_string();
        let (before, after) = (self.waiting.to_owned(), self.ways(&code, scan));
        let said = |banner: Vec<String>| -> Lines {
            let heading = [(before.clone(), Role::Strong), blank()].into_iter();
            let banner = banner.into_iter().map(|line| (line, Role::Accent));
            let all = heading.chain(banner).chain(after.iter().cloned());
            all.flat_map(|line| broken(line, room.width)).collect()
        };
        let fitting = banners(&code, charset).into_iter().find_map(|banner| {
            let wide = banner.iter().map(|line| width(line)).max();
            let lines = said(banner);
            let fits = wide <= Some(room.width) && lines.len() <= usize::from(room.height);
            fits.then_some(lines)
        });
        fitting.unwrap_or_else(|| said(vec![code]))
    }

    fn ways(&self, code: &str, scan: Option<String>) -> Lines {
        let text = self.text;
        let mut lines = match self.url {
            Some(url) => vec![
                blank(),
                (say!(text, SCREEN_INVITE_OPENS), Role::Plain),
                (say!(text, SCREEN_INVITE_LINK, url = url), Role::Key),
                blank(),
                (say!(text, SCREEN_INVITE_TERMINAL), Role::Plain),
            ],
            None => vec![
                blank(),
                (say!(text, SCREEN_INVITE_TYPES), Role::Plain),
                (say!(text, ROOM_JOIN_LINE, url = code), Role::Key),
            ],
        };
        if let Some(scan) = scan {
            lines.extend([blank(), (scan, Role::Plain)]);
        }
        lines
    }
}

fn blank() -> (String, Role) {
    (String::new(), Role::Plain)
}

/// The code in block letters, the largest first.
fn banners(code: &str, charset: Charset) -> Vec<Vec<String>> {
    let tall = |text| letters::tall(text, charset);
    // Broken behind the dash, which stays to tell that there is more.
    let (first, second) = code.split_at(code.find('-').map_or(0, |dash| dash + 1));
    let two = [tall(first), vec![String::new()], tall(second)].concat();
    let mut banners = vec![tall(code), two];
    if charset == Charset::Box {
        banners.push(letters::low(code));
        banners.push([letters::low(first), letters::low(second)].concat());
    }
    banners
}

/// A line in pieces of at most that width. What is too long for its indent
/// does without.
fn broken((line, role): (String, Role), columns: u16) -> Lines {
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

#[cfg(test)]
mod tests;

//! The page that one sees while a friend is awaited: the room's code, large, the
//! link, and what the friend types.

use protocol::RoomCode;
use ratatui::layout::{Rect, Size};

use super::{
    canvas::{Canvas, width, wrap},
    letters,
    qr::Qr,
    theme::Role,
};
use crate::{key::say, locale::Catalogue, text_board::Charset};

/// Columns between the words and the QR code.
const GAP: u16 = 4;
/// Columns that the words need beside a QR code.
const WORDS_FROM: u16 = 34;

/// What a friend needs to find the room.
#[derive(Clone, Copy, Debug)]
pub struct Invitation<'a> {
    pub code: RoomCode,
    /// The room's address, if there is one.
    pub url: Option<&'a str>,
}

/// Draws the page in the middle of an area: the QR code beside the words, else
/// beneath them, else not at all.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, text: &Catalogue, invitation: &Invitation<'_>) {
    let area = area.intersection(canvas.area());
    let page = Page {
        text,
        invitation,
        charset: canvas.charset,
    };
    let link = invitation.url.filter(|_| canvas.charset == Charset::Box);
    if let Some(qr) = link.and_then(Qr::new)
        && (page.beside(canvas, area, &qr) || page.beneath(canvas, area, &qr))
    {
        return;
    }
    let words = page.words(area.as_size(), Scan::No);
    put(canvas, centred(area, extent(&words)), &words);
}

/// Lines of text, and what they are.
type Lines = Vec<(String, Role)>;

/// Whether there is something to scan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scan {
    Yes,
    No,
}

/// What the page says.
struct Page<'a> {
    text: &'a Catalogue,
    invitation: &'a Invitation<'a>,
    charset: Charset,
}

impl Page<'_> {
    /// Draws words and code beside each other, if both have room.
    fn beside(&self, canvas: &mut Canvas<'_>, area: Rect, qr: &Qr) -> bool {
        let code = qr.size();
        let width = area.width.saturating_sub(code.width + GAP);
        let words = self.words(Size::new(width, area.height), Scan::Yes);
        let taken = extent(&words);
        let height = taken.height.max(code.height);
        if width < WORDS_FROM || height > area.height {
            return false;
        }
        let whole = centred(area, Size::new(taken.width + GAP + code.width, height));
        let (left, right) = (
            Rect {
                width: taken.width,
                ..whole
            },
            Rect {
                x: whole.right() - code.width,
                width: code.width,
                ..whole
            },
        );
        put(canvas, centred(left, taken), &words);
        qr.draw(canvas, centred(right, code));
        true
    }

    /// The same with the code beneath the words.
    fn beneath(&self, canvas: &mut Canvas<'_>, area: Rect, qr: &Qr) -> bool {
        let code = qr.size();
        let height = area.height.saturating_sub(code.height + 1);
        let words = self.words(Size::new(area.width, height), Scan::Yes);
        let taken = extent(&words);
        if taken.height > height || code.width > area.width {
            return false;
        }
        let width = taken.width.max(code.width);
        let whole = centred(area, Size::new(width, taken.height + 1 + code.height));
        let below = Rect {
            y: whole.bottom() - code.height,
            height: code.height,
            ..whole
        };
        put(
            canvas,
            centred(whole.resize(Size::new(width, taken.height)), taken),
            &words,
        );
        qr.draw(canvas, centred(below, code));
        true
    }

    /// Everything that is said, with the code as large as there is room.
    fn words(&self, room: Size, scan: Scan) -> Lines {
        let (before, after) = (self.heading(), self.ways(scan));
        let said = |banner: Vec<String>| {
            let banner = banner.into_iter().map(|line| (line, Role::Accent));
            let all = before.iter().cloned().chain(banner);
            let all = all.chain(after.iter().cloned());
            all.flat_map(|line| broken(line, room.width))
                .collect::<Lines>()
        };
        let code = self.invitation.code.to_string();
        let large = self.banners(&code).into_iter().find_map(|banner| {
            let wide = banner.iter().map(|line| width(line)).max();
            let lines = said(banner);
            let fits = wide <= Some(room.width) && lines.len() <= usize::from(room.height);
            fits.then_some(lines)
        });
        large.unwrap_or_else(|| said(vec![code]))
    }

    fn heading(&self) -> Lines {
        let heading = say!(self.text, ROOM_WAITING);
        vec![(heading, Role::Strong), (String::new(), Role::Plain)]
    }

    /// The ways for a friend to come.
    fn ways(&self, scan: Scan) -> Lines {
        let (text, code) = (self.text, self.invitation.code.to_string());
        let blank = || (String::new(), Role::Plain);
        let place = self.invitation.url.unwrap_or(&code);
        let mut lines = vec![
            blank(),
            (say!(text, SCREEN_INVITE_TYPES), Role::Plain),
            (say!(text, ROOM_JOIN_LINE, url = place), Role::Key),
        ];
        if let Some(url) = self.invitation.url {
            let link = say!(text, SCREEN_INVITE_LINK, url = url);
            lines.extend([blank(), (say!(text, SCREEN_INVITE_OPENS), Role::Plain)]);
            lines.push((link, Role::Key));
        }
        if scan == Scan::Yes {
            lines.extend([blank(), (say!(text, SCREEN_INVITE_SCANS), Role::Plain)]);
        }
        lines
    }

    /// The code in block letters, the largest first.
    fn banners(&self, code: &str) -> Vec<Vec<String>> {
        let tall = |text: &str| letters::tall(text, self.charset);
        // Broken behind the dash, which stays to tell that there is more.
        let (first, second) = code.split_at(code.find('-').map_or(0, |dash| dash + 1));
        let mut two = tall(first);
        two.push(String::new());
        two.extend(tall(second));
        let mut banners = vec![tall(code), two];
        if self.charset == Charset::Box {
            banners.push(letters::low(code));
            banners.push([letters::low(first), letters::low(second)].concat());
        }
        banners
    }
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

/// The columns and rows that lines take.
fn extent(lines: &Lines) -> Size {
    let widest = lines.iter().map(|(line, _)| width(line)).max();
    let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    Size::new(widest.unwrap_or(0), count)
}

/// So large a part in the middle of an area; the area itself where that is
/// smaller.
fn centred(area: Rect, size: Size) -> Rect {
    let (width, height) = (size.width.min(area.width), size.height.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    Rect::new(x, y, width, height)
}

fn put(canvas: &mut Canvas<'_>, area: Rect, lines: &Lines) {
    for (row, (line, role)) in area.rows().zip(lines) {
        canvas.line(row, line, *role);
    }
}

#[cfg(test)]
mod tests;

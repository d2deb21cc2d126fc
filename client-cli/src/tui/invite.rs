//! The page that one sees while a friend is awaited: the room's code, large, the
//! link, and what the friend types.

use frontend::text_board::Charset;
use protocol::RoomCode;
use ratatui::layout::{Rect, Size};
use sentences::{Catalogue, say};

use super::{
    canvas::{Canvas, width},
    letters,
    qr_page::{Lines, QrPage, blank, broken},
    theme::Role,
};

#[derive(Clone, Copy)]
pub struct InvitePage<'a> {
    pub text: &'a Catalogue,
    pub code: RoomCode,
    /// The room's address, if there is one.
    pub url: Option<&'a str>,
    /// Player who is awaited, if anybody is.
    pub heading: &'a str,
}

/// Draws the page in the middle of an area.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, invitation: &InvitePage<'_>) {
    let charset = canvas.charset;
    let words = |room, scans: bool| {
        let scan = scans.then(|| say!(invitation.text, SCREEN_INVITE_SCANS));
        invitation.words(room, charset, scan)
    };
    let page = QrPage {
        words: &words,
        foot: Vec::new(),
    };
    page.draw(canvas, area, invitation.url);
}

impl InvitePage<'_> {
    /// Everything that is said, with the code as large as there is room.
    fn words(&self, room: Size, charset: Charset, scan: Option<String>) -> Lines {
        let code = self.code.to_string();
        let (before, after) = (self.heading.to_owned(), self.ways(&code, scan));
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

#[cfg(test)]
mod tests;

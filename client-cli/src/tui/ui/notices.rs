//! Notices on every page: the operator's notice, and that the connection is lost.

use sentences::together;

use super::Ui;
use crate::{
    speech,
    tui::{
        canvas::{Canvas, height},
        link_status::LinkStatus,
        theme::Role,
    },
};

/// From this many lines on the notice may take several.
const TALL: u16 = 20;
/// Those it may take at most.
const MOST: u16 = 3;

impl Ui {
    /// The operator's notice, above every page.
    pub(super) fn draw_notice(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area();
        let text = together(speech::notice(&self.text, &self.notice));
        if !text.is_empty() {
            let most = if area.height < TALL { 1 } else { MOST };
            let mut lines = canvas.reserve(height(&text, area.width).min(most));
            canvas.paragraph(&mut lines, &text, Role::Accent);
        }
    }

    pub(super) fn link_sentence(&self) -> Option<String> {
        match self.link {
            LinkStatus::Lost(kind) => Some(speech::loss_after(&self.text, &self.notice, kind)),
            _ => self.link.sentence(&self.text),
        }
    }
}

//! The operator's notice on every page.

use sentences::together;

use super::Ui;
use crate::{
    speech,
    tui::{
        canvas::{Canvas, height},
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
        let text = together(speech::notice(&self.text, &self.client.notice));
        if !text.is_empty() {
            let most = if area.height < TALL { 1 } else { MOST };
            let mut lines = canvas.reserve(height(&text, area.width).min(most));
            canvas.paragraph(&mut lines, &text, Role::Accent);
        }
    }
}

//! The page of servers: those that were in use, and any other by its address.

use frontend::speech;
use oxo_client::address::{self, Destination};
use ratatui::layout::Rect;
use sentences::say;

use super::{Prompt, StartPage, StartView};
use crate::tui::{
    canvas::{Canvas, ClickTarget, behind, top},
    effect::UiEffect,
    list::{choose, window},
    theme::Role,
    widgets::heading,
};

impl StartPage {
    pub(super) fn open_servers(&mut self) {
        match self.servers.others() {
            [] => self.ask(Prompt::Server),
            _ => self.view = StartView::Servers,
        }
    }

    /// Goes to the chosen server, or asks for another address.
    pub(super) fn choose_server(&mut self) -> Vec<UiEffect> {
        let Some(server) = self.servers.others().get(self.chosen.server).cloned() else {
            self.ask(Prompt::Server);
            return Vec::new();
        };
        self.view = StartView::Menu;
        // One from a file may be no address any more.
        self.change_server(&server).unwrap_or_else(|sentence| {
            self.said = Some(sentence);
            Vec::new()
        })
    }

    /// Goes to a server by its address, or to what a link to it leads to.
    pub(super) fn change_server(&mut self, typed: &str) -> Result<Vec<UiEffect>, String> {
        let led = address::place(typed);
        if let Ok(Destination::Room(..) | Destination::Game(..) | Destination::Seat(..)) = led {
            return self.follow_link(typed);
        }
        let server =
            address::parse(typed).map_err(|why| speech::address_error(&self.text, &why))?;
        let remembered = server.to_string();
        Ok(vec![
            UiEffect::Move(server),
            UiEffect::Remember("server", remembered.into()),
        ])
    }

    pub(super) fn draw_servers(&self, canvas: &mut Canvas<'_>, mut area: Rect) {
        let text = &self.text;
        let title = say!(text, SCREEN_START_SERVERS);
        heading(canvas, &mut area, &title, "");
        let others = self.servers.others();
        let at = self.chosen.server;
        for number in window(at, others.len() + 1, area.height.into()) {
            let row = top(&mut area, 1);
            let role = choose(canvas, row, number == at);
            let label = match others.get(number) {
                Some(server) => protocol::text::neutral(server).to_string(),
                None => say!(text, SCREEN_START_SERVER_OTHER),
            };
            canvas.line(behind(row, 2), &label, role);
            canvas.target(row, ClickTarget::Item(number));
        }
        if area.height > 2 {
            top(&mut area, 1);
            let about = say!(text, SCREEN_START_SERVERS_ABOUT);
            canvas.paragraph(&mut area, &about, Role::Dim);
        }
    }
}

//! The commands that do the same as the pages and the menu of the start screen.

use super::{MenuAction, StartPage, StartView, StartWait};
use crate::intent::Intent;

impl StartPage {
    /// The command that leads to what is shown; none for a question in between.
    pub(super) fn command(&self) -> Option<&'static str> {
        match (&self.waiting, &self.view) {
            (Some(StartWait::Queued(_)), _) => Some("oxo play"),
            (Some(StartWait::Going(intent)), _) => Some(of_intent(intent)),
            (None, StartView::Menu) => Some("oxo"),
            (None, StartView::Rooms) => Some("oxo rooms"),
            (None, StartView::Games) => Some("oxo games"),
            (None, StartView::Choices) => Some("oxo new"),
            (None, StartView::Computer) => Some("oxo play --computer"),
            (None, StartView::Servers) => Some("oxo --server ADDRESS"),
            (None, StartView::Ask(..)) => None,
        }
    }
}

impl MenuAction {
    /// The command that does the same.
    pub(super) fn command(&self) -> Option<&'static str> {
        Some(match self {
            MenuAction::Go(intent) => of_intent(intent),
            MenuAction::AskName => "oxo --name NAME",
            MenuAction::AskRoom => "oxo join LINK",
            MenuAction::Computer => "oxo play --computer",
            MenuAction::Local => "oxo local",
            MenuAction::Servers => "oxo --server ADDRESS",
            MenuAction::Rooms => "oxo rooms",
            MenuAction::Games => "oxo games",
            MenuAction::Choices => "oxo new",
            MenuAction::Language => "oxo --language TAG",
            MenuAction::Quit => return None,
        })
    }
}

fn of_intent(intent: &Intent) -> &'static str {
    match intent {
        Intent::Play(_) => "oxo play",
        Intent::Answer(_) => "oxo play TICKET",
        Intent::New(_) => "oxo new",
        Intent::Join(_) => "oxo join CODE",
        Intent::Watch(_) => "oxo watch CODE",
        Intent::Resume(_) => "oxo resume",
        Intent::Computer(..) => "oxo play --computer",
        Intent::Exhibit(..) => "oxo exhibit",
        Intent::Local(_) => "oxo local",
    }
}

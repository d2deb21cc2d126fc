//! The menu of the start screen: its lines, which of them stays chosen, and the commands that do the
//! same.

use std::borrow::Cow;

use frontend::{
    intent::Intent,
    speech::{self, brief},
};
use sentences::say;

use super::{StartPage, StartView, StartWait};

pub(super) struct MenuItem {
    pub letter: char,
    pub label: String,
    pub action: MenuAction,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum MenuAction {
    Go(Intent),
    AskName,
    AskRoom,
    Computer,
    /// Two at this terminal.
    Local,
    Servers,
    Rooms,
    Games,
    Choices,
    Language,
    /// Show the seats that have no digit, too.
    MoreSeats,
    Quit,
}

impl StartPage {
    /// The lines of the menu. The letters j and k move the choice.
    pub(super) fn menu(&self) -> Vec<MenuItem> {
        let (text, room) = (&self.text, self.draft.settings());
        let mut menu = Vec::new();
        let mut add = |letter, label, action| {
            menu.push(MenuItem {
                letter,
                label,
                action,
            });
        };
        for (digit, label, action) in self.seat_items() {
            add(digit, label, action);
        }
        let play = self.draft.search().intent();
        let list = self.list.as_ref();
        if let Some(waiting) = list.and_then(|list| list.waiting.first()) {
            let name = speech::player(text, &waiting.player);
            let rules = brief::boards(text, &waiting.boards);
            let label = say!(text, SCREEN_START_ANSWER, name, rules);
            add('y', label, MenuAction::Go(self.answer_to(waiting)));
        }
        let language = say!(text, LANGUAGE_NAME);
        let language = say!(text, SCREEN_START_LANGUAGE, value = language);
        let friend = MenuAction::Go(Intent::New(room));
        let anyone = ('a', say!(text, SCREEN_START_PLAY), MenuAction::Go(play));
        let friend = ('f', say!(text, SCREEN_START_FRIEND), friend);
        let computer = ('p', say!(text, SCREEN_START_COMPUTER), MenuAction::Computer);
        let two = ('b', say!(text, SCREEN_START_LOCAL), MenuAction::Local);
        // First what can be played at once.
        let ways = match self.offline {
            true => [computer, two, anyone, friend],
            false => [anyone, friend, computer, two],
        };
        for (letter, label, action) in ways {
            add(letter, label, action);
        }
        add('c', say!(text, SCREEN_START_JOIN), MenuAction::AskRoom);
        add('w', say!(text, SCREEN_START_WATCH), MenuAction::Rooms);
        if let Some(room) = self.exhibition {
            let watch = MenuAction::Go(Intent::Watch(room));
            add('t', say!(text, SCREEN_START_EXHIBITION), watch);
        }
        add('g', say!(text, SCREEN_START_GAMES), MenuAction::Games);
        let server = say!(text, SCREEN_START_SERVER, value = self.servers.short());
        add('s', server, MenuAction::Servers);
        add('o', say!(text, SCREEN_START_CHOICES), MenuAction::Choices);
        add('n', say!(text, SCREEN_START_NAME), MenuAction::AskName);
        add('l', language, MenuAction::Language);
        add('q', say!(text, SCREEN_START_QUIT), MenuAction::Quit);
        menu
    }

    /// Once a key was pressed the lines do not move away from under the next.
    pub(super) fn stay_at_chosen(&mut self, before: &[MenuItem]) {
        if self.chosen.menu > 0 || self.touched {
            self.keep_chosen(before);
        }
    }

    /// The same line of the menu stays chosen. The first line moves to an open
    /// seat, if there is one.
    pub(super) fn choose_again(&mut self, before: &[MenuItem]) {
        if self.chosen.menu > 0 {
            self.keep_chosen(before);
        }
    }

    /// The same line stays chosen; when it has gone, the first that is nobody's
    /// who waits.
    pub(super) fn keep_chosen(&mut self, before: &[MenuItem]) {
        let (chosen, now) = (&before[self.chosen.menu].action, self.menu());
        let found = now.iter().position(|item| item.action == *chosen);
        let is_answer = |item: &MenuItem| matches!(item.action, MenuAction::Go(Intent::Answer(_)));
        let other = || now.iter().position(|item| !is_answer(item));
        self.chosen.menu = found.or_else(other).unwrap_or(0);
    }

    /// The command that leads to the page shown; none for a question in between.
    pub(super) fn command(&self) -> Option<Cow<'static, str>> {
        let command = match (&self.waiting, &self.view) {
            (Some(StartWait::Queued), _) => "oxo play",
            (Some(StartWait::Going(intent)), _) => return Some(of_intent(intent)),
            (None, StartView::Menu) => "oxo",
            (None, StartView::Rooms) => "oxo rooms",
            (None, StartView::Games) => "oxo games",
            (None, StartView::Choices) => "oxo new",
            (None, StartView::Computer) => "oxo play --computer",
            (None, StartView::Servers) => "oxo --server ADDRESS",
            (None, StartView::Ask(..)) => return None,
        };
        Some(command.into())
    }
}

impl MenuAction {
    /// The command that does the same.
    pub(super) fn command(&self) -> Option<Cow<'static, str>> {
        let command = match self {
            MenuAction::Go(intent) => return Some(of_intent(intent)),
            MenuAction::AskName => "oxo --name NAME",
            MenuAction::AskRoom => "oxo join LINK",
            MenuAction::Computer => "oxo play --computer",
            MenuAction::Local => "oxo local",
            MenuAction::Servers => "oxo --server ADDRESS",
            MenuAction::Rooms => "oxo rooms",
            MenuAction::Games => "oxo games",
            MenuAction::Choices => "oxo new",
            MenuAction::Language => "oxo --language TAG",
            MenuAction::MoreSeats => "oxo games --open",
            MenuAction::Quit => return None,
        };
        Some(command.into())
    }
}

fn of_intent(intent: &Intent) -> Cow<'static, str> {
    match intent {
        Intent::Play(_) => "oxo play".into(),
        Intent::Answer(answer) => format!("oxo play {}", answer.ticket).into(),
        Intent::New(_) => "oxo new".into(),
        Intent::Join(room) => format!("oxo join {room}").into(),
        Intent::Watch(room) => format!("oxo watch {room}").into(),
        Intent::Resume(seat) => format!("oxo resume {}", seat.room).into(),
        // The link, which the screen does not show, is a key.
        Intent::TakeSeat(..) => "oxo seat -".into(),
        Intent::Computer(..) => "oxo play --computer".into(),
        Intent::Exhibit(..) => "oxo exhibit".into(),
        Intent::Local(_) => "oxo local".into(),
    }
}

//! The table as a value: the page, which holds the state of this screen alone (the cursor, a look
//! back, the last message), with the room, link and pending move of the client's state.

mod call;
pub mod clock;
mod computer;
mod draw;
mod keys;
mod options;
mod question;
mod sharing;
mod sheet;
mod side;
mod status;
#[cfg(test)]
mod tests;

use std::{collections::VecDeque, ops::Deref, rc::Rc, time::Duration};

use frontend::speech::{self, Scene};
use oxo_client::{session::Room, state::ClientState};
use protocol::{
    Cell, Event, EventFrame, Mark, Now, Seat, View, event::Over, now::Reaction, settings::DAY_MS,
    view::Lost,
};
use sentences::{Catalogue, say, together};
use tokio::time::Instant;

use super::{effect::UiEffect, theme::Role};
use clock::{TimeLeft, second_changes_in_ms};
use question::PendingQuestion;

pub use draw::draw;
pub use options::TableAction;
pub use question::LOCK;
use sheet::TableSheet;

/// Reactions of players that can be read again.
const SPOKEN: usize = 3;
/// For so long it stands before what happens next, in milliseconds.
const JUST_MS: u64 = 5_000;

/// A menu that is laid over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableMenu {
    Phrase,
    Going,
    Claim,
    /// Level of the computer that sits down opposite.
    Level,
    /// Nothing but to see how a friend comes here.
    Invitation,
}

/// The computer's move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ComputerHint {
    game: u32,
    ply: usize,
    cell: Cell,
}

/// The page of a table that one plays at or watches: what is of this screen alone.
pub struct TablePage {
    text: Rc<Catalogue>,
    cursor: Cell,
    /// Number of moves shown while one looks back.
    back: Option<usize>,
    /// The last message, and whether it was a refusal.
    said: Option<(String, Role)>,
    /// The players' last reactions, the newest at the end.
    spoken: VecDeque<Reaction>,
    /// The view before the game ended: who played it may have gone since.
    at_end: Option<Box<View>>,
    asked: PendingQuestion,
    menu: Option<TableMenu>,
    sheet: Option<TableSheet>,
    /// The computer's move, if it was asked in this position.
    hint: Option<ComputerHint>,
}

impl TablePage {
    /// The page of the room that a snapshot has brought the client.
    pub fn new(text: Rc<Catalogue>, client: &ClientState, now: Instant) -> Option<TablePage> {
        let rules = client.last_room()?.view.settings.rules;
        let mut page = TablePage {
            text,
            cursor: rules
                .cell_at(rules.width() / 2, rules.height() / 2)
                .unwrap_or(0),
            back: None,
            said: None,
            spoken: VecDeque::new(),
            at_end: None,
            asked: PendingQuestion::default(),
            menu: None,
            sheet: None,
            hint: None,
        };
        let mut table = LiveTable::new(&mut page, client)?;
        if table.watches() {
            let said = say!(table.page.text, ROOM_WATCHING, room = table.room.code);
            table.page.say(said, Role::Plain);
        }
        table.snapshot(now);
        Some(page)
    }

    /// Says something in its place; it stays until something else is said.
    pub fn say(&mut self, sentence: String, role: Role) {
        self.said = Some((sentence, role));
    }

    /// The last message is in the previous language.
    pub fn clear_notice(&mut self) {
        self.said = None;
    }

    /// The link was lost: the last message may not be true any more.
    pub fn link_lost(&mut self) {
        self.clear_notice();
        self.menu = None;
    }
}

/// A table as it stands: its page, to read or to change, with the client's state and the room there.
pub struct LiveTable<'a, P = &'a TablePage> {
    pub page: P,
    pub room: &'a Room,
    client: &'a ClientState,
}

impl<'a, P> LiveTable<'a, P> {
    /// A page of the client's room; nothing where there was never one.
    pub fn new(page: P, client: &'a ClientState) -> Option<LiveTable<'a, P>> {
        let room = client.last_room()?;
        Some(LiveTable { page, room, client })
    }
}

impl<P: Deref<Target = TablePage>> LiveTable<'_, P> {
    pub(super) fn scene(&self) -> Scene<'_> {
        Scene::of(&self.page.text, self.room)
    }

    /// Result of the last game, by the names of those who played it.
    fn result(&self, over: &Over) -> String {
        let view = self.page.at_end.as_deref().unwrap_or(&self.room.view);
        let scene = Scene {
            view,
            ..self.scene()
        };
        speech::result(scene, over)
    }

    /// The command that leads to this table, or one like it.
    pub fn command(&self) -> String {
        match (self.room.mode.is_online(), self.watches()) {
            (true, true) => format!("oxo watch {}", self.room.code),
            (true, false) => format!("oxo resume {}", self.room.code),
            (false, _) => "oxo local".to_owned(),
        }
    }

    pub fn watches(&self) -> bool {
        self.room.seat.is_none()
    }

    /// Whether something waits for the person: a game, or a question.
    pub fn calls(&self) -> bool {
        self.room.view.running().is_some() || self.page.asked.question().is_some()
    }

    /// Whether one waits for somebody to sit down for the first time.
    pub fn waits_for_friend(&self) -> bool {
        let view = &self.room.view;
        let alone = view.seats.guest.is_none() && self.room.seat == Some(Seat::Host);
        let open = view.ended.is_none();
        alone && view.game.is_none() && open
    }

    /// Reaction of a moment ago, which an event does not take away.
    fn just_spoken(&self, now: Instant) -> Option<String> {
        let said = self.room.now.reaction?;
        let age = self.room.clock.now_ms(now).saturating_sub(said.at_ms);
        (age < JUST_MS).then(|| speech::reaction(self.scene(), &said))
    }

    /// Number of moves of the present or last game.
    fn made(&self) -> usize {
        let game = self.room.view.game.as_ref();
        game.map_or(0, |game| game.moves.len())
    }

    fn mark_at(&self, cell: Cell) -> Option<Mark> {
        let game = self.room.view.game.as_ref()?;
        let played = game.moves.iter().find(|played| played.cell == cell)?;
        Some(played.mark)
    }

    /// The absent opponent and the cause, if one waits for them.
    fn absent(&self) -> Option<(Seat, Lost)> {
        let other = self.room.seat?.other();
        self.room.view.running()?;
        let lost = self.room.view.seats[other].as_ref()?.lost?;
        Some((other, lost))
    }

    /// Time until something on the screen changes by itself.
    pub fn changes_in(&self, now: Instant) -> Option<Duration> {
        let (now_ms, view) = (self.room.clock.now_ms(now), &self.room.view);
        let clock = |seat| clock::on_clock(view, seat, now_ms)?.changes_in_ms();
        let lost = |seat| {
            Some(TimeLeft::until(
                view.seats[seat].as_ref()?.lost?.deadline_ms,
                now_ms,
            ))
        };
        let offer = view
            .offer
            .map(|offer| TimeLeft::until(offer.deadline_ms, now_ms))
            .filter(|left| left.ms < DAY_MS);
        let due = clock::move_due(view, now_ms);
        let countdowns = [due, offer, self.next_game(now_ms)].into_iter();
        let countdowns = countdowns.chain(Seat::BOTH.map(lost)).flatten();
        let waits = countdowns.filter_map(|left| second_changes_in_ms(left.ms));
        let waits = waits.chain(Seat::BOTH.into_iter().filter_map(clock));
        let waits = waits.chain(clock::move_due_shows_in_ms(view, now_ms));
        let waits = waits.chain(self.sheet_changes_in_ms(now_ms));
        let lock = self.page.asked.locked_until(now);
        let lock = lock.map(|at| at.saturating_duration_since(now));
        waits.map(Duration::from_millis).chain(lock).min()
    }

    pub fn title(&self) -> String {
        let mine = self.room.my_turn() && !self.room.mode.is_shared();
        let game = self.room.view.game.as_ref();
        match game.map(|game| (&game.over, game.turn)) {
            Some((Some(over), _)) => self.result(over),
            Some((None, Some(_))) if mine => say!(self.page.text, SCREEN_TITLE_YOUR_TURN),
            Some((None, Some(turn))) => self.their_turn(turn.seat),
            Some((None, None)) | None => self.room.code.to_string(),
        }
    }

    /// Whether there is a connection: without one nothing can be done, and nothing is known of
    /// anybody's.
    fn linked(&self) -> bool {
        self.client.link.is_up()
    }
}

impl LiveTable<'_, &mut TablePage> {
    /// The room as a whole, once more.
    pub fn snapshot(&mut self, now: Instant) {
        self.show_replacement();
        self.look(now);
    }

    /// The present state (`now`) has changed.
    pub fn now(&mut self, before: &Now) {
        let now = &self.room.now;
        if let Some(seat) = now.webhook.filter(|_| now.webhook != before.webhook) {
            let said = speech::chat_notice(self.scene(), seat);
            self.page.say(said, Role::Plain);
        }
        if let Some(said) = now.reaction.filter(|_| now.reaction != before.reaction) {
            let line = speech::reaction(self.scene(), &said);
            self.page.say(line, Role::Plain);
            if self.page.spoken.len() == SPOKEN {
                self.page.spoken.pop_front();
            }
            self.page.spoken.push_back(said);
        }
    }

    pub fn event(&mut self, frame: &EventFrame, before: &View, now: Instant) -> Vec<UiEffect> {
        self.look(now);
        match &frame.event {
            Event::Started { .. } => {
                (self.page.back, self.page.at_end) = (None, None);
                let menu = &mut self.page.menu;
                menu.take_if(|menu| *menu == TableMenu::Invitation);
            }
            event if event.over().is_some() => self.page.at_end = Some(Box::new(before.clone())),
            _ => {}
        }
        let scene = self.scene();
        let mut lines = speech::event(scene, before, frame);
        if let Some(over) = frame.event.over() {
            // The headline says it, and the score stands at the side.
            let shown = [
                speech::result(scene, over),
                speech::score(scene, &scene.view.score),
            ];
            lines.retain(|line| !shown.contains(line));
        }
        if let Some(spoken) = self.just_spoken(now) {
            lines.insert(0, spoken);
        }
        let call = self.call(frame, before);
        match frame.event {
            // Said beneath, with the time that is left.
            Event::Lost { seat, .. } if self.absent().is_some_and(|(away, _)| away == seat) => {
                self.page.clear_notice();
            }
            _ => self.page.say(together(lines), Role::Plain),
        }
        call.into_iter().collect()
    }

    /// Updates the open question, and ensures that the look back leads to a position.
    fn look(&mut self, now: Instant) {
        self.page.asked.look(&self.room.view, self.room.me(), now);
        let made = self.made();
        self.page.back = self.page.back.filter(|back| *back < made);
        let possible = match self.page.menu {
            Some(TableMenu::Claim) => self.absent().is_some(),
            Some(TableMenu::Level) => self.may_seat_computer(),
            _ => true,
        };
        self.page.menu = self.page.menu.filter(|_| possible);
    }

    /// Looks back to the position after a move, by its number from 1.
    pub fn look_at(&mut self, number: usize) {
        self.page.back = Some(number).filter(|number| *number < self.made());
    }
}

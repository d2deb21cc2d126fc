//! The table as a value: the room as the server has it, and what is of this
//! screen alone: the cursor, a move under way, a look back, what was said last.

mod action;
mod clock;
mod computer;
mod draw;
mod keys;
mod legend;
mod pair;
mod question;
mod shown;
mod side;
mod status;
#[cfg(test)]
mod tests;

use std::{rc::Rc, time::Duration};

use oxo_client::session::Room;
use protocol::{Cell, Event, EventFrame, Mark, Seat, View, frame::QueuePlace};
use tokio::time::Instant;

use super::effect::Effect;
use crate::{
    key::say,
    locale::Catalogue,
    speech::{self, Scene},
};
use question::Asked;
use shown::{Choice, Hint, Said};

pub use action::Action;
pub use draw::draw;
pub use question::LOCK;
pub use shown::Tone;

/// A table that one plays at or watches.
pub struct Table {
    text: Rc<Catalogue>,
    pub room: Room,
    /// Where a key press would play.
    cursor: Cell,
    /// The number of the ask that carries a move, and the move.
    sending: Option<(u64, Cell)>,
    /// How many moves are shown while one looks back.
    back: Option<usize>,
    said: Option<Said>,
    asked: Asked,
    choice: Option<Choice>,
    /// What the computer would play, if it was asked in this position.
    hint: Option<Hint>,
    /// One waits for somebody, and plays the computer meanwhile.
    queued: Option<QueuePlace>,
    /// The number of the last ask.
    last_id: u64,
}

impl Table {
    /// A table as a snapshot brought it; asks are numbered from `last_id` on.
    pub fn new(text: Rc<Catalogue>, room: Room, last_id: u64, now: Instant) -> Table {
        let rules = room.view.settings.rules;
        let mut table = Table {
            text,
            cursor: rules
                .cell_at(rules.width() / 2, rules.height() / 2)
                .unwrap_or(0),
            room,
            sending: None,
            back: None,
            said: None,
            asked: Asked::default(),
            choice: None,
            hint: None,
            queued: None,
            last_id,
        };
        if table.watches() {
            let room = table.room.code;
            table.say(say!(table.text, ROOM_WATCHING, room = room), Tone::Calm);
        }
        table.tell_replaced();
        table.look(now);
        table
    }

    pub(super) fn scene(&self) -> Scene<'_> {
        Scene {
            text: &self.text,
            me: self.room.me(),
            view: &self.room.view,
        }
    }

    /// The number of the last ask.
    pub fn last_id(&self) -> u64 {
        self.last_id
    }

    /// Whether one only watches.
    pub fn watches(&self) -> bool {
        self.room.seat.is_none()
    }

    /// Whether something waits for whoever sits here: a game, or a question.
    pub fn calls(&self) -> bool {
        self.room.view.running().is_some() || self.asked.question().is_some()
    }

    /// Whether one waits for somebody to sit down for the first time.
    pub fn waits_for_friend(&self) -> bool {
        let view = &self.room.view;
        let alone = view.seats.guest.is_none() && self.room.seat == Some(Seat::Host);
        let open = view.ended.is_none();
        alone && view.game.is_none() && open
    }

    /// Says something in its place; it stays until something else is said.
    pub fn say(&mut self, sentence: String, tone: Tone) {
        self.said = Some(Said { sentence, tone });
    }

    /// What was said last is in a language that is not spoken any more.
    pub fn hush(&mut self) {
        self.said = None;
    }

    /// The room as a whole, once more.
    pub fn snapshot(&mut self, room: Room, now: Instant) {
        self.room = room;
        self.forget_sent();
        self.tell_replaced();
        self.look(now);
    }

    /// What is true at this moment has changed.
    pub fn now(&mut self, room: Room) {
        if let Some(said) = room.now.reaction
            && room.now.reaction != self.room.now.reaction
        {
            self.room = room;
            self.say(speech::reaction(self.scene(), &said), Tone::Calm);
        } else {
            self.room = room;
        }
    }

    /// Something happened.
    pub fn event(
        &mut self,
        frame: &EventFrame,
        before: &View,
        room: Room,
        now: Instant,
    ) -> Vec<Effect> {
        self.room = room;
        self.forget_sent();
        self.look(now);
        if matches!(frame.event, Event::Started { .. }) {
            self.back = None;
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
        let rings = self.rings(frame, before);
        self.say(lines.join(" "), Tone::Calm);
        rings.map(Effect::Ring).into_iter().collect()
    }

    /// The words with which this event calls the person, if it does.
    fn rings(&self, frame: &EventFrame, before: &View) -> Option<String> {
        if self.room.mode.is_shared() {
            return None;
        }
        let (scene, me) = (self.scene(), self.room.seat);
        if self.has_computer() {
            return None;
        }
        if let Some(over) = frame.event.over() {
            let moved = matches!(frame.event, Event::Moved { .. });
            let by_me = moved && is_turn_of(before, me);
            return (!by_me).then(|| speech::result(scene, over));
        }
        let me = me?;
        match &frame.event {
            Event::Joined { seat, .. } if *seat != me => {
                let lines = speech::event(scene, before, frame);
                Some(lines.join(" "))
            }
            _ if self.room.my_turn() && !is_turn_of(before, Some(me)) => {
                let mark = self.room.view.mark_of(me).unwrap_or(Mark::X);
                Some(say!(self.text, TABLE_YOUR_TURN, mark = mark))
            }
            _ => None,
        }
    }

    /// An ask has its answer, or will have none.
    pub fn arrived(&mut self, id: u64) {
        self.sending = self.sending.filter(|(sent, _)| *sent != id);
    }

    /// A move that the room has taken is not under way any more.
    fn forget_sent(&mut self) {
        let taken = |cell: Cell| self.mark_at(cell).is_some();
        self.sending = self.sending.filter(|(_, cell)| !taken(*cell));
    }

    /// Sees what is asked now, and that the look back leads to a position.
    fn look(&mut self, now: Instant) {
        self.asked.look(&self.room.view, self.room.me(), now);
        let made = self.made();
        self.back = self.back.filter(|back| *back < made);
        let possible = match self.choice {
            Some(Choice::Claim) => self.claimable().is_some(),
            Some(Choice::Level) => self.may_seat_computer(),
            _ => true,
        };
        self.choice = self.choice.filter(|_| possible);
    }

    /// How many moves the present or last game has.
    fn made(&self) -> usize {
        self.room
            .view
            .game
            .as_ref()
            .map_or(0, |game| game.moves.len())
    }

    /// The mark on a cell.
    fn mark_at(&self, cell: Cell) -> Option<Mark> {
        let game = self.room.view.game.as_ref()?;
        let played = game.moves.iter().find(|played| played.cell == cell)?;
        Some(played.mark)
    }

    /// Who is away and since when their game may be claimed, if one waits for
    /// them.
    fn absent(&self) -> Option<(Seat, u64)> {
        let other = self.room.seat?.other();
        self.room.view.running()?;
        let lost = self.room.view.seats[other].as_ref()?.lost?;
        Some((other, lost.deadline_ms))
    }

    /// The same, if it is so by now or will be: whether it is already, the
    /// server decides.
    fn claimable(&self) -> Option<Seat> {
        self.absent().map(|(seat, _)| seat)
    }

    /// How long until something that is shown changes by itself.
    pub fn changes_in(&self, now: Instant) -> Option<Duration> {
        let now_ms = self.room.clock.now_ms(now);
        let view = &self.room.view;
        let second = |left: clock::Left| left.second_changes_in_ms();
        let clocks = Seat::BOTH.map(|seat| clock::on_clock(view, seat, now_ms)?.changes_in_ms());
        let due = clock::move_due(view, now_ms).and_then(second);
        let due = due.or_else(|| clock::move_due_shows_in_ms(view, now_ms));
        let offer = view
            .offer
            .map(|offer| clock::until(offer.deadline_ms, now_ms));
        let lost = Seat::BOTH.map(|seat| {
            let lost = view.seats[seat].as_ref()?.lost?;
            second(clock::until(lost.deadline_ms, now_ms))
        });
        let next = self.next_game(now_ms).and_then(second);
        let waits = [
            clocks[0],
            clocks[1],
            due,
            offer.and_then(second),
            lost[0],
            lost[1],
            next,
        ];
        let waits = waits.into_iter().flatten().map(Duration::from_millis);
        let lock = self.asked.locked_until(now);
        let lock = lock.map(|at| at.saturating_duration_since(now));
        waits.chain(lock).min()
    }

    /// What the title of the window says.
    pub fn title(&self) -> String {
        let (text, scene) = (&self.text, self.scene());
        match &self.room.view.game {
            Some(game) => match (&game.over, game.turn) {
                (Some(over), _) => speech::result(scene, over),
                (None, Some(_)) if self.room.my_turn() && !self.room.mode.is_shared() => {
                    say!(text, SCREEN_TITLE_YOUR_TURN)
                }
                (None, Some(turn)) => self.their_turn(turn.seat),
                (None, None) => self.room.code.to_string(),
            },
            None => self.room.code.to_string(),
        }
    }
}

fn is_turn_of(view: &View, seat: Option<Seat>) -> bool {
    let turn = view.running().and_then(|game| game.turn);
    turn.is_some_and(|turn| Some(turn.seat) == seat)
}

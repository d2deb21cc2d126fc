//! Effects of typed commands at the table. Impossible ones are explained here without asking the
//! server, which decides about the rest.

use std::rc::Rc;

use frontend::{
    exit::Exit,
    speech::{self, Scene},
};
use game::{
    Level,
    notation::{self, NotationError},
};
use oxo_client::session::{Ask, AskKind, Room};
use protocol::{
    Cell, Command, Computer, OpeningChoice, OpeningStage, Refusal, Seat, View,
    event::OfferKind,
    now::Phrase,
    request::{AnswerOffer, Body, Choose, Claim, InGame, MakeOffer, React, SeatComputer, SetName},
};
use sentences::{TAGS, say};
use tokio::time::Instant;

use super::{
    command::{self, ConsoleCommand},
    console::{Console, LineEffect},
    table::example,
};

/// More free cells than this are not listed in a sentence.
const LISTED_CELLS: usize = 12;

/// Effect of a line, or the sentence that says why it has none.
pub(super) type Decided = Result<LineEffect, String>;

/// The effect of a line that asks for something beside a command of the seat.
pub(super) fn asks(body: Body) -> Decided {
    Ok(LineEffect::Ask(AskKind::Other(body)))
}

impl Console {
    /// Effect of a typed line.
    pub fn line(&mut self, line: &str, now: Instant) -> LineEffect {
        let typed = command::read(&self.settings.text, line);
        let here = self.at_home(&typed);
        let effect = here.map_or_else(|| self.effect(&typed, now), Ok);
        match effect.unwrap_or_else(|sentence| LineEffect::Say(vec![sentence])) {
            LineEffect::Ask(_) | LineEffect::Draw(_) if !self.client.link.is_up() => {
                LineEffect::Say(vec![say!(self.settings.text, LINK_DOWN)])
            }
            effect => effect,
        }
    }

    fn effect(&mut self, typed: &ConsoleCommand, now: Instant) -> Decided {
        let text = Rc::clone(&self.settings.text);
        Ok(LineEffect::Say(match typed {
            ConsoleCommand::Empty if self.client.link.loss().is_some() => {
                return Ok(LineEffect::Retry);
            }
            ConsoleCommand::Empty => Vec::new(),
            ConsoleCommand::Help if self.watches() => vec![say!(text, HELP_WATCHER)],
            ConsoleCommand::Help => vec![say!(text, HELP_PLAYER)],
            ConsoleCommand::Quit => {
                self.exit = Some(Exit::Fine);
                self.goodbye()
            }
            ConsoleCommand::Language(Some(tag)) => {
                text.speak(tag);
                let language = say!(text, LANGUAGE_NAME);
                vec![say!(text, LANGUAGE_NOW, language)]
            }
            ConsoleCommand::Language(None) => {
                vec![say!(text, TYPED_LANGUAGE, languages = TAGS.join(", "))]
            }
            ConsoleCommand::Link(words) => vec![say!(text, TYPED_LINK, words)],
            _ => return self.in_room(typed, now),
        }))
    }

    /// The effect of a line about the room.
    fn in_room(&mut self, typed: &ConsoleCommand, now: Instant) -> Decided {
        let text = &self.settings.text;
        let Some(room) = &self.client.room else {
            self.lost_move |= matches!(typed, ConsoleCommand::Cell(_));
            return Err(say!(text, TYPED_NO_ROOM));
        };
        let scene = Scene::of(text, room);
        Ok(LineEffect::Say(match typed {
            ConsoleCommand::Board => self.position(room),
            ConsoleCommand::Score => vec![speech::score(scene, &room.view.score)],
            ConsoleCommand::Clock => speech::clocks(scene, room.clock.now_ms(now)),
            ConsoleCommand::Who => speech::people(text, room),
            _ => return self.decide(typed, room),
        }))
    }

    /// Whether a line waits: a table in this process begins and answers at once, so that lines typed
    /// ahead are all taken; and what comes from a pipe has nobody who would wait for the table, and a
    /// move for one's turn.
    pub(super) fn must_wait(&self, line: &str) -> bool {
        let room = self.client.room.as_ref();
        if !self.mode.is_online() {
            let begun = room.is_some_and(|room| room.view.game.is_some());
            return self.waits_for_reply() || !begun;
        }
        let typed = command::read(&self.settings.text, line);
        let arriving = !self.client.entered && self.waits_for_reply();
        let moves = matches!(typed, ConsoleCommand::Cell(_) | ConsoleCommand::Choose(_));
        let turn = room.is_some_and(|room| match room.view.running() {
            Some(_) => room.my_turn(),
            // It begins once somebody sits opposite.
            None => room.view.game.is_some(),
        });
        let playing = room.is_none_or(|room| room.seat.is_some());
        let early = moves && playing && (!turn || self.client.pending_move().is_some());
        self.piped && (arriving || early)
    }

    /// Leaves a game against the computer when no more lines will come: nobody else waits there.
    pub(super) fn leave_computer(&self) -> Option<LineEffect> {
        let room = self.client.room.as_ref()?;
        let alone = self.piped && self.mode.is_online() && room.opponent().is_some();
        alone.then_some(LineEffect::Ask(AskKind::Seat(Command::Leave)))
    }

    /// Lines about an ask, and the ask with its number.
    pub fn ask(&mut self, what: AskKind) -> (Vec<String>, Ask) {
        let sent = matches!(what, AskKind::Seat(Command::Move(_))) && self.mode.is_online();
        let sent = sent.then(|| say!(self.settings.text, TABLE_SENT));
        let ask = self.client.number(Ask { id: None, what });
        (sent.into_iter().collect(), ask)
    }

    /// The last lines when the person goes.
    pub fn goodbye(&self) -> Vec<String> {
        let text = &self.settings.text;
        let kept = self.keeps_seat().then(|| say!(text, END_KEPT));
        kept.into_iter().chain([say!(text, END_THANKS)]).collect()
    }

    fn position(&self, room: &Room) -> Vec<String> {
        let text = &self.settings.text;
        let Some(game) = &room.view.game else {
            return vec![say!(text, TABLE_NO_BOARD)];
        };
        let ply = game.moves.len();
        // In an opening marks are nobody's yet.
        let turn = game.turn.map(|turn| match game.opening {
            Some(_) => game.next_mark(room.view.settings.opens),
            None => game.mark_of(turn.seat),
        });
        let mut lines = vec![match turn {
            Some(mark) => say!(text, TABLE_BOARD, ply, mark),
            None => say!(text, TABLE_BOARD_OVER, ply),
        }];
        lines.extend(self.board(room));
        lines.extend(self.prompt(room));
        lines
    }

    fn decide(&self, typed: &ConsoleCommand, room: &Room) -> Decided {
        let text = &self.settings.text;
        let Some(me) = room.seat else {
            return Err(say!(text, TYPED_WATCHING));
        };
        let game = room.game_number();
        let command = match typed {
            ConsoleCommand::Cell(cell) => self.draw(room, me, cell)?,
            ConsoleCommand::Choose(choice) => self.choose(room, *choice)?,
            ConsoleCommand::Resign => Command::Resign(InGame { game }),
            ConsoleCommand::Abort => Command::Abort(InGame { game }),
            ConsoleCommand::Leave => Command::Leave,
            ConsoleCommand::Remove => Command::RemoveGuest,
            ConsoleCommand::Offer(kind) => Command::Offer(MakeOffer {
                game,
                kind: *kind,
                ply: None,
            }),
            ConsoleCommand::Takeback(count) => self.takeback(&room.view, *count)?,
            ConsoleCommand::Accept => Command::Accept(self.open_offer(&room.view, me)?),
            ConsoleCommand::Decline => Command::Decline(self.open_offer(&room.view, me)?),
            ConsoleCommand::Claim(Some(result)) => Command::Claim(Claim {
                game,
                result: *result,
            }),
            ConsoleCommand::Claim(None) => return Err(say!(text, TYPED_CLAIM)),
            ConsoleCommand::Name(name) => return self.rename(name),
            ConsoleCommand::Say(phrase) => return self.react(*phrase),
            ConsoleCommand::Hint => return self.hint(room),
            ConsoleCommand::Chat(command) => return self.chat(command, room),
            ConsoleCommand::Device(command) => return self.device(*command),
            ConsoleCommand::Computer(level) => self.seat_computer(room, me, *level)?,
            // The rest was answered without a seat.
            _ => return Err(say!(text, HELP_PLAYER)),
        };
        Ok(LineEffect::Ask(AskKind::Seat(command)))
    }

    /// A choice in the opening, where one may be made.
    fn choose(&self, room: &Room, choice: Option<OpeningChoice>) -> Result<Command, String> {
        let text = &self.settings.text;
        let game = room.view.running();
        let game = game.ok_or_else(|| say!(text, TYPED_NO_GAME))?;
        let choice = choice.ok_or_else(|| say!(text, TABLE_CHOOSE))?;
        Ok(Command::Choose(Choose {
            game: game.number,
            ply: u32::try_from(game.moves.len()).unwrap_or(u32::MAX),
            choice,
        }))
    }

    fn rename(&self, name: &str) -> Decided {
        let text = &self.settings.text;
        match protocol::name::clean(name) {
            Ok(Some(name)) => asks(Body::SetName(SetName { name })),
            Ok(None) => Err(say!(text, TYPED_NAME)),
            Err(why) => Err(speech::bad_name(text, why)),
        }
    }

    fn react(&self, phrase: Option<Phrase>) -> Decided {
        match phrase {
            Some(phrase) => asks(Body::React(React { phrase })),
            None => {
                let text = &self.settings.text;
                let phrases = Phrase::ALL.iter().map(|&it| command::spoken(text, it));
                let phrases = phrases.collect::<Vec<_>>().join(", ");
                Err(say!(text, TYPED_SAY, phrases))
            }
        }
    }

    fn hint(&self, room: &Room) -> Decided {
        if room.my_turn() && room.opponent().is_some() {
            return asks(Body::Hint);
        }
        let scene = Scene::of(&self.settings.text, room);
        Err(speech::refusal(scene, &Refusal::NoHint, 0))
    }

    /// A computer of that level, or of the level of the one that sits there.
    fn seat_computer(
        &self,
        room: &Room,
        me: Seat,
        level: Option<Option<Level>>,
    ) -> Result<Command, String> {
        let present = room.view.computer(me.other()).unwrap_or_default();
        let level = level.unwrap_or(Some(present.level));
        let level = level.ok_or_else(|| say!(self.settings.text, TYPED_COMPUTER))?;
        let computer = Computer { level, ..present };
        Ok(Command::SeatComputer(SeatComputer { computer }))
    }

    fn takeback(&self, view: &View, count: Option<u32>) -> Result<Command, String> {
        let text = &self.settings.text;
        let Some(game) = view.running() else {
            return Err(say!(text, TYPED_NO_GAME));
        };
        let made = u32::try_from(game.moves.len()).unwrap_or(u32::MAX);
        let left = count.and_then(|count| made.checked_sub(count));
        match left {
            Some(ply) => Ok(Command::Offer(MakeOffer {
                game: game.number,
                kind: OfferKind::Takeback,
                ply: Some(ply),
            })),
            None => Err(say!(text, TYPED_TAKEBACK, most = made)),
        }
    }

    fn open_offer(&self, view: &View, me: Seat) -> Result<AnswerOffer, String> {
        match view.offer {
            None => Err(say!(self.settings.text, TYPED_NO_OFFER)),
            Some(offer) if offer.by == me => Err(say!(self.settings.text, TYPED_OWN_OFFER)),
            Some(offer) => Ok(AnswerOffer { offer: offer.id }),
        }
    }

    fn draw(&self, room: &Room, me: Seat, typed: &str) -> Result<Command, String> {
        let text = &self.settings.text;
        let view = &room.view;
        let rules = view.settings.rules;
        let cell = notation::parse_with(rules, self.settings.keys, typed);
        let cell = cell.map_err(|error| self.no_cell(view, typed, &error))?;
        let Some(game) = view.running() else {
            return Err(say!(text, TYPED_NO_GAME));
        };
        if self.client.pending_move().is_some() {
            return Err(say!(text, TYPED_PENDING));
        }
        if let Some(turn) = game.turn.filter(|turn| turn.seat != me) {
            let name = Scene::of(text, room).name(turn.seat);
            return Err(say!(text, TYPED_NOT_YOUR_TURN, name));
        }
        if !game.opening.is_none_or(OpeningStage::may_place) {
            return Err(self.opening_lines(room).join(" "));
        }
        if game.moves.iter().any(|played| played.cell == cell) {
            return Err(self.taken(view, cell));
        }
        let next = room.next_move(cell).map(Command::Move);
        next.ok_or_else(|| say!(text, TYPED_NO_GAME))
    }

    fn no_cell(&self, view: &View, typed: &str, error: &NotationError) -> String {
        let text = &self.settings.text;
        match error {
            NotationError::Unreadable => {
                say!(text, TYPED_UNKNOWN, text = typed, example = example(view))
            }
            NotationError::OutsideBoard { last } => {
                say!(text, TYPED_OUTSIDE, text = typed, last)
            }
            NotationError::DigitsNeed3x3 => say!(text, TYPED_DIGITS, example = example(view)),
        }
    }

    fn taken(&self, view: &View, cell: Cell) -> String {
        let text = &self.settings.text;
        let rules = view.settings.rules;
        let name = |cell| notation::name(rules, cell).unwrap_or_default();
        let played: Vec<Cell> = view
            .game
            .iter()
            .flat_map(|g| &g.moves)
            .map(|m| m.cell)
            .collect();
        let free: Vec<String> = (0..rules.cells())
            .filter(|cell| !played.contains(cell))
            .map(name)
            .collect();
        if free.len() > LISTED_CELLS {
            return say!(text, TYPED_TAKEN_MANY, cell = name(cell));
        }
        say!(text, TYPED_TAKEN, cell = name(cell), free = free.join(", "))
    }
}

#[cfg(test)]
mod tests;

//! The bot's state machine: updates in, the next [`NextAction`] out.

mod next_action;
#[cfg(test)]
mod tests;

use std::time::Duration;

use frontend::{exit::Exit, intent::Intent};
use oxo_client::{
    session::{Ask, AskKind, End, Room, Update},
    state::ClientState,
};
use protocol::{
    Answer, Command, Refusal,
    event::{GameResult, Over},
    request::InGame,
    view::GameView,
};
use tokio::time::Instant;

pub(super) use next_action::NextAction;

use super::language::{BotMessage, BotPosition};

/// After a refusal, before anything else is tried.
const HOLD: Duration = Duration::from_secs(1);
/// After a return, until the missing events have come.
const CATCH_UP: Duration = Duration::from_millis(300);

/// A bot on its way through its games.
pub(super) struct BotPlayer {
    intent: Intent,
    /// Games still to be played, if bounded.
    games: Option<u32>,
    move_ms: u64,
    client: ClientState,
    /// Whether it is on its way to a table: asked, and perhaps queued.
    entering: bool,
    hold: Option<Instant>,
    /// The game that the program has been notified of.
    playing: Option<u32>,
    /// The number of a game that is being opened, of which the program knows nothing yet.
    opened: Option<u32>,
    /// Since when nothing is played at this table.
    idle: Option<Instant>,
    over: Option<Exit>,
}

impl BotPlayer {
    /// A bot that is to go to a table and play this many games there, or with as
    /// many opponents as it takes.
    pub fn new(intent: Intent, games: Option<u32>, move_ms: u64) -> BotPlayer {
        BotPlayer {
            intent,
            games,
            move_ms,
            client: ClientState::default(),
            entering: false,
            hold: None,
            playing: None,
            opened: None,
            idle: None,
            over: None,
        }
    }

    pub fn intent(&self) -> &Intent {
        &self.intent
    }

    /// Whether it plays quick matches.
    fn roams(&self) -> bool {
        matches!(self.intent, Intent::Play { .. })
    }

    /// Gives an ask its number. Until its answer nothing else is asked.
    pub fn asks(&mut self, ask: Ask) -> Ask {
        self.entering |= !matches!(ask.what, AskKind::Seat(_));
        self.client.number(ask)
    }

    /// Whether an answer is still to come.
    pub fn waits_for_reply(&self) -> bool {
        self.client.is_waiting()
    }

    /// Takes an update; returns the messages for the program.
    pub fn update(&mut self, update: &Update, now: Instant) -> Vec<BotMessage> {
        let asked = match update {
            Update::Reply { id, .. } | Update::Dropped { id } => self.client.waits_for(*id),
            _ => false,
        };
        self.client.take(update, now);
        match update {
            Update::Seated(_) if self.client.room.is_some() => self.hold = Some(now + CATCH_UP),
            Update::Snapshot(room) | Update::Event { room, .. } => return self.sees(room, now),
            Update::Reply { answer, .. } if asked => self.answered(answer, now),
            Update::Dropped { .. } if asked => {
                self.hold = Some(now + HOLD);
                self.entering = false;
            }
            Update::Unqueued(_) => {
                self.hold = Some(now + HOLD);
                self.entering = false;
            }
            Update::End(End::Superseded | End::Closed) => self.over = Some(Exit::Fine),
            Update::End(End::Gone | End::Link(_)) => self.over = Some(Exit::Failed),
            _ => {}
        }
        Vec::new()
    }

    fn answered(&mut self, answer: &Answer, now: Instant) {
        match answer {
            Answer::Ok(_) => {}
            Answer::Error(refused) => {
                let retry = retry_in(&refused.why);
                self.hold = Some(now + retry.unwrap_or(HOLD));
                if std::mem::take(&mut self.entering) && retry.is_none() {
                    self.over = Some(Exit::Failed);
                }
            }
        }
    }

    /// Sees the room, and how far the game is in it.
    fn sees(&mut self, room: &Room, now: Instant) -> Vec<BotMessage> {
        let Some(me) = room.seat else {
            return Vec::new();
        };
        let view = &room.view;
        let mut messages = Vec::new();
        if let Some(game) = &view.game {
            // The marks are the program's concern once they are settled.
            if game.over.is_none() && game.opening.is_some() {
                self.opened = Some(game.number);
            } else if game.over.is_none() && self.playing != Some(game.number) {
                (self.playing, self.opened, self.idle) = (Some(game.number), None, None);
                messages.extend(BotMessage::started(view, game, me));
            } else if game.over.is_some() {
                let was_played = self.playing.take_if(|n| *n == game.number).is_some();
                if was_played || self.opened.take_if(|n| *n == game.number).is_some() {
                    self.idle = Some(now);
                    self.count(game);
                }
                if was_played {
                    messages.extend(BotMessage::over(view, game, me));
                }
            }
        }
        self.entering = false;
        if room.is_over() {
            (self.playing, self.opened) = (None, None);
        }
        messages
    }

    /// A game that was called off is not one of those that were to be played.
    fn count(&mut self, game: &GameView) {
        let counts = |over: Over| over.result != GameResult::Aborted;
        let counts = game.over.is_some_and(counts);
        if let Some(games) = self.games.as_mut().filter(|_| counts) {
            *games = games.saturating_sub(1);
        }
    }

    /// The game that runs, for a program that was started anew in it.
    pub fn started(&self) -> Option<BotMessage> {
        let room = self.client.room.as_ref()?;
        let game = room.view.running().filter(|game| game.opening.is_none())?;
        BotMessage::started(&room.view, game, room.seat?)
    }

    /// The move, if the position is still the one that was thought about.
    pub fn play(&self, position: &BotPosition, cell: game::Cell) -> Option<Command> {
        let room = self.client.room.as_ref()?;
        let game = room.view.running()?;
        let present = BotPosition::of(&room.view, game)?;
        let mine = room.my_turn();
        let next = room
            .next_move(cell)
            .filter(|_| mine && present == *position);
        next.map(Command::Move)
    }

    /// The next step of giving a seat up in good order, since nobody is to wait for a bot that
    /// does not come back: nothing once it is done, or while no answer can come. A move may cross
    /// it: what the server has refused is looked at anew.
    pub fn farewell(&self) -> Option<Command> {
        let room = self.client.room.as_ref();
        let room = room.filter(|room| room.seat.is_some() && self.client.link.is_open())?;
        Some(match room.view.running() {
            None => Command::Leave,
            Some(game) if !game.both_acted(game.moves.len()) => {
                Command::Abort(InGame { game: game.number })
            }
            Some(game) => Command::Resign(InGame { game: game.number }),
        })
    }
}

/// When a refusal that will pass has passed.
fn retry_in(why: &Refusal) -> Option<Duration> {
    match why {
        Refusal::TooFast { retry_in_ms }
        | Refusal::Unavailable { retry_in_ms }
        | Refusal::RoomsTooFast { retry_in_ms }
        | Refusal::JoinsTooFast { retry_in_ms } => Some(Duration::from_millis(*retry_in_ms)),
        _ => None,
    }
}

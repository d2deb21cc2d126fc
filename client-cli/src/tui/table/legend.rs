//! Which keys do something at the table at this moment: what the last line
//! shows, and the choices that are laid over the table.

use crossterm::event::KeyCode;
use protocol::now::Phrase;

use super::{Table, question::Confirm, shown::Choice};
use crate::{key::say, speech, text_board::Charset};

/// A key as it is shown, the key, and what it does.
pub type Entry = (String, KeyCode, String);

fn letter(letter: char, label: String) -> Entry {
    (letter.to_string(), KeyCode::Char(letter), label)
}

fn named(name: String, code: KeyCode, label: String) -> Entry {
    (name, code, label)
}

impl Table {
    /// The keys of the last line, the most useful first, without those that are always there.
    pub(super) fn legend(&self, charset: Charset) -> Vec<Entry> {
        let text = &self.text;
        let (left, right) = match charset {
            Charset::Box => ("←", "→"),
            Charset::Ascii => ("<-", "->"),
        };
        let mut keys = Vec::new();
        if self.back.is_some() {
            let esc = say!(text, SCREEN_KEY_ESC);
            keys.push(named(esc, KeyCode::Esc, say!(text, SCREEN_DO_NOW)));
            keys.push(named(
                left.into(),
                KeyCode::PageUp,
                say!(text, SCREEN_DO_BACK),
            ));
            keys.push(named(
                right.into(),
                KeyCode::PageDown,
                say!(text, SCREEN_DO_FORWARD),
            ));
        } else if self.watches() {
            keys.push(named(
                left.into(),
                KeyCode::PageUp,
                say!(text, SCREEN_DO_BACK),
            ));
            let tab = say!(text, SCREEN_KEY_TAB);
            keys.push(named(tab, KeyCode::Tab, say!(text, SCREEN_DO_NEXT_ROOM)));
        } else {
            self.wishes(&mut keys);
        }
        let game = self.room.view.game.as_ref();
        if game.is_some_and(|game| game.over.is_some() && !game.moves.is_empty()) {
            keys.push(letter('v', say!(text, REVIEW_DO)));
        }
        keys
    }

    fn wishes(&self, keys: &mut Vec<Entry>) {
        if self.room.mode.is_shared() {
            self.pair_wishes(keys);
            return self.looks_back(keys);
        }
        let text = &self.text;
        let view = &self.room.view;
        let alone = self
            .room
            .seat
            .is_none_or(|me| view.seats[me.other()].is_none());
        match view.running() {
            Some(game) => {
                if self.room.my_turn() {
                    let enter = say!(text, SCREEN_KEY_ENTER);
                    keys.push(named(enter, KeyCode::Enter, say!(text, SCREEN_DO_PLAY)));
                }
                if self.may_hint() {
                    keys.push(letter('a', say!(text, SCREEN_DO_HINT)));
                }
                let draw = match game.no_open_lines {
                    true => say!(text, SCREEN_DO_CLAIM_DRAW),
                    false => say!(text, SCREEN_DO_DRAW),
                };
                keys.push(letter('d', draw));
                if !game.moves.is_empty() {
                    keys.push(letter('t', say!(text, SCREEN_DO_TAKE_BACK)));
                }
                let give_up = match self.way_to_give_up() {
                    Confirm::Abort => say!(text, SCREEN_DO_CALL_OFF),
                    _ => say!(text, SCREEN_DO_GIVE_UP),
                };
                keys.push(letter('g', give_up));
                keys.push(letter('r', say!(text, SCREEN_DO_RESTART)));
            }
            None if self.waits_for_friend() => {}
            None if alone => keys.push(letter('i', say!(text, SCREEN_DO_INVITE))),
            None => keys.push(letter('r', say!(text, SCREEN_DO_REMATCH))),
        }
        if self.may_seat_computer() && view.running().is_none() {
            let label = match self.room.opponent() {
                Some(_) => say!(text, SCREEN_DO_LEVEL),
                None => say!(text, SCREEN_DO_COMPUTER),
            };
            keys.push(letter('p', label));
        }
        if !alone && self.room.opponent().is_none() && self.room.mode.is_online() {
            keys.push(letter('s', say!(text, SCREEN_DO_SAY)));
        }
        self.looks_back(keys);
        if self.may_remove() {
            keys.push(letter('x', say!(text, SCREEN_DO_REMOVE)));
        }
    }

    fn looks_back(&self, keys: &mut Vec<Entry>) {
        if self.made() > 0 {
            keys.push(named(
                "[".into(),
                KeyCode::PageUp,
                say!(self.text, SCREEN_DO_BACK),
            ));
        }
    }

    /// The heading and the keys of a choice.
    pub(super) fn choices(&self, choice: Choice) -> (String, Vec<Entry>) {
        let text = &self.text;
        match choice {
            Choice::Phrase => {
                let phrases = ('1'..='8').zip(Phrase::ALL);
                let keys =
                    phrases.map(|(digit, (_, phrase))| letter(digit, speech::phrase(text, phrase)));
                (say!(text, SCREEN_CHOICE_PHRASE), keys.collect())
            }
            Choice::Going => (say!(text, SCREEN_CHOICE_GOING), self.ways_to_go()),
            Choice::Claim => {
                let name = self.absent().map(|(seat, _)| self.scene().name(seat));
                let keys = vec![
                    letter('w', say!(text, SCREEN_CHOICE_CLAIM_WIN)),
                    letter('d', say!(text, SCREEN_CHOICE_CLAIM_DRAW)),
                    letter('p', say!(text, SCREEN_CHOICE_COMPUTER)),
                ];
                (
                    say!(text, SCREEN_CHOICE_CLAIM, name = name.unwrap_or_default()),
                    keys,
                )
            }
            Choice::Level => self.levels(),
            Choice::Invitation => (String::new(), Vec::new()),
        }
    }

    fn ways_to_go(&self) -> Vec<Entry> {
        let text = &self.text;
        let running = self.room.view.running().is_some();
        let give_up = match (running, self.room.opponent()) {
            _ if self.queued.is_some() => say!(text, SCREEN_CHOICE_BACK_TO_QUEUE),
            (true, Some(_)) => say!(text, SCREEN_CHOICE_LEAVE_COMPUTER),
            (true, None) => say!(text, SCREEN_CHOICE_LEAVE_GAME),
            (false, _) => say!(text, SCREEN_CHOICE_LEAVE),
        };
        let mut ways = vec![
            letter('k', say!(text, SCREEN_CHOICE_KEEP)),
            letter('g', give_up),
            letter('q', say!(text, SCREEN_CHOICE_QUIT)),
        ];
        if self.queued.is_some() {
            // Who waits on another connection waits anew.
            ways.remove(0);
        }
        ways
    }
}

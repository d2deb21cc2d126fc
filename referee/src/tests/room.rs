//! A room whose time and randomness are the test's: it takes steps, tells what came of them, and
//! checks what has to hold after every step.

use std::{cell::Cell, sync::Arc};

use protocol::{Limits, Refusal, View, ids::BySeat, refusal::LimitOf};
use serde::Serialize;

use crate::{Context, Draft, Private, PrivateChange, RoomState, due, next_deadline};

pub const BEGIN_MS: u64 = 1_000_000_000_000;

/// Checks rows of a script, a step after it, and what that leads to. Lists the wrong rows as they
/// would be right.
pub fn check(rows: &[(&str, &str, &str)]) {
    let mut wrong = String::new();
    for (script, step, expected) in rows {
        let mut room = Room::of(script);
        let got = room.step(step);
        if !matches(expected, &got) {
            wrong += &format!("    ({script:?}, {step:?}, {got:?}),\n");
        }
    }
    assert!(wrong.is_empty(), "these came out differently:\n{wrong}");
}

/// Whether a text is the expected one, in which `…` stands for anything.
fn matches(expected: &str, got: &str) -> bool {
    let Some((begin, rest)) = expected.split_once('…') else {
        return got == expected;
    };
    got.strip_prefix(begin).is_some_and(|got| {
        let ends = got.char_indices().map(|(at, _)| at).chain([got.len()]);
        ends.into_iter().any(|at| matches(rest, &got[at..]))
    })
}

/// A room whose time and randomness are the test's.
pub struct Room {
    pub state: Arc<RoomState>,
    pub private: Private,
    pub now_ms: u64,
    pub limits: Limits,
    pub rtt_ms: BySeat<Option<u64>>,
    pub away_since_ms: BySeat<Option<u64>>,
    pub unwatched_since_ms: Option<u64>,
    pub random: Cell<u64>,
    pub keeps_games: bool,
    pub seats_computers: bool,
    pub stands_since_ms: Option<u64>,
}

impl Room {
    /// Takes what is due and a step, and tells the reply, the events and the private changes.
    pub fn report(
        &mut self,
        act: impl FnOnce(&mut Draft, &Context) -> Result<String, Refusal>,
    ) -> String {
        self.report_undue(|draft, context| {
            due(draft, context);
            act(draft, context)
        })
    }

    /// The same for a step before which nothing that is due is applied.
    pub fn report_undue(
        &mut self,
        act: impl FnOnce(&mut Draft, &Context) -> Result<String, Refusal>,
    ) -> String {
        let before = Arc::clone(&self.state);
        let (events, private, at_ms, done) = self.take(|draft, context| {
            let done = act(draft, context);
            (
                draft.events.clone(),
                draft.private.clone(),
                draft.at_ms(),
                done,
            )
        });
        let mut folded = (*before).clone();
        for (seq, event) in (folded.view().seq + 1..).zip(&events) {
            folded.fold(seq, at_ms, event);
        }
        assert_eq!(folded.view(), self.view(), "the fold of the events");
        assert_eq!(folded.board(), self.state.board());
        let ends = next_deadline(self.view()).is_none();
        let over = self.view().seq == 0 || self.view().ended.is_some();
        assert_eq!(ends, over, "a deadline until the end");

        let changes = private.iter().map(|change| match change {
            PrivateChange::Seated { seat, .. } => format!("(seated {seat})"),
            change => format!("({})", wire_text(change, at_ms)),
        });
        let events = events.iter().map(|event| wire_text(event, at_ms));
        let all = events.chain(changes).collect::<Vec<_>>().join("; ");
        match done {
            Err(why) if all.is_empty() => format!("!{}", wire_text(&why, at_ms)),
            Err(why) => format!("!{} => {all}", wire_text(&why, at_ms)),
            Ok(reply) if reply.is_empty() => all,
            Ok(reply) => format!("{} => {all}", reply.trim()),
        }
    }

    /// Takes what `act` does.
    pub fn take<T>(&mut self, act: impl FnOnce(&mut Draft, &Context) -> T) -> T {
        let (draft, done) = self.draft(act);
        for change in &draft.private {
            self.private.apply(change);
        }
        let state = Arc::clone(draft.state());
        self.state = draft.into_state();
        assert!(Arc::ptr_eq(&state, &self.state));
        done
    }

    /// The draft of `act`, not taken yet.
    pub fn draft<T>(&self, act: impl FnOnce(&mut Draft, &Context) -> T) -> (Draft, T) {
        let random = || self.random.replace(self.random.get() + 1);
        let context = Context {
            limits: &self.limits,
            unwatched_since_ms: self.unwatched_since_ms,
            rtt_ms: self.rtt_ms,
            away_since_ms: self.away_since_ms,
            random: &random,
            keeps_games: self.keeps_games,
            may_seat_computer: &|| match self.seats_computers {
                true => Ok(()),
                false => Err(Refusal::TooManyComputers {
                    of: LimitOf::Server,
                }),
            },
            stands_since_ms: self.stands_since_ms,
        };
        let mut draft = Draft::new(Arc::clone(&self.state), self.now_ms);
        let done = act(&mut draft, &context);
        (draft, done)
    }

    pub fn view(&self) -> &View {
        self.state.view()
    }
}

/// A value as the wire has it, without quotes, and with instants counted from `now_ms` on.
pub fn wire_text(value: &impl Serialize, now_ms: u64) -> String {
    let json = serde_json::to_string(value).unwrap().replace('"', "");
    let json = json
        .strip_prefix('{')
        .and_then(|json| json.strip_suffix('}'))
        .unwrap_or(&json);
    let (kind, fields) = json.split_once(',').unwrap_or((json, ""));
    let kind = kind.split_once(':').map_or(kind, |(_, kind)| kind);
    let fields = fields.strip_prefix("params:").unwrap_or(fields);
    let mut text = format!("{kind} {fields}").trim_end().to_owned();
    let instants = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|it| it.len() > 12);
    for digits in instants.map(str::to_owned).collect::<Vec<_>>() {
        let from_now = digits.parse::<i128>().unwrap() - i128::from(now_ms);
        text = text.replace(&digits, &format!("{from_now:+}"));
    }
    text
}

//! The call to the table: the bell, and the words of a notification.

use std::ops::Deref;

use frontend::speech;
use protocol::{Event, EventFrame, Mark, Seat, View};
use sentences::{say, together};

use super::{LiveTable, TablePage};
use crate::tui::effect::UiEffect;

/// Who has waited less than that for the opponent is most likely still here.
const QUICK_MS: u64 = 5_000;

impl<P: Deref<Target = TablePage>> LiveTable<'_, P> {
    /// How this event calls the person, if it does.
    pub(super) fn call(&self, frame: &EventFrame, before: &View) -> Option<UiEffect> {
        let words = self.rings(frame, before)?;
        Some(match self.was_quick(frame, before) {
            true => UiEffect::Bell,
            false => UiEffect::Ring(words),
        })
    }

    /// Whether this is the opponent's answer within a few seconds, for which one has hardly gone away.
    fn was_quick(&self, frame: &EventFrame, before: &View) -> bool {
        let turn = before.running().and_then(|game| game.turn);
        let moved = matches!(frame.event, Event::Moved { .. });
        let taken_ms = turn.map(|turn| frame.at_ms.saturating_sub(turn.since_ms));
        let goes_on = frame.event.over().is_none() && !self.room.counts_days();
        goes_on && moved && taken_ms.is_some_and(|ms| ms < QUICK_MS)
    }

    /// The words with which this event calls the person, if it does.
    fn rings(&self, frame: &EventFrame, before: &View) -> Option<String> {
        if self.room.mode.is_shared() || self.has_computer() {
            return None;
        }
        let (scene, me) = (self.scene(), self.room.seat);
        if let Some(over) = frame.event.over() {
            let moved = matches!(frame.event, Event::Moved { .. });
            let by_me = moved && is_turn_of(before, me);
            return (!by_me).then(|| speech::result(scene, over));
        }
        let me = me?;
        match &frame.event {
            Event::Joined { seat, .. } if *seat != me => {
                let lines = speech::event(scene, before, frame);
                Some(together(lines))
            }
            _ if self.room.my_turn() && !is_turn_of(before, Some(me)) => {
                let mark = self.room.view.mark_of(me).unwrap_or(Mark::X);
                let said = || say!(self.page.text, TABLE_YOUR_TURN, mark = mark);
                Some(speech::opening_turn(scene).unwrap_or_else(said))
            }
            _ => None,
        }
    }
}

fn is_turn_of(view: &View, seat: Option<Seat>) -> bool {
    let turn = view.running().and_then(|game| game.turn);
    turn.is_some_and(|turn| Some(turn.seat) == seat)
}

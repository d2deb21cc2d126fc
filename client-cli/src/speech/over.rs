//! How games end, in words, from each side of the table.

use protocol::{
    Seat,
    event::{How, Over, Replaced, Score},
};

use super::Scene;
use crate::{key::say, locale::Catalogue};

/// The sentences of a game's end: how, who played in whose place, and the
/// score after it.
pub(super) fn over(scene: Scene<'_>, over: &Over, after: &Score) -> Vec<String> {
    let game = scene.view.game.as_ref();
    let replaced = game.and_then(|game| game.replaced.as_ref());
    [
        Some(result(scene, over)),
        replaced.map(|replaced| self::replaced(scene, replaced)),
        Some(score(scene, after)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// That a computer played in somebody's place.
#[must_use]
pub fn replaced(scene: Scene<'_>, replaced: &Replaced) -> String {
    let (name, before) = (
        scene.name(replaced.seat),
        super::player(scene.text, &replaced.player),
    );
    let number = replaced.ply + 1;
    say!(
        scene.text,
        OVER_REPLACED,
        name = name,
        before = before,
        number = number
    )
}

/// How a game ended.
#[must_use]
pub fn result(scene: Scene<'_>, over: &Over) -> String {
    let text = scene.text;
    match over.reason {
        How::Full => say!(text, OVER_FULL),
        How::Agreed => say!(text, OVER_AGREED),
        How::NoOpenLines => say!(text, OVER_DEAD),
        How::ClaimedDraw => say!(text, OVER_CLAIMED_DRAW),
        How::CalledOff => say!(text, OVER_CALLED_OFF),
        How::NoFirstMove => say!(text, OVER_NO_FIRST_MOVE),
        How::Restarted => say!(text, OVER_RESTARTED),
        How::RoomEnded => say!(text, OVER_ROOM_ENDED),
        How::Line | How::Resigned | How::Flag | How::Idle | How::ClaimedWin => match over.winner {
            Some(winner) => won(scene, over.reason, winner),
            None => say!(text, OVER_OTHERWISE),
        },
    }
}

/// From which side a win is seen.
#[derive(Clone, Copy)]
enum Side {
    Won,
    Lost,
    Watched,
}

fn won(scene: Scene<'_>, how: How, winner: Seat) -> String {
    let text = scene.text;
    let (w, l) = (scene.name(winner), scene.name(winner.other()));
    let side = match scene.me {
        Some(me) if me == winner => Side::Won,
        Some(_) => Side::Lost,
        None => Side::Watched,
    };
    let misere = scene.view.settings.rules.is_misere();
    match (how, side) {
        (How::Line, Side::Won) if misere => say!(text, OVER_MISERE_WON, loser = l),
        (How::Line, Side::Lost) if misere => say!(text, OVER_MISERE_LOST),
        (How::Line, Side::Watched) if misere => {
            say!(text, OVER_MISERE_WATCHED, loser = l, winner = w)
        }
        (How::Line, Side::Won) => say!(text, OVER_LINE_WON),
        (How::Line, Side::Lost) => say!(text, OVER_LINE_LOST, winner = w),
        (How::Line, Side::Watched) => say!(text, OVER_LINE_WATCHED, winner = w),
        (How::Resigned, Side::Won) => say!(text, OVER_RESIGNED_WON, loser = l),
        (How::Resigned, Side::Lost) => say!(text, OVER_RESIGNED_LOST, winner = w),
        (How::Resigned, Side::Watched) => {
            say!(text, OVER_RESIGNED_WATCHED, loser = l, winner = w)
        }
        (How::Flag, Side::Won) => say!(text, OVER_FLAG_WON, loser = l),
        (How::Flag, Side::Lost) => say!(text, OVER_FLAG_LOST, winner = w),
        (How::Flag, Side::Watched) => say!(text, OVER_FLAG_WATCHED, loser = l, winner = w),
        (How::Idle, Side::Won) => say!(text, OVER_IDLE_WON, loser = l),
        (How::Idle, Side::Lost) => say!(text, OVER_IDLE_LOST, winner = w),
        (How::Idle, Side::Watched) => say!(text, OVER_IDLE_WATCHED, loser = l, winner = w),
        (How::ClaimedWin, Side::Won) => say!(text, OVER_CLAIMED_WIN_WON, loser = l),
        (How::ClaimedWin, Side::Lost) => say!(text, OVER_CLAIMED_WIN_LOST, winner = w),
        (How::ClaimedWin, Side::Watched) => {
            say!(text, OVER_CLAIMED_WIN_WATCHED, loser = l, winner = w)
        }
        // The ways in which nobody wins: only a strange server names a winner.
        _ => say!(text, OVER_WON_OTHERWISE, winner = w),
    }
}

/// The running score.
#[must_use]
pub fn score(scene: Scene<'_>, score: &Score) -> String {
    let named = |seat| own(scene.text, scene.is_me(seat), scene.name(seat));
    say!(
        scene.text,
        SCORE,
        host = named(Seat::Host),
        host_won = score.host,
        guest = named(Seat::Guest),
        guest_won = score.guest,
        draws = score.draws,
    )
}

/// A name in a list, marked if it is one's own.
pub(super) fn own(text: &Catalogue, mine: bool, name: String) -> String {
    if mine {
        say!(text, WHO_YOU, name = name)
    } else {
        name
    }
}

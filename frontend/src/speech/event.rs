//! Events in words: a sentence each, and its consequences.

use game::{Cell, Mark};
use protocol::{
    Event, EventFrame, OpeningChoice, Seat, View,
    event::{Cause, Closed, Offer, RoomEnd},
    now::{Phrase, Reaction},
};
use sentences::{Catalogue, say, time::seconds};

use super::{Scene, absence, code, over, player};

/// The sentences of an event, given the view before it and the scene after.
pub fn event(scene: Scene<'_>, before: &View, frame: &EventFrame) -> Vec<String> {
    let was = Scene {
        view: before,
        ..scene
    };
    let mut lines = vec![sentence(scene, was, frame)];
    match &frame.event {
        Event::Moved {
            over: Some(over), ..
        }
        | Event::Ended {
            over: Some(over), ..
        } => lines.extend(over::over(was, over, &scene.view.score)),
        Event::Finished { over, .. } => lines = over::over(was, over, &scene.view.score),
        // The player who stays reads the same once, with the choices that follow.
        Event::Lost { seat, .. } if scene.is_me(seat.other()) && scene.view.running().is_some() => {
            let seated = scene.view.seats[*seat].as_ref();
            if let Some(lost) = seated.and_then(|seated| seated.lost) {
                lines = vec![absence(scene, *seat, lost, frame.at_ms)];
            }
        }
        _ => {}
    }
    if let Some(id) = frame.event.over().and_then(|over| over.id) {
        lines.push(say!(scene.text, OVER_KEPT, id));
    }
    lines
}

fn sentence(scene: Scene<'_>, was: Scene<'_>, frame: &EventFrame) -> String {
    let text = scene.text;
    match &frame.event {
        Event::Created { .. } if scene.is_me(Seat::Host) => say!(text, EVENT_CREATED_YOU),
        Event::Created { host, .. } => say!(text, EVENT_CREATED_OTHER, name = player(text, host)),
        Event::Joined { seat, .. } if scene.is_me(*seat) => say!(text, EVENT_JOINED_YOU),
        Event::Joined {
            seat,
            replaced: Some(replaced),
            ..
        } => {
            let (name, before) = (scene.name(*seat), player(text, &replaced.player));
            say!(text, EVENT_JOINED_REPLACING, name, before)
        }
        Event::Joined { seat, .. } => {
            say!(text, EVENT_JOINED_OTHER, name = scene.name(*seat))
        }
        Event::Started { game, x, turn, .. } => started(scene, *game, *x, turn.seat),
        Event::Moved { cell, mark, .. } => moved(scene, was, *cell, *mark),
        Event::Chosen { choice, .. } => chosen(scene, was, *choice),
        // Worded by how the game ended.
        Event::Finished { .. } => String::new(),
        Event::TakenBack { ply, by, .. } if scene.is_me(*by) => {
            say!(text, EVENT_TAKEN_BACK_YOU, count = ply)
        }
        Event::TakenBack { ply, by, .. } => {
            say!(
                text,
                EVENT_TAKEN_BACK_OTHER,
                count = ply,
                name = scene.name(*by)
            )
        }
        Event::Offered { offer } => self::offer(scene, offer),
        Event::OfferClosed { reason, by, .. } => offer_closed(scene, *reason, *by),
        Event::Lost { seat, cause, .. } => lost(scene, *seat, *cause),
        Event::Returned { seat, .. } if scene.is_me(*seat) => say!(text, EVENT_RETURNED_YOU),
        Event::Returned { seat, .. } => say!(text, EVENT_RETURNED_OTHER, name = scene.name(*seat)),
        Event::Left { seat, .. } if scene.is_me(*seat) => say!(text, EVENT_LEFT_YOU),
        Event::Left { seat, .. } => say!(text, EVENT_LEFT_OTHER, name = was.name(*seat)),
        Event::Removed { .. } => say!(text, EVENT_REMOVED, room = frame.room),
        Event::Renamed { seat, .. } if scene.is_me(*seat) => {
            say!(text, EVENT_RENAMED_YOU, name = scene.name(*seat))
        }
        Event::Renamed { seat, .. } => {
            let (before, name) = (was.name(*seat), scene.name(*seat));
            say!(text, EVENT_RENAMED_OTHER, before, name)
        }
        Event::Away { lost_ms, .. } => say!(text, EVENT_AWAY, count = seconds(*lost_ms)),
        Event::Ended { reason, .. } => room_end(text, *reason),
        Event::Unknown => say!(text, EVENT_UNKNOWN),
    }
}

/// Why a room has ended.
pub fn room_end(text: &Catalogue, why: RoomEnd) -> String {
    match why {
        RoomEnd::Left => say!(text, EVENT_ENDED_LEFT),
        RoomEnd::Empty => say!(text, EVENT_ENDED_EMPTY),
        RoomEnd::Age => say!(text, EVENT_ENDED_AGE),
        RoomEnd::Events => say!(text, EVENT_ENDED_EVENTS),
        RoomEnd::Operator => say!(text, EVENT_ENDED_OPERATOR),
    }
}

/// The mover is whose turn it was; nobody's in a view without that game.
fn moved(scene: Scene<'_>, was: Scene<'_>, cell: Cell, mark: Option<Mark>) -> String {
    let text = scene.text;
    let game = was.view.game.as_ref();
    let mover = game.and_then(|game| Some((game, game.turn?.seat)));
    let Some((game, seat)) = mover else {
        return say!(text, EVENT_UNKNOWN);
    };
    let mark = mark.unwrap_or_else(|| game.mark_of(seat));
    let cell = scene.cell(cell);
    if scene.is_me(seat) {
        return say!(text, EVENT_MOVED_YOU, mark, cell);
    }
    let name = scene.name(seat);
    say!(text, EVENT_MOVED_OTHER, name, mark, cell)
}

/// A mark was taken, or two more are placed. The chooser is whose turn it was; nobody's in a view without that game.
fn chosen(scene: Scene<'_>, was: Scene<'_>, choice: OpeningChoice) -> String {
    let text = scene.text;
    let Some(turn) = was.view.game.as_ref().and_then(|game| game.turn) else {
        return say!(text, EVENT_UNKNOWN);
    };
    let (by, name) = (turn.seat, scene.name(turn.seat));
    match (choice.mark(), scene.is_me(by)) {
        (Some(mark), true) => say!(text, EVENT_CHOSEN_MARK_YOU, mark),
        (Some(mark), false) => say!(text, EVENT_CHOSEN_MARK_OTHER, name, mark),
        (None, true) => say!(text, EVENT_CHOSEN_TWO_YOU),
        (None, false) => say!(text, EVENT_CHOSEN_TWO_OTHER, name),
    }
}

fn started(scene: Scene<'_>, game: u32, x: Seat, begins: Seat) -> String {
    let text = scene.text;
    let name = scene.name(begins);
    let (first, mark) = if begins == x {
        (Mark::X, Mark::O)
    } else {
        (Mark::O, Mark::X)
    };
    let running = scene.view.running();
    match scene.me {
        // Marks are nobody's yet.
        me if running.is_some_and(|game| game.opening.is_some()) => match me == Some(begins) {
            true => say!(text, EVENT_STARTED_OPENING_YOU, game),
            false => say!(text, EVENT_STARTED_OPENING_OTHER, game, name),
        },
        Some(me) if me == begins => say!(text, EVENT_STARTED_FIRST, game, mark = first),
        Some(_) => say!(text, EVENT_STARTED_SECOND, game, mark, name, first),
        None if scene.shared && !Seat::BOTH.into_iter().any(|seat| scene.has_name(seat)) => {
            say!(text, LOCAL_STARTED, game, name)
        }
        None => {
            let second = scene.name(begins.other());
            say!(text, EVENT_STARTED_WATCHED, game, name, first, second, mark)
        }
    }
}

/// An offer, and its side.
pub fn offer(scene: Scene<'_>, offer: &Offer) -> String {
    let text = scene.text;
    let (name, ply) = (scene.name(offer.by), offer.ply.unwrap_or_default());
    let key = format!(
        "event.offered.{}.{}",
        code(offer.kind),
        side(scene, offer.by)
    );
    text.say(&key, &[("name", &name), ("ply", &ply)])
}

fn offer_closed(scene: Scene<'_>, why: Closed, by: Seat) -> String {
    let text = scene.text;
    match why {
        Closed::Declined if scene.is_me(by.other()) => say!(text, EVENT_DECLINED_YOU),
        Closed::Declined => say!(text, EVENT_DECLINED_OTHER, name = scene.name(by.other())),
        Closed::Expired => say!(text, EVENT_EXPIRED),
    }
}

fn lost(scene: Scene<'_>, seat: Seat, cause: Cause) -> String {
    let key = format!("event.lost.{}.{}", code(cause), side(scene, seat));
    scene.text.say(&key, &[("name", &scene.name(seat))])
}

/// The last part of a key that has a sentence for oneself and one for the others.
pub(super) fn side(scene: Scene<'_>, seat: Seat) -> &'static str {
    match scene.is_me(seat) {
        true => "you",
        false => "other",
    }
}

/// A phrase that somebody said.
pub fn reaction(scene: Scene<'_>, reaction: &Reaction) -> String {
    let words = phrase(scene.text, reaction.phrase);
    if scene.is_me(reaction.by) {
        return say!(scene.text, TABLE_SAID_YOU, phrase = words);
    }
    let name = scene.name(reaction.by);
    say!(scene.text, TABLE_SAID_OTHER, name, phrase = words)
}

/// The words of a phrase.
pub fn phrase(text: &Catalogue, phrase: Phrase) -> String {
    text.say(format!("phrase.{phrase}"), &[])
}

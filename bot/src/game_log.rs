//! A log of a bot's games for the person who runs it, as a spectator would read it: every game's
//! beginning and end, and not each move.

use frontend::speech::{self, Scene};
use oxo_client::{
    address::Address,
    session::{End, LinkLoss, Room, Update},
};
use protocol::{Accepted, Answer, Event, EventFrame, View, view::GameView};
use sentences::{Catalogue, say};

/// The sentences of an update.
pub(super) fn notes(text: &Catalogue, address: &Address, update: &Update) -> Vec<String> {
    match update {
        Update::LinkUp(welcome) => {
            let up = speech::link_up(text, address, welcome);
            let told = speech::notice(text, &welcome.notice);
            std::iter::once(up).chain(told).collect()
        }
        Update::Notice(notice) => speech::notice(text, notice),
        Update::LinkLost {
            why: LinkLoss::Bye(bye),
            ..
        } => vec![speech::bye(text, bye.reason)],
        Update::LinkLost {
            why: why @ (LinkLoss::Broken | LinkLoss::Silent),
            ..
        } => vec![speech::loss(text, why.kind())],
        Update::Reply { answer, .. } => reply(text, answer),
        Update::Matched(_) => vec![say!(text, QUEUE_MATCHED)],
        Update::Unqueued(why) => vec![speech::unqueued(text, *why)],
        Update::Complaint(why) => vec![refusal(text, why)],
        Update::Event {
            frame,
            before,
            room,
        } => event(text, frame, before, room),
        Update::Snapshot(room) => started(text, room),
        Update::Dismissed => vec![say!(text, LINK_DISMISSED)],
        // Said at its own end.
        Update::End(End::Closed) => Vec::new(),
        Update::End(end) => vec![speech::ended(text, address, end)],
        _ => Vec::new(),
    }
}

/// The players, where the beginning of the game was not heard.
fn started(text: &Catalogue, room: &Room) -> Vec<String> {
    let scene = watched(text, room);
    let said = |game: &GameView| {
        let begins = game.first(room.view.settings.opens);
        say!(
            text,
            EVENT_STARTED_WATCHED,
            game = game.number,
            name = scene.name(begins),
            first = game.mark_of(begins),
            second = scene.name(begins.other()),
            mark = game.mark_of(begins.other())
        )
    };
    room.view.running().map(said).into_iter().collect()
}

fn reply(text: &Catalogue, answer: &Answer) -> Vec<String> {
    match answer {
        Answer::Ok(Accepted::Queued { .. }) => {
            vec![say!(text, QUEUE_WAITING)]
        }
        Answer::Ok(Accepted::Created(entered)) => vec![
            say!(text, ROOM_CREATED, room = entered.room),
            say!(text, ROOM_JOIN_LINE, url = entered.url),
        ],
        Answer::Ok(Accepted::Joined(entered)) => {
            vec![say!(text, ROOM_JOINED, room = entered.room)]
        }
        Answer::Ok(_) => Vec::new(),
        Answer::Error(refused) => vec![refusal(text, &refused.why)],
    }
}

fn refusal(text: &Catalogue, why: &protocol::Refusal) -> String {
    speech::refusal(Scene::outside(text), why, 0)
}

/// The room as a spectator sees it.
fn watched<'a>(text: &'a Catalogue, room: &'a Room) -> Scene<'a> {
    let me = None;
    Scene {
        me,
        ..Scene::of(text, room)
    }
}

fn event(text: &Catalogue, frame: &EventFrame, before: &View, room: &Room) -> Vec<String> {
    let scene = watched(text, room);
    let said = || speech::event(scene, before, frame);
    match &frame.event {
        Event::Moved { over: Some(_), .. } => said().split_off(1),
        Event::Moved { .. } | Event::Offered { .. } | Event::OfferClosed { .. } => Vec::new(),
        _ => said(),
    }
}

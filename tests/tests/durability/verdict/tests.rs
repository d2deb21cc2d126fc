//! The judge judged: a room that is as it should be, and the same room with
//! one thing wrong.

use std::sync::Arc;

use journal::Stored;
use protocol::{
    Accepted, EventFrame, Frame, Now, RoomCode, Seat, Secret, Snapshot, View, ids::BySeat,
};
use referee::{Private, SeatKey};

use super::weigh;
use crate::{
    breach::Broken,
    ledger::{Entry, Kind},
    record::{Known, Record},
};

/// A room in which both have moved once.
const LOG: [&str; 5] = [
    r#"{"type":"created","settings":{"first":"host"},"host":{"guest":1},"closes_ms":9000"#,
    r#"{"type":"joined","seat":"guest","player":{"guest":2}"#,
    r#"{"type":"started","game":1,"x":"host","turn":{"seat":"host","due_ms":60,"limit":"first_move"}"#,
    r#"{"type":"moved","game":1,"ply":0,"cell":4,"turn":{"seat":"guest","due_ms":60}"#,
    r#"{"type":"moved","game":1,"ply":1,"cell":0,"turn":{"seat":"host","due_ms":60,"limit":"idle"}"#,
];

fn event(seq: usize) -> String {
    let event = LOG[seq - 1];
    format!(r#"{event},"room":"K7QX-4MTR","seq":{seq},"at_ms":{seq}}}"#)
}

fn secret(seat: Seat) -> Secret {
    Secret::new(format!("{:A<24}", seat.to_string())).unwrap()
}

fn moved(n: u64, seq: u64) -> String {
    format!(r#"{{"type":"reply","id":{n},"ok":{{"type":"moved","seq":{seq}}}}}"#)
}

fn command(n: u64, ply: u64, cell: u64) -> String {
    format!(
        r#"{{"type":"move","id":{n},"room":"K7QX-4MTR","n":{n},"game":1,"ply":{ply},"cell":{cell}}}"#
    )
}

/// The whole room as it is after `n` events.
fn shown(seq: u64) -> String {
    let mut view = View::default();
    for seq in 1..=usize::try_from(seq).unwrap() {
        let frame: EventFrame = serde_json::from_str(&event(seq)).unwrap();
        view.fold(frame.seq, frame.at_ms, &frame.event);
    }
    let now: Now = serde_json::from_str(
        r#"{"links":{"host":{"state":"away"},"guest":{"state":"away"}},"spectators":0}"#,
    )
    .unwrap();
    let room = "K7QX-4MTR".parse().unwrap();
    let at_ms = 9;
    let snapshot = Snapshot {
        room,
        seq,
        at_ms,
        view,
        now,
    };
    serde_json::to_string(&Frame::Room(Box::new(snapshot))).unwrap()
}

fn entry(seat: Option<Seat>, kind: Kind, number: u64, text: String) -> Entry {
    Entry {
        table: 1,
        seat,
        kind,
        number,
        text,
    }
}

/// The ledger of that room's clients.
fn entries() -> Vec<Entry> {
    let (host, guest) = (Some(Seat::Host), Some(Seat::Guest));
    let mut entries: Vec<_> = Seat::BOTH
        .iter()
        .flat_map(|seat| {
            let text = secret(*seat).reveal().to_owned();
            [
                entry(Some(*seat), Kind::Secret, 0, text),
                entry(Some(*seat), Kind::Seated, 0, "{}".into()),
            ]
        })
        .collect();
    entries.extend([
        entry(host, Kind::Sent, 1, command(1, 0, 4)),
        entry(None, Kind::View, 3, shown(3)),
        entry(host, Kind::Reply, 1, moved(1, 4)),
        entry(None, Kind::Event, 4, event(4)),
        entry(guest, Kind::Sent, 1, command(1, 1, 0)),
        entry(guest, Kind::Reply, 1, moved(1, 5)),
        entry(host, Kind::Event, 5, event(5)),
    ]);
    entries
}

/// Its stored state.
fn kept() -> Stored {
    let key = |seat: Seat, seq| {
        let mut key = SeatKey::new(secret(seat).hash());
        (key.n, key.last) = (1, Some(Accepted::Moved { seq }));
        Some(key)
    };
    let private = Private {
        code: Some(RoomCode::from_bits(1)),
        seats: BySeat {
            host: key(Seat::Host, 4),
            guest: key(Seat::Guest, 5),
        },
        ..Private::default()
    };
    Stored {
        events: (1..=5).map(|seq| Arc::from(event(seq))).collect(),
        state: None,
        private,
    }
}

fn known(entries: Vec<Entry>) -> Known {
    let mut record = Record::default();
    record.take(entries).unwrap();
    record.tables.remove(&1).unwrap()
}

/// The judge's finding in the room after a change.
fn judged(wrong: impl Fn(&mut Vec<Entry>, &mut Stored)) -> Option<Broken> {
    let (mut entries, mut stored) = (entries(), kept());
    wrong(&mut entries, &mut stored);
    let found = weigh(1, &mut known(entries), Some(&stored));
    found.err().map(|finding| finding.broken)
}

fn guest(stored: &mut Stored) -> &mut SeatKey {
    stored.private.seats.guest.as_mut().unwrap()
}

#[test]
fn a_correct_room_passes_again_and_again() {
    let mut known = known(entries());
    assert_eq!(weigh(1, &mut known, Some(&kept())).unwrap(), 5);
    assert_eq!(weigh(1, &mut known, Some(&kept())).unwrap(), 0);
    // A part that was shown to be there once must not change.
    let mut changed = kept();
    changed.events[1] = Arc::from(event(2).replace("\"guest\":2", "\"guest\":3"));
    let found = weigh(1, &mut known, Some(&changed)).unwrap_err();
    assert_eq!(found.broken, Broken::Undone);
}

#[test]
fn an_unanswered_command_may_be_there_or_not() {
    let unanswered = |entries: &mut Vec<Entry>| {
        entries.retain(|entry| entry.number != 5 && entry.text != moved(1, 5));
    };
    assert_eq!(judged(|entries, _| unanswered(entries)), None);
    let lost = judged(|entries, stored| {
        unanswered(entries);
        stored.events.pop();
        let key = guest(stored);
        (key.n, key.last) = (0, None);
    });
    assert_eq!(lost, None);
}

#[test]
fn a_room_that_is_gone_is_missed() {
    let found = weigh(1, &mut known(entries()), None).unwrap_err();
    assert_eq!(found.broken, Broken::Lost);
    assert_eq!(weigh(1, &mut Known::default(), None).unwrap(), 0);
}

#[test]
fn every_breach_is_found() {
    let lost = judged(|_, stored| drop(stored.events.pop()));
    assert_eq!(lost, Some(Broken::Lost), "an answered move");
    let lost = judged(|_, stored| guest(stored).n = 0);
    assert_eq!(lost, Some(Broken::Lost), "the number of the last command");
    let lost = judged(|_, stored| {
        stored.events[4] = Arc::from(event(5).replace("\"cell\":0", "\"cell\":1"));
    });
    assert_eq!(lost, Some(Broken::Lost), "another move instead");
    let seen = judged(|_, stored| {
        stored.events[3] = Arc::from(event(4).replace("\"at_ms\":4", "\"at_ms\":5"));
    });
    assert_eq!(seen, Some(Broken::Undone), "another text than was seen");
    let seen = judged(|entries, _| entries.push(entry(None, Kind::Event, 6, event(5))));
    assert_eq!(seen, Some(Broken::Undone), "an event that is not there");
    let seen = judged(|entries, _| entries.push(entry(None, Kind::View, 6, shown(5))));
    assert_eq!(seen, Some(Broken::Undone), "a view of what is not there");
    let invented = judged(|entries, _| entries.retain(|entry| entry.number != 1));
    assert_eq!(invented, Some(Broken::Invented), "moves that nobody made");
    let invented = judged(|_, stored| guest(stored).n = 2);
    assert_eq!(invented, Some(Broken::Invented), "a command nobody sent");
    let gap = judged(|_, stored| drop(stored.events.remove(1)));
    assert_eq!(gap, Some(Broken::Lost), "fewer events than were answered");
    let gap = judged(|_, stored| {
        stored.events[1] = Arc::from(event(2).replace("\"seq\":2", "\"seq\":3"));
    });
    assert_eq!(gap, Some(Broken::Gap), "a number twice");
    let seat = judged(|_, stored| stored.private.seats.host = None);
    assert_eq!(seat, Some(Broken::Seat), "a seat that is free");
    let seat = judged(|_, stored| guest(stored).hash = secret(Seat::Host).hash());
    assert_eq!(seat, Some(Broken::Seat), "a seat of somebody else");
    let reply = judged(|_, stored| {
        guest(stored).last = Some(Accepted::Resigned { seq: 5 });
    });
    assert_eq!(reply, Some(Broken::Reply), "another answer");
    let view = judged(|entries, _| {
        let text = shown(3).replace("\"number\":1", "\"number\":2");
        entries.push(entry(None, Kind::View, 3, text));
    });
    assert_eq!(view, Some(Broken::View), "a view that is no fold");
}

#[test]
fn a_self_contradicting_record_is_found() {
    let twice = |more: Entry| {
        let mut all = entries();
        all.push(more);
        Record::default().take(all).unwrap_err().broken
    };
    let reply = entry(Some(Seat::Host), Kind::Reply, 1, moved(1, 5));
    assert_eq!(twice(reply), Broken::Reply);
    assert_eq!(twice(entry(None, Kind::Event, 4, event(5))), Broken::Undone);
}

//! Check that a conversation between two clients and a server keeps the
//! contract: every request is answered in turn, every seat counts, every view
//! is the fold of the same events.
//!

use std::collections::{BTreeMap, VecDeque};

use protocol::{
    Accepted, Answer, EventFrame, Frame, Request, View,
    request::{Body, SeatRequest},
};

/// The conversation so far.
#[derive(Default)]
pub struct Conversation {
    clients: BTreeMap<&'static str, Client>,
    /// The room after each event, as the first who learned of it saw it.
    room: BTreeMap<u64, View>,
}

#[derive(Default)]
struct Client {
    pending: VecDeque<Request>,
    n: u64,
    view: Option<View>,
}

impl Conversation {
    /// A client sends a request.
    pub fn asks(&mut self, who: &'static str, line: usize, request: Request) {
        let client = self.clients.entry(who).or_default();
        if matches!(request.body, Body::Hello(_)) {
            // A new connection: what was not answered on the old one never will be.
            client.pending.clear();
        }
        if let Body::Seat(SeatRequest { n, .. }) = &request.body {
            assert_eq!(*n, client.n + 1, "line {line}: {who} miscounts");
            client.n = *n;
        }
        client.pending.push_back(request);
    }

    /// The server sends a frame to a client.
    pub fn hears(&mut self, who: &'static str, line: usize, frame: Frame) {
        let client = self.clients.entry(who).or_default();
        match frame {
            Frame::Reply(reply) => {
                let asked = client.pending.pop_front();
                assert_eq!(asked.as_ref().map(|r| r.id), Some(reply.id), "line {line}");
                let command = asked.is_some_and(|r| matches!(r.body, Body::Seat(_)));
                if command && matches!(reply.answer, Answer::Error(_)) {
                    client.n -= 1;
                }
                let seq = match &reply.answer {
                    Answer::Ok(Accepted::Resumed(entered)) => {
                        assert_eq!(entered.n, client.n, "line {line}");
                        None
                    }
                    Answer::Ok(done) => serde_json::to_value(done).unwrap()["seq"].as_u64(),
                    Answer::Error(refused) => refused.seq,
                };
                let known = client.view.as_ref().map(|view| view.seq);
                assert!(
                    seq.is_none() || seq == known,
                    "line {line}: {seq:?} is not the last"
                );
            }
            Frame::Room(snapshot) => {
                client.view = Some(snapshot.view);
                self.compare(who, line);
            }
            Frame::Event(EventFrame {
                seq, at_ms, event, ..
            }) => {
                let view = client.view.as_mut().expect("a room frame comes first");
                assert_eq!(seq, view.seq + 1, "line {line}: a gap");
                view.fold(seq, at_ms, &event);
                self.compare(who, line);
            }
            other => panic!("line {line}: {other:?}"),
        }
    }

    fn compare(&mut self, who: &str, line: usize) {
        let view = self.clients[who].view.clone().unwrap_or_default();
        let first = self.room.entry(view.seq).or_insert_with(|| view.clone());
        assert_eq!(*first, view, "line {line}: {who} sees another room");
    }

    /// The room at the end, which both see alike and nobody waits in.
    pub fn end(self) -> View {
        let (last, view) = self.room.into_iter().next_back().expect("a room");
        for (who, client) in self.clients {
            assert!(client.pending.is_empty(), "{who} still waits");
            assert_eq!(client.view.map(|view| view.seq), Some(last), "{who}");
        }
        view
    }
}

//! States in which a room can be, each set up from nothing.

use protocol::Frame;
use serde_json::json;
use tests::{Client, TestServer, client::play_out};

use crate::play::common::{SeatCredentials, draw_offer, offer, plain, two};

/// A state of a room, as the one sees it who is about to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// The host waits for a guest.
    Waiting,
    /// Nobody has moved; it is for me.
    FirstMoveMine,
    /// The same, seen by the guest.
    AsGuest,
    /// Both have moved; it is for me.
    MyTurn,
    /// Both have moved; it is for the other.
    TheirTurn,
    /// My draw offer is open; both have moved, it is for me.
    MyOffer,
    /// The other's draw offer is open; both have moved, it is for me.
    TheirOffer,
    /// No line is open any more; it is for me.
    Dead,
    /// The other left the game and the grace is over; it is for them.
    LeftPastGrace,
    /// The game is over and both are there.
    Over,
    /// The game is over and the other offers a rematch.
    RematchOffered,
    /// The room has ended.
    Ended,
    /// A newer connection holds my seat.
    Superseded,
    /// I watch a game.
    Watching,
    /// I am in no room.
    Nowhere,
}

/// The client that acts, and the clients that have to stay connected for it.
pub struct Set {
    pub me: Client,
    pub _others: Vec<Client>,
}

impl Scene {
    /// Sets the scene up in a room of its own.
    pub async fn set(self, server: &TestServer) -> Set {
        let mut me = server.client("Ana").await;
        let others = match self {
            Scene::Nowhere => Vec::new(),
            Scene::Waiting => {
                me.create(json!({})).await;
                Vec::new()
            }
            Scene::Ended => {
                me.create(json!({})).await;
                server.advance(server.node.limits.room_age_ms);
                me.event().await;
                Vec::new()
            }
            Scene::Watching => {
                let (ana, bia) = two(server, json!({})).await;
                me.watch(ana.room.unwrap()).await;
                vec![ana, bia]
            }
            Scene::AsGuest => {
                let (ana, bia) = two(server, json!({})).await;
                me = bia;
                vec![ana]
            }
            _ => {
                let (ana, bia) = two(server, json!({})).await;
                me = ana;
                self.play(server, &mut me, bia).await
            }
        };
        Set {
            me,
            _others: others,
        }
    }

    /// The two players' game, and the state of their links.
    async fn play(self, server: &TestServer, me: &mut Client, mut other: Client) -> Vec<Client> {
        play_out(me, &mut other, self.cells()).await;
        match self {
            Scene::MyOffer => drop(me.act(draw_offer()).await),
            Scene::TheirOffer => drop(other.act(draw_offer()).await),
            Scene::RematchOffered => drop(other.act(offer("rematch")).await),
            Scene::LeftPastGrace => {
                other.act(plain("leave")).await;
                server.advance(server.node.limits.left_grace_ms);
            }
            Scene::Superseded => {
                let newer = SeatCredentials::of(me).back(&server.url()).await;
                me.until("to be told", |frame| {
                    matches!(frame, Frame::Superseded { .. }).then_some(())
                })
                .await;
                return vec![other, newer];
            }
            _ => {}
        }
        me.up_to(other.view.seq).await;
        vec![other]
    }

    fn cells(self) -> &'static [u16] {
        match self {
            Scene::FirstMoveMine => &[],
            Scene::TheirTurn | Scene::LeftPastGrace => &[4, 0, 8],
            // All but one cell, and a line for nobody.
            Scene::Dead => &[0, 1, 2, 4, 3, 5, 7, 6],
            Scene::Over | Scene::RematchOffered => &[4, 0, 2, 1, 6],
            _ => &[4, 0],
        }
    }
}

//! A player's link that swallows everything while it is their turn: what the opponent is notified of and when, and what
//! they may do.

use std::sync::atomic::Ordering::Relaxed;

use protocol::{Event, Frame, Refusal, event::Cause, now::LinkState};
use serde_json::json;
use tests::{
    Client, Proxy, TestServer, Way,
    client::{play_out, seat_two},
};

use crate::links::common::{behind, watchful};

/// Bia's notifications about Ana, each with the server's time.
#[derive(Default)]
struct Observed {
    links: Vec<(u64, LinkState)>,
    lost: Vec<(u64, Cause, u64)>,
}

impl Observed {
    /// Reads what has come so far.
    async fn hear(&mut self, bia: &mut Client) {
        let id = bia.send(json!({"type": "ping"})).await;
        bia.until("a pong", |frame| {
            match frame {
                Frame::Now(frame) => {
                    let link = frame.now.links.host.state;
                    if self.links.last().is_none_or(|(_, last)| *last != link) {
                        self.links.push((frame.at_ms, link));
                    }
                }
                Frame::Event(frame) => {
                    if let Event::Lost {
                        cause, deadline_ms, ..
                    } = frame.event
                    {
                        self.lost.push((frame.at_ms, cause, deadline_ms));
                    }
                }
                _ => {}
            }
            matches!(frame, Frame::Pong(pong) if pong.id == id).then_some(())
        })
        .await;
    }

    /// Moves the clock by half-seconds, and reads after each.
    async fn pass(&mut self, server: &TestServer, bia: &mut Client, ms: u64) {
        for _ in 0..ms / 500 {
            server.advance(500);
            self.hear(bia).await;
        }
    }

    fn first(&self, link: LinkState) -> Option<u64> {
        let mut found = self.links.iter().filter(|(_, observed)| *observed == link);
        found.next().map(|(at_ms, _)| *at_ms)
    }
}

/// Ana, behind a proxy and to move, opposite Bia.
async fn table(server: &TestServer) -> (Proxy, Client, Client) {
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let (mut ana, mut bia) = (behind(&proxy, "Ana").await, server.client("Bia").await);
    let rules = json!({"rules": {"width": 5, "height": 5, "line": 5}, "first": "host"});
    seat_two(&mut ana, &mut bia, rules).await;
    play_out(&mut ana, &mut bia, &[0, 1]).await;
    ana.settle().await;
    bia.settle().await;
    (proxy, ana, bia)
}

#[tokio::test]
async fn a_silent_opponent_is_unsteady_then_away_then_claimable_from_the_last_frame_on() {
    for way in [None, Some(Way::Up), Some(Way::Down)] {
        silence_is_told(way, 0, 5_000).await;
    }
}

#[tokio::test]
async fn in_a_calm_game_a_silent_opponent_is_reported_a_little_later() {
    silence_is_told(None, 16_000, 7_000).await;
}

/// Holds one's frames back once the game has stood still for `calm_ms`, which the other sees after `most_ms` at the latest.
async fn silence_is_told(way: Option<Way>, calm_ms: u64, most_ms: u64) {
    let server = watchful().await;
    let (proxy, mut ana, mut bia) = table(&server).await;
    for _ in 0..calm_ms / 500 {
        server.advance(500);
        ana.beat().await;
        bia.beat().await;
    }
    match way {
        None => proxy.hold(),
        Some(way) => proxy.hold_only(way),
    }
    let held_ms = server.now_ms();
    let mut observed = Observed::default();
    observed.pass(&server, &mut bia, 2_000).await;
    let soon = observed.first(LinkState::Shaky);
    assert_eq!(soon, None, "{way:?}: too soon");
    observed.pass(&server, &mut bia, 10_500).await;
    let shaky_ms = observed.first(LinkState::Shaky).expect("a word of it") - held_ms;
    assert!(shaky_ms <= most_ms, "{way:?}: unsteady after {shaky_ms} ms");
    let [(lost_ms, cause, deadline_ms)] = observed.lost[..] else {
        panic!("{way:?}: {:?}", observed.lost)
    };
    let lost_ms = lost_ms - held_ms;
    assert!(
        (10_000..=12_000).contains(&lost_ms),
        "{way:?}: away after {lost_ms} ms"
    );
    assert_eq!(cause, Cause::Link);
    let grace_ms = server.node.limits.lost_grace_ms;
    assert_eq!(
        deadline_ms - held_ms,
        grace_ms,
        "{way:?}: from the last frame"
    );
    let claim = || json!({"type": "claim", "game": 1, "result": "win"});
    let early = bia.act_refused(claim()).await;
    assert_eq!(early, Refusal::GraceRunning { deadline_ms });
    let left_ms = deadline_ms - server.now_ms();
    observed
        .pass(&server, &mut bia, left_ms.next_multiple_of(500))
        .await;
    bia.act(claim()).await;
    server.stop().await;
}

#[tokio::test]
async fn a_player_who_is_heard_is_not_away_however_little_arrives() {
    let server = watchful().await;
    let (proxy, mut ana, mut bia) = table(&server).await;
    proxy.hold_only(Way::Down);
    let mut observed = Observed::default();
    for _ in 0..20 {
        ana.send(json!({"type": "ping"})).await;
        observed.pass(&server, &mut bia, 1_000).await;
    }
    assert!(observed.lost.is_empty(), "{:?}", observed.lost);
    // But no ping of the server's is answered.
    assert!(observed.first(LinkState::Shaky).is_some());
    server.stop().await;
}

/// Number of pings in a minute to one of two seats, and to a connection without a room, in which all of them are heard, and the
/// seats ask for something else than a sign of life every ten seconds if `asks`.
async fn pings_in_a_minute(asks: bool) -> [u32; 2] {
    let server = watchful().await;
    let (_proxy, mut ana, mut bia) = table(&server).await;
    let mut idle = server.client("Caio").await;
    let pinged_ms = |in_game: bool| {
        let handles = server.service.connections.iter();
        let mut found = handles.filter(|handle| handle.in_game.load(Relaxed) == in_game);
        found.next().map(|handle| handle.pinged_ms.load(Relaxed))
    };
    let mut pings = [0, 0];
    for half_second in 0..120 {
        let before = [true, false].map(pinged_ms);
        server.advance(500);
        for client in [&mut ana, &mut bia] {
            if asks && half_second % 20 == 0 {
                client.send(json!({"type": "rooms"})).await;
            }
            client.beat().await;
        }
        idle.beat().await;
        let after = [true, false].map(pinged_ms);
        for at in 0..2 {
            pings[at] += u32::from(before[at] != after[at]);
        }
    }
    server.stop().await;
    pings
}

#[tokio::test]
async fn a_seat_that_is_heard_is_only_measured_and_an_idle_connection_left_alone() {
    let pings @ [playing, idle] = pings_in_a_minute(true).await;
    assert!((10..=13).contains(&playing), "{pings:?}");
    assert!((2..=4).contains(&idle), "{pings:?}");
}

#[tokio::test]
async fn a_seat_that_asks_for_nothing_is_soon_measured_as_seldom_as_others() {
    let pings @ [calm, idle] = pings_in_a_minute(false).await;
    assert!((4..=6).contains(&calm), "{pings:?}");
    assert!((2..=4).contains(&idle), "{pings:?}");
}

#[tokio::test]
async fn a_deliberate_leave_is_reported_at_once() {
    let server = watchful().await;
    let (_proxy, mut ana, mut bia) = table(&server).await;
    let seq = bia.view.seq;
    ana.act(json!({"type": "leave"})).await;
    let mut observed = Observed::default();
    while observed.lost.is_empty() {
        observed.hear(&mut bia).await;
    }
    let grace_ms = server.node.limits.left_grace_ms;
    let now_ms = server.now_ms();
    assert_eq!(observed.lost, [(now_ms, Cause::Left, now_ms + grace_ms)]);
    assert_eq!(bia.view.seq, seq + 1, "one event");
    server.stop().await;
}

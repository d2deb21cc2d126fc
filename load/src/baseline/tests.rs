use tokio::time::timeout;

use super::*;
use crate::client::{
    connection::{LoadConnection, TIMEOUT},
    pair::PlayerPair,
    script::COMMANDS_PER_GAME,
    target::{LoadTarget, Wire},
};

async fn serving(wire: Wire) -> (LoadTarget, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let relay = Relay {
        acknowledge: wire == Wire::EventRelay,
        ..Relay::default()
    };
    let running = tokio::spawn(accept(listener, relay));
    (LoadTarget::new(wire, address), running)
}

#[tokio::test]
async fn two_halves_play_whole_games_and_pairs_do_not_mix() {
    for wire in [Wire::BareRelay, Wire::EventRelay] {
        let (target, relay) = serving(wire).await;
        let mut one = PlayerPair::open(&target, 1).await.unwrap();
        let mut two = PlayerPair::open(&target, 2).await.unwrap();
        for _ in 0..3 * COMMANDS_PER_GAME {
            for pair in [&mut one, &mut two] {
                pair.play().await.unwrap();
            }
        }
        assert_eq!(one.next_seq(), 3 * COMMANDS_PER_GAME + 1);
        relay.abort();
    }
}

#[tokio::test]
async fn spectators_get_what_both_halves_say_and_no_acknowledgement() {
    let (target, relay) = serving(Wire::EventRelay).await;
    let mut pair = PlayerPair::open(&target, 1).await.unwrap();
    let mut spectators = Vec::new();
    for number in 2..5 {
        let mut connection = LoadConnection::connect(&target, number).await.unwrap();
        let first = format!("{WATCH}{}", pair.room());
        connection.send(first).await.unwrap();
        assert_eq!(connection.text().await.unwrap(), WATCHING);
        spectators.push(connection);
    }
    for seq in 1..=3 {
        pair.play().await.unwrap();
        for connection in &mut spectators {
            let event = timeout(TIMEOUT, connection.event()).await.unwrap();
            assert_eq!(event.unwrap(), seq);
            assert_eq!(connection.deliveries, seq);
        }
    }
    relay.abort();
}

#[tokio::test]
async fn a_member_that_reads_nothing_holds_nobody_up() {
    let (own, mut inbox) = mpsc::channel(CHANNEL);
    let (full, mut full_inbox) = mpsc::channel(1);
    let pair = RelayPair {
        halves: vec![own.clone()],
        spectators: vec![full.clone()],
    };
    for _ in 0..3 {
        pair.say(&own, "x".into(), true);
    }
    assert_eq!(full_inbox.recv().await, Some(Message::text("x")));
    assert!(full_inbox.try_recv().is_err());
    let all = std::iter::from_fn(|| inbox.try_recv().ok());
    assert_eq!(all.count(), 6);
}

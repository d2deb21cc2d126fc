use std::collections::BTreeMap;

use nodes::{operator::overview::RoundTrips, report::NodeReport};
use protocol::notice::Notice;
use rooms::RoomTally;

use super::*;

fn busy() -> Overview {
    let network = |number: u32| NetworkLoad {
        network: std::net::IpAddr::from([10, 0, 0, number as u8]).into(),
        connections: 3,
        work: f64::from(number) / 20.0,
        rooms: 0.5,
        failed_joins: 1.0,
    };
    Overview {
        version: "0.1.0".into(),
        name: "Ours\u{1b}[2J".into(),
        at_ms: 1_795_229_061_000,
        started_ms: 1_795_229_000_000,
        rooms: RoomTally {
            loaded: 9,
            unloaded: 3,
            between_people: 4,
            ..RoomTally::default()
        },
        waiting: 1,
        connections: ConnectionOverview {
            all: 31,
            most: 10_000,
            playing: 8,
            opened: 40,
            ..ConnectionOverview::default()
        },
        visits: 2,
        commands: CommandFigures {
            count: 140,
            total_s: 0.5,
            within_s: vec![(Some(0.001), 30), (Some(0.005), 139), (None, 140)],
            refused: 9,
        },
        trips: Some(RoundTrips {
            median_ms: 18,
            slow_ms: 120,
        }),
        journal: "on disk, well".into(),
        notice: Notice {
            text: Some("Back at nine".into()),
            closing: true,
            ..Notice::default()
        },
        blocks: 2,
        networks: (0..20).map(network).collect(),
        cluster: None,
    }
}

fn node(role: NodeRole) -> ClusterOverview {
    ClusterOverview {
        own: NodeReport {
            node: "b".into(),
            version: "0.1.0".into(),
            role,
            seq: 1_204,
            at_ms: 1_795_229_060_700,
            synced: 1_190,
            now_ms: 1_795_229_061_000,
            connections: 11,
            carries_to: (role == NodeRole::Follows).then(|| "a".to_owned()),
            ..NodeReport::default()
        },
        decider_seq: (role == NodeRole::Follows).then_some(1_207),
        carriers: BTreeMap::new(),
    }
}

/// The frame of a node in eighty columns, in one line.
fn drawn(cluster: ClusterOverview) -> String {
    let cluster = Some(cluster);
    let lines = draw(&Overview { cluster, ..busy() }, None, (80, 24));
    assert!(
        lines.iter().all(|line| line.chars().count() <= 80),
        "{lines:?}"
    );
    let words: Vec<&str> = lines
        .iter()
        .flat_map(|line| line.split_whitespace())
        .collect();
    words.join(" ")
}

#[test]
fn a_node_that_follows_says_whom_and_how_far_behind_and_shows_no_empty_rooms() {
    let text = drawn(node(NodeRole::Follows));
    for said in [
        "cluster node b follows; a decides and has the rooms: run top there;",
        "has record 1204 (0 s old), 3 behind a, on its disk up to 1190; carries to a: 11",
        "connections 31 of 10000 HTTP 2",
        "10.0.0.1/32 - #..",
    ] {
        assert!(text.contains(said), "{said:?} is not in:\n{text}");
    }
    for unsaid in ["games", "waiting", "a second"] {
        assert!(!text.contains(unsaid), "{unsaid:?} is in:\n{text}");
    }
    let mut alone = node(NodeRole::Follows);
    (alone.own.carries_to, alone.decider_seq) = (None, None);
    let text = drawn(alone.clone());
    assert!(
        text.contains("takes NO players: no node decides just now; has record"),
        "{text}"
    );
    alone.own.trouble = Some("node a decides and is not reached at 10.0.0.1:1953".into());
    let text = drawn(alone);
    assert!(
        text.contains("takes NO players: node a decides and is not"),
        "{text}"
    );
}

#[test]
fn a_node_that_decides_says_who_carries_how_many() {
    let mut cluster = node(NodeRole::Decides);
    let text = drawn(cluster.clone());
    for said in [
        "cluster node b decides; has record 1204 (0 s old), on its disk up to 1190; no other node",
        "games 4 between people",
        "commands",
    ] {
        assert!(text.contains(said), "{said:?} is not in:\n{text}");
    }
    cluster.carriers = BTreeMap::from([("a".into(), 11), ("c".into(), 0)]);
    let text = drawn(cluster);
    assert!(text.contains("; carried here by a: 11, c: 0 "), "{text}");
    let text = drawn(node(NodeRole::Stuck));
    assert!(text.contains("can keep NOTHING at the moment"), "{text}");
}

#[test]
fn a_frame_fits_every_terminal() {
    for size in [(80, 24), (200, 60), (40, 10), (1, 1)] {
        let lines = draw(&busy(), None, size);
        assert!(lines.len() <= usize::from(size.1), "{size:?}");
        assert!(
            lines
                .iter()
                .all(|line| line.chars().count() <= usize::from(size.0))
        );
        assert!(
            !lines.concat().contains('\u{1b}'),
            "what others typed is harmless"
        );
    }
}

#[test]
fn eighty_columns_show_every_figure() {
    let before = Overview {
        at_ms: busy().at_ms - 2_000,
        connections: ConnectionOverview {
            opened: 35,
            ..busy().connections
        },
        commands: CommandFigures {
            count: 40,
            total_s: 0.2,
            within_s: vec![(Some(0.001), 10), (Some(0.005), 40), (None, 40)],
            refused: 9,
        },
        ..busy()
    };
    let text = draw(&busy(), Some(&before), (200, 50)).join("\n");
    for said in [
        "up 1 m 1 s",
        "12 (9 in memory)",
        "4 between people",
        "31 of 10000",
        "8 playing",
        "2.5 new a second",
        "50.0 a second   refused 0.0 a second",
        "3.0 ms on average, 95 of 100 within 5 ms",
        "median 18 ms",
        "DRAINING",
        "Back at nine",
        "2 networks",
        "10.0.0.10/32",
        "##########..........",
        "GUESSES  budget of wrong room codes",
        "# spent, . left",
        "q ends",
    ] {
        assert!(text.contains(said), "{said:?} is not in:\n{text}");
    }
}

//! Unit tests of the shared wording.

use protocol::{
    Computer, Invitation, Limits, Player, Rules, Settings, View,
    ids::BySeat,
    invitation::{InvitationState, InvitedTable},
    settings::ClockSetting,
};

use super::*;

fn invited(rules: &str, name: &str) -> Invitation {
    let rules: Rules = serde_json::from_str(rules).unwrap();
    Invitation {
        room: "K7QX-4MTR".parse().unwrap(),
        state: InvitationState::Free,
        table: Some(InvitedTable {
            players: BySeat {
                host: Some(Player::named(name.to_owned())),
                guest: None,
            },
            settings: Settings {
                rules,
                clock: ClockSetting::total(300_000, 3_000),
                ..Settings::default()
            },
            begins: Some(protocol::Seat::Guest),
            first_move_ms: Some(60_000),
        }),
    }
}

const USUAL: &str = r#"{"width":3,"height":3,"line":3}"#;
const MISERE: &str = r#"{"width":4,"height":4,"line":3,"misere":true}"#;

#[test]
fn an_invitation_says_who_what_and_who_begins() {
    let en = Language::of("en");
    let said = invitation(&en, &invited(USUAL, "Ana"));
    assert_eq!(said.title, "Ana invites you to a game");
    assert_eq!(said.warning, None);
    let facts: Vec<String> = said
        .facts
        .iter()
        .map(|(l, v)| format!("{l}: {v}"))
        .collect();
    assert_eq!(
        facts,
        [
            "Board: 3 by 3, 3 in a row wins",
            "Clock: 5:00 for the game plus 0:03 per move",
            "First move: you; within 60 s"
        ]
    );
}

#[test]
fn an_invitation_says_by_which_rule_games_are_opened() {
    let en = Language::of("en");
    let mut it = invited(r#"{"width":15,"height":15,"line":5}"#, "Ana");
    it.table.as_mut().unwrap().settings.opening = protocol::OpeningRule::Pie;
    let said: Vec<String> = invitation(&en, &it).fact_lines().collect();
    assert_eq!(
        said[2],
        "Opening: pie rule, the first mark may be taken over"
    );
}

#[test]
fn an_older_server_tells_no_time_for_the_first_move() {
    let mut it = invited(USUAL, "Ana");
    it.table.as_mut().unwrap().first_move_ms = None;
    let said = invitation(&Language::of("en"), &it);
    assert_eq!(said.facts[2].1, "you");
}

#[test]
fn sentences_are_joined_with_or_without_a_space_as_their_language_does() {
    assert_eq!(together(["One.", "Two."]), "One. Two.");
    assert_eq!(
        together(["2 人在等对手。", "2 人在线。"]),
        "2 人在等对手。2 人在线。"
    );
    assert_eq!(together(Vec::<&str>::new()), "");
}

#[test]
fn an_invitation_to_misere_warns_twice_that_a_line_loses() {
    let said = invitation(&Language::of("en"), &invited(MISERE, "Ana"));
    assert!(said.warning.unwrap().contains("LOSES"));
    assert!(said.facts[0].1.contains("LOSES"), "{:?}", said.facts);
}

#[test]
fn every_language_words_every_invitation_wholly() {
    let room = "K7QX-4MTR".parse().unwrap();
    let mut all = vec![invited(USUAL, "Ana"), invited(MISERE, "Bia")];
    let computer = Player {
        computer: serde_json::from_str::<Computer>(r#"{"level":5}"#).ok(),
        ..Player::default()
    };
    let mut full = invited(USUAL, "Ana");
    full.state = InvitationState::Full;
    full.table.as_mut().unwrap().players.guest = Some(computer);
    all.push(full);
    all.push(Invitation::of(room, &View::default(), &Limits::default()));
    for state in [
        InvitationState::Full,
        InvitationState::Over,
        InvitationState::None,
    ] {
        all.push(Invitation::without_table(room, state));
    }
    for tag in TAGS {
        let language = Language::of(tag);
        for it in &all {
            let said = format!("{:?}", invitation(&language, it));
            for unsaid in [
                "invitation.",
                "who.",
                "clock.",
                "{name}",
                "{line}",
                "{first}",
            ] {
                assert!(!said.contains(unsaid), "{tag}: {said}");
            }
        }
    }
}

#[test]
fn a_browser_gets_the_language_it_prefers_among_ours() {
    for (list, tag) in [
        ("", "en"),
        ("*", "en"),
        ("de-CH,de;q=0.9", "en"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"),
        ("de, pt;q=0.5, en;q=0.7", "en"),
        ("de, pt;q=0.7, en;q=0.5", "pt-BR"),
        ("en;q=0, zh-HK", "zh-TW"),
        ("zh-Hans-SG", "zh-CN"),
        ("zh;q=nonsense, pt", "pt-BR"),
    ] {
        assert_eq!(accepted(list), tag, "{list:?}");
    }
}

#[test]
fn clocks_round_up() {
    assert_eq!(clock_face(59_001), "1:00");
    assert_eq!(clock_face(0), "0:00");
    let en = Language::of("en");
    for (ms, said) in [
        (3_599_001, "1:00:00"),
        (3_600_000, "1:00:00"),
        (59_000, "0:59"),
    ] {
        let clock = brief_clock(&en, ClockSetting::per_move(ms));
        assert_eq!(clock, format!("{said} per move"));
    }
}

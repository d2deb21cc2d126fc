//! Tests of `audience`.

use super::*;

#[test]
fn only_clients_that_ask_and_known_programs_get_lines() {
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (accept, agent, lines) in [
        (browser, "Mozilla/5.0", false),
        ("*/*", "WhatsApp/2.23.20.0", false),
        ("*/*", "facebookexternalhit/1.1", false),
        ("*/*", "", false),
        ("", "TelegramBot (like TwitterBot)", false),
        ("*/*", "curl/8.5.0", true),
        ("*/*", "Wget/1.21.4", true),
        ("*/*", "HTTPie/3.2.2", true),
        ("text/plain", "Mozilla/5.0", true),
        ("text/html;q=0, text/plain", "Mozilla/5.0", true),
        // A client that asks for HTML gets it.
        ("text/html", "curl/8.5.0", false),
        ("*/*", "not curl/1", false),
    ] {
        let headers = HeaderMap::from_iter([
            (ACCEPT, accept.parse().unwrap()),
            (USER_AGENT, agent.parse().unwrap()),
        ]);
        assert_eq!(wants_lines(&headers), lines, "{accept} {agent}");
    }
    assert!(!wants_lines(&HeaderMap::new()));
}

/// Keys of the server's own words.
const KEYS: [&str; 49] = [
    "help.new.about",
    "help.play.about",
    "help.rooms.about",
    "invitation.board",
    "invitation.clock",
    "invitation.opening",
    "opening.rule.pie",
    "opening.rule.swap2",
    "page.arrive.look",
    "page.arrive.sit",
    "page.game.json",
    "page.game.name",
    "page.game.none",
    "page.game.sgf",
    "page.home",
    "page.room.unreadable",
    "page.settings",
    "page.start.name",
    "page.start.no_name",
    "page.tagline",
    "page.title",
    "refusal.joins_too_fast",
    "refusal.unavailable",
    "score",
    "served.against",
    "served.client",
    "served.failed.damaged",
    "served.failed.late",
    "served.failed.missing",
    "served.failed.network",
    "served.failed.reload",
    "served.failed.stopped",
    "served.game.begun",
    "served.game.damaged",
    "served.game.moves",
    "served.game.moves.clock",
    "served.game.none_kept",
    "served.game.not_an_id",
    "served.game.not_kept",
    "served.lines.browser",
    "served.lines.terminal",
    "served.lines.watch",
    "served.missing",
    "served.missing.about",
    "served.missing.forms",
    "served.script",
    "served.webhook.begun",
    "served.webhook.turn",
    "served.webhook.turn_left",
];

#[test]
fn every_sentence_of_the_server_is_there_in_every_language() {
    for language in &*LANGUAGES {
        for key in KEYS {
            assert_ne!(language.say(key, &[("count", &2)]), key, "{}", language.tag);
        }
        let served = language
            .messages
            .keys()
            .filter(|key| key.starts_with("served."));
        assert_eq!(served.count(), 25, "{}", language.tag);
    }
}

//! Secrets that are drawn for what wants one, and links.

use super::*;

const HOOK: &str = "https://chat.example/hooks/1";

#[test]
fn a_chats_key_is_longer_than_a_token_and_its_address_is_not_shown() {
    let chat = SecretRequest::TellChat(HOOK.to_owned());
    // 24 bytes, and 16, as base64url.
    assert_eq!(chat.draw().unwrap().reveal().len(), 32);
    let token = SecretRequest::ShareSeat.draw().unwrap();
    assert_eq!(token.reveal().len(), 22);
    let shown = format!("{chat:?} {:?}", chat.clone().body(token, "en"));
    assert!(!shown.contains(HOOK), "{shown}");
}

#[test]
fn a_seats_link_is_the_rooms_own_address_or_else_the_servers() {
    let server = address::parse("https://oxo.example/base").unwrap();
    let token = Secret::new("EBESExQVFhcYGRobHB0eHw").unwrap();
    let room: RoomCode = "K7QX-4MTR".parse().unwrap();
    let there = "https://there.example/r/K7QX-4MTR";
    let here = "https://oxo.example/base/r/K7QX-4MTR";
    for (url, begins) in [(Some(there), there), (Some(""), here), (None, here)] {
        let link = seat_link(&server, room, url, &token);
        assert_eq!(link, format!("{begins}#take={}", token.reveal()));
    }
}

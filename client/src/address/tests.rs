//! Unit tests of `address`.

use super::*;

#[test]
fn every_usual_way_of_writing_an_address_is_understood() {
    let code: RoomCode = "K7QX-4MTR".parse().unwrap();
    for (text, socket, room) in [
        ("localhost", "ws://localhost:1952/ws", None),
        ("10.0.0.7:80", "ws://10.0.0.7/ws", None),
        ("example.org:9000/", "ws://example.org:9000/ws", None),
        ("example.org/oxo", "ws://example.org:1952/oxo/ws", None),
        ("::1", "ws://[::1]:1952/ws", None),
        ("[::1]", "ws://[::1]:1952/ws", None),
        ("[::1]:7", "ws://[::1]:7/ws", None),
        ("ws://127.0.0.1:1952", "ws://127.0.0.1:1952/ws", None),
        ("ws://h:1952/ws", "ws://h:1952/ws", None),
        (
            "wss://example.org/oxo/ws/",
            "wss://example.org/oxo/ws",
            None,
        ),
        ("http://example.org", "ws://example.org/ws", None),
        ("HTTPS://Example.org", "wss://example.org/ws", None),
        (
            "https://example.org/oxo/r/k7qx4mtr?x=1#watch",
            "wss://example.org/oxo/ws",
            Some(code),
        ),
        ("http://h:1952/r/K7QX-4MTR", "ws://h:1952/ws", Some(code)),
        ("h/r/K7QX-4MTR/", "ws://h:1952/ws", Some(code)),
    ] {
        let address = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(address.socket(), socket, "{text}");
        let led = match place(text) {
            Ok(Destination::Room(_, room)) => Some(room),
            _ => None,
        };
        assert_eq!(led, room, "{text}");
        let page = address.page("/ws");
        assert_eq!(page.replacen("http", "ws", 1), socket, "{text}");
        // The stored form reads back as the same address.
        assert_eq!(parse(&address.to_string()), Ok(address), "{text}");
    }
}

#[test]
fn an_invalid_address_is_refused_with_the_reason() {
    for (text, error) in [
        ("  ", AddressError::Empty),
        ("ftp://h", AddressError::Scheme("ftp".into())),
        ("http://", AddressError::Unreadable("http://".into())),
        ("a b", AddressError::Unreadable("a b".into())),
        ("h:99999", AddressError::Unreadable("h:99999".into())),
        ("ws://ana:pw@h", AddressError::Credentials),
        ("h/r/XX", AddressError::NotACode("XX".into())),
    ] {
        assert_eq!(parse(text), Err(error), "{text}");
    }
}

#[test]
fn a_place_is_a_code_or_a_link() {
    let code: RoomCode = "K7QX-4MTR".parse().unwrap();
    assert_eq!(place(" k7qx 4mtr "), Ok(Destination::Code(code)));
    let Ok(Destination::Room(address, room)) = place("https://e.org/r/K7QX-4MTR") else {
        panic!()
    };
    assert_eq!((address.to_string().as_str(), room), ("wss://e.org", code));
    let game: GameId = "22222222222222222222222222".parse().unwrap();
    for link in ["https://e.org/oxo/games/", "https://e.org:443/oxo/games/"] {
        for form in ["", "/", ".json", ".sgf", "?x=1"] {
            let link = format!("{link}{game}{form}");
            let Ok(Destination::Game(address, found)) = place(&link) else {
                panic!("{link}: {:?}", place(&link))
            };
            let found = (address.to_string(), found);
            assert_eq!(found, ("wss://e.org/oxo".to_owned(), game), "{link}");
        }
    }
    assert_eq!(
        place("https://e.org/games/x"),
        Err(AddressError::NoRoom("https://e.org/games/x".into()))
    );
    assert_eq!(
        place("https://e.org/"),
        Err(AddressError::NoRoom("https://e.org/".into()))
    );
    assert_eq!(place("K7QX"), Err(AddressError::NotACode("K7QX".into())));
}

#[test]
fn a_link_shares_a_seat_by_its_fragment_and_no_error_tells_the_token() {
    let token = "EBESExQVFhcYGRobHB0eHw";
    let link = format!("https://example.org/oxo/r/K7QX-4MTR#take={token}");
    let found = place(&link).unwrap();
    let Destination::Seat(address, room, read) = &found else {
        panic!("{found:?}")
    };
    assert_eq!(address.to_string(), "wss://example.org/oxo");
    assert_eq!(
        (room.to_string().as_str(), read.reveal()),
        ("K7QX-4MTR", token)
    );
    assert_eq!(
        shared_seat("https://example.org/oxo/r/K7QX-4MTR", read),
        link
    );
    assert!(!format!("{found:?}").contains(token));
    for cut in ["", "EBESExQ", "EBESExQVFhcYGRobHB0eH!"] {
        let link = format!("example.org/r/K7QX-4MTR#take={cut}");
        assert_eq!(place(&link), Err(AddressError::NotAToken), "{cut}");
    }
    for wrong in [
        "K7QX-4MTR",
        "example.org/r/K7QX-4MT",
        "ftp://h/r/K7QX-4MTR",
        "http://[/r/",
        "example.org/",
    ] {
        let error = place(&format!("{wrong}#take={token}")).unwrap_err();
        assert!(!format!("{error:?}").contains(token), "{error:?}");
    }
    // Another fragment is of no account.
    let room = place("https://example.org/r/K7QX-4MTR#top");
    assert!(matches!(room, Ok(Destination::Room(..))), "{room:?}");
}

#[test]
fn a_webhook_is_an_https_address_and_nothing_else() {
    for (typed, url) in [
        (
            " HTTPS://Chat.example/Hooks?a=B\n",
            "https://chat.example/Hooks?a=B",
        ),
        (
            "https://chät.example/ö",
            "https://xn--cht-rla.example/%C3%B6",
        ),
        ("https://chat.example:8443", "https://chat.example:8443/"),
    ] {
        assert_eq!(webhook(typed).as_deref(), Some(url), "{typed}");
    }
    for typed in [
        "",
        "chat.example/hooks",
        "http://chat.example/hooks",
        "https://",
        "https://ana@chat.example/",
        "https://ana:secret@chat.example/",
        "https://chat.example/#",
    ] {
        assert_eq!(webhook(typed), None, "{typed}");
    }
}

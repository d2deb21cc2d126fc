//! Tests of `document`.

use super::*;

#[test]
fn everything_in_the_document_stands_below_the_base_path_and_the_hash() {
    for base_path in ["", "/oxo", "/a.b/c-d"] {
        let document = render(base_path);
        let text = str::from_utf8(&document).unwrap();
        for mark in ["__BASE__", "__HASH__"] {
            assert!(!text.contains(mark), "{text}");
        }
        let files = format!("{base_path}/a/{HASH}/");
        assert!(text.contains(&format!("\"{files}main.js\"")), "{text}");
        let addresses = [" href=\"", " src=\""].map(|name| text.split(name).skip(1));
        for address in addresses.into_iter().flatten() {
            let own = address.starts_with(&files) || address.starts_with('#');
            assert!(own, "{address}");
        }
    }
}

#[test]
fn the_document_stands_at_three_kinds_of_addresses() {
    const GAME: &str = "22222222222222222222222222";
    for (path, wanted) in [
        ("", Some(StatusCode::OK)),
        ("/", Some(StatusCode::OK)),
        ("/r/K7QX-4MTR", Some(StatusCode::OK)),
        ("/r/k7qx4mtr", Some(StatusCode::OK)),
        ("/r/", Some(StatusCode::NOT_FOUND)),
        ("/r/nonsense", Some(StatusCode::NOT_FOUND)),
        (&format!("/games/{GAME}"), Some(StatusCode::OK)),
        ("/games/nonsense", Some(StatusCode::NOT_FOUND)),
        (&format!("/games/{GAME}.json"), None),
        ("/games", None),
        ("/info", None),
        ("/ws", None),
        ("/a/x", None),
    ] {
        assert_eq!(status(path), wanted, "{path}");
    }
}

//! Tests of `qr`.

use proptest::prelude::*;

use super::*;

fn asked(url: &str) -> String {
    form_urlencoded::Serializer::new(String::new())
        .append_pair("url", url)
        .finish()
}

#[test]
fn only_an_invitation_of_this_server_has_a_code() {
    let of_length = |length: usize| {
        let end = ".example/r/K7QX-4MTR";
        format!("https://{}{end}", "a".repeat(length - 8 - end.len()))
    };
    for (base_path, url, is_one) in [
        ("", "http://192.168.1.20:1952/r/K7QX-4MTR", true),
        ("", "https://oxo.example/r/k7qx4mtr", true),
        ("", "https://[::1]:8443/r/K7QX-4MTR", true),
        ("/oxo", "https://oxo.example/oxo/r/K7QX-4MTR", true),
        ("", &of_length(300), true),
        ("", &of_length(301), false),
        ("/oxo", "https://oxo.example/r/K7QX-4MTR", false),
        ("", "https://oxo.example/oxo/r/K7QX-4MTR", false),
        ("", "https://oxo.example/r/nonsense", false),
        ("", "https://oxo.example/r/K7QX-4MTR/", false),
        ("", "https://oxo.example/r/K7QX-4MTR?a", false),
        ("", "https://oxo.example/r/K7QX-4MTR#watch", false),
        ("", "https://ana@oxo.example/r/K7QX-4MTR", false),
        ("", "https://:secret@oxo.example/r/K7QX-4MTR", false),
        ("", "ftp://oxo.example/r/K7QX-4MTR", false),
        ("", "javascript:/r/K7QX-4MTR", false),
        ("", "/r/K7QX-4MTR", false),
        ("", "", false),
    ] {
        let found = invitation(base_path, &asked(url));
        assert_eq!(found.is_some(), is_one, "{url} below {base_path:?}");
        let wanted = if is_one {
            StatusCode::OK
        } else {
            StatusCode::BAD_REQUEST
        };
        assert_eq!(answer(base_path, &asked(url)).status(), wanted, "{url}");
    }
    assert_eq!(answer("", "").status(), StatusCode::BAD_REQUEST);
}

/// Which modules a path makes dark, quiet zone included.
fn drawn(svg: &str, side: usize) -> Vec<Color> {
    let path = svg.split(" d=\"").nth(1).unwrap();
    let path = path.split('"').next().unwrap();
    let mut modules = vec![Color::Light; side * side];
    for run in path.split_terminator('z') {
        let (corner, rest) = run[1..].split_once('h').unwrap();
        let (x, y) = corner.split_once(' ').unwrap();
        let length = rest.split_once("v1h-").unwrap().0.parse::<usize>().unwrap();
        let from = y.parse::<usize>().unwrap() * side + x.parse::<usize>().unwrap();
        modules[from..from + length].fill(Color::Dark);
    }
    modules
}

#[test]
fn what_is_drawn_reads_back_as_the_code() {
    let code = QrCode::new("https://oxo.example/r/K7QX-4MTR").unwrap();
    let side = code.width() + 8;
    let svg = svg(&code);
    assert!(
        svg.contains(&format!("viewBox=\"0 0 {side} {side}\"")),
        "{svg}"
    );
    let modules = drawn(&svg, side);
    for (at, module) in modules.iter().enumerate() {
        let inside = |at: usize| at.checked_sub(4).filter(|at| *at < code.width());
        let wanted = match (inside(at % side), inside(at / side)) {
            (Some(x), Some(y)) => code[(x, y)],
            _ => Color::Light,
        };
        assert_eq!(*module, wanted, "module {at}");
    }
}

proptest! {
    #[test]
    fn no_query_brings_the_server_down(base in "(/[a-z]{0,8})?", query in ".{0,400}") {
        answer(&base, &query);
        answer(&base, &asked(&query));
    }

    #[test]
    fn every_invitation_that_fits_has_a_code(
        host in "[a-z]([a-z0-9.-]{0,250}[a-z])?", port: u16, base in "(/[a-z]{1,8})?", bits: u64,
    ) {
        let code = RoomCode::from_bits(bits);
        let url = format!("https://{host}:{port}{base}/r/{code}");
        let wanted = match Url::parse(&url) {
            Ok(url) if url.as_str().len() <= LONGEST => StatusCode::OK,
            _ => StatusCode::BAD_REQUEST,
        };
        prop_assert_eq!(answer(&base, &asked(&url)).status(), wanted);
    }
}

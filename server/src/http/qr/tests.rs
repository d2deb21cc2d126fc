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
    let ours = |base: &str| base == "http://box:1952/oxo";
    for (url, link) in [
        ("http://box:1952/oxo/r/K7QX-4MTR", Some("K7QX-4MTR")),
        ("http://box:1952/oxo/r/k7qx4mtr", Some("K7QX-4MTR")),
        ("http://box:1952/r/K7QX-4MTR", None),
        ("http://box:1952/oxo/oxo/r/K7QX-4MTR", None),
        ("https://evil.example/oxo/r/K7QX-4MTR", None),
        ("http://box:1952/oxo/r/nonsense", None),
        ("http://box:1952/oxo/r/K7QX-4MTR/", None),
        ("http://box:1952/oxo/r/K7QX-4MTR?a", None),
        ("http://box:1952/oxo/r/K7QX-4MTR#watch", None),
        ("/r/K7QX-4MTR", None),
        ("K7QX-4MTR", None),
        ("", None),
    ] {
        let wanted = link.map(|code| format!("http://box:1952/oxo/r/{code}"));
        assert_eq!(invitation(&asked(url), ours), wanted, "{url}");
    }
    assert_eq!(invitation("", ours), None);
    assert_eq!(
        invitation("link=http://box:1952/oxo/r/K7QX-4MTR", ours),
        None
    );
}

#[test]
fn an_address_is_no_longer_than_a_code_of_bounded_work_takes() {
    let of_length = |length: usize| {
        let end = "/r/K7QX-4MTR";
        format!("http://{}{end}", "a".repeat(length - 7 - end.len()))
    };
    assert!(invitation(&asked(&of_length(LONGEST)), |_| true).is_some());
    assert!(invitation(&asked(&of_length(LONGEST + 1)), |_| true).is_none());
}

/// Modules that a path makes dark, quiet zone included.
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
fn the_drawing_is_the_code_inside_a_quiet_zone() {
    let width = 29;
    let modules: Vec<Color> = (0..width * width)
        .map(|at| match at * at % 7 < 3 {
            true => Color::Dark,
            false => Color::Light,
        })
        .collect();
    let side = width + 8;
    let svg = svg(&modules, width);
    assert!(
        svg.contains(&format!("viewBox=\"0 0 {side} {side}\"")),
        "{svg}"
    );
    for (at, module) in drawn(&svg, side).iter().enumerate() {
        let inside = |at: usize| at.checked_sub(4).filter(|at| *at < width);
        let wanted = match (inside(at % side), inside(at / side)) {
            (Some(x), Some(y)) => modules[y * width + x],
            _ => Color::Light,
        };
        assert_eq!(*module, wanted, "module {at}");
    }
}

/// Where the mask of a code stands in its format (ISO/IEC 18004 section 7.9):
/// level M and mask 0 are all zeros, which are then inverted by a constant.
#[test]
fn a_code_says_which_mask_it_has() {
    const LEVEL_M_MASK_0: u16 = 0b101_0100_0001_0010;
    let svg = draw("https://oxo.example/r/K7QX-4MTR").unwrap();
    let side = 29 + 8;
    assert!(svg.contains(&format!("viewBox=\"0 0 {side} {side}\"")));
    let modules = drawn(&svg, side);
    let at = |x: usize, y: usize| modules[(y + 4) * side + x + 4] == Color::Dark;
    let xs = [0, 1, 2, 3, 4, 5, 7, 8].map(|x| at(x, 8));
    let ys = [7, 5, 4, 3, 2, 1, 0].map(|y| at(8, y));
    let format = xs.into_iter().chain(ys);
    let format = format.fold(0, |bits, dark| bits << 1 | u16::from(dark));
    assert_eq!(format, LEVEL_M_MASK_0);
}

proptest! {
    #[test]
    fn no_query_brings_the_server_down(query in ".{0,400}") {
        invitation(&query, |_| true);
        invitation(&asked(&query), |_| true);
    }

    #[test]
    fn every_invitation_that_fits_has_a_code(
        host in "[a-z]([a-z0-9.-]{0,200}[a-z])?", port: u16, base in "(/[a-z]{1,8})?", bits: u64,
    ) {
        let code = RoomCode::from_bits(bits);
        let url = format!("https://{host}:{port}{base}/r/{code}");
        let link = invitation(&asked(&url), |_| true);
        prop_assert_eq!(link.is_some(), url.len() <= LONGEST);
        if let Some(link) = link {
            prop_assert!(draw(&link).is_ok());
        }
    }
}

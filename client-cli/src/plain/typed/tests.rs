//! Unit tests of `typed`.

use frontend::text_board::Charset;
use game::notation::Layout;
use sentences::Catalogue;

use super::*;
use crate::plain::PlainSettings;
use oxo_client::address;

/// Types lines, each of which is answered with one and leads to nothing else.
fn says<const N: usize>(lines: [(&str, &str); N]) {
    let settings = PlainSettings {
        text: Rc::new(Catalogue::for_language("en")),
        keys: Layout::Keypad,
        charset: Charset::Ascii,
    };
    let address = address::parse("example.org").unwrap();
    let mut console = Console::new(settings, address, 1);
    for (line, said) in lines {
        let effect = console.line(line, Instant::now());
        assert!(
            matches!(&effect, LineEffect::Say(lines) if *lines == [said]),
            "{line}: {effect:?}"
        );
    }
}

#[test]
fn another_language_is_spoken_from_the_next_line_on() {
    says([
        ("language zh_TW", "現在使用繁體中文。"),
        ("認輸", "你還不在任何房間裡。"),
        ("語言 pt-BR", "Agora tudo é dito em português (Brasil)."),
        (
            "idioma klingon",
            "Digite idioma e um destes: en, pt-BR, zh-CN, zh-TW.",
        ),
        ("lang en", "The language is now English."),
    ]);
}

#[test]
fn a_link_is_answered_with_the_command_that_follows_it() {
    says([
        (
            "https://oxo.example/r/K7QX-4MTR",
            "This is a link. To follow it, type quit, and then: oxo join https://oxo.example/r/K7QX-4MTR",
        ),
        (
            "oxo.example/games/22222222222222222222222222",
            "This is a link. To follow it, type quit, and then: oxo replay oxo.example/games/22222222222222222222222222",
        ),
    ]);
}

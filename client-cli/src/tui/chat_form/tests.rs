//! Tests of the form's keys and looks.

use crossterm::event::{KeyCode, KeyModifiers};
use frontend::text_board::Charset;
use sentences::TAGS;

use super::*;
use crate::tui::tests::shot;

const HOOK: &str = "https://chat.example/hooks/f1yXm2";

fn text() -> Catalogue {
    Catalogue::for_language("en")
}

fn press(form: &mut ChatForm, code: KeyCode) -> ChatFormAction {
    form.key(KeyEvent::new(code, KeyModifiers::NONE), &text())
}

#[test]
fn an_address_is_pasted_and_given_once() {
    let mut form = ChatForm::new();
    form.paste(&format!("  {HOOK}\n"));
    let ChatFormAction::Tell(url) = press(&mut form, KeyCode::Enter) else {
        panic!("it is not given")
    };
    assert_eq!(url, HOOK);
    form.asked(7);
    assert!(form.is_asked(7) && !form.is_asked(8));
    assert!(matches!(
        press(&mut form, KeyCode::Enter),
        ChatFormAction::Stay
    ));
    // Refused, it can be given again.
    form.refuse("No.".to_owned());
    assert!(matches!(
        press(&mut form, KeyCode::Enter),
        ChatFormAction::Tell(_)
    ));
    assert!(matches!(
        press(&mut form, KeyCode::Esc),
        ChatFormAction::Close
    ));
}

#[test]
fn an_invalid_chat_address_is_explained_until_it_is_edited() {
    for typed in [
        "",
        "http://chat.example/1",
        "chat.example",
        "https://",
        "https://a@b.example/",
    ] {
        let mut form = ChatForm::new();
        form.paste(typed);
        assert!(matches!(
            press(&mut form, KeyCode::Enter),
            ChatFormAction::Stay
        ));
        assert!(form.problem.is_some(), "{typed}");
        press(&mut form, KeyCode::Char('x'));
        assert_eq!(form.problem, None);
    }
}

#[test]
fn the_form_on_small_and_large_screens() {
    for size in [(40, 16), (80, 24)] {
        for charset in [Charset::Box, Charset::Ascii] {
            let mut form = ChatForm::new();
            form.paste("http://chat.example/hooks/f1yXm2");
            press(&mut form, KeyCode::Enter);
            let shown = shot(size, charset, |canvas| form.draw(canvas, &text(), None));
            insta::assert_snapshot!(format!("{}_{charset:?}", size.0), shown);
        }
    }
}

#[test]
fn no_language_is_too_long_for_the_form() {
    for tag in TAGS {
        let text = Catalogue::for_language(tag);
        for size in [(40, 16), (80, 24)] {
            let mut form = ChatForm::new();
            form.refuse(say!(text, CHAT_WRONG));
            let shown = shot(size, Charset::Box, |canvas| form.draw(canvas, &text, None));
            assert!(!shown.contains('…'), "{tag}:\n{shown}");
            let esc = say!(text, SCREEN_DO_CLOSE);
            assert!(shown.contains(&esc), "{tag}:\n{shown}");
        }
    }
}

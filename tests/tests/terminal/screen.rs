//! The conditions for a full screen, and how it is begun and drawn.

use std::process::Stdio;

use tempfile::TempDir;
use tests::{Terminal, process::oxo_binary, terminal::Start};
use tokio::process::Command;

use super::TerminalSetup;

#[tokio::test]
async fn a_room_is_opened_on_the_screen_and_lines_join_it() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.full("Ana", &["new", "--first", "guest"]);
    let link = ana.shows_link().await;
    let mut bia = setup.oxo("Bia", &["join", &link]);
    bia.sees("Enter: sit down and play").await;
    bia.line("");
    bia.sees("Your turn").await;
    ana.control('c');
    assert_eq!(ana.end().await, 130);
    bia.sees("Ana is away.").await;
    ana.is_restored();
    // The seat is kept, and taken up again on the screen.
    let mut ana = setup.full("Ana", &["resume"]);
    ana.full().await;
    bia.sees("Ana is back.").await;
}

#[tokio::test]
async fn another_size_is_drawn_anew() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.full("Ana", &[]);
    ana.full().await;
    ana.sees("\x1b[2J").await;
    ana.resize(60, 20);
    // The whole screen is cleared for it.
    ana.sees("\x1b[2J").await;
    ana.full().await;
    ana.resize(1, 1);
    ana.resize(80, 24);
    ana.keys("q");
    assert_eq!(ana.end().await, 0);
    ana.is_restored();
}

#[tokio::test]
async fn a_terminal_that_cannot_be_drawn_on_gets_lines() {
    let setup = TerminalSetup::open().await;
    let (home, address) = (setup.home("Ana"), setup.address());
    for (environment, arguments) in [
        ([("TERM", "dumb")], ["--name", "Ana", "play"]),
        ([("TERM", "")], ["--name", "Ana", "play"]),
        ([("TERM", "xterm")], ["--name=Ana", "--plain", "play"]),
    ] {
        let mut ana = Terminal::start(&Start {
            environment: &environment,
            ..Start::oxo(&home, &address, &arguments)
        });
        ana.sees("Waiting for an opponent").await;
        assert!(!ana.text().contains('\u{1b}'), "{:?}", ana.text());
    }
    std::fs::create_dir_all(home.join(".config/oxo")).unwrap();
    std::fs::write(home.join(".config/oxo/config.toml"), "plain = true\n").unwrap();
    let mut ana = Terminal::start(&Start::oxo(&home, &address, &["--name", "Ana", "play"]));
    ana.sees("Waiting for an opponent").await;
}

#[tokio::test]
async fn each_kind_of_terminal_gets_the_colours_and_letters_that_it_has() {
    let home = TempDir::new().unwrap();
    let nowhere = "ws://127.0.0.1:1";
    let arguments = ["--theme", "vivid", "local", "--names", "Ana,Bia"];
    // The colour of X: as it is, the nearest of 256, and of the sixteen.
    let [true_colour, cube, sixteen] = ["38;2;232;89;12", "38;5;166", "38;5;9"];
    for (term, colours, expected) in [
        ("xterm-256color", "truecolor", true_colour),
        ("xterm-256color", "24bit", true_colour),
        ("screen-256color", "", cube),
        ("tmux-256color", "", cube),
        ("screen", "", sixteen),
        ("linux", "", sixteen),
    ] {
        let mut ana = Terminal::start(&Start {
            environment: &[("TERM", term), ("COLORTERM", colours)],
            ..Start::oxo(home.path(), nowhere, &arguments)
        });
        ana.shows("Ana is to move, with X.").await;
        ana.keys("q");
        assert_eq!(ana.end().await, 0);
        ana.is_restored();
        let text = ana.text();
        for colour in [true_colour, cube, sixteen] {
            let sent = text.contains(&format!("{colour}m")) || text.contains(&format!("{colour};"));
            assert_eq!(sent, colour == expected, "{colour} in {term}: {text:?}");
        }
        assert_eq!(text.is_ascii(), term == "linux", "{term}: {text:?}");
    }
}

#[tokio::test]
async fn without_a_screen_oxo_alone_lists_its_commands() {
    let setup = TerminalSetup::open().await;
    let mut ana = Terminal::start(&Start {
        environment: &[("TERM", "dumb")],
        ..Start::oxo(&setup.home("Ana"), &setup.address(), &[])
    });
    assert_eq!(ana.end().await, 2);
    assert!(ana.text().contains("Usage: oxo"), "{}", ana.text());

    let output = Command::new(oxo_binary()).stdin(Stdio::null()).output();
    let output = output.await.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("Usage: oxo"), "{said}");
}

#[tokio::test]
async fn a_language_is_chosen_on_the_screen_and_remembered() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.full("Ana", &[]);
    ana.shows("Language: English").await;
    ana.keys("l");
    ana.shows("Idioma: português (Brasil)").await;
    ana.shows("Jogar com um amigo").await;
    ana.keys("q");
    let (code, text) = ana.ended().await;
    assert_eq!(code, 0);
    assert!(text.contains("Obrigado por jogar!"), "{text}");
    let mut ana = setup.full("Ana", &[]);
    ana.shows("Jogar com um amigo").await;
    drop(ana);
    // The command line is stronger, and what it names must be there.
    let mut ana = setup.full("Ana", &["--lang", "zh-Hant"]);
    ana.shows("語言：繁體中文").await;
    let (code, text) = setup.full("Ana", &["--lang=xx"]).ended().await;
    assert_eq!(code, 2);
    assert!(text.contains("en, pt-BR, zh-CN, zh-TW."), "{text}");
}

#[tokio::test]
async fn the_environment_says_which_language_is_spoken() {
    let setup = TerminalSetup::open().await;
    let mut ana = Terminal::start(&Start {
        environment: &[("LANG", "zh_HK.UTF-8"), ("LC_ALL", "")],
        ..Start::oxo(
            &setup.home("Ana"),
            &setup.address(),
            &["--plain", "--name", "Ana", "play"],
        )
    });
    ana.sees("正在等人一起下。").await;
}

#[tokio::test]
async fn an_unknown_theme_is_reported_before_the_screen_is_taken() {
    let setup = TerminalSetup::open().await;
    let (code, text) = setup.full("Ana", &["--theme", "loud"]).ended().await;
    assert_eq!(code, 2);
    assert!(text.contains("loud is not a value of theme."), "{text}");
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

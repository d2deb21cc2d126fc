//! A seat on two machines: one shares it, the other takes it and plays, and the first takes it back.

use tests::{Terminal, terminal::Start};

use super::{TerminalSetup, plain::two_at_a_table};

/// The link that a terminal shows, once it waits for the other device.
async fn shared_link(sharing: &mut Terminal) -> String {
    sharing.sees("Waiting for the other device").await;
    let text = sharing.text();
    let words = text.split_whitespace();
    let mut links = words.filter(|word| word.contains("#take="));
    links.next_back().expect("a link").to_owned()
}

#[tokio::test]
async fn a_seat_is_shared_taken_played_and_taken_back() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) = two_at_a_table(&setup, &[], &[]).await;
    let mut sharing = setup.oxo("Ana", &["seat"]);
    let link = shared_link(&mut sharing).await;
    ana.sees("You are now playing on another device").await;

    let other = setup.home("Ana's other machine");
    let on_other = |arguments: &[&str]| Terminal::oxo(&other, &setup.address(), arguments);
    let mut laptop = on_other(&["seat", &link]);
    laptop.sees("Your turn, you play X.").await;
    sharing.sees("The other device has taken the seat.").await;
    assert_eq!(sharing.ended().await.0, 0);
    laptop.line("b2");
    bia.sees("Ana: X on b2.").await;

    // It works once, and leaves nothing behind.
    let thief = setup.home("a thief's");
    let (status, text) = Terminal::oxo(&thief, &setup.address(), &["seat", &link])
        .ended()
        .await;
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("This link has been used"), "{text}");
    let (status, text) = Terminal::oxo(&thief, &setup.address(), &["resume"])
        .ended()
        .await;
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("You have no open seat"), "{text}");

    let (status, text) = setup.oxo("Ana", &["seat", "--remove-others"]).ended().await;
    assert_eq!(status, 0, "{text}");
    assert!(
        text.contains("1 other device no longer has the seat."),
        "{text}"
    );
    laptop.sees("You are now playing on another device").await;
    laptop.end().await;
    let (status, text) = on_other(&["resume"]).ended().await;
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("is gone."), "{text}");
    let mut back = setup.oxo("Ana", &["resume"]);
    back.sees("Bia is to move.").await;
    bia.line("a1");
    back.sees("Your turn").await;
}

#[tokio::test]
async fn the_code_is_drawn_where_it_fits_and_the_link_is_asked_about() {
    let setup = TerminalSetup::open().await;
    let (_ana, mut bia, _) = two_at_a_table(&setup, &[], &[]).await;
    for (columns, drawn) in [(40, true), (30, false)] {
        let home = setup.home("Ana");
        let mut sharing = Terminal::start(&Start {
            size: (columns, 40),
            ..Start::oxo(&home, &setup.address(), &["seat"])
        });
        let link = shared_link(&mut sharing).await;
        assert_eq!(sharing.text().contains("\x1b[38;5;16;48;5;231m"), drawn);

        let other = setup.home("Ana's other machine");
        let mut laptop = Terminal::start(&Start::oxo(&other, &setup.address(), &[&link]));
        laptop
            .sees("from the device that shares it. Take it?")
            .await;
        if !drawn {
            laptop.keys("y\r");
            sharing.sees("The other device has taken the seat.").await;
            laptop.full().await;
            laptop.shows("Bia").await;
            laptop.shows("Your turn").await;
            laptop.keys("5");
            bia.sees("Ana: X on b2.").await;
            continue;
        }
        laptop.keys("n\r");
        assert_eq!(laptop.end().await, 0);
        sharing.control('c');
        assert_eq!(sharing.end().await, 130);
    }
}

//! The files that a finished game leaves: the copies, their list, and a game shown again.

use super::{
    TerminalSetup, behind,
    plain::{two_at_a_table, typed_in_turn},
};

const CELLS: [&str; 5] = ["b2", "a3", "c3", "b3", "a1"];

/// Ana and Bia play a game in which Ana makes a line. Returns the game's id.
async fn played(setup: &TerminalSetup) -> String {
    let (mut ana, mut bia, _) = two_at_a_table(setup, &[], &[]).await;
    let moves = CELLS.map(|cell| (cell, cell));
    typed_in_turn(&mut ana, &mut bia, &moves).await;
    let mut ids = Vec::new();
    for (mut player, said) in [(ana, "you win!"), (bia, "you lose.")] {
        player.sees(said).await;
        player.sees("To see this game again: oxo replay ").await;
        player.line("quit");
        player.sees("Thanks for playing!").await;
        let (_, text) = player.ended().await;
        ids.extend(id(&text).map(str::to_owned));
    }
    assert_eq!(ids[0], ids[1]);
    ids.remove(0)
}

/// The text behind `oxo replay` in the output.
fn id(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("oxo replay ")?;
    rest.split_whitespace().next()
}

#[tokio::test]
async fn both_have_their_own_copy_and_see_the_game_again() {
    let setup = TerminalSetup::open().await;
    let game = played(&setup).await;

    let (code, list) = setup.oxo("Ana", &["games"]).ended().await;
    assert_eq!(code, 0, "{list}");
    assert!(list.contains("Against Bia, room"), "{list}");
    let line = format!(
        "You made a line: you win! 5 moves. oxo replay {}\r\n",
        &game[..8]
    );
    assert!(list.contains(&line), "{list}");
    let (_, list) = setup.oxo("Bia", &["games"]).ended().await;
    assert!(list.contains("Ana made a line: you lose."), "{list}");

    let mut ana = setup.oxo("Ana", &["replay", &game[..8].to_uppercase()]);
    ana.sees("Ana (you) plays X, Bia plays O;").await;
    ana.sees("The board before the first of 5 moves.").await;
    ana.sees("1 │   │   │   │").await;
    ana.line("");
    ana.sees("Move 1 of 5: Ana (you), X on b2").await;
    ana.sees("2 │   │[X]│   │").await;
    ana.line("3");
    ana.sees("Move 3 of 5: Ana (you), X on c3").await;
    ana.sees("3 │ O │   │[X]│").await;
    ana.line("b");
    ana.sees("Move 2 of 5: Bia, O on a3").await;
    ana.sees("3 │[O]│   │   │").await;
    ana.line("9");
    ana.sees("Type a number from 0 to 5.").await;
    ana.line("dance");
    ana.sees("dance is not a command here.").await;
    ana.line("last");
    ana.sees("1 │*X*│   │   │").await;
    ana.sees("You made a line: you win!").await;
    ana.line("q");
    let (code, text) = ana.ended().await;
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains('\u{1b}'), "the terminal stays as it was");
}

#[tokio::test]
async fn a_game_plays_by_itself_to_its_end() {
    let setup = TerminalSetup::open().await;
    let game = played(&setup).await;
    let mut bia = setup.oxo("Bia", &["--ascii", "replay", "--speed", "10", &game]);
    bia.sees("The board before").await;
    bia.line("p");
    for number in 1..=5 {
        bia.sees(&format!("Move {number} of 5")).await;
    }
    bia.sees("1 |*X*|   |   |").await;
    bia.sees("Ana made a line: you lose.").await;
    bia.line("");
    bia.sees("This is the end.").await;
    bia.control('c');
    let (code, _) = bia.ended().await;
    assert_eq!(code, 130);
}

#[tokio::test]
async fn a_friend_reads_it_from_the_server_until_both_players_are_forgotten() {
    let setup = TerminalSetup::open().await;
    let game = played(&setup).await;
    let (code, text) = setup.oxo("Cid", &["replay", &game[..8]]).ended().await;
    assert_eq!(code, 1, "a beginning is enough for one's own copies only");
    assert!(
        text.contains("the whole id of a game on the server"),
        "{text}"
    );

    let mut cid = setup.oxo("Cid", &["replay", &game]);
    cid.sees("Ana plays X, Bia plays O;").await;
    cid.line("q");
    assert_eq!(cid.ended().await.0, 0);
    for (name, said) in [("Ana", "name"), ("Bia", "both")] {
        let (code, text) = setup
            .oxo(name, &["games", "--forget", &game[..8]])
            .ended()
            .await;
        assert_eq!(code, 0, "{said}: {text}");
    }
    let (code, text) = setup.oxo("Cid", &["replay", &game]).ended().await;
    assert_eq!(code, 1);
    assert!(text.contains("keeps no game"), "{text}");
    // One's own copy is one's own.
    let mut ana = setup.oxo("Ana", &["replay", &game]);
    ana.sees("Ana (you) plays X, Bia plays O;").await;
    ana.line("q");
    assert_eq!(ana.ended().await.0, 0);
}

#[tokio::test]
async fn a_link_of_another_server_is_followed_there() {
    let (there, here) = (TerminalSetup::open().await, TerminalSetup::open().await);
    let game = played(&there).await;
    let link = format!("{}/games/{game}", there.address());
    for words in [
        &["replay", &*link][..],
        &["watch", &link],
        &["join", &link],
        &[&link],
    ] {
        let mut cid = here.oxo("Cid", words);
        cid.sees("Ana plays X, Bia plays O;").await;
        cid.line("q");
        assert_eq!(cid.ended().await.0, 0, "{words:?}");
    }
    let mut eva = there.oxo("Eva", &["new", "--first", "host"]);
    eva.sees("Waiting for your friend").await;
    let room = behind(&eva.text(), "oxo join ").to_owned();

    let mut cid = here.full("Cid", &[]);
    cid.shows("Play anyone").await;
    cid.keys(&format!("\x1b[200~{link}\x1b[201~"));
    cid.shows("The board before the first of 5 moves.").await;
    cid.keys("q");
    cid.shows("Play anyone").await;
    cid.keys(&format!("\x1b[200~{room}\x1b[201~"));
    cid.shows("Eva invites you to a game").await;
    cid.shows("On another server").await;
    cid.keys("\r");
    eva.sees("Your turn, you play X.").await;
    cid.shows("Eva is to move.").await;

    // A room's link is watched, whatever it is given to.
    let mut dora = here.oxo("Dora", &["replay", &room]);
    dora.sees("You are watching room").await;
    let mut dora = here.oxo("Dora", &[&room]);
    dora.sees("Eva and Cid are playing.").await;
}

//! The real program that has a server forget a game, and deletes its own copy.

use crate::{
    games::{copies, games_folder, home_with_a_game, id, run, start_in},
    scripted::Server,
};

#[tokio::test]
async fn a_server_is_asked_to_forget_a_game() {
    let server = Server::start().await;
    let (home, secret) = home_with_a_game(&server).await;
    let folder = games_folder(&home);
    let beginning = id().to_string()[..5].to_owned();
    let args = ["games", "--forget", &beginning];

    // Refused, and nobody there: the key stays, for another time.
    let program = start_in(&home, &server, &args);
    server.answer("404 Not Found", "No such game.").await;
    let (code, said) = program.status().await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("or you did not play it"), "{said}");

    let program = start_in(&home, &server, &args);
    let asked = server.answer("200 OK", r#"{"removed":"name"}"#).await;
    let (code, said) = program.status().await;
    assert_eq!(code, 0, "{said}");
    assert!(
        asked.starts_with(&format!("DELETE /games/{} HTTP/1.1\r\n", id())),
        "{asked}"
    );
    let bearer = format!("authorization: Bearer {secret}\r\n");
    assert!(asked.contains(&bearer), "{asked}");
    assert!(said.starts_with("Your name was removed"), "{said}");
    assert_eq!(copies(&folder).len(), 1, "the copy stays");
    assert!(copies(&folder.join("keys")).is_empty());

    let local = ["games", "--forget", &beginning, "--local"];
    let (code, said) = run(&server, &home, &local).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("was not played on this machine"), "{said}");
    assert!(
        said.contains("The copy on this machine is deleted."),
        "{said}"
    );
    assert!(copies(&folder).is_empty());
}

#[tokio::test]
async fn the_server_of_a_game_is_asked_unless_another_is_named() {
    let (server, moved) = (Server::start().await, Server::start().await);
    let (home, _) = home_with_a_game(&server).await;
    let whole = id().to_string();
    // Another one is in use by now.
    let program = start_in(&home, &moved, &["games", "--forget", &whole]);
    server.answer("404 Not Found", "No such game.").await;
    let (_, said) = program.status().await;
    assert!(said.contains("you did not play it"), "{said}");
    let address = moved.address.to_string();
    let args = ["games", "--forget", &whole, "--server", &address];
    let program = start_in(&home, &server, &args);
    moved.answer("200 OK", r#"{"removed":"game"}"#).await;
    let (code, said) = program.status().await;
    assert_eq!(code, 0, "{said}");
}

#[tokio::test]
async fn a_copy_is_deleted_only_after_the_server_has_answered() {
    let server = Server::start().await;
    let (home, _) = home_with_a_game(&server).await;
    let folder = games_folder(&home);
    let whole = id().to_string();
    let args = ["games", "--forget", &whole, "--local"];
    let program = start_in(&home, &server, &args);
    drop(server.tcp().await);
    let (code, said) = program.status().await;
    assert_eq!(code, 1, "{said}");
    assert_eq!(copies(&folder).len(), 1);

    let program = start_in(&home, &server, &args);
    server.answer("200 OK", r#"{"removed":"game"}"#).await;
    let (code, said) = program.status().await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("was deleted at"), "{said}");
    assert!(copies(&folder).is_empty());
}

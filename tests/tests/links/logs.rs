//! The log at its finest: whatever it is asked for, it has no secret, no code,
//! no name and no address of a player in it.

use std::path::Path;

use protocol::{RoomCode, Secret};
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, Process, Raw,
    client::{play_out, seat_two},
    process::server_binary,
    soon,
};
use tokio::{net::TcpSocket, process::Command};

/// Where the players are, and whom a proxy names; the server is at 127.0.0.1.
const PLAYER: &str = "127.77.3.9";
const BEHIND_PROXY: &str = "198.51.100.77";

/// A server that logs with that filter while something happens to it; its log.
async fn logged(data: &Path, filter: &str, happens: impl AsyncFnOnce(&str)) -> String {
    let arguments = ["--log", filter, "--trusted-proxy", "127.0.0.1"];
    let server = Process::start(&server_binary(), data, &arguments).await;
    let (address, id) = (server.address.clone(), server.id().to_string());
    // A log that nobody reads would stop the server.
    let log = tokio::spawn(server.log());
    happens(&address).await;
    let asked = Command::new("kill").args(["-TERM", &id]).status().await;
    assert!(asked.is_ok_and(|status| status.success()));
    soon("the log", log).await.unwrap()
}

async fn player(server: &str, name: &str) -> Client {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{PLAYER}:0").parse().unwrap()).unwrap();
    let stream = socket.connect(server.parse().unwrap()).await.unwrap();
    let mut client = Client::over(stream, &format!("ws://{server}/ws")).await;
    client.hello(name).await;
    client
}

/// A plain request with everything in it that has to stay private.
async fn ask(server: &str, method: &str, path: &str, secret: &Secret) {
    let mut raw = Raw::connect(server.parse().unwrap()).await;
    let secret = secret.reveal();
    raw.say(&format!(
        "{method} {path} HTTP/1.1\r\nhost: box\r\nauthorization: Bearer {secret}\r\n\
         x-forwarded-for: {BEHIND_PROXY}\r\nforwarded: for={BEHIND_PROXY}\r\n\r\n"
    ))
    .await;
    raw.answer().await;
}

/// Two play, one watches, one comes back, and the game is looked up.
async fn a_game(server: &str) -> (RoomCode, Vec<Secret>) {
    let (mut ana, mut bia) = (
        player(server, "Anastasia").await,
        player(server, "Beatriz").await,
    );
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut eve = player(server, "Evelina").await;
    eve.watch(room).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    eve.send_text("no message").await;
    let mut late = player(server, "Anastasia").await;
    late.return_to(room, &ana.secret).await;
    let game = ana.view.game.as_ref().unwrap();
    let id = game.over.as_ref().and_then(|over| over.id).unwrap();
    ask(server, "GET", &format!("/r/{room}"), &ana.secret).await;
    ask(server, "GET", &format!("/games/{id}.json"), &ana.secret).await;
    ask(server, "DELETE", &format!("/games/{id}"), &eve.secret).await;
    let mut raw = Raw::connect(server.parse().unwrap()).await;
    raw.say(&format!("{} is not HTTP\r\n\r\n", ana.secret.reveal()))
        .await;
    raw.rest().await;
    (
        room,
        vec![ana.secret.clone(), bia.secret.clone(), eve.secret.clone()],
    )
}

#[tokio::test]
async fn no_level_of_logging_names_a_secret() {
    for filter in [
        "trace",
        "trace,tungstenite=trace,tungstenite::protocol=trace,hyper=trace,mio=trace,log=trace",
    ] {
        let folder = TempDir::new().unwrap();
        let mut played = None;
        let mut log = logged(folder.path(), filter, async |server| {
            played = Some(a_game(server).await);
        })
        .await;
        let (room, secrets) = played.unwrap();
        log += &logged(folder.path(), filter, async |server| {
            let mut ana = player(server, "Anastasia").await;
            ana.return_to(room, &secrets[0]).await;
        })
        .await;
        // The server's own details are in it.
        assert!(log.contains("room loaded"), "{log}");
        let code = room.to_string();
        let bare = code.replace('-', "");
        let mut private = vec![
            PLAYER,
            BEHIND_PROXY,
            &code,
            &bare,
            "Anastasia",
            "Beatriz",
            "Evelina",
            "no message",
        ];
        private.extend(secrets.iter().map(Secret::reveal));
        for private in private {
            let line = log.lines().find(|line| line.contains(private));
            assert_eq!(line, None, "{private}");
        }
    }
}

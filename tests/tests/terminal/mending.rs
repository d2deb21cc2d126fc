//! The screen while the link or the server is gone, and after it is back.

use tests::{Process, Proxy, process::server_binary};

use super::{TerminalSetup, behind};

#[tokio::test]
async fn a_game_outlives_the_servers_death() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["new", "--first", "host"]);
    ana.sees("Waiting for your friend").await;
    let link = behind(&ana.text(), "oxo join ").to_owned();
    let mut bia = setup.oxo("Bia", &["join", &link]);
    bia.sees("Enter: sit down and play").await;
    bia.line("");
    ana.sees("Your turn").await;
    ana.line("b2");
    bia.sees("Ana: X on b2.").await;

    let address = setup.server.address.clone();
    let data = setup.data();
    let dead = setup.server;
    dead.kill().await;
    ana.sees("Connection lost").await;
    bia.sees("Connection lost").await;
    let _again = Process::start_at(&address, &server_binary(), &data, &[]).await;
    ana.sees("You are back.").await;
    bia.sees("You are back.").await;
    bia.line("a1");
    ana.sees("Bia: O on a1.").await;
    ana.line("a3");
    bia.sees("Ana: X on a3.").await;
}

#[tokio::test]
async fn a_cut_link_mends_itself_and_nothing_is_lost() {
    let setup = TerminalSetup::open().await;
    let proxy = Proxy::to(setup.server.address.parse().unwrap()).await;
    let mut ana = setup.oxo("Ana", &["new", "--first", "guest"]);
    ana.sees("Waiting for your friend").await;
    let link =
        behind(&ana.text(), "oxo join ").replace(&setup.server.address, &proxy.address.to_string());
    let mut bia = setup.oxo("Bia", &["join", &link]);
    bia.sees("Enter: sit down and play").await;
    bia.line("");
    bia.sees("Your turn").await;
    bia.line("a1");
    ana.sees("Bia: X on a1.").await;
    proxy.cut();
    bia.sees("Connection lost").await;
    ana.line("b2");
    bia.sees("You are back.").await;
    bia.sees("Ana: O on b2.").await;
    bia.line("c3");
    ana.sees("Bia: X on c3.").await;
}

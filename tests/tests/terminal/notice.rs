//! The operator's notice, on the full screen and in lines, and a server that has closed as it
//! announced.

use tests::process::operate;

use super::{TerminalSetup, behind};

impl TerminalSetup {
    async fn operated(&self, words: &[&str]) {
        let (status, _, why) = operate(&self.data(), words).await;
        assert_eq!(status, Some(0), "{words:?}: {why}");
    }
}

#[tokio::test]
async fn an_announcement_stands_on_screens_and_in_lines() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["new", "--first", "host"]);
    ana.sees("Waiting for your friend").await;
    let link = behind(&ana.text(), "oxo join ").to_owned();
    let mut bia = setup.full("Bia", &["join", &link]);
    bia.shows("Ana invites you to a game").await;
    bia.keys("\r");
    bia.shows("Game 1").await;
    let mut eve = setup.full("Eve", &[]);
    eve.shows("Play anyone").await;
    setup.operated(&["announce", "Back at nine"]).await;
    ana.sees("Message from the operator of this server").await;
    ana.sees("Back at nine").await;
    bia.shows("Back at nine").await;
    eve.shows("Back at nine").await;
    // A later visitor reads it, too.
    let mut cai = setup.oxo("Cai", &["new"]);
    cai.sees("Back at nine").await;
    setup.operated(&["drain"]).await;
    ana.sees("This server is about to close").await;
    bia.shows("This server is about to close").await;
    ana.line("b2");
    ana.sees("You: X on b2.").await;
    let TerminalSetup { server, folder } = setup;
    server.terminate().await;
    ana.sees("closed as announced, and will be back").await;
    bia.shows("closed as announced, and will be back").await;
    eve.shows("closed as announced, and will be back").await;
    drop(folder);
}

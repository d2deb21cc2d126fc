//! Reload of a running server's configuration: by command and by SIGHUP.

use std::path::PathBuf;

use protocol::Accepted;
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, Process,
    process::{operate, server_binary},
};

struct Configured {
    folder: TempDir,
    server: Process,
}

impl Configured {
    async fn start(text: &str) -> Configured {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("oxo.toml");
        std::fs::write(&file, text).unwrap();
        let arguments = ["--config", file.to_str().unwrap()];
        let server = Process::start(&server_binary(), folder.path(), &arguments).await;
        Configured { folder, server }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("oxo.toml")
    }

    fn write(&self, text: &str) {
        std::fs::write(self.file(), text).unwrap();
    }

    async fn reload(&self) -> (Option<i32>, String) {
        let (status, out, err) = operate(self.folder.path(), &["reload"]).await;
        (status, out + &err)
    }

    async fn name(&self) -> String {
        let mut client = Client::connect(&self.server.url()).await;
        let hello = json!({"type": "hello", "versions": [1]});
        match client.done(hello).await {
            Accepted::Welcome(welcome) => welcome.server.name,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_reload_applies_what_can_change_and_names_the_rest() {
    let setup = Configured::start("server_name = 'One'").await;
    let mut ana = setup.server.client("Ana").await;
    assert_eq!(setup.name().await, "One");
    setup.write("server_name = 'Two'\nlog = 'debug'\nworker_threads = 3\n[limits]\nrooms = 9");
    let (status, said) = setup.reload().await;
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("Changed: server_name, log."), "{said}");
    assert!(
        said.contains("These need a restart: worker_threads, rooms."),
        "{said}"
    );
    assert_eq!(setup.name().await, "Two");
    setup.write("server_name = ");
    let (status, said) = setup.reload().await;
    assert_eq!(status, Some(1));
    assert!(said.contains("is not valid TOML"), "{said}");
    assert_eq!(setup.name().await, "Two");
    // Connected players go on.
    ana.create(json!({})).await;
}

#[tokio::test]
async fn a_hangup_signal_reloads_as_the_command_does() {
    let mut setup = Configured::start("server_name = 'One'").await;
    setup.write("server_name = 'Two'");
    setup.server.signal("-HUP").await;
    setup.server.has_said("configuration read again").await;
    assert_eq!(setup.name().await, "Two");
    setup.write("server_name = ");
    setup.server.signal("-HUP").await;
    setup.server.has_said("nothing has changed").await;
    assert_eq!(setup.name().await, "Two");
}

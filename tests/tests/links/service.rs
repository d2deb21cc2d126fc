//! The server's notifications to a service manager, read from the socket that it would listen on.

use std::path::Path;

use tempfile::TempDir;
use tests::{Process, process::server_binary, soon};
use tokio::{net::UnixDatagram, process::Command};

/// The next notification.
async fn news(manager: &UnixDatagram) -> String {
    let mut text = vec![0; 4096];
    let received = soon("news", manager.recv(&mut text)).await.unwrap();
    text.truncate(received);
    String::from_utf8(text).unwrap()
}

async fn start(data: &Path, socket: &Path, watchdog_us: &str) -> Process {
    let environment = [
        ("NOTIFY_SOCKET", socket.to_str().unwrap()),
        ("WATCHDOG_USEC", watchdog_us),
    ];
    Process::start_in(&environment, "127.0.0.1:0", &server_binary(), data, &[]).await
}

#[tokio::test]
async fn a_service_manager_is_notified_of_start_watchdog_and_stop() {
    let folder = TempDir::new().unwrap();
    let socket = folder.path().join("notify");
    let manager = UnixDatagram::bind(&socket).unwrap();
    let server = start(folder.path(), &socket, "60000").await;
    let ready = news(&manager).await;
    assert_eq!(ready, "READY=1\nSTATUS=Serving; connections: 0, rooms: 0\n");
    let _ana = server.client("Ana").await;
    let mut alive = news(&manager).await;
    while !alive.contains("connections: 1") {
        assert!(alive.starts_with("WATCHDOG=1\n"), "{alive}");
        alive = news(&manager).await;
    }
    server.ask_to_stop().await;
    let mut last = news(&manager).await;
    while last.starts_with("WATCHDOG=1\n") {
        last = news(&manager).await;
    }
    assert_eq!(last, "STOPPING=1\n");
    assert!(server.ended().await.status.success());
}

async fn analyze(arguments: &[&str]) -> (bool, String) {
    let run = Command::new("systemd-analyze").args(arguments).output();
    let output = soon("systemd-analyze", run).await;
    let output = output.expect("systemd-analyze is missing; tests/run installs it");
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

#[tokio::test]
async fn the_units_are_valid_and_hardened() {
    let folder = TempDir::new().unwrap();
    let units = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist/systemd");
    let mut files = Vec::new();
    for name in ["oxo-server.service", "oxo-server.socket"] {
        let unit = std::fs::read_to_string(units.join(name)).unwrap();
        // A program that is not installed cannot be started.
        let unit = unit.replace("/usr/bin/oxo-server", "/bin/true");
        let file = folder.path().join(name);
        std::fs::write(&file, unit).unwrap();
        files.push(file.to_str().unwrap().to_owned());
    }
    // It ends well even when it does not know a key.
    let (is_well, said) = analyze(&["verify", "--man=no", &files[0], &files[1]]).await;
    assert!(is_well && said.is_empty(), "{said}");
    let limit = "--threshold=15";
    let (is_well, said) = analyze(&["security", "--offline=true", limit, &files[0]]).await;
    assert!(is_well, "{said}");
}

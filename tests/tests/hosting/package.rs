//! The Debian package on a Debian that has nothing else: installed, upgraded under players, killed,
//! frozen, restarted behind a socket, removed, purged.

use std::{path::Path, process::Stdio, time::Instant};

use tempfile::TempDir;
use tests::{
    Machine,
    machine::{file_named, folder_of},
    nginx::Nginx,
};
use tokio::{io::AsyncReadExt, io::AsyncWriteExt, net::TcpStream, process::Command};

use crate::game::{LongGame, until_ready};

/// From which systemd takes users that exist only while a service runs.
const DYNAMIC_USERS: std::ops::RangeInclusive<u32> = 61_184..=65_519;
/// What a purge leaves nothing of.
const LEFT_BEHIND: [&str; 5] = [
    "/var/lib/oxo-server",
    "/var/lib/private/oxo-server",
    "/etc/default/oxo-server",
    "/etc/systemd/system/oxo-server.service",
    "/etc/systemd/system/multi-user.target.wants/oxo-server.service",
];

/// Only what differs from a real machine: a port that is free here, and fewer open files, of which a
/// container may not have more than the one that holds it.
fn drop_in(port: u16) -> String {
    format!(
        "mkdir -p /etc/systemd/system/oxo-server.service.d
         printf '[Service]\\nEnvironment=OXO_LISTEN=127.0.0.1:{port}\\nLimitNOFILE=4096\\nWatchdogSec=5\\n' \
           >/etc/systemd/system/oxo-server.service.d/test.conf"
    )
}

async fn shell(script: &str) {
    let status = Command::new("bash")
        .args(["-ec", script])
        .stdin(Stdio::null())
        .status();
    assert!(status.await.unwrap().success(), "{script}");
}

/// Both packages, and one of the server that says it is newer.
async fn packages(into: &Path) {
    let dist = folder_of("OXO_DIST");
    let (server, client) = (
        file_named(&dist, "oxo-server_", "_amd64.deb"),
        file_named(&dist, "oxo_", "_amd64.deb"),
    );
    let folder = into.display();
    shell(&format!(
        "cp {} {folder}/oxo-server.deb; cp {} {folder}/oxo.deb
         dpkg-deb --raw-extract {folder}/oxo-server.deb {folder}/newer
         sed -i 's/^Version: .*/&+newer/' {folder}/newer/DEBIAN/control
         dpkg-deb --root-owner-group --build {folder}/newer {folder}/newer.deb >/dev/null
         rm -r {folder}/newer",
        server.display(),
        client.display()
    ))
    .await;
}

/// How often systemd has started the server anew by itself.
async fn restarts(machine: &Machine) -> u32 {
    let restarts = machine
        .run("systemctl show --value --property=NRestarts oxo-server")
        .await;
    restarts.trim().parse().unwrap()
}

/// Asks over and over whether the server lives, over a new connection each time, until told to stop;
/// how often it was answered. Fails when a connection is refused or not answered.
async fn ask_on(address: String, mut stop: tokio::sync::oneshot::Receiver<()>) -> u32 {
    let mut answered = 0;
    while stop.try_recv().is_err() {
        let mut stream = TcpStream::connect(&address)
            .await
            .expect("no connect is refused");
        let ask = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        stream.write_all(ask).await.unwrap();
        let mut answer = String::new();
        // A server that stops closes what has not been answered yet.
        let read = stream.read_to_string(&mut answer).await;
        answered += u32::from(read.is_ok() && answer.starts_with("HTTP/1.1 200"));
    }
    answered
}

#[tokio::test]
async fn a_package_is_installed_upgraded_under_players_removed_and_purged() {
    let files = TempDir::new().unwrap();
    packages(files.path()).await;
    let machine = Machine::boot(&folder_of("OXO_DEBIAN"), files.path()).await;
    let port = Nginx::free_port();
    let address = format!("127.0.0.1:{port}");
    machine.run(&drop_in(port)).await;

    let begun = Instant::now();
    machine
        .run("dpkg -i /files/oxo-server.deb /files/oxo.deb")
        .await;
    let mut game = LongGame::begin(&address).await;
    game.goes_on().await;
    println!(
        "from dpkg -i to the first move: {} ms",
        begun.elapsed().as_millis()
    );
    machine
        .run(
            "oxo-server --version && oxo --version && oxo-server health --listen 127.0.0.1:$PORT"
                .replace("$PORT", &port.to_string())
                .as_str(),
        )
        .await;
    let status = machine
        .run("systemctl show --value --property=StatusText oxo-server")
        .await;
    assert!(status.contains("rooms: 1"), "{status}");
    // The analysis reads the unit and what changes it; what is changed here takes nothing away.
    let exposure = machine
        .run("systemd-analyze security --no-pager oxo-server.service | tail -n 1")
        .await;
    println!("{}", exposure.trim());
    machine
        .run("systemd-analyze security --threshold=15 oxo-server.service >/dev/null")
        .await;
    let user = machine
        .run("ps -o user:20= -p $(systemctl show --value -p MainPID oxo-server)")
        .await;
    assert_eq!(user.trim(), "oxo-server");

    let begun = Instant::now();
    machine.run("dpkg -i /files/newer.deb").await;
    game.comes_back().await;
    println!(
        "upgrade, until both have moved again: {} ms",
        begun.elapsed().as_millis()
    );
    let begun = Instant::now();
    machine.run("systemctl restart oxo-server").await;
    println!("restart: {} ms", begun.elapsed().as_millis());
    game.comes_back().await;

    machine.run("systemctl kill --signal=KILL oxo-server").await;
    until_restarted(&machine, 1, &address).await;
    game.comes_back().await;
    // Alive for the kernel and dead for its players: the watchdog's case.
    machine.run("systemctl kill --signal=STOP oxo-server").await;
    until_restarted(&machine, 2, &address).await;
    game.comes_back().await;

    machine.run("dpkg --remove oxo-server oxo").await;
    assert!(TcpStream::connect(&address).await.is_err());
    machine
        .run("test -e /var/lib/private/oxo-server/oxo.db; test ! -e /usr/bin/oxo-server")
        .await;
    machine.run("dpkg -i /files/newer.deb").await;
    until_ready(&address).await;
    game.comes_back().await;
    machine.run("dpkg --purge oxo-server").await;
    for path in LEFT_BEHIND {
        machine.run(&format!("test ! -e {path}")).await;
    }
}

async fn until_restarted(machine: &Machine, times: u32, address: &str) {
    tests::soon("a restart", async {
        while restarts(machine).await < times {}
    })
    .await;
    until_ready(address).await;
}

#[tokio::test]
async fn behind_the_socket_unit_no_connect_is_refused_while_the_server_restarts() {
    let files = TempDir::new().unwrap();
    packages(files.path()).await;
    let machine = Machine::boot(&folder_of("OXO_DEBIAN"), files.path()).await;
    let port = Nginx::free_port();
    let address = format!("127.0.0.1:{port}");
    machine.run(&drop_in(port)).await;
    machine
        .run(&format!(
            "dpkg -i /files/oxo-server.deb
             mkdir -p /etc/systemd/system/oxo-server.socket.d
             printf '[Socket]\\nListenStream=\\nListenStream=127.0.0.1:{port}\\n' >/etc/systemd/system/oxo-server.socket.d/test.conf
             systemctl daemon-reload
             systemctl stop oxo-server
             systemctl enable --now oxo-server.socket
             systemctl start oxo-server"
        ))
        .await;
    let mut game = LongGame::begin(&address).await;
    game.goes_on().await;
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let asking = tokio::spawn(ask_on(address, stopped));
    for _ in 0..3 {
        machine.run("systemctl restart oxo-server").await;
        game.comes_back().await;
    }
    stop.send(()).unwrap();
    println!(
        "answered meanwhile, none refused: {}",
        asking.await.unwrap()
    );
}

//! The Debian package on a Debian that has nothing else: installed, upgraded under players, killed,
//! frozen, restarted behind a socket, removed, purged.

use std::{net::SocketAddr, path::Path, process::Stdio, time::Instant};

use tempfile::TempDir;
use tests::{
    Machine, free_port,
    machine::{ARCHITECTURE, file_named, folder_of},
    raw::request,
    soon,
    tls::{self, Authority},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    process::Command,
    sync::oneshot,
};

use crate::{
    game::{LongGame, until_ready},
    names,
};

/// From which systemd takes users that exist only while a service runs.
const DYNAMIC_USERS: std::ops::RangeInclusive<u32> = 61_184..=65_519;
/// The usual ports, at an address of this machine at which nobody else listens.
const HTTPS: &str = "127.19.52.1:443";
const HTTP: &str = "127.19.52.1:80";
/// Paths that a purge removes.
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

/// A machine with the packages at hand, in a folder of this one, and the port of its server to be.
async fn with_packages() -> (Machine, TempDir, u16) {
    let files = TempDir::new().unwrap();
    packages(files.path()).await;
    let machine = Machine::boot(&folder_of("OXO_DEBIAN"), files.path()).await;
    let port = free_port();
    machine.run(&drop_in(port)).await;
    (machine, files, port)
}

/// Both packages, and one of the server that says it is newer.
async fn packages(into: &Path) {
    let dist = folder_of("OXO_DIST");
    let end = format!("_{ARCHITECTURE}.deb");
    let (server, client) = (
        file_named(&dist, "oxo-server_", &end),
        file_named(&dist, "oxo_", &end),
    );
    let folder = into.display();
    shell(&format!(
        "cp {} {folder}/oxo-server.deb; cp {} {folder}/oxo.deb
         dpkg-deb --raw-extract {folder}/oxo-server.deb {folder}/newer
         sed -i 's/^Version: .*/&+newer/' {folder}/newer/DEBIAN/control
         dpkg-deb -Znone --root-owner-group --build {folder}/newer {folder}/newer.deb >/dev/null
         rm -r {folder}/newer",
        server.display(),
        client.display()
    ))
    .await;
}

/// Systemd's state of the service.
async fn property(machine: &Machine, name: &str) -> String {
    let ask = format!("systemctl show --value --property={name} oxo-server");
    machine.run(&ask).await.trim().to_owned()
}

/// With apt, as a host does, but from files alone.
async fn install(machine: &Machine, packages: &str) {
    let apt = "apt-get install --yes --no-install-recommends";
    machine.run(&format!("{apt} {packages}")).await;
}

/// Asks over and over whether the server lives, over a new connection each time, until stopped;
/// how often it was answered, and how often a server that stopped closed the connection first. Fails when
/// a connection is refused. Comes from an address of its own, so that it spends nothing of the players' budget.
async fn ask_on(address: SocketAddr, mut stop: oneshot::Receiver<()>) -> (u32, u32) {
    let (mut answered, mut closed) = (0, 0);
    while stop.try_recv().is_err() {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 2], 0).into()).unwrap();
        let mut stream = socket.connect(address).await.expect("nobody is refused");
        let ask = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let mut answer = String::new();
        let asked = stream.write_all(ask).await.is_ok();
        let read = asked
            && soon("an answer", stream.read_to_string(&mut answer))
                .await
                .is_ok();
        match read && answer.starts_with("HTTP/1.1 ") {
            true => answered += 1,
            false => closed += 1,
        }
    }
    (answered, closed)
}

#[tokio::test]
async fn a_package_is_installed_upgraded_under_players_removed_and_purged() {
    let (machine, _files, port) = with_packages().await;
    let address = format!("127.0.0.1:{port}");

    let begun = Instant::now();
    install(&machine, "/files/oxo-server.deb /files/oxo.deb").await;
    let mut game = LongGame::begin(&address).await;
    game.goes_on().await;
    println!(
        "from apt-get install to the first moves: {} ms",
        begun.elapsed().as_millis()
    );
    machine
        .run(&format!("oxo-server health --listen {address}"))
        .await;
    // Static programs ask name servers by themselves.
    let server = names::serve().await.ip();
    machine
        .run(&format!(
            "echo nameserver {server} >/etc/resolv.conf; oxo rooms --server http://oxo.test:{port}"
        ))
        .await;
    confined(&machine).await;
    upgraded(&machine, &mut game).await;

    let begun = Instant::now();
    machine.run("systemctl restart oxo-server").await;
    println!("restart: {} ms", begun.elapsed().as_millis());
    game.comes_back().await;
    machine
        .run("systemctl kill --kill-whom=main --signal=KILL oxo-server")
        .await;
    until_restarted(&machine, "1", &address).await;
    game.comes_back().await;
    // Alive for the kernel and dead for its players: the watchdog's case.
    machine
        .run("systemctl kill --kill-whom=main --signal=STOP oxo-server")
        .await;
    until_restarted(&machine, "2", &address).await;
    game.comes_back().await;

    machine.run("apt-get remove --yes oxo-server oxo").await;
    assert!(TcpStream::connect(&address).await.is_err());
    machine
        .run("test -e /var/lib/private/oxo-server/oxo.db; test ! -e /usr/bin/oxo-server")
        .await;
    install(&machine, "/files/newer.deb").await;
    until_ready(&address).await;
    game.comes_back().await;
    // It may be used again, too: a removal masks it.
    let socket = machine.try_run("systemctl is-enabled oxo-server.socket");
    assert_eq!(socket.await.stdout.trim_ascii(), b"disabled");
    machine.run("apt-get purge --yes oxo-server").await;
    for path in LEFT_BEHIND {
        machine.run(&format!("test ! -e {path}")).await;
    }
}

/// The service is as hardened as docs/hosting.md says, and nobody's.
async fn confined(machine: &Machine) {
    soon("a status with the room", async {
        while !property(machine, "StatusText").await.contains("rooms: 1") {}
    })
    .await;
    let analysis = "systemd-analyze security --no-pager --threshold=15 oxo-server.service";
    let exposure = machine.run(analysis).await;
    println!("{}", exposure.lines().last().unwrap_or_default());
    let process = property(machine, "MainPID").await;
    let user = machine
        .run(&format!("stat --format=%u /proc/{process}"))
        .await;
    let user = user.trim().parse().expect("the number of a user");
    assert!(DYNAMIC_USERS.contains(&user), "{user}");
}

/// An upgrade while both play: the old server ends, the new one has every move that was acknowledged.
async fn upgraded(machine: &Machine, game: &mut LongGame) {
    let old = property(machine, "MainPID").await;
    let begun = Instant::now();
    let installed = async {
        install(machine, "/files/newer.deb").await;
        begun.elapsed()
    };
    // A command of the machine for each move, or the board would be full too soon.
    let played = game.goes_on_until_cut(async || {
        machine.run("true").await;
    });
    let (took, moves) = tokio::join!(installed, played);
    game.comes_back().await;
    println!(
        "upgrade: {} ms, {moves} moves during it, until both have moved again: {} ms",
        took.as_millis(),
        begun.elapsed().as_millis()
    );
    let version = machine.run("dpkg-query --show oxo-server").await;
    assert!(version.contains("+newer"), "{version}");
    assert_ne!(property(machine, "MainPID").await, old);
}

async fn until_restarted(machine: &Machine, times: &str, address: &str) {
    soon("a restart", async {
        while property(machine, "NRestarts").await != times {}
    })
    .await;
    until_ready(address).await;
}

/// The socket unit in place of the server's own port, as docs/hosting.md has it.
async fn held_by_systemd(machine: &Machine, addresses: &[&str]) {
    let streams: String = addresses
        .iter()
        .map(|address| format!("ListenStream={address}\\n"))
        .collect();
    machine
        .run(&format!(
            "mkdir -p /etc/systemd/system/oxo-server.socket.d
             printf '[Socket]\\nListenStream=\\n{streams}' >/etc/systemd/system/oxo-server.socket.d/test.conf
             systemctl daemon-reload
             systemctl stop oxo-server
             systemctl enable --now oxo-server.socket
             systemctl start oxo-server"
        ))
        .await;
}

#[tokio::test]
async fn behind_the_socket_unit_it_serves_the_usual_ports_with_a_certificate_of_a_group() {
    let (machine, files, _port) = with_packages().await;
    let authority = Authority::new();
    authority.certify(files.path());
    install(&machine, "/files/oxo-server.deb").await;
    machine
        .run(
            "groupadd --system certificates
             install -d -m 750 -g certificates /etc/oxo-tls
             install -m 640 -g certificates /files/cert.pem /files/key.pem /etc/oxo-tls
             printf '[Service]\\nSupplementaryGroups=certificates\\n' >/etc/systemd/system/oxo-server.service.d/tls.conf
             printf 'OXO_TLS_CERT=/etc/oxo-tls/cert.pem\\nOXO_TLS_KEY=/etc/oxo-tls/key.pem\\nOXO_PUBLIC_URL=https://localhost\\n' \
               >/etc/default/oxo-server",
        )
        .await;
    held_by_systemd(&machine, &[HTTPS, HTTP]).await;
    let connector = authority.connector(&[]);
    let stream = tls::connect(&connector, "localhost", HTTPS.parse().unwrap()).await;
    let page = tls::get(stream.unwrap(), "/").await;
    assert!(page.contains("<!doctype html>"), "{page}");
    let plain = request(HTTP.parse().unwrap(), "GET", "/").await;
    assert!(plain.starts_with("HTTP/1.1 308"), "{plain}");
    assert!(plain.contains("https://localhost/"), "{plain}");
}

#[tokio::test]
async fn behind_the_socket_unit_no_connect_is_refused_while_the_server_restarts() {
    let (machine, _files, port) = with_packages().await;
    let address = format!("127.0.0.1:{port}");
    install(&machine, "/files/oxo-server.deb").await;
    held_by_systemd(&machine, &[&address]).await;
    let mut game = LongGame::begin(&address).await;
    game.goes_on().await;
    let (stop, stopped) = oneshot::channel();
    let asking = tokio::spawn(ask_on(address.parse().unwrap(), stopped));
    install(&machine, "/files/newer.deb").await;
    game.comes_back().await;
    machine.run("systemctl restart oxo-server").await;
    game.comes_back().await;
    stop.send(()).unwrap();
    let (answered, closed) = asking.await.unwrap();
    println!(
        "asked during an upgrade and a restart: {answered} answered, {closed} closed, none refused"
    );
    assert!(answered > 0);
}

//! A push service and a chat on loopback, and a server whose clock is the test's: tests/page/push_receiver.mjs.

use std::{env, fs, path::Path, process::Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, Process, client::SeatCredentials, process::test_clock_binary, server::BEGIN_MS, soon,
    tls::Authority,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
};

/// A push service with two devices, and a chat.
pub struct PushService {
    pub _child: Child,
    pub input: ChildStdin,
    pub lines: Lines<BufReader<ChildStdout>>,
    pub subscriptions: Value,
}

impl PushService {
    pub async fn start(folder: &Path) -> PushService {
        let authority = Authority::new();
        authority.certify(folder);
        fs::write(folder.join("ca.pem"), &authority.pem).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/push_receiver.mjs");
        let mut child = Command::new("node")
            .arg(script)
            .args([folder.join("cert.pem"), folder.join("key.pem")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut service = PushService {
            _child: child,
            input,
            lines,
            subscriptions: Value::Null,
        };
        service.subscriptions = service.next().await;
        service
    }

    pub async fn next(&mut self) -> Value {
        let line = soon("a line of the push service", self.lines.next_line()).await;
        serde_json::from_str(&line.unwrap().expect("a line")).unwrap()
    }

    /// Answers so from now on.
    pub async fn answer(&mut self, to: &str, status: u16) {
        let line = format!("status {to} {status}\n");
        self.input.write_all(line.as_bytes()).await.unwrap();
        assert_eq!(self.next().await, json!({"status": to}));
    }

    /// The next notification, which has to be to that one.
    pub async fn notification(&mut self, to: &str) -> Value {
        let notification = self.next().await;
        assert_eq!(notification["to"], to, "{notification}");
        notification
    }
}

/// A server of these tests, whose clock goes on where it was after a restart.
pub struct Host {
    pub folder: TempDir,
    pub now_ms: u64,
}

impl Host {
    pub fn new() -> Host {
        Host {
            folder: TempDir::new().unwrap(),
            now_ms: BEGIN_MS,
        }
    }

    pub async fn start(&self, data: &str) -> Process {
        let ca = self.folder.path().join("ca.pem");
        let begin = self.now_ms.to_string();
        let environment = [
            ("SSL_CERT_FILE", ca.to_str().unwrap()),
            ("OXO_TEST_CLOCK_BEGIN_MS", &begin),
        ];
        let arguments = [
            "--push-network",
            "127.0.0.0/8",
            "--push-contact",
            "mailto:ana@oxo.example",
        ];
        let data = self.folder.path().join(data);
        let binary = test_clock_binary();
        Process::start_in(&environment, "127.0.0.1:0", &binary, &data, &arguments).await
    }

    pub async fn advance(&mut self, server: &mut Process, ms: u64) {
        server.advance(ms).await;
        self.now_ms += ms;
    }
}

/// Comes back to a seat, makes a move, and goes.
pub async fn moves(seat: &SeatCredentials, server: &Process, cell: u16) {
    let mut client = seat.back(&server.url()).await;
    client.play(cell).await;
    client.close().await;
}

/// Goes away from a seat.
pub async fn leave(client: Client) -> SeatCredentials {
    let seat = SeatCredentials::of(&client);
    client.close().await;
    seat
}

//! A proxy that breaks single files of a page, and handshakes, as networks, caches and filters do.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    sync::watch,
};

const LONGEST_HEAD: usize = 16 * 1024;

/// Treatment of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such file.
    Missing,
    /// Its first half comes as if it were all.
    Half,
    /// Its first half comes, and then the connection breaks.
    Broken,
    /// Something comes that is no file of a page.
    Nonsense,
    /// A page of the proxy's own comes instead, with a good status.
    Swallowed,
    /// Nothing comes until the rule is another.
    Held,
}

/// The part of a path that is broken, and how.
type Rule = Option<(String, Fault)>;

/// A proxy in front of a server; it ends when dropped.
pub struct Tamper {
    /// Where browsers connect.
    pub address: SocketAddr,
    rule: watch::Sender<Rule>,
}

impl Tamper {
    /// A proxy to a server that lets everything pass at first.
    ///
    /// # Panics
    /// When there is no free port.
    pub async fn to(server: SocketAddr) -> Tamper {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (rule, watching) = watch::channel(None);
        tokio::spawn(async move {
            let mut ended = watching.clone();
            loop {
                let accepted = tokio::select! {
                    accepted = listener.accept() => accepted,
                    () = dropped(&mut ended) => return,
                };
                if let Ok((client, _)) = accepted {
                    tokio::spawn(connection(client, server, watching.clone()));
                }
            }
        });
        Tamper { address, rule }
    }

    /// From now on every path with that in it is answered so.
    pub fn break_every(&self, part: &str, fault: Fault) {
        self.rule.send_replace(Some((part.to_owned(), fault)));
    }

    /// Lets everything pass again.
    pub fn mend(&self) {
        self.rule.send_replace(None);
    }
}

/// Serves one request, after which the connection ends.
async fn connection(mut client: TcpStream, server: SocketAddr, mut rule: watch::Receiver<Rule>) {
    let Some(head) = head(&mut client).await else {
        return;
    };
    let path = head.split(' ').nth(1).unwrap_or_default();
    let fault = match found(&rule, path) {
        Some(Fault::Held) => {
            let is_other = |rule: &Rule| !matches!(rule, Some((_, Fault::Held)));
            // The proxy that is dropped lets go as well.
            let _ = rule.wait_for(is_other).await;
            found(&rule, path)
        }
        fault => fault,
    };
    let Ok(mut upstream) = TcpStream::connect(server).await else {
        return;
    };
    let sent = upstream
        .write_all(once(&head, fault.is_some()).as_bytes())
        .await;
    let Some(fault) = fault else {
        // Either side may end it.
        let _ = copy_bidirectional(&mut client, &mut upstream).await;
        return;
    };
    let mut answer = Vec::new();
    if sent.is_ok() && upstream.read_to_end(&mut answer).await.is_ok() {
        // The browser may have given up.
        let _ = client.write_all(&broken(&answer, fault)).await;
    }
}

async fn dropped(rule: &mut watch::Receiver<Rule>) {
    // It is an error, which comes with the end of the sender.
    let _ = rule.wait_for(|_| false).await;
}

fn found(rule: &watch::Receiver<Rule>, path: &str) -> Option<Fault> {
    let rule = rule.borrow();
    let (part, fault) = rule.as_ref()?;
    path.contains(part).then_some(*fault)
}

async fn head(client: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") && head.len() < LONGEST_HEAD {
        head.push(client.read_u8().await.ok()?);
    }
    String::from_utf8(head).ok()
}

/// A request as the last one of its connection; without an upgrade, and for a plain answer, if that
/// is to be broken.
fn once(head: &str, breaks: bool) -> String {
    let is_upgrade = head.to_ascii_lowercase().contains("\r\nupgrade:");
    if is_upgrade && !breaks {
        return head.to_owned();
    }
    let dropped = ["connection:", "upgrade:", "accept-encoding:"];
    let kept = head.trim_end().lines().filter(|line| {
        let line = line.to_ascii_lowercase();
        !dropped.iter().any(|name| line.starts_with(name))
    });
    let lines: Vec<&str> = kept.chain(["connection: close", "", ""]).collect();
    lines.join("\r\n")
}

fn broken(answer: &[u8], fault: Fault) -> Vec<u8> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = answer.split_at(end.map_or(answer.len(), |end| end + 4));
    let kind = String::from_utf8_lossy(head);
    let kind = kind
        .lines()
        .find_map(|line| line.strip_prefix("content-type: "));
    let kind = kind.unwrap_or("text/plain").to_owned();
    let half = &body[..body.len() / 2];
    let (status, kind, length, body) = match fault {
        Fault::Missing => ("404 Not Found", "text/plain", 0, &[][..]),
        Fault::Half => ("200 OK", &*kind, half.len(), half),
        Fault::Broken => ("200 OK", &*kind, body.len(), half),
        Fault::Nonsense => ("200 OK", &*kind, 2, &b"}{"[..]),
        Fault::Swallowed | Fault::Held => ("200 OK", "text/html", 7, &b"Filter."[..]),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

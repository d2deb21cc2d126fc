//! The link counters of a cluster's node, from its `/metrics`.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use crate::BenchError;

/// The token with which a measured node shows its figures: it listens on loopback alone, and for seconds.
pub const TOKEN: &str = "figures-for-oxo-bench";
/// A node on this machine that takes longer does not answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Frames and writes of a node's links.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinkTraffic {
    /// Frames written.
    pub frames: f64,
    /// Writes that they went out in.
    pub writes: f64,
}

impl LinkTraffic {
    /// Of the node at that address, so far.
    pub fn of(node: SocketAddr) -> Result<LinkTraffic, BenchError> {
        LinkTraffic::read(&get(node, "/metrics")?)
            .ok_or_else(|| "the node shows no figures of its links".into())
    }

    fn read(figures: &str) -> Option<LinkTraffic> {
        let value = |name: &str| {
            let mut lines = figures.lines();
            lines.find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
        };
        Some(LinkTraffic {
            frames: value("oxo_cluster_link_frames_total ")?,
            writes: value("oxo_cluster_link_writes_total ")?,
        })
    }

    /// Traffic since then.
    #[must_use]
    pub fn since(self, then: LinkTraffic) -> LinkTraffic {
        LinkTraffic {
            frames: self.frames - then.frames,
            writes: self.writes - then.writes,
        }
    }

    /// Frames that went out at once; none without a write.
    pub fn frames_per_write(self) -> Option<f64> {
        (self.writes > 0.0).then(|| self.frames / self.writes)
    }
}

/// The whole answer of the node at that address.
pub fn get(node: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&node, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {TOKEN}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_per_write_are_counted_between_two_readings() {
        let figures = |frames, writes| {
            let text = format!(
                "# TYPE oxo_cluster_link_frames_total counter\n\
                 oxo_cluster_link_frames_total {frames}\n\
                 oxo_cluster_link_writes_total {writes}\n"
            );
            LinkTraffic::read(&text).unwrap()
        };
        let traffic = figures(1_000, 400).since(figures(100, 100));
        assert_eq!(traffic.frames_per_write(), Some(3.0));
        assert_eq!(LinkTraffic::default().frames_per_write(), None);
        assert_eq!(LinkTraffic::read("HTTP/1.1 401 Unauthorized"), None);
    }
}

//! The machine: how many files it allows, and its clock.

use std::{
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use admission::capacity::{self, Capacity};
use config::ServerOptions;

use super::finding::Finding;

/// A clock before this, 2026-01-01, was never set.
const BUILT: Duration = Duration::from_secs(1_767_225_600);
/// Files that services which set the clock make once they have.
const SYNCHRONISED: [&str; 2] = ["/run/systemd/timesync/synchronized", "/run/chrony-synced"];

/// Whether as many connections can be had as were asked for.
pub(super) fn open_files(options: &ServerOptions) -> Finding {
    const ABOUT: &str = "open files";
    capacity::raise_open_files();
    let (asked, files) = (options.limits.connections, capacity::open_files());
    let had = Capacity::fit(asked, files).connections;
    match had < asked {
        false => Finding::ok(ABOUT, format!("there are enough for {asked} connections")),
        true => Finding::note(
            ABOUT,
            format!("they are enough for {had} connections, and {asked} were asked for"),
        )
        .with(
            "LimitNOFILE= of systemd, ulimit -Hn, --ulimit nofile= of containers; or --connections",
        ),
    }
}

/// Whether the clock is set.
pub(super) fn clock() -> Finding {
    const ABOUT: &str = "clock";
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    if since.is_ok_and(|since| since < BUILT) {
        return Finding::wrong(ABOUT, "it was never set", "timedatectl set-ntp true");
    }
    if SYNCHRONISED.iter().any(|file| Path::new(file).exists()) {
        return Finding::ok(ABOUT, "it is kept in time (NTP)");
    }
    // Games go by durations, so that a wrong clock costs nobody a game.
    Finding::note(ABOUT, "whether it is kept in time cannot be seen from here")
        .with("timedatectl shows it; dates of games and certificates go by it")
}

//! Games between computers beside people's: what the server does by itself.
//!
//! Knows nothing of what else is measured meanwhile.

use game::{Level, Rules};
use protocol::{
    Accepted, Computer,
    ids::BySeat,
    request::{Body, Exhibit},
    settings::Watching,
};

use crate::{
    Fault,
    client::{line::Line, target::Target},
};

/// The level at which they play.
const LEVEL: usize = 3;
/// A line that no load uses otherwise.
const LINE: u64 = 0;

/// Has so many games between two computers begin on 15×15. They go on without
/// anybody watching for `empty_room_ms`.
///
/// # Errors
/// When the server refuses one.
pub async fn begin(target: &Target, games: u64) -> Result<(), Fault> {
    let mut line = Line::connect(target, LINE).await?;
    line.greet().await?;
    let computer = Computer {
        level: Level::ALL[LEVEL - 1],
        centre: false,
    };
    for _ in 0..games {
        let exhibit = Exhibit {
            rules: Rules::GOMOKU,
            computers: BySeat {
                host: computer,
                guest: computer,
            },
            watching: Watching::Link,
        };
        let Accepted::Watching { .. } = line.ask(Body::Exhibit(exhibit)).await? else {
            return Err("two computers did not sit down".into());
        };
    }
    Ok(())
}

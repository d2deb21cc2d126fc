//! Games between two computers, beside those of people.

use game::{Level, Rules};
use protocol::{
    Accepted, Computer,
    ids::BySeat,
    request::{Body, Exhibit},
    settings::Watching,
};

use crate::{
    BenchError,
    client::{connection::LoadConnection, target::LoadTarget},
};

/// The level at which they play.
const LEVEL: usize = 3;

/// Starts this number of games on 15×15. They go on for `empty_room_ms` without anybody watching.
pub async fn begin(target: &LoadTarget, games: u64) -> Result<(), BenchError> {
    if games == 0 {
        return Ok(());
    }
    let mut connection = LoadConnection::connect(target, 0).await?;
    connection.greet().await?;
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
        let Accepted::Watching { .. } = connection.ask(Body::Exhibit(exhibit)).await? else {
            return Err("two computers did not start to play".into());
        };
    }
    Ok(())
}

//! Clients that are cut at once and come back: what that costs the server,
//! against their first connecting.
//!
//! Knows nothing of how a server keeps seats. As many connect at a time in
//! both halves, so that work is compared and not crowding. Nobody waits until
//! the server has noticed: the clients come back at once, and what the server
//! does for lost connections is within the second half.

use futures::{StreamExt, TryStreamExt, stream};

use crate::{
    Fault,
    client::{
        line::Line,
        pair::{Absent, Pair},
        target::{Target, Wire},
    },
    load::closed::{AT_ONCE, seat},
    machine::meter::{Meter, Spent},
};

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Clients, two a room; an odd one is left out.
    pub clients: u64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Work {
    /// What their first connecting took: TCP, upgrade, hello, a seat.
    pub first: Spent,
    /// What their coming back took: the same, to the seat they had.
    pub back: Spent,
}

/// Seats clients, cuts them, brings them back, and measures meanwhile.
///
/// # Errors
/// When one does not get there, and at the relay, which keeps no seats.
pub async fn measure(target: &Target, meter: &Meter, plan: Plan) -> Result<Work, Fault> {
    if target.wire == Wire::Relay {
        return Err("the relay keeps no seats that one could come back to".into());
    }
    let mark = meter.begin()?;
    let pairs = seat(target, 0..plan.clients / 2).await?;
    let first = meter.since(&mark)?;
    let mark = meter.begin()?;
    let absent: Vec<Absent> = pairs.into_iter().flat_map(Pair::cut).collect();
    let returning = absent.into_iter().map(|absent| absent.come_back(target));
    let back: Vec<Line> = stream::iter(returning)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    let spent = meter.since(&mark)?;
    drop(back);
    Ok(Work { first, back: spent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_relay_says_that_it_keeps_no_seats() {
        let target = Target::new(Wire::Relay, ([127, 0, 0, 1], 9).into());
        let meter = Meter::new(None, None).unwrap();
        let why = measure(&target, &meter, Plan { clients: 2 }).await;
        assert!(why.unwrap_err().to_string().contains("keeps no seats"));
    }
}

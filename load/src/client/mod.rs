//! A client of the load: its connection, its script, and two of them in a room.

pub mod connection;
pub mod pair;
pub mod scan;
pub mod script;
pub mod target;

use futures::{StreamExt, TryStreamExt, stream};

use crate::{BenchError, plan::AT_ONCE};

/// Everybody who enters, at most [`AT_ONCE`] at a time.
pub(crate) async fn all_in<T>(
    entering: impl Iterator<Item = impl Future<Output = Result<T, BenchError>>>,
) -> Result<Vec<T>, BenchError> {
    stream::iter(entering)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

//! The part of the log that the stream has: its beginning may be purged, and the whole taken away.

use async_nats::jetstream::stream::{State, Stream};
use cluster::LogSeq;

use crate::{names, refusal::StartRefusal, store::NatsStore, stream::stream};

/// The records that the stream has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogSpan {
    /// The number of the first that is left; one more than the last where there is none.
    pub first: u64,
    /// The number of the last that was appended, 0 for none.
    pub last: u64,
    /// Their size in bytes.
    pub bytes: u64,
}

impl LogSpan {
    pub(crate) fn of(state: &State) -> LogSpan {
        LogSpan {
            first: state.first_sequence,
            last: state.last_sequence,
            bytes: state.bytes,
        }
    }

    /// Whether a copy that ends at that record, 0 for none, can be brought up to the end.
    pub fn follows(&self, seq: u64) -> bool {
        seq.saturating_add(1) >= self.first
    }
}

impl NatsStore {
    /// The records that there are.
    ///
    /// # Errors
    /// When the stream is missing or nobody answers for it.
    pub async fn span(&self) -> Result<LogSpan, StartRefusal> {
        Ok(LogSpan::of(&stream(self).await?.state))
    }

    /// The first record in a span that was stored at that time, in Unix milliseconds by the clocks of NATS, or later; the one
    /// behind the last where there is none.
    ///
    /// # Errors
    /// When a record cannot be read.
    pub async fn first_since(&self, span: LogSpan, at_ms: u64) -> Result<LogSeq, StartRefusal> {
        let (mut low, mut high) = (span.first, span.last.saturating_add(1));
        while low < high {
            let middle = low + (high - low) / 2;
            match self.stored_ms(middle).await? >= at_ms {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        Ok(LogSeq(low))
    }

    async fn stored_ms(&self, seq: u64) -> Result<u64, StartRefusal> {
        let stream = self.known_stream().await?;
        let message = stream.get_raw_message(seq).await;
        let message = message.map_err(|why| self.failed(why))?;
        let ms = message.time.unix_timestamp_nanos() / 1_000_000;
        Ok(u64::try_from(ms).unwrap_or_default())
    }

    /// Purges the log of the records before that one, for good.
    ///
    /// # Errors
    /// When NATS does not.
    pub async fn purge_before(&self, seq: LogSeq) -> Result<(), StartRefusal> {
        let stream = self.known_stream().await?;
        let purged = stream.purge().sequence(seq.0).await;
        purged.map(drop).map_err(|why| self.failed(why))
    }

    /// Takes the stream away, with all records.
    ///
    /// # Errors
    /// When NATS does not.
    pub async fn delete_stream(&self) -> Result<(), StartRefusal> {
        let deleted = self.jetstream.delete_stream(names::name(&self.cluster));
        deleted.await.map(drop).map_err(|why| self.failed(why))
    }

    /// The stream, about which nothing is asked.
    async fn known_stream(&self) -> Result<Stream<()>, StartRefusal> {
        let stream = self
            .jetstream
            .get_stream_no_info(names::name(&self.cluster));
        stream.await.map_err(|why| self.failed(why))
    }

    fn failed(&self, why: impl ToString) -> StartRefusal {
        StartRefusal::JetStream(names::name(&self.cluster), why.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_follows_a_log_that_begins_right_behind_it_or_before() {
        let span = |first, last| LogSpan {
            first,
            last,
            bytes: 0,
        };
        // An empty log: JetStream says 0 or, once it was purged, one more than the last.
        assert!(span(0, 0).follows(0));
        assert!(span(1, 9).follows(0));
        assert!(!span(2, 9).follows(0));
        assert!(span(5, 9).follows(4));
        assert!(!span(5, 9).follows(3));
        assert!(!span(10, 9).follows(4));
    }
}

//! Conditions for taking another writer's place.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use cluster::{Fenced, LogChange, LogRecord, LogSeq, LogTail, RecordBody, RecordId, Term};
use journal::RoomLogs;

use super::{
    standby::{Node, patient, until},
    store::{MemoryLog, Mishaps, NEVER, life},
};
use crate::{
    shared::{FollowError, LogCopy, SharedLog, silence::SeemingEnd},
    tests::contract::{opening, step},
};

/// Why a node did not take over.
#[derive(Debug)]
enum Ended {
    Fenced,
    Other,
}

impl From<Fenced> for Ended {
    fn from(_: Fenced) -> Ended {
        Ended::Fenced
    }
}

impl From<FollowError> for Ended {
    fn from(_: FollowError) -> Ended {
        Ended::Other
    }
}

/// A copy whose writer seems to have left, whatever it has.
struct LeftCopy(LogSeq);

impl LogCopy for LeftCopy {
    type Error = Ended;

    fn apply(&mut self, shown: LogChange<Vec<u8>>) -> Result<(), Ended> {
        if let LogChange::Record(seq, _) = shown {
            self.0 = seq;
        }
        Ok(())
    }

    fn end(&self) -> LogSeq {
        self.0
    }

    fn is_left(&self) -> bool {
        true
    }

    fn idle(&mut self) -> Result<(), Ended> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_that_goes_on_between_the_judgement_and_the_fence_is_left_alone() {
    let log = MemoryLog::new(Mishaps::default());
    let (writer, ..) = Node::new(&log, 1, NEVER).writes().await;
    writer.commit(opening(1)).await.unwrap();
    let me = patient(&log, 2, NEVER);
    let mut follower = SharedLog::new(me, LogTail::default(), Arc::default());
    let mut copy = LeftCopy(LogSeq::NONE);
    assert!(follower.follow(&mut copy).is_ok());
    let judged = copy.end();
    writer.commit(step(1, 1, 1)).await.unwrap();
    follower.look();
    until("the log has shown it", || {
        follower.driver.tail().last > judged
    })
    .await;
    let fenced = follower.fence(Vec::new(), &mut copy);
    assert!(matches!(fenced, Err(Ended::Fenced)));
    assert!(copy.end() > judged);
    writer.commit(step(1, 2, 1)).await.unwrap();
}

#[test]
fn a_writer_that_seems_to_have_ended_is_awaited_for_less_time_yet_longer_than_it_answers() {
    let records = MemoryLog::new(Mishaps::default());
    let writer = life(&records, 1, 1_000).me;
    let last = LogRecord {
        id: RecordId { writer, count: 1 },
        previous: LogSeq::NONE,
        term: Term(1),
        body: RecordBody::Fence(Vec::<u8>::new()),
    };
    let me = patient(&records, 2, NEVER);
    let answers = Duration::from_millis(me.current_for_ms());
    let follower = SharedLog::new(me, LogTail::with(LogSeq(1), &last), Arc::default());
    let gone = follower.gone();
    let longest_silence = || {
        let mut seeming_end = SeemingEnd::new(Arc::clone(&gone), Instant::now());
        seeming_end.look(Instant::now());
        follower.longest_silence(&seeming_end)
    };
    assert_eq!(longest_silence(), NEVER);
    gone.store(writer.life, Ordering::Release);
    let shorter = longest_silence();
    assert!(answers < shorter && shorter < NEVER, "{shorter:?}");
    // Another one has taken over meanwhile, or it is back.
    for life in [writer.life + 1, 0] {
        gone.store(life, Ordering::Release);
        assert_eq!(longest_silence(), NEVER);
    }
}

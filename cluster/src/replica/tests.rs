//! Single steps of a replica. That they make up a protocol is the model's affair.

use super::*;
use crate::log::NodeId;

type Log = Vec<(LogSeq, LogRecord<u8>)>;

fn id(node: u32) -> WriterId {
    WriterId {
        node: NodeId(node),
        life: 7,
    }
}

/// Node 2's room: a step at 4.
fn of_another() -> Log {
    let record = LogRecord {
        id: RecordId {
            writer: id(2),
            count: 1,
        },
        previous: LogSeq::NONE,
        term: Term::FIRST,
        body: RecordBody::Step(0),
    };
    vec![(LogSeq(4), record)]
}

fn acquire() -> Input<u8> {
    Input::Acquire { silent: Term(0) }
}

/// The record among the effects that is to be appended.
fn appended(effects: &[Effect<u8>]) -> LogRecord<u8> {
    let append = effects.iter().find_map(|effect| match effect {
        Effect::Append(record) => Some(record.clone()),
        _ => None,
    });
    append.unwrap_or_else(|| panic!("nothing is appended: {effects:?}"))
}

/// A replica whose fence is under way, and the fence.
fn fencing() -> (Replica<u8>, LogRecord<u8>) {
    let mut replica = Replica::new(id(1));
    assert_eq!(replica.handle(acquire()), [Effect::Ask]);
    let after = LogSeq::NONE;
    assert_eq!(replica.handle(Input::Asked(None)), [Effect::Read { after }]);
    let fence = appended(&replica.handle(Input::Read(Some(of_another()))));
    assert_eq!((fence.previous, fence.term), (LogSeq(4), Term(2)));
    (replica, fence)
}

/// A replica that writes the room in term 2, from 6 on.
fn writing() -> Replica<u8> {
    let (mut replica, fence) = fencing();
    let effects = replica.handle(Input::Appended(fence.id, Some(LogSeq(6))));
    let acquired = Effect::Acquired(Acquired::Here(Term(2)));
    assert_eq!(effects, [Effect::Apply(LogSeq(6), fence), acquired]);
    replica
}

/// Another's fence on node 1's.
fn fence_of_another(previous: u64) -> LogRecord<u8> {
    LogRecord {
        id: RecordId {
            writer: id(2),
            count: 9,
        },
        previous: LogSeq(previous),
        term: Term(3),
        body: RecordBody::Fence,
    }
}

#[test]
fn nobody_is_the_writer_before_the_fence_is_accepted() {
    let (replica, _) = fencing();
    assert_eq!((replica.claim(), replica.may_commit()), (None, false));
    let replica = writing();
    let node = NodeId(1);
    let term = Term(2);
    assert_eq!(replica.claim(), Some(WriterClaim { node, term }));
}

#[test]
fn a_record_that_is_not_accepted_is_fenced_and_not_retried() {
    let mut replica = writing();
    let step = appended(&replica.handle(Input::Commit(RecordBody::Step(1))));
    assert_eq!(
        replica.handle(Input::Appended(step.id, None)),
        [Effect::NotCommitted]
    );
    // Nobody is asked: the node wrote the room itself.
    let after = LogSeq(6);
    assert_eq!(replica.handle(acquire()), [Effect::Read { after }]);
    // It had been stored.
    let effects = replica.handle(Input::Read(Some(vec![(LogSeq(8), step.clone())])));
    assert_eq!(effects[0], Effect::Apply(LogSeq(8), step));
    let fence = appended(&effects);
    assert_eq!((fence.previous, fence.term), (LogSeq(8), Term(3)));
}

#[test]
fn a_republished_record_of_ones_own_is_an_acceptance() {
    let mut replica = writing();
    let step = appended(&replica.handle(Input::Commit(RecordBody::Step(1))));
    let effects = replica.handle(Input::Republished(LogSeq(8), step.clone()));
    assert_eq!(effects, [Effect::Committed(LogSeq(8), step.clone())]);
    // Whatever the store says of it later.
    for answer in [None, Some(LogSeq(8))] {
        assert_eq!(replica.handle(Input::Appended(step.id, answer)), []);
    }
    assert!(replica.may_commit());
}

#[test]
fn a_writer_lets_go_when_it_sees_anothers_record() {
    let fence = fence_of_another(6);
    let mut idle = writing();
    let effects = idle.handle(Input::Republished(LogSeq(8), fence.clone()));
    assert_eq!(
        effects,
        [Effect::LetGo, Effect::Apply(LogSeq(8), fence.clone())]
    );
    let mut busy = writing();
    let _ = busy.handle(Input::Commit(RecordBody::Step(1)));
    let effects = busy.handle(Input::Republished(LogSeq(8), fence.clone()));
    assert_eq!(
        effects,
        [Effect::NotCommitted, Effect::Apply(LogSeq(8), fence)]
    );
    assert_eq!((idle.claim(), busy.claim()), (None, None));
    assert_eq!(
        busy.handle(Input::Commit(RecordBody::Step(1))),
        [Effect::NotCommitted]
    );
}

#[test]
fn a_claim_below_the_logs_term_is_not_believed() {
    let mut replica = writing();
    let _ = replica.handle(Input::Republished(LogSeq(8), fence_of_another(6)));
    assert_eq!(replica.handle(acquire()), [Effect::Ask]);
    let claim = |term| WriterClaim {
        node: NodeId(2),
        term: Term(term),
    };
    let mut other = replica.clone();
    let after = LogSeq(8);
    assert_eq!(
        replica.handle(Input::Asked(Some(claim(2)))),
        [Effect::Read { after }]
    );
    let believed = Effect::Acquired(Acquired::Elsewhere(claim(3)));
    assert_eq!(other.handle(Input::Asked(Some(claim(3)))), [believed]);
}

#[test]
fn a_gap_is_read_until_it_is_closed() {
    let mut replica = Replica::new(id(1));
    let after = LogSeq::NONE;
    let effects = replica.handle(Input::Republished(LogSeq(8), fence_of_another(6)));
    assert_eq!(effects, [Effect::Read { after }]);
    // The copy that was read has less.
    let effects = replica.handle(Input::Read(Some(Vec::new())));
    let wait = Effect::Wait {
        timer: Timer::CatchUp,
        delay_ms: CATCH_UP_MS,
    };
    assert_eq!(effects, [wait]);
    assert_eq!(replica.handle(Input::Heard(LogSeq(9))), []);
    let effects = replica.handle(Input::Elapsed(Timer::CatchUp));
    assert_eq!(effects, [Effect::Read { after }]);
}

#[test]
fn a_replica_that_is_refused_again_and_again_waits_longer_and_gives_up() {
    let (mut replica, mut fence) = fencing();
    let mut waits = Vec::new();
    let end = loop {
        let mut effects = replica.handle(Input::Appended(fence.id, None));
        if let [Effect::Wait { timer, delay_ms }] = effects[..] {
            waits.push(delay_ms);
            effects = replica.handle(Input::Elapsed(timer));
        }
        match effects[..] {
            [Effect::Read { .. }] => {
                fence = appended(&replica.handle(Input::Read(Some(Vec::new()))))
            }
            _ => break effects,
        }
    };
    assert_eq!(waits, [2_000, 4_000, 8_000]);
    assert_eq!(end, [Effect::Acquired(Acquired::Unavailable)]);
}

#[test]
fn a_contradiction_freezes_the_room() {
    let mut replica = writing();
    let step = appended(&replica.handle(Input::Commit(RecordBody::Step(1))));
    // Stored at a number that the log had passed: the store has forgotten something.
    let effects = replica.handle(Input::Appended(step.id, Some(LogSeq(5))));
    assert_eq!(effects, [Effect::NotCommitted, Effect::Frozen]);
    assert_eq!(
        replica.handle(acquire()),
        [Effect::Acquired(Acquired::Frozen)]
    );
    assert_eq!(
        replica.handle(Input::Commit(RecordBody::Step(1))),
        [Effect::NotCommitted]
    );
}

#[test]
fn callers_that_wait_for_a_room_are_answered_when_it_freezes() {
    let (mut replica, fence) = fencing();
    let effects = replica.handle(Input::Appended(fence.id, Some(LogSeq(3))));
    assert_eq!(
        effects,
        [Effect::Acquired(Acquired::Frozen), Effect::Frozen]
    );
}

#[test]
fn a_fence_that_a_snapshot_has_replaced_is_no_contradiction() {
    let (mut replica, fence) = fencing();
    let snapshot = LogRecord {
        previous: LogSeq(9),
        term: Term(4),
        body: RecordBody::Snapshot(0),
        ..fence_of_another(9)
    };
    let _ = replica.handle(Input::Republished(LogSeq(12), snapshot));
    let effects = replica.handle(Input::Appended(fence.id, Some(LogSeq(6))));
    assert_eq!(effects, [Effect::Read { after: LogSeq(12) }]);
}

#[test]
fn any_node_may_acquire_a_released_room() {
    let mut replica = writing();
    assert_eq!(replica.handle(Input::Release), []);
    assert_eq!(replica.claim(), None);
}

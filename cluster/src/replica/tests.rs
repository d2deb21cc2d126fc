//! Single steps of a replica. That they make up a protocol is the model's affair.

use super::*;
use crate::log::{NodeId, Term};

fn id(node: u32) -> WriterId {
    WriterId {
        node: NodeId(node),
        life: 7,
    }
}

/// Node 2's record in the place behind `previous`.
fn of_another(previous: LogSeq, term: u64) -> LogRecord<u8> {
    LogRecord {
        id: RecordId {
            writer: id(2),
            count: 1,
        },
        previous,
        term: Term(term),
        body: RecordBody::Fence(0),
    }
}

/// The record that is to be appended, and nothing else is to be done.
fn appended(effects: &[Effect<u8>]) -> LogRecord<u8> {
    match effects {
        [Effect::Append(record)] => record.clone(),
        other => panic!("not an append alone: {other:?}"),
    }
}

/// A replica that writes from 4 on, in term 1.
fn writing() -> Replica<u8> {
    let mut replica = Replica::new(id(1), LogTail::default());
    let after = LogSeq::NONE;
    assert_eq!(replica.handle(Input::Fence(9)), [Effect::Read { after }]);
    let fence = appended(&replica.handle(Input::Read(Some(vec![]))));
    let effects = replica.handle(Input::Appended(fence.id, Some(LogSeq(4))));
    let applied = Effect::Apply(LogSeq(4), fence);
    assert_eq!(effects, [applied, Effect::Writes(Term(1))]);
    replica
}

/// A writer whose entry is under way.
fn committing() -> (Replica<u8>, LogRecord<u8>) {
    let mut replica = writing();
    let record = appended(&replica.handle(Input::Commit(1)));
    assert_eq!((record.previous, record.term), (LogSeq(4), Term(1)));
    (replica, record)
}

#[test]
fn an_append_without_an_answer_is_sent_again_and_is_the_same() {
    let (mut replica, record) = committing();
    for answer in [Some(vec![]), None] {
        let after = LogSeq(4);
        let refused = Input::Appended(record.id, None);
        assert_eq!(replica.handle(refused), [Effect::Read { after }]);
        let effects = replica.handle(Input::Read(answer));
        assert_eq!(effects, [Effect::Wait { delay_ms: AGAIN_MS }]);
        assert_eq!(appended(&replica.handle(Input::Elapsed)), record);
        assert!(replica.writes() && !replica.may_commit());
    }
    let effects = replica.handle(Input::Appended(record.id, Some(LogSeq(6))));
    assert_eq!(effects, [Effect::Committed(LogSeq(6), record)]);
    assert!(replica.may_commit());
}

#[test]
fn a_writers_own_record_in_the_log_counts_as_an_answer() {
    let (mut replica, record) = committing();
    let _ = replica.handle(Input::Appended(record.id, None));
    let read = Input::Read(Some(vec![(LogSeq(6), record.clone())]));
    let after = LogSeq(6);
    let effects = replica.handle(read);
    let committed = Effect::Committed(LogSeq(6), record.clone());
    assert_eq!(effects, [committed, Effect::Read { after }]);
    // A late answer of the first try says nothing any more.
    assert_eq!(replica.handle(Input::Appended(record.id, None)), []);
}

#[test]
fn another_writers_record_in_its_place_refuses_an_append_for_good() {
    let (mut replica, record) = committing();
    let theirs = of_another(LogSeq(4), 2);
    let effects = replica.handle(Input::Republished(LogSeq(6), theirs.clone()));
    let applied = Effect::Apply(LogSeq(6), theirs);
    assert_eq!(effects, [Effect::NotCommitted, applied]);
    assert!(!replica.writes());
    assert_eq!(replica.handle(Input::Commit(2)), [Effect::NotCommitted]);
    assert_eq!(replica.handle(Input::Appended(record.id, None)), []);
}

#[test]
fn a_released_writer_settles_its_pending_append() {
    let (mut replica, record) = committing();
    assert_eq!(replica.handle(Input::Release), []);
    let effects = replica.handle(Input::Appended(record.id, Some(LogSeq(6))));
    assert_eq!(effects, [Effect::Committed(LogSeq(6), record)]);
    assert!(!replica.writes());
}

#[test]
fn a_fence_is_appended_once_the_log_is_read_to_its_end() {
    let mut replica = Replica::new(id(1), LogTail::default());
    let _ = replica.handle(Input::Fence(9));
    let theirs = (LogSeq(4), of_another(LogSeq::NONE, 1));
    let effects = replica.handle(Input::Read(Some(vec![theirs.clone()])));
    let after = LogSeq(4);
    let applied = Effect::Apply(theirs.0, theirs.1);
    assert_eq!(effects, [applied, Effect::Read { after }]);
    let fence = appended(&replica.handle(Input::Read(Some(vec![]))));
    assert_eq!((fence.previous, fence.term), (LogSeq(4), Term(2)));
    // Somebody else was quicker.
    let effects = replica.handle(Input::Republished(LogSeq(8), of_another(LogSeq(4), 2)));
    assert_eq!(effects[0], Effect::Lost);
}

#[test]
fn a_takeover_is_appended_only_on_the_known_end_of_the_log() {
    let known = (LogSeq(4), of_another(LogSeq::NONE, 1));
    let mut replica = Replica::new(id(1), LogTail::default());
    let _ = replica.handle(Input::Republished(known.0, known.1.clone()));
    let fence = appended(&replica.handle(Input::TakeOver(9, known.0)));
    assert_eq!((fence.previous, fence.term), (LogSeq(4), Term(2)));
    let _ = replica.handle(Input::Appended(fence.id, None));
    let theirs = (LogSeq(6), of_another(LogSeq(4), 2));
    let effects = replica.handle(Input::Read(Some(vec![theirs])));
    assert_eq!(effects[0], Effect::Lost);
    // A copy from before, of which nobody has seen whether the log still has it.
    let mut replica = Replica::<u8>::new(id(1), *replica.tail());
    let after = LogSeq(5);
    let effects = replica.handle(Input::TakeOver(9, LogSeq(6)));
    assert_eq!(effects, [Effect::Read { after }, Effect::Lost]);
    // One that knows of a record which it has not.
    let mut replica = Replica::new(id(1), LogTail::default());
    let _ = replica.handle(Input::Republished(LogSeq(6), of_another(LogSeq(4), 2)));
    let end = replica.tail().last;
    assert_eq!(replica.handle(Input::TakeOver(9, end)), [Effect::Lost]);
    // One whom a silent writer's next record has reached since it was judged.
    let mut replica = Replica::new(id(1), LogTail::default());
    let entry = LogRecord {
        body: RecordBody::Entry(0),
        ..of_another(LogSeq(4), 1)
    };
    let _ = replica.handle(Input::Republished(known.0, known.1));
    let _ = replica.handle(Input::Republished(LogSeq(6), entry));
    let after = LogSeq(6);
    let effects = replica.handle(Input::TakeOver(9, LogSeq(4)));
    assert_eq!(effects, [Effect::Read { after }, Effect::Lost]);
}

#[test]
fn a_log_that_contradicts_itself_is_not_served() {
    let mut replica = writing();
    let fork = of_another(LogSeq(2), 2);
    let effects = replica.handle(Input::Republished(LogSeq(6), fork));
    assert_eq!(effects, [Effect::SteppedDown, Effect::Frozen]);
    assert_eq!(replica.handle(Input::Commit(1)), [Effect::NotCommitted]);
    assert_eq!(replica.handle(Input::Fence(1)), [Effect::Lost]);
}

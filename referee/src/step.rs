//! The numbering of a seat's commands (1, 2, 3 …), which makes them idempotent.
//!
//! The reply of a command is kept with its step, and answers the same number again. A refused
//! command uses up no number and leaves nothing to commit, so the number is decided anew.

use protocol::{Answer, Command, Refusal, Seat, reply::Refused};

use crate::{
    commands,
    context::{Context, Decision},
    draft::Draft,
    private::{Private, PrivateChange},
};

/// Decides command number `n` of a seat.
pub fn step(
    draft: &mut Draft,
    private: &Private,
    seat: Seat,
    n: u64,
    command: &Command,
    context: &Context,
) -> Answer {
    once(draft, private, seat, n, |draft| {
        commands::command(draft, seat, command, context)
    })
}

/// Runs `decide` as command number `n` of a seat, at most once. A refusal must leave the draft
/// unchanged.
pub fn once(
    draft: &mut Draft,
    private: &Private,
    seat: Seat,
    n: u64,
    decide: impl FnOnce(&mut Draft) -> Decision,
) -> Answer {
    let Some(key) = &private.seats[seat] else {
        return Answer::refused(Refusal::NotInRoom);
    };
    match &key.last {
        Some(reply) if n == key.n => return Answer::Ok(reply.clone()),
        _ if n != key.n + 1 => {
            let expected = key.n + 1;
            return Answer::refused(Refusal::OutOfOrder { expected });
        }
        _ => {}
    }
    let before = (draft.seq(), draft.private.len());
    match decide(draft) {
        Ok(done) => {
            let reply = done.clone();
            draft.private.push(PrivateChange::Done { seat, n, reply });
            Answer::Ok(done)
        }
        Err(why) => {
            debug_assert_eq!(before, (draft.seq(), draft.private.len()), "{why:?}");
            let seq = Some(draft.seq());
            Answer::Error(Refused { why, seq })
        }
    }
}

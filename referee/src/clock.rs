//! Turns and clocks: the time for a turn, and its cost.

use protocol::{
    Limits,
    event::{NextTurn, Turn, TurnLimit},
    ids::{BySeat, Seat},
    settings::ClockSetting,
};

use crate::{context::Context, draft::Draft, thinking::moves_ms};

/// Whether both sides have acted in the running game once there are `ply` moves.
pub(crate) fn both_acted(draft: &Draft, ply: usize) -> bool {
    draft.running().is_some_and(|game| game.both_acted(ply))
}

/// The turn that begins now; `counts` once both sides have acted.
pub(crate) fn begin_turn(
    draft: &Draft,
    seat: Seat,
    counts: bool,
    clocks: Option<BySeat<u64>>,
    context: &Context,
) -> NextTurn {
    let limits = context.limits;
    let (limit, lasts_ms) = match clocks {
        // Neither clock runs before both sides have acted.
        _ if !counts => (TurnLimit::FirstMove, first_move_ms(draft, limits)),
        Some(clocks) => (TurnLimit::Clock, clocks[seat] + allowance(seat, context)),
        None => (TurnLimit::Idle, limits.idle_move_ms),
    };
    let since_ms = draft.at_ms();
    let turn = Turn {
        seat,
        since_ms,
        due_ms: since_ms + lasts_ms,
        limit,
        moves_ms: moves_ms(draft.view(), seat, since_ms, limits),
    };
    NextTurn::new(turn, since_ms, draft.running().and_then(|game| game.turn))
}

/// The time for each side's first move: as for any other where it is days.
fn first_move_ms(draft: &Draft, limits: &Limits) -> u64 {
    let clock = draft.view().settings.clock;
    let days_ms = clock.initial_ms().filter(|_| clock.is_correspondence());
    days_ms.unwrap_or(limits.first_move_ms)
}

/// A turn that goes on so much later.
pub(crate) fn later(turn: Turn, ms: u64) -> Turn {
    Turn {
        since_ms: turn.since_ms + ms,
        due_ms: turn.due_ms + ms,
        moves_ms: turn.moves_ms.map(|at| at + ms),
        ..turn
    }
}

/// The clocks at this instant; the clock of the side to move has run since its turn began.
pub(crate) fn clocks_at(draft: &Draft) -> Option<BySeat<u64>> {
    let game = draft.running()?;
    let mut clocks = game.clocks?;
    if let Some(turn) = game.turn.filter(|turn| turn.limit == TurnLimit::Clock) {
        let elapsed = draft.at_ms().saturating_sub(turn.since_ms);
        clocks[turn.seat] = clocks[turn.seat].saturating_sub(elapsed);
    }
    Some(clocks)
}

/// The part of a turn that is credited to the network.
fn allowance(seat: Seat, context: &Context) -> u64 {
    context.rtt_ms[seat]
        .unwrap_or(0)
        .min(context.limits.rtt_credit_ms)
}

/// The part of the turn that is credited to the network, and the clocks after what the seat did.
pub(crate) fn charge(
    draft: &Draft,
    clocks: Option<BySeat<u64>>,
    turn: Turn,
    context: &Context,
) -> (u64, Option<BySeat<u64>>) {
    if turn.limit != TurnLimit::Clock {
        return (0, clocks);
    }
    let elapsed = draft.at_ms().saturating_sub(turn.since_ms);
    let credit_ms = elapsed.min(allowance(turn.seat, context));
    let setting = draft.view().settings.clock;
    let after = clocks.map(|clocks| charged(setting, clocks, turn.seat, elapsed - credit_ms));
    (credit_ms, after)
}

/// The clocks after a move by `seat` that took `used_ms` of its own time.
fn charged(setting: ClockSetting, clocks: BySeat<u64>, seat: Seat, used_ms: u64) -> BySeat<u64> {
    let mut after = clocks;
    after[seat] = match setting {
        ClockSetting::None => clocks[seat],
        ClockSetting::PerMove { .. } | ClockSetting::Correspondence { .. } => {
            setting.initial_ms().unwrap_or_default()
        }
        ClockSetting::Total { increment_ms, .. } => {
            clocks[seat].saturating_sub(used_ms) + u64::from(increment_ms)
        }
    };
    after
}

//! The gate: whether the figures that are checked are within reach of what
//! they must be.
//!
//! Knows nothing of measuring. Never of an absolute time: those are a
//! machine's.

use crate::{
    compare::{
        compared::{Compared, sought},
        figures::FIGURES,
        run::Round,
    },
    stats::Spread,
};

/// So many times its must a figure may be: a bad quarter of an hour of a
/// shared machine is no defect.
const TOLERANCE: f64 = 1.15;

/// What a move of the floor costs at most on a machine that can judge, in
/// times of the probe: 2.2 on a quiet one. Beyond that neighbours have the
/// caches, and syncing takes more of the kernel; the server, which has more
/// memory and a disk, pays more for both than the floor does.
const QUIET_FLOOR: f64 = 2.3;

/// Why nothing can be held against the server on this machine just now.
#[must_use]
pub fn unfit(rounds: &[Round]) -> Option<String> {
    let floor = FIGURES[0].against?;
    let costs = rounds
        .iter()
        .filter_map(|round| sought(&floor, round)?.scaled());
    let cost = Spread::of(costs)?.median;
    (cost > QUIET_FLOOR).then(|| {
        format!(
            "This machine cannot judge just now: a move of the floor costs {cost:.1} times the probe, and at most {QUIET_FLOOR} where it is quiet. Nothing is held against the server; try again later."
        )
    })
}

/// A line for each figure that does not pass; none when all do.
#[must_use]
pub fn broken(compared: &[Compared]) -> Option<String> {
    let sentences: Vec<String> = compared.iter().filter_map(sentence).collect();
    (!sentences.is_empty()).then(|| sentences.join("\n"))
}

fn sentence(compared: &Compared) -> Option<String> {
    let figure = compared.figure;
    let goal = figure.goal?;
    let gate = goal.must * TOLERANCE;
    match compared.value {
        None => Some(format!(
            "{} ({}) could not be measured.",
            figure.name, figure.what
        )),
        Some(value) if value.median <= gate => None,
        Some(value) => Some(format!(
            "{} ({}) is {:.2}, more than {gate:.2}, which is {TOLERANCE} times the {:.2} it must be.",
            figure.name, figure.what, value.median, goal.must
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{compared::tests::round, figures::FIGURES};

    fn checked(memory: f64) -> Option<String> {
        let rounds = [round([10.0, memory, 1.0], Some(1_000.0))];
        broken(&[Compared::new(&FIGURES[0], &rounds)])
    }

    #[test]
    fn a_figure_passes_up_to_its_gate_and_is_named_beyond() {
        assert_eq!(checked(11.4), None);
        let why = checked(11.6).unwrap();
        assert!(why.contains("is 1.16, more than 1.15"), "{why}");
    }

    #[test]
    fn a_machine_that_slows_the_floor_down_does_not_judge() {
        let unfit = |floor| unfit(&[round([floor, 1.0, 1.0], Some(5_000.0))]);
        assert_eq!(unfit(11.4), None);
        assert!(unfit(12.5).unwrap().contains("costs 2.5 times the probe"));
    }

    #[test]
    fn a_figure_that_is_missing_does_not_pass() {
        let why = broken(&[Compared::new(&FIGURES[0], &[])]).unwrap();
        assert!(why.contains("could not be measured"), "{why}");
    }
}

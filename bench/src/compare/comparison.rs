//! From rounds to figures: ratios are taken within a round, then their median.
//!
//! Knows nothing of measuring or of how a figure is shown.

use crate::{
    compare::{
        figures::{Figure, Sought, Verdict},
        run::{Round, Taken},
    },
    stats::Spread,
};

/// Ratios that are less than this apart from one are of chance.
const NO_DIFFERENCE: f64 = 0.08;

/// A figure over all rounds.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// Which.
    pub figure: &'static Figure,
    /// The figure; none when no round gave it.
    pub value: Option<Spread>,
    /// The number itself.
    pub of: Option<Spread>,
    /// The number it was divided by, if there is one.
    pub against: Option<Spread>,
    /// Rounds that gave it and counted.
    pub rounds: usize,
}

impl Compared {
    /// The figure as those rounds give it.
    #[must_use]
    pub fn new(figure: &'static Figure, rounds: &[Round]) -> Compared {
        let taken = |crowded: bool| -> Vec<f64> {
            let rounds = rounds.iter().filter(|it| is_crowded(figure, it) == crowded);
            rounds.filter_map(|round| value(figure, round)).collect()
        };
        // Crowded rounds count only where there is no other.
        let quiet = taken(false);
        let values = match quiet.is_empty() {
            true => taken(true),
            false => quiet,
        };
        Compared {
            figure,
            rounds: values.len(),
            value: Spread::of(values),
            of: raw(&figure.of, rounds),
            against: figure.against.and_then(|against| raw(&against, rounds)),
        }
    }

    /// How its median meets the goal, if both are there.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        Some(self.figure.goal?.verdict(self.value?.median))
    }

    /// A ratio in words; none where it is no ratio.
    #[must_use]
    pub fn difference(&self) -> Option<String> {
        self.figure.against?;
        let ratio = self.value?.median;
        let percent = (ratio - 1.0).abs() * 100.0;
        Some(match ratio - 1.0 {
            apart if apart.abs() < NO_DIFFERENCE => "no difference".into(),
            apart if apart < 0.0 => format!("{percent:.0} % less"),
            _ => format!("{percent:.0} % more"),
        })
    }
}

fn is_crowded(figure: &Figure, round: &Round) -> bool {
    let is_of = |taken: &&Taken| figure.sides().any(|side| side == taken.side);
    round.iter().filter(is_of).any(Taken::is_crowded)
}

fn value(figure: &Figure, round: &Round) -> Option<f64> {
    match figure.against {
        None => Some(sought(&figure.of, round)?.value),
        Some(against) => {
            let against = sought(&against, round)?.scaled()?;
            Some(sought(&figure.of, round)?.scaled()? / against)
        }
    }
}

pub(super) fn sought<'a>(
    sought: &Sought,
    round: &'a Round,
) -> Option<&'a crate::compare::number::Reading> {
    let taken = round.iter().find(|taken| taken.side == sought.side)?;
    taken.reading(sought.number)
}

fn raw(wanted: &Sought, rounds: &[Round]) -> Option<Spread> {
    let values = rounds.iter().filter_map(|round| sought(wanted, round));
    Spread::of(values.map(|reading| reading.value))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::compare::{
        figures::FIGURES,
        number::{Number, Reading},
        run::Taken,
    };

    /// A round in which every side used so much CPU a move, at that speed of
    /// the machine.
    pub(crate) fn round(cpu_us: [f64; 3], probe_ns: Option<f64>) -> Round {
        let [cpu_memory, cpu_sqlite] = [&FIGURES[0], &FIGURES[2]];
        let floor = cpu_memory.against.unwrap().side;
        let sides = [floor, cpu_memory.of.side, cpu_sqlite.of.side];
        let taken = sides.into_iter().zip(cpu_us).map(|(side, value)| Taken {
            side,
            readings: Ok(vec![Reading {
                number: Number::CpuPerMove,
                value,
                probe_ns,
            }]),
        });
        taken.collect()
    }

    #[test]
    fn a_ratio_is_taken_within_its_round_and_of_probed_times() {
        let mut slower_while_memory_ran = round([20.0, 45.0, 1.0], Some(4_000.0));
        if let Ok(readings) = &mut slower_while_memory_ran[1].readings {
            readings[0].probe_ns = Some(6_000.0);
        }
        let rounds = [
            round([10.0, 15.0, 1.0], Some(2_000.0)),
            slower_while_memory_ran,
        ];
        let compared = Compared::new(&FIGURES[0], &rounds);
        let value = compared.value.unwrap();
        assert_eq!((value.low, value.high), (1.5, 1.5));
        assert_eq!(compared.of.unwrap().median, 30.0);
        assert_eq!(compared.against.unwrap().median, 15.0);
        assert_eq!(compared.verdict(), Some(Verdict::Missed));
    }

    #[test]
    fn a_round_that_failed_or_had_no_probe_is_left_out_and_counted_so() {
        let mut failed = round([10.0, 15.0, 1.0], Some(2_000.0));
        failed[0].readings = Err("it did not start".into());
        let rounds = [
            failed,
            round([10.0, 15.0, 1.0], None),
            round([10.0, 12.0, 1.0], Some(2_000.0)),
        ];
        let compared = Compared::new(&FIGURES[0], &rounds);
        assert_eq!(compared.rounds, 1);
        assert_eq!(compared.value.unwrap().median, 1.2);
        let none = Compared::new(&FIGURES[0], &rounds[..2]);
        assert!(none.value.is_none() && none.verdict().is_none());
    }

    #[test]
    fn a_crowded_round_counts_only_where_there_is_no_other() {
        let crowded = |cpu_us| {
            let mut round = round(cpu_us, Some(1_000.0));
            let mut busy = *round[1].reading(Number::CpuPerMove).unwrap();
            (busy.number, busy.value) = (Number::ServerBusy, 60.0);
            round[1].readings.as_mut().unwrap().push(busy);
            round
        };
        let quiet = round([10.0, 11.0, 1.0], Some(1_000.0));
        let rounds = [
            crowded([10.0, 17.0, 1.0]),
            crowded([10.0, 16.0, 1.0]),
            quiet,
        ];
        let told = |rounds: &[Round]| Compared::new(&FIGURES[0], rounds).value.unwrap().median;
        assert_eq!(told(&rounds), 1.1);
        assert_eq!(told(&rounds[..2]), 1.65);
        // Another figure's side was crowded, which is nothing to this one.
        let sqlite = Compared::new(&FIGURES[2], &rounds[..1]);
        assert_eq!(sqlite.rounds, 1);
    }

    #[test]
    fn below_eight_percent_is_no_difference() {
        let told = |memory| {
            let rounds = [round([10.0, memory, 1.0], Some(1_000.0))];
            Compared::new(&FIGURES[0], &rounds).difference().unwrap()
        };
        assert_eq!(told(10.7), "no difference");
        assert_eq!(told(9.3), "no difference");
        assert_eq!(told(12.0), "20 % more");
        assert_eq!(told(8.5), "15 % less");
    }
}

//! The patterns that a mark makes in all four directions, as one threat with its worth.

use std::sync::OnceLock;

use crate::line_patterns::LinePattern;

/// What a mark in a cell would threaten, in ascending order of force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Threat {
    /// The cell holds a mark.
    Marked,
    /// No open window runs through it.
    Dead,
    /// Open windows, but no mark near.
    Faint,
    /// A mark that builds on others.
    Building,
    /// An open three: an open four is next.
    OpenThree,
    /// More than one open three.
    DoubleThree,
    /// A four, which has to be answered.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: a line can no longer be stopped.
    OpenFour,
    /// A complete line.
    Five,
}

impl Threat {
    pub(crate) const COUNT: usize = Threat::Five as usize + 1;
}

/// The threat of one combination of patterns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreatEntry {
    pub(crate) threat: Threat,
    /// Worth to its side when that is to move and when it is not.
    pub(crate) worth: [i16; 2],
    /// How soon a mark here is tried.
    pub(crate) urgency: i16,
}

/// Weights of the evaluation. It is linear (Samuel, *Some studies in machine learning using the
/// game of checkers*, 1959): each empty cell counts for either side by the patterns and the threat
/// that a mark there would make. Fitted to results of games (`threat/tests/fitting.rs`); 400 is what
/// multiplies the odds of a win by *e*.
pub(crate) struct Weights {
    /// Of each pattern to the side that is to move, and to the other.
    patterns: [[i16; LinePattern::COUNT]; 2],
    /// Of each threat, added to those of its patterns.
    threats: [[i16; Threat::COUNT]; 2],
    /// Of each direction but one in which a mark makes at least a two.
    twice: [i16; 2],
    /// Of being to move.
    pub(crate) tempo: i16,
}

/// For lines of five and more, from games on 15×15.
static FIVE: Weights = Weights {
    patterns: [
        [0, 0, -3, 0, 9, 21, 76, 93, 106, 0, 0],
        [0, 0, 0, 0, 4, 20, 37, 52, 100, 0, 0],
    ],
    threats: [
        [0, 42, 2, -6, 7, 240, 4, 836, 0, 0],
        [0, 10, 2, -4, 12, -50, 10, 295, 0, 0],
    ],
    twice: [18, 6],
    tempo: 144,
};
/// For shorter lines, from games on 7×7 with lines of four.
static FOUR: Weights = Weights {
    patterns: [
        [9, 0, -2, 0, -8, 33, 42, 2, 259, 0, 0],
        [6, 0, -3, 0, -3, 22, 21, 83, 217, 0, 0],
    ],
    threats: [
        [0, 50, 0, -23, 50, 66, 150, 1129, 0, 0],
        [0, 59, 0, -21, 8, 30, 145, 124, 0, 0],
    ],
    twice: [13, 5],
    tempo: 148,
};

/// The weights for lines of this length.
pub(crate) fn weights(line: usize) -> &'static Weights {
    if line < 5 { &FOUR } else { &FIVE }
}

const URGENCY: [i16; LinePattern::COUNT] = [0, 1, 4, 10, 14, 14, 60, 70, 60, 800, 4000];
/// Urgency of a threat itself, in the order of [`Threat`].
const FORCE: [i16; Threat::COUNT] = [0, 0, 0, 0, 0, 120, 20, 400, 800, 4000];

/// The threats by the patterns of the four directions, as a number in base
/// [`LinePattern::COUNT`].
pub(crate) fn threats(line: usize) -> &'static [ThreatEntry] {
    static THREATS: [OnceLock<Vec<ThreatEntry>>; 2] = [const { OnceLock::new() }; 2];
    THREATS[usize::from(line < 5)].get_or_init(|| {
        let base = LinePattern::COUNT;
        (0..base.pow(4))
            .map(|number| {
                let steps = [1, base, base * base, base * base * base];
                let patterns = steps.map(|step| LinePattern::ALL[number / step % base]);
                entry(patterns, weights(line))
            })
            .collect()
    })
}

fn entry(patterns: [LinePattern; 4], weights: &Weights) -> ThreatEntry {
    let ways = |least: LinePattern, most: LinePattern| {
        let within = |pattern: &&LinePattern| (least..=most).contains(*pattern);
        patterns.iter().filter(within).count()
    };
    use LinePattern::{Dead, Five, Four, HalfOpenThree, OpenFour, OpenThree, Two};
    let threes = ways(HalfOpenThree, OpenThree);
    let threat = match (ways(Five, Five), ways(OpenFour, OpenFour), ways(Four, Four)) {
        (1.., ..) => Threat::Five,
        (_, 1.., _) | (_, _, 2..) => Threat::OpenFour,
        (_, _, 1) if threes > 0 => Threat::FourThree,
        (_, _, 1) => Threat::Four,
        _ if threes > 1 => Threat::DoubleThree,
        _ if threes > 0 => Threat::OpenThree,
        _ if ways(Two, Five) > 0 => Threat::Building,
        _ if ways(Dead, Dead) < 4 => Threat::Faint,
        _ => Threat::Dead,
    };
    let sum = |values: &[i16]| -> i16 { patterns.iter().map(|&at| values[at as usize]).sum() };
    let twice = (ways(Two, Five) as i16 - 1).max(0);
    let worth = |turn: usize| {
        let threat = weights.threats[turn][threat as usize];
        sum(&weights.patterns[turn]) + threat + weights.twice[turn] * twice
    };
    ThreatEntry {
        threat,
        worth: [worth(0), worth(1)],
        urgency: (sum(&URGENCY) + 6 * twice).min(8_000) + FORCE[threat as usize],
    }
}

#[cfg(test)]
mod tests;

//! The patterns that a mark makes in all four directions, as one threat with its worth.

use std::sync::OnceLock;

use crate::line_patterns::LinePattern;
use crate::pattern_worth::{PatternSet, PatternWorth};

/// Threat that a mark in a cell would make, in ascending order of force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Threat {
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
    /// A four and a three that is not open: another four is next.
    FourClosedThree,
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

const URGENCY: [i16; LinePattern::COUNT] = [0, 1, 4, 10, 14, 14, 60, 70, 60, 800, 4000];
/// Urgency of a threat itself, in the order of [`Threat`].
const FORCE: [i16; Threat::COUNT] = [0, 0, 0, 0, 0, 120, 20, 20, 400, 800, 4000];

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
                entry(patterns, PatternWorth::of(line))
            })
            .collect()
    })
}

fn entry(patterns: PatternSet, worth: &PatternWorth) -> ThreatEntry {
    let ways = |least: LinePattern, most: LinePattern| {
        let within = |pattern: &&LinePattern| (least..=most).contains(*pattern);
        patterns.iter().filter(within).count()
    };
    use LinePattern::{Dead, Five, Four, HalfOpenThree, OpenFour, OpenThree, Three, Two};
    let threes = ways(HalfOpenThree, OpenThree);
    let threat = match (ways(Five, Five), ways(OpenFour, OpenFour), ways(Four, Four)) {
        (1.., ..) => Threat::Five,
        (_, 1.., _) | (_, _, 2..) => Threat::OpenFour,
        (_, _, 1) if threes > 0 => Threat::FourThree,
        (_, _, 1) if ways(Three, Three) > 0 => Threat::FourClosedThree,
        (_, _, 1) => Threat::Four,
        _ if threes > 1 => Threat::DoubleThree,
        _ if threes > 0 => Threat::OpenThree,
        _ if ways(Two, Five) > 0 => Threat::Building,
        _ if ways(Dead, Dead) < 4 => Threat::Faint,
        _ => Threat::Dead,
    };
    let sum = |values: &[i16]| -> i16 { patterns.iter().map(|&at| values[at as usize]).sum() };
    let twice = (ways(Two, Five) as i16 - 1).max(0);
    ThreatEntry {
        threat,
        worth: worth.value(patterns),
        urgency: (sum(&URGENCY) + 6 * twice).min(8_000) + FORCE[threat as usize],
    }
}

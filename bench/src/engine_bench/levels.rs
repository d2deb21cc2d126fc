//! Each level against the one below, and the top against the bottom.
//!
//! Knows nothing of the boards it is asked about.

use game::{Level, Rules};

use super::matches::{Score, play};

/// A table: for each board and each pair the stronger level's score and how long its moves took,
/// this machine being as busy as it was.
pub fn print(boards: &[Rules], games: u32, seed: u64) {
    println!("| board | levels | score | won | drawn | lost | mean ms | slowest ms |");
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    for &rules in boards {
        for [stronger, weaker] in pairs() {
            let score = play(rules, [stronger, weaker], games, seed);
            row(rules, [stronger, weaker], score);
        }
    }
}

fn pairs() -> Vec<[Level; 2]> {
    let next = Level::ALL.windows(2).map(|pair| [pair[1], pair[0]]);
    next.chain([[Level::TOP, Level::ALL[0]]]).collect()
}

fn row(rules: Rules, [stronger, weaker]: [Level; 2], score: Score) {
    println!(
        "| {rules} | {} against {} | {:.1} % | {} | {} | {} | {:.2} | {:.0} |",
        stronger.number(),
        weaker.number(),
        score.share() * 100.0,
        score.won,
        score.drawn,
        score.lost,
        score.took.as_secs_f64() * 1e3 / f64::from(score.moves.max(1)),
        score.slowest.as_secs_f64() * 1e3,
    );
}

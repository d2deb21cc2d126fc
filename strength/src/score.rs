//! The score of a match and the difference of strength it shows.

use std::fmt;

use game::Mark;

/// Points of the first player.
#[derive(Default)]
pub(crate) struct Tally {
    /// The two ways to sit at the table, such as "as X".
    sides: [&'static str; 2],
    /// On each of these: games won, drawn and lost.
    games: [[u32; 3]; 2],
    /// Of each pair of games from one opening, from 0 to 2.
    pairs: Vec<f64>,
}

impl Tally {
    pub(crate) fn of(sides: [&'static str; 2]) -> Tally {
        Tally {
            sides,
            ..Tally::default()
        }
    }

    /// Adds a game; on the second side if `mark` is O.
    pub(crate) fn add(&mut self, mark: Mark, points: f64) {
        let result = match points {
            1.0 => 0,
            0.5 => 1,
            _ => 2,
        };
        self.games[mark.index()][result] += 1;
    }

    pub(crate) fn add_pair(&mut self, points: f64) {
        self.pairs.push(points);
    }

    fn all(&self) -> [u32; 3] {
        let [x, o] = self.games;
        [x[0] + o[0], x[1] + o[1], x[2] + o[2]]
    }

    pub(crate) fn line(&self) -> String {
        let text = |[won, drawn, lost]: [u32; 3]| format!("+{won} ={drawn} -{lost}");
        let [x, o] = self.games.map(text);
        let [first, second] = self.sides;
        format!("{} ({first} {x}, {second} {o})", text(self.all()))
    }

    /// The difference in Elo and the error of two standard deviations. Games of a pair share their
    /// opening, so it is pairs that are independent.
    fn elo(&self) -> (f64, f64) {
        let count = self.pairs.len().max(1) as f64;
        let mean = self.pairs.iter().sum::<f64>() / count / 2.0;
        let squares = self
            .pairs
            .iter()
            .map(|points| (points / 2.0 - mean).powi(2));
        let error = 2.0 * (squares.sum::<f64>() / count / count).sqrt();
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        (elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, error) = self.elo();
        let share = |[won, drawn, lost]: [u32; 3]| {
            let games = f64::from(won + drawn + lost).max(1.0);
            100.0 * (f64::from(won) + f64::from(drawn) / 2.0) / games
        };
        let [x, o] = self.games.map(share);
        let [first, second] = self.sides;
        let all = share(self.all());
        writeln!(f, "{}", self.line())?;
        write!(
            f,
            "{all:.1} % ({first} {x:.1} %, {second} {o:.1} %), Elo {elo:+.0} ± {error:.0}"
        )
    }
}

//! Parsers of typed values: boards, clocks, levels, speeds, choices. An error is the sentence about the mistake.

use std::time::Duration;

use game::{Level, OutOfBounds, Rules, RulesError};
use protocol::{
    Bounded, OpeningRule,
    ids::TicketId,
    opening::{LEAST_LINE, LEAST_SIDE},
    settings::ClockSetting,
};
use sentences::{Catalogue, say};

/// Reads the rules of `--rules`.
pub fn rules(text: &Catalogue, typed: &str) -> Result<Rules, String> {
    typed.parse().map_err(|error| match error {
        // A text names one of the two at most.
        RulesError::Text { .. } | RulesError::ExactMisere => {
            say!(text, USAGE_RULES_TEXT, text = typed)
        }
        RulesError::Width { got } | RulesError::Height { got } => {
            say!(text, USAGE_RULES_SIDE, text = got)
        }
        // The largest side of the board: no line at all would fit.
        RulesError::Line { max, .. } if max < 3 => say!(text, USAGE_RULES_SMALL, text = typed),
        RulesError::Line { got, max: 3 } => say!(text, USAGE_RULES_LINE_THREE, text = got),
        RulesError::Line { got, max } => say!(text, USAGE_RULES_LINE, text = got, most = max),
    })
}

/// Reads the clock of `--clock`: `none`, `30s` or `3d` a move, `5m+3s` a game.
pub fn clock(text: &Catalogue, typed: &str) -> Result<ClockSetting, String> {
    let lower = typed.trim().to_ascii_lowercase();
    let setting = if lower == "none" {
        Some(Some(ClockSetting::None))
    } else if let Some((initial, increment)) = lower.split_once('+') {
        duration_ms(initial)
            .zip(duration_ms(increment))
            .map(|(initial_ms, increment_ms)| {
                Some(ClockSetting::Total {
                    initial_ms: Bounded::new(initial_ms)?,
                    increment_ms: Bounded::new(increment_ms)?,
                })
            })
    } else if let Some(days) = lower.strip_suffix('d') {
        let read = days.parse().ok().map(Bounded::new);
        read.map(|days| days.map(|move_days| ClockSetting::Correspondence { move_days }))
    } else {
        // Days are whole, and in no clock but that of one move.
        let read = duration_ms(&lower).filter(|_| !lower.contains('d'));
        let read = read.map(Bounded::new);
        read.map(|move_ms| move_ms.map(|move_ms| ClockSetting::PerMove { move_ms }))
    };
    let setting = setting.ok_or_else(|| say!(text, USAGE_CLOCK, text = typed))?;
    setting.ok_or_else(|| say!(text, USAGE_CLOCK_BOUNDS, text = typed))
}

/// Reads the rule of `--opening`, which has to fit the board.
pub fn opening(text: &Catalogue, typed: &str, rules: Rules) -> Result<OpeningRule, String> {
    let all = [
        ("free", OpeningRule::Free),
        ("pie", OpeningRule::Pie),
        ("swap2", OpeningRule::Swap2),
    ];
    let opening = choice(text, "opening", typed, &all)?;
    let fits = opening.fits(rules).then_some(opening);
    fits.ok_or_else(|| say!(text, USAGE_OPENING, side = LEAST_SIDE, line = LEAST_LINE))
}

/// Reads the time of `--time` or `--for`: `10s`, `2m`, `8h`, `3d`.
pub fn time(text: &Catalogue, typed: &str) -> Result<Duration, String> {
    let read = duration_ms(&typed.trim().to_ascii_lowercase());
    let ms = read.ok_or_else(|| say!(text, USAGE_TIME, text = typed))?;
    Ok(Duration::from_millis(ms))
}

/// `90`, `90s`, `1m30s`, `1h`, `3d` as milliseconds.
fn duration_ms(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: u64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let unit = match rest.chars().next() {
            None | Some('s') => 1,
            Some('m') => 60,
            Some('h') => 3_600,
            Some('d') => 86_400,
            Some(_) => return None,
        };
        rest = rest.get(1..).unwrap_or_default();
        total = total.checked_add(number.checked_mul(unit * 1_000)?)?;
    }
    Some(total).filter(|_| !text.is_empty())
}

/// Reads the public id of a waiting player.
pub fn ticket(text: &Catalogue, typed: &str) -> Result<TicketId, String> {
    typed
        .trim()
        .parse()
        .map_err(|_| say!(text, USAGE_TICKET, text = typed))
}

/// Reads how well the computer of an option is to play.
pub fn level(text: &Catalogue, option: &str, typed: &str) -> Result<Level, String> {
    number::<1, 5, 3>(text, option, typed).map(Level::from)
}

/// Reads an option that is a whole number within bounds.
pub fn number<const LEAST: u64, const MOST: u64, const DEFAULT: u64>(
    text: &Catalogue,
    option: &str,
    typed: &str,
) -> Result<Bounded<LEAST, MOST, DEFAULT>, String> {
    typed.trim().parse().map_err(|within: OutOfBounds| {
        let OutOfBounds { least, most } = within;
        say!(text, USAGE_NUMBER, text = typed, option, least, most)
    })
}

/// Reads moves a second as the time between two of them.
pub fn pace(text: &Catalogue, typed: &str) -> Result<Duration, String> {
    let speed = typed.trim().parse::<f64>().ok();
    let speed = speed.filter(|speed| (0.1..=10.0).contains(speed));
    let speed = speed.ok_or_else(|| say!(text, USAGE_SPEED, text = typed))?;
    Ok(Duration::from_secs_f64(1.0 / speed))
}

/// Reads an option that is one of a few words.
pub fn choice<T: Copy>(
    text: &Catalogue,
    option: &str,
    typed: &str,
    choices: &[(&str, T)],
) -> Result<T, String> {
    let wanted = typed.trim().to_ascii_lowercase();
    let found = choices.iter().find(|(word, _)| *word == wanted);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let words = words.join(", ");
        say!(text, USAGE_CHOICE, text = typed, option, choices = words)
    })
}

#[cfg(test)]
mod tests;

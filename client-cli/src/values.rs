//! Parsers of typed values: boards, clocks, levels, speeds, choices.

use std::time::Duration;

use game::{Level, Rules, RulesError};
use protocol::settings::ClockSetting;

use crate::{key::say, locale::Catalogue};

/// Reads the rules of `--rules`.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn rules(text: &Catalogue, typed: &str) -> Result<Rules, String> {
    typed.parse().map_err(|error| match error {
        RulesError::Text { .. } => say!(text, USAGE_RULES_TEXT, text = typed),
        RulesError::Width { got } | RulesError::Height { got } => {
            say!(text, USAGE_RULES_SIDE, text = got)
        }
        RulesError::Line { got, max } => say!(text, USAGE_RULES_LINE, text = got, most = max),
    })
}

/// Reads the clock of `--clock`: `none`, `30s` a move, `5m+3s` a game.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn clock(text: &Catalogue, typed: &str) -> Result<ClockSetting, String> {
    let lower = typed.trim().to_ascii_lowercase();
    let setting = if lower == "none" {
        Some(ClockSetting::None)
    } else if let Some((initial, increment)) = lower.split_once('+') {
        duration_ms(initial)
            .zip(duration_ms(increment))
            .map(|(initial_ms, increment_ms)| ClockSetting::Total {
                initial_ms,
                increment_ms,
            })
    } else {
        duration_ms(&lower).map(|move_ms| ClockSetting::PerMove { move_ms })
    };
    let setting = setting.ok_or_else(|| say!(text, USAGE_CLOCK, text = typed))?;
    match setting.check() {
        Ok(()) => Ok(setting),
        Err(_) => Err(say!(text, USAGE_CLOCK_BOUNDS, text = typed)),
    }
}

/// `90`, `90s`, `1m30s`, `1h` as milliseconds.
fn duration_ms(text: &str) -> Option<u32> {
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
            Some(_) => return None,
        };
        rest = rest.get(1..).unwrap_or_default();
        total = total.checked_add(number.checked_mul(unit * 1_000)?)?;
    }
    u32::try_from(total).ok().filter(|_| !text.is_empty())
}

/// Reads how well the computer of an option is to play.
///
/// # Errors
/// With the sentence that says which levels there are.
pub fn level(text: &Catalogue, option: &str, typed: &str) -> Result<Level, String> {
    let levels = Level::ALL.map(|level| (level.number().to_string(), level));
    let levels = levels.each_ref().map(|(number, it)| (number.as_str(), *it));
    choice(text, option, typed, &levels)
}

/// Reads moves a second as the time between two of them.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn pace(text: &Catalogue, typed: &str) -> Result<Duration, String> {
    let speed = typed.trim().parse::<f64>().ok();
    let speed = speed.filter(|speed| (0.1..=10.0).contains(speed));
    let speed = speed.ok_or_else(|| say!(text, USAGE_SPEED, text = typed))?;
    Ok(Duration::from_secs_f64(1.0 / speed))
}

/// Reads an option that is one of a few words.
///
/// # Errors
/// With the sentence that says which there are.
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

//! The sentences of `locales/` by language and key, and the wording that server and terminal share:
//! names, boards, clocks, invitations, results, games as SGF, errors of the system; and what keeps either from writing a file.
//! A program that speaks one language at a time says them from a [`Catalogue`], with [`say!`].

mod catalogue;
pub mod environment;
mod invitation;
pub mod key;
mod language;
mod names;
mod negotiation;
mod obstacle;
mod operator;
mod result;
mod sgf;
mod system_error;
#[cfg(test)]
mod tests;
pub mod time;

pub use catalogue::{Catalogue, SentenceKey};
pub use invitation::{InvitationText, board, invitation};
pub use language::{LANGUAGES, Language, Message, TAGS, plural_name};
pub use names::{
    brief_board, brief_clock, brief_game, clock_face, clock_left, clock_setting, opening_rule,
    player, player_beside,
};
pub use negotiation::{accepted, language_for_tag};
pub use obstacle::Obstacle;
pub use operator::{in_words, short_time};
pub use result::{code, result};
pub use sgf::sgf;
pub use system_error::{output_lost, system_words};

/// Sentences one after the other. A full stop of Chinese brings its own space along.
pub fn together(sentences: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    for sentence in sentences {
        if !text.is_empty() && !text.ends_with(['\u{3002}', '\u{ff01}', '\u{ff1f}']) {
            text.push(' ');
        }
        text += sentence.as_ref();
    }
    text
}

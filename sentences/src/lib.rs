//! The sentences of `locales/` by language and key, and the wording that server and terminal share:
//! names, boards, clocks, invitations, results; and what keeps either from writing a file.

mod invitation;
mod language;
mod names;
mod obstacle;
mod result;
#[cfg(test)]
mod tests;
mod wish;

pub use invitation::{InvitationText, board, invitation};
pub use language::{LANGUAGES, Language, Message, TAGS, plural_name};
pub use names::{brief_board, brief_clock, brief_game, clock_face, clock_setting, player};
pub use obstacle::Obstacle;
pub use result::result;
pub use wish::{accepted, wished};

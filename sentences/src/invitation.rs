//! An invitation in words: the host, the game, the side that begins.

use protocol::{
    Invitation, LineRule, Rules, Seat,
    invitation::{InvitationState, InvitedTable},
};

use super::{
    language::Language,
    names::{clock_setting, opening_rule, player, player_beside, sized},
};

/// An invitation in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationText {
    /// The inviter, or the reason why nobody can sit down.
    pub title: String,
    /// That a line loses, where it does: what a friend must not miss.
    pub warning: Option<String>,
    /// More about the title.
    pub about: Option<String>,
    /// Labels and values: board, clock, who begins.
    pub facts: Vec<(String, String)>,
}

impl InvitationText {
    /// All of it, a line each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let head = [
            Some(&self.title),
            self.about.as_ref(),
            self.warning.as_ref(),
        ];
        head.into_iter().flatten().cloned().chain(self.fact_lines())
    }

    /// The facts, each behind its label.
    pub fn fact_lines(&self) -> impl Iterator<Item = String> {
        let facts = self.facts.iter();
        facts.map(|(label, value)| format!("{label}: {value}"))
    }
}

/// Puts an invitation into words.
pub fn invitation(language: &Language, it: &Invitation) -> InvitationText {
    let (title, about) = match (it.state, &it.table) {
        (InvitationState::Free, Some(table)) => (inviter(language, table), None),
        (InvitationState::Full, Some(table)) => {
            let [first, second] = Seat::BOTH.map(|seat| name(language, table, seat));
            let names: [(&str, &dyn std::fmt::Display); 2] =
                [("first", &first), ("second", &second)];
            let about = language.say("invitation.full.players", &names);
            (language.say("invitation.full", &[]), Some(about))
        }
        (state, _) => {
            let (title, about) = match state {
                InvitationState::Free => ("invitation.unnamed", None),
                InvitationState::Full => ("invitation.full", Some("invitation.full.closed")),
                InvitationState::Over => ("invitation.over", Some("invitation.over.about")),
                InvitationState::None => ("invitation.none", Some("invitation.none.about")),
            };
            let about = about.map(|key| language.say(key, &[]));
            (language.say(title, &[]), about)
        }
    };
    let table = it.table.as_ref();
    let misere = table.map(|table| table.settings.rules);
    let misere = misere.filter(|rules| rules.line_rule() == LineRule::Loses);
    InvitationText {
        title,
        warning: misere.map(|rules| sized(language, "invitation.warning.loses", rules)),
        about,
        facts: table.map_or_else(Vec::new, |table| facts(language, table)),
    }
}

/// The board and its line, and whether a line wins or loses.
pub fn board(language: &Language, rules: Rules) -> String {
    let key = format!("invitation.board.{}", rules.line_rule().key());
    sized(language, &key, rules)
}

fn facts(language: &Language, table: &InvitedTable) -> Vec<(String, String)> {
    let label = |key| language.say(key, &[]);
    let mut facts = vec![
        (
            label("invitation.board"),
            board(language, table.settings.rules),
        ),
        (
            label("invitation.clock"),
            clock_setting(language, table.settings.clock),
        ),
    ];
    let rule = opening_rule(language, table.settings.opening);
    facts.extend(rule.map(|rule| (label("invitation.opening"), rule)));
    if let Some(free) = table.free_seat() {
        let begins = match table.begins {
            None => language.say("invitation.begins.drawn", &[]),
            Some(seat) if seat == free => language.say("invitation.begins.you", &[]),
            Some(seat) => name(language, table, seat),
        };
        let first = match table.first_move_ms {
            None => begins,
            Some(ms) => {
                let count = ms.div_ceil(1_000);
                language.say(
                    "invitation.begins.within",
                    &[("begins", &begins), ("count", &count)],
                )
            }
        };
        facts.push((label("invitation.begins"), first));
    }
    facts
}

/// The player opposite the free seat.
fn inviter(language: &Language, table: &InvitedTable) -> String {
    let host = Seat::BOTH
        .into_iter()
        .find_map(|seat| table.players[seat].as_ref());
    match host {
        Some(host) if host.name.is_some() || host.is_computer() => {
            let name = player(language, host);
            language.say("invitation.by", &[("name", &name)])
        }
        _ => language.say("invitation.unnamed", &[]),
    }
}

fn name(language: &Language, table: &InvitedTable, seat: Seat) -> String {
    match &table.players[seat] {
        Some(seated) => player_beside(language, seated, table.players[seat.other()].as_ref()),
        None => language.say("who.nobody", &[]),
    }
}

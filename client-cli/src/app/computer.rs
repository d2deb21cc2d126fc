//! Command-line options about the computer, as intents.

use archive::session_recorder::SessionRecorder;
use frontend::{
    intent::{Intent, OpponentSearch, TicketAnswer},
    values,
};
use oxo_client::session::{Ask, Session};
use protocol::{Computer, Settings, ids::BySeat, request::Choice, settings::First};
use sentences::say;

use super::{
    context::{App, FIRST},
    failure::Failure,
};
use crate::cli::{self, ExhibitArgs, OpponentArgs, PlayArgs};

impl App {
    /// Whom to play: a waiting player, anybody, the computer, or the computer until somebody comes.
    pub(super) fn opponent_intents(
        &self,
        seek: &PlayArgs,
    ) -> Result<(Intent, Option<Intent>), Failure> {
        let opponent = &seek.opponent;
        let game = seek
            .game
            .settings(&self.settings.text, &opponent.opens, &opponent.opening)?;
        let Settings { rules, clock, .. } = game;
        let against = |option: &str, level: &str| -> Result<Intent, Failure> {
            let (first, computer) = self.opponent(opponent, option, level)?;
            let settings = Settings { first, ..game };
            Ok(Intent::Computer(settings, computer))
        };
        if let Some(level) = &opponent.computer {
            return Ok((against("computer", level)?, None));
        }
        let meanwhile = opponent.while_waiting.as_ref();
        let meanwhile = meanwhile.map(|level| against("while-waiting", level));
        let intent = match &seek.ticket {
            Some(ticket) => Intent::Answer(TicketAnswer {
                ticket: values::ticket(&self.settings.text, ticket)?,
                boards: Choice::ANY,
                clocks: Choice::ANY,
            }),
            None => OpponentSearch {
                rules,
                clock,
                any_board: seek.any_board,
                any_clock: seek.any_clock,
                bots: seek.bots,
                unseen: seek.unseen,
            }
            .intent(),
        };
        // A correspondence game is not waited for.
        let queues = !matches!(intent, Intent::New(_));
        Ok((intent, meanwhile.transpose()?.filter(|_| queues)))
    }

    fn opponent(
        &self,
        opponent: &OpponentArgs,
        option: &str,
        level: &str,
    ) -> Result<(First, Computer), Failure> {
        let text = &self.settings.text;
        let first = cli::first_against(text, &opponent.first)?;
        let level = values::level(text, option, level)?;
        let centre = opponent.centre;
        Ok((first, Computer { level, centre }))
    }

    /// Two computers: levels such as 3-5, X first.
    pub(super) fn exhibition(&self, exhibit: &ExhibitArgs) -> Result<Intent, Failure> {
        let text = &self.settings.text;
        let rules = exhibit.board.rules(text)?;
        let levels = exhibit.levels.as_str();
        let two = levels.split_once('-');
        let (x, o) = two.ok_or_else(|| say!(text, USAGE_LEVELS, text = levels))?;
        let computer = |level| -> Result<Computer, Failure> {
            let level = values::level(text, "levels", level)?;
            Ok(Computer {
                level,
                centre: false,
            })
        };
        let computers = BySeat {
            host: computer(x)?,
            guest: computer(o)?,
        };
        Ok(Intent::Exhibit(rules, computers))
    }

    /// Asks for the table at which one sits while one waits for somebody. The
    /// answer is the number of the session's last ask.
    pub(super) fn ask_meanwhile(
        &mut self,
        session: &Session,
        recorder: &mut SessionRecorder,
    ) -> Result<u64, Failure> {
        let Some(intent) = self.meanwhile.take() else {
            return Ok(FIRST);
        };
        let body = intent.body(self.new_seat(recorder)?, "");
        let id = FIRST + 1;
        // A session that has just begun takes many asks.
        Ok(session.ask(Ask::numbered(id, body)).map_or(FIRST, |()| id))
    }
}

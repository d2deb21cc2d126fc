//! Reasons why a finished game is not shown.

use config::Period;
use connection::service::ServerFacts;
use hyper::{Response, StatusCode};
use journal::CommitError;
use node::Node;

use crate::http::{
    Site,
    audience::Audience,
    document,
    response::{HttpBody, plain},
};

/// After how many seconds to come back.
const RETRY_AFTER_S: u64 = 5;

/// Reason why there is no game to read.
#[derive(Clone, Copy, Debug)]
pub(super) enum UnreadGame {
    /// The text in the address is no id.
    NotAnId,
    NotKept,
    Damaged,
    /// The journal cannot be read now.
    Unavailable,
}

impl From<CommitError> for UnreadGame {
    fn from(why: CommitError) -> UnreadGame {
        match why {
            CommitError::Damaged => UnreadGame::Damaged,
            _ => UnreadGame::Unavailable,
        }
    }
}

impl UnreadGame {
    fn status(self) -> StatusCode {
        match self {
            UnreadGame::NotAnId | UnreadGame::NotKept => StatusCode::NOT_FOUND,
            UnreadGame::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
            UnreadGame::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// For programs and readers of lines.
    pub(super) fn line(self, node: &Node, audience: &Audience) -> Response<HttpBody> {
        let sentence = match self {
            UnreadGame::NotAnId => audience.say("served.game.not_an_id", &[]),
            UnreadGame::NotKept => match node.facts.promise().games_kept_ms / Period::DAY.ms() {
                0 => audience.say("served.game.none_kept", &[]),
                days => audience.say("served.game.not_kept", &[("count", &days)]),
            },
            UnreadGame::Damaged => audience.say("served.game.damaged", &[]),
            UnreadGame::Unavailable => unavailable(audience),
        };
        plain(self.status(), &sentence)
    }

    /// For a browser.
    pub(super) fn page(self, site: &Site, audience: &Audience) -> Response<HttpBody> {
        let title = match self {
            UnreadGame::NotAnId | UnreadGame::NotKept => audience.say("page.game.none", &[]),
            UnreadGame::Damaged | UnreadGame::Unavailable => unavailable(audience),
        };
        document::sentence(site, audience, self.status(), "/games/", title)
    }
}

fn unavailable(audience: &Audience) -> String {
    audience.say("refusal.unavailable", &[("count", &RETRY_AFTER_S)])
}

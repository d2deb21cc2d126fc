//! Questions to the service, on whichever node, for visitors without a WebSocket.

use std::time::Duration;

use admission::{AddressGroup, Guess, Guesser};
use carrying::decider_link::{ServiceAnswer, ServiceQuestion};
use journal::CommitError;
use node::{Node, ServiceRoute};
use protocol::{Invitation, Refusal, RoomCode, invitation::InvitationState};
use tokio::time::{sleep, timeout};

use crate::operator::answer;

/// No service answers just now.
const NO_SERVICE: Refusal = Refusal::Unavailable { retry_in_ms: 5_000 };
/// Longest time until the copy here has what the deciding node's has: as a rule a quarter of a second.
const CATCH_UP: Duration = Duration::from_secs(2);

/// Asks the service, which may be at another node.
pub async fn ask(node: &Node, question: ServiceQuestion) -> ServiceAnswer {
    match node.route().await {
        Some(ServiceRoute::Local(_)) => answer(node, None, question).await,
        Some(ServiceRoute::Remote(link)) => {
            let answer = link.ask(question).await;
            answer.unwrap_or(ServiceAnswer::Refused(NO_SERVICE))
        }
        None => ServiceAnswer::Refused(NO_SERVICE),
    }
}

/// Answers for the service of this node; `asker` is the node whose visitor asks, if that is another one.
pub async fn answer(node: &Node, asker: Option<&str>, question: ServiceQuestion) -> ServiceAnswer {
    match question {
        ServiceQuestion::Look {
            room,
            visitor,
            guesser,
        } => {
            let guesser = Guesser::numbered(guesser, asker);
            match look(node, visitor.into(), Guess::of(&room, guesser), room).await {
                Ok(found) => ServiceAnswer::Invitation(Box::new(found)),
                Err(why) => ServiceAnswer::Refused(why),
            }
        }
        ServiceQuestion::Rooms { cursor } => match node.current_service() {
            Some(service) => ServiceAnswer::Rooms(Box::new(service.room_list(cursor))),
            None => ServiceAnswer::Refused(NO_SERVICE),
        },
        ServiceQuestion::Forget { game, secret } => {
            match node.journal.forget(game, secret.hash()).await {
                Ok(forgotten) => ServiceAnswer::Forgotten(forgotten),
                Err(CommitError::Damaged) => ServiceAnswer::Refused(Refusal::RoomDamaged),
                Err(_) => ServiceAnswer::Refused(NO_SERVICE),
            }
        }
        ServiceQuestion::Operate(line) => {
            let reply = answer::answer(node, None, &line).await;
            ServiceAnswer::Operated(serde_json::to_value(reply).unwrap_or_default())
        }
        ServiceQuestion::Record => match node.journal.copy() {
            Some(copy) => ServiceAnswer::Record(copy.seq),
            None => ServiceAnswer::Refused(NO_SERVICE),
        },
    }
}

/// Looks at a room, unless this network has tried too many codes in vain.
async fn look(
    node: &Node,
    source: AddressGroup,
    guess: Guess,
    code: RoomCode,
) -> Result<Invitation, Refusal> {
    let now_ms = node.clock.now_ms();
    node.budgets.may_try(source, guess, now_ms)?;
    let service = node.current_service().ok_or(NO_SERVICE)?;
    let found = service.rooms.look(code).await?;
    if let InvitationState::Over | InvitationState::None = found.state {
        node.budgets.tried_in_vain(source, guess, now_ms);
    }
    Ok(found)
}

/// Waits until the copy here has everything that the deciding node had decided when this was called, or a moment.
pub async fn catch_up(node: &Node) {
    let Some(ServiceRoute::Remote(link)) = node.route_now() else {
        return;
    };
    let caught_up = async {
        let Some(seq) = link.last_record().await else {
            return;
        };
        while node.journal.copy().is_some_and(|copy| copy.seq < seq) {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = timeout(CATCH_UP, caught_up).await;
}

//! Answers to the operator's requests.

use std::sync::Arc;

use connection::service::Service;
use journal::CommitError;
use node::Node;
use protocol::{GameId, Refusal, RoomCode, notice};
use sentences::short_time;

use super::{
    message::{AdminReply, AdminRequest},
    overview, state,
    supervise::{self, OperatorTools},
};

/// Does what a line asks for.
pub async fn answer(node: &Node, tools: Option<&OperatorTools>, line: &str) -> AdminReply {
    match serde_json::from_str(line) {
        Ok(request) => match perform(node, tools, request).await {
            Ok(reply) => reply,
            Err(why) => AdminReply::Refused { why },
        },
        Err(why) => AdminReply::Refused {
            why: format!("the request cannot be read: {why}"),
        },
    }
}

async fn perform(
    node: &Node,
    tools: Option<&OperatorTools>,
    request: AdminRequest,
) -> Result<AdminReply, String> {
    let at_ms = node.clock.now_ms();
    let said = match request {
        AdminRequest::Overview {} => {
            let overview = overview::gather(node).await;
            return Ok(AdminReply::Overview(Box::new(overview)));
        }
        AdminRequest::Rooms {} => {
            let rooms = service(node)?.rooms.reports();
            return Ok(AdminReply::Rooms { at_ms, rooms });
        }
        AdminRequest::Notice {} => return Ok(AdminReply::Notice(node.operator.notice())),
        AdminRequest::Blocks {} => {
            let blocks = node.operator.blocks.all(at_ms);
            return Ok(AdminReply::Blocks { at_ms, blocks });
        }
        AdminRequest::CloseRoom { room } => close_room(node, room).await?,
        AdminRequest::DeleteGame { game } => delete_game(node, game).await?,
        AdminRequest::Announce { text, for_ms } => announce(node, text, for_ms).await?,
        AdminRequest::Drain { at_most_ms } => drain(node, at_most_ms).await?,
        AdminRequest::StopDraining {} => match node.operator.is_draining() {
            true => {
                supervise::stop_draining(node);
                "The server opens rooms again and goes on.".into()
            }
            false => return Err("the server is not draining; there is nothing to take back".into()),
        },
        AdminRequest::Reload {} => {
            let tools = tools.ok_or("this server has no configuration to read again")?;
            supervise::reload(node, tools)?
        }
        AdminRequest::Block { network, for_ms } => {
            let ended = state::block(node, network, for_ms).await?;
            let until = match (for_ms.map(short_time), node.options.has_cluster()) {
                (Some(time), true) => format!("at every node for {time}"),
                (None, true) => "at every node until it is lifted".into(),
                (Some(time), false) => format!("for {time}, if the server runs as long"),
                (None, false) => "until it is lifted or the server stops".into(),
            };
            format!("{network} is blocked {until}; connections that were ended: {ended}.")
        }
        AdminRequest::Unblock { network } => {
            state::unblock(node, network).await?;
            format!("{network} is let in again.")
        }
    };
    Ok(AdminReply::Done { said })
}

fn service(node: &Node) -> Result<Arc<Service>, String> {
    let service = node.service();
    service.ok_or_else(|| match node.options.has_cluster() {
        true => "this node follows, and reaches none that decides just now; oxo-server cluster status shows which does".into(),
        false => "no games are played on this server just now".into(),
    })
}

async fn close_room(node: &Node, room: RoomCode) -> Result<String, String> {
    match service(node)?.rooms.close_room(room).await {
        Ok(()) => Ok(format!("Room {room} is closed; its people were told.")),
        Err(Refusal::NoSuchRoom) => Err(format!(
            "there is no room {room}; oxo-server rooms list shows those that there are"
        )),
        Err(why) => Err(format!(
            "room {room} cannot be closed now ({}); try again in a few seconds",
            why.code()
        )),
    }
}

async fn delete_game(node: &Node, id: GameId) -> Result<String, String> {
    // A game is deleted where that is decided.
    service(node)?;
    match node.journal.delete_game(id).await {
        Ok(true) => Ok(format!("Game {id} is deleted.")),
        Ok(false) => Err(format!(
            "this server keeps no game {id}; its id is what follows /games/ in its link"
        )),
        Err(CommitError::Damaged) => Err(
            "the finished games on disk are damaged; stop the server and run oxo-server check"
                .into(),
        ),
        Err(why) => Err(format!(
            "game {id} cannot be deleted now: {why}; the server's log says more"
        )),
    }
}

async fn announce(
    node: &Node,
    text: Option<String>,
    for_ms: Option<u64>,
) -> Result<String, String> {
    let Some(typed) = text else {
        state::announce(node, None, None).await?;
        return Ok("The message was taken back.".into());
    };
    let most = notice::MAX_CHARS;
    let text = notice::clean(&typed)
        .ok_or_else(|| format!("a message is one line of 1 to {most} characters"))?;
    let said = format!("Everybody on the server reads now: {text}");
    state::announce(node, Some(text), for_ms).await?;
    Ok(said)
}

async fn drain(node: &Node, at_most_ms: Option<u64>) -> Result<String, String> {
    if node.options.has_cluster() {
        return Err(
            "a node of a cluster needs no drain: stop it (SIGTERM, systemctl stop), and its players go on at another node".into(),
        );
    }
    supervise::drain(node, at_most_ms).await;
    let rooms = supervise::rooms_left(node);
    let latest = match at_most_ms {
        Some(_) => ", or when that time is over",
        None => "",
    };
    Ok(format!(
        "The server opens no more rooms and stops when the last one has ended{latest}. Rooms left: {rooms}."
    ))
}

//! The operator's commands: what each asks a running server, and how its reply is printed.

use admission::Block;
use config::{GamesTask, OperatorTask, RoomsTask, ServerOptions};
use nodes::operator::message::{AdminReply, AdminRequest};
use protocol::{Player, Seat, text::neutral};
use rooms::RoomReport;
use sentences::short_time;

#[cfg(unix)]
use super::top;
use super::{OTHER_VERSION, exchange::exchange};
use crate::output::json;

/// Has the server with these options do a task. `Ok` is what to print.
///
/// # Errors
/// A sentence for the operator.
pub fn run(options: &ServerOptions, task: &OperatorTask) -> Result<String, String> {
    #[cfg(unix)]
    if let OperatorTask::Top { once } = task {
        return top::run(options, *once);
    }
    let (request, is_json) = request(task);
    Ok(match exchange(options, &request)? {
        AdminReply::Done { said } => format!("{said}\n"),
        AdminReply::Refused { why } => return Err(why),
        AdminReply::Overview(_) => return Err(OTHER_VERSION.into()),
        AdminReply::Rooms { rooms, .. } if is_json => json(&rooms),
        AdminReply::Rooms { at_ms, rooms } => room_table(at_ms, &rooms),
        AdminReply::Blocks { blocks, .. } if is_json => json(&blocks),
        AdminReply::Blocks { at_ms, blocks } => block_table(at_ms, &blocks),
        AdminReply::Notice(notice) => match notice.text {
            Some(text) => format!("Everybody on the server reads: {}\n", neutral(&text)),
            None => "Nobody is told anything.\n".into(),
        },
    })
}

/// The request of a task, and whether its reply is printed as JSON.
fn request(task: &OperatorTask) -> (AdminRequest, bool) {
    let request = match task.clone() {
        OperatorTask::Rooms(RoomsTask::List(how)) => return (AdminRequest::Rooms {}, how.json),
        OperatorTask::Block {
            network: None,
            print,
            ..
        } => return (AdminRequest::Blocks {}, print.json),
        OperatorTask::Rooms(RoomsTask::Close { code }) => AdminRequest::CloseRoom { room: code },
        OperatorTask::Games(GamesTask::Delete { id }) => AdminRequest::DeleteGame { game: id },
        OperatorTask::Announce {
            text: None,
            stop: false,
            ..
        } => AdminRequest::Notice {},
        OperatorTask::Announce { text, for_ms, .. } => AdminRequest::Announce { text, for_ms },
        OperatorTask::Drain { stop: true, .. } => AdminRequest::StopDraining {},
        OperatorTask::Drain { at_most, .. } => AdminRequest::Drain {
            at_most_ms: at_most,
        },
        OperatorTask::Block {
            network: Some(network),
            for_ms,
            ..
        } => AdminRequest::Block { network, for_ms },
        OperatorTask::Unblock { network } => AdminRequest::Unblock { network },
        OperatorTask::Reload => AdminRequest::Reload {},
        OperatorTask::Top { .. } => AdminRequest::Overview {},
    };
    (request, false)
}

/// A room a line.
fn room_table(at_ms: u64, rooms: &[RoomReport]) -> String {
    if rooms.is_empty() {
        return "There are no rooms.\n".into();
    }
    let mut text = String::from("ROOM       OPEN FOR  GAME  MOVES  WATCH  PLAYERS\n");
    for RoomReport { room, live } in rooms {
        let code = room.to_string();
        text += &match live {
            None => {
                format!("{code:<9}         -     -      -      -  not in memory\n")
            }
            Some(it) => {
                let age = short_time(at_ms.saturating_sub(it.since_ms));
                let game = it.game.map_or("-".into(), |number| number.to_string());
                let player = |seat| it.players[seat].as_ref().map_or("nobody".into(), name);
                let (host, guest) = (player(Seat::Host), player(Seat::Guest));
                format!(
                    "{code:<9}  {age:>8}  {game:>4}  {:>5}  {:>5}  {host}, {guest}\n",
                    it.ply, it.watchers,
                )
            }
        };
    }
    text
}

/// The name of a player.
fn name(player: &Player) -> String {
    if let Some(computer) = player.computer {
        return format!("computer {}", computer.level.number());
    }
    let name = player.name.as_deref().map_or("guest".into(), neutral);
    match player.bot {
        true => format!("{name} (program)"),
        false => name,
    }
}

fn block_table(at_ms: u64, blocks: &[Block]) -> String {
    if blocks.is_empty() {
        return "No network is blocked.\n".into();
    }
    let lines = blocks.iter().map(|Block { network, until_ms }| {
        let left = until_ms.map(|ms| short_time(ms.saturating_sub(at_ms)));
        match left {
            Some(left) => format!("{network}  for {left}\n"),
            None => format!("{network}  until it is lifted or the server stops\n"),
        }
    });
    lines.collect()
}

#[cfg(test)]
mod tests;

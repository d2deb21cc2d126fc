//! A frame of `top` as lines that fit a terminal.

use admission::NetworkLoad;
use clock::timestamp;
use nodes::{
    operator::overview::{ClusterOverview, CommandFigures, ConnectionOverview, Overview},
    report::NodeRole,
};
use protocol::text::neutral;
use sentences::short_time;

use crate::wrap::wrapped;

/// Columns of the bar of a budget.
const BAR: usize = 20;
/// Where the figures begin.
const INDENT: usize = 13;

/// The foot. A terminal of few lines has the last of these.
const LEGEND: [&str; 4] = [
    "WORK     budget of work: # spent, . left; without any left, requests are refused",
    "ROOMS    budget of new rooms that is spent",
    "GUESSES  budget of wrong room codes that is spent",
    "q ends; addresses are shown here and kept nowhere",
];

/// The lines of a frame for a terminal of that size; rates are those since `before`.
pub(super) fn draw(
    now: &Overview,
    before: Option<&Overview>,
    (columns, lines): (u16, u16),
) -> Vec<String> {
    let mut text = head(now, before, columns);
    text.push(String::new());
    text.push(format!(
        "{:<24} {:>11}  {:<BAR$}  {:>5}  {:>5}  {:>7}",
        "ADDRESS", "CONNECTIONS", "WORK", "", "ROOMS", "GUESSES"
    ));
    let follows = follows(now);
    text.extend(now.networks.iter().map(|load| network(load, follows)));
    let (columns, lines) = (usize::from(columns), usize::from(lines));
    text.truncate(lines.saturating_sub(LEGEND.len()));
    let shown = &LEGEND[LEGEND.len().saturating_sub(lines)..];
    text.extend(shown.iter().map(ToString::to_string));
    for line in &mut text {
        *line = line.chars().take(columns).collect();
    }
    text
}

fn head(now: &Overview, before: Option<&Overview>, columns: u16) -> Vec<String> {
    let up = short_time(now.at_ms.saturating_sub(now.started_ms));
    let at = timestamp(now.at_ms).unwrap_or_default();
    let mut text = vec![
        format!(
            "oxo-server {}  {}  up {up}  {} UTC",
            now.version,
            neutral(&now.name),
            at.strftime("%F %T")
        ),
        format!("journal      {}", now.journal),
    ];
    if let Some(cluster) = &now.cluster {
        let words = wrapped(&cluster_words(cluster), INDENT, Some(columns.into()));
        text.extend(format!("cluster      {words}").lines().map(str::to_owned));
    }
    match follows(now) {
        true => text.push(all_connections(now)),
        false => text.extend(played(now, before)),
    }
    if now.notice.closing {
        text.push("DRAINING     no new rooms; the server stops when the last has ended".into());
    }
    if let Some(said) = &now.notice.text {
        text.push(format!("announced    {}", neutral(said)));
    }
    if now.blocks > 0 {
        text.push(format!("blocked      {} networks", now.blocks));
    }
    text
}

/// Whether the games are the service's of another node.
fn follows(now: &Overview) -> bool {
    let mut cluster = now.cluster.iter();
    cluster.any(|cluster| cluster.own.role == NodeRole::Follows)
}

/// The rooms and the activity in them.
fn played(now: &Overview, before: Option<&Overview>) -> Vec<String> {
    let Overview { rooms, waiting, .. } = now;
    let (loaded, people, spectators) = (rooms.loaded, rooms.between_people, rooms.spectators);
    let all = loaded + rooms.unloaded;
    let computers = rooms.against_computers + rooms.between_computers;
    let mut text = vec![
        format!("rooms        {all} ({loaded} in memory)   waiting {waiting}"),
        format!(
            "games        {people} between people, {computers} with computers   spectators {spectators}"
        ),
    ];
    text.extend(connections(now, before));
    text.extend(commands(now, before));
    if let Some(trips) = now.trips {
        text.push(format!(
            "round trips  median {} ms, one in twenty above {} ms",
            trips.median_ms, trips.slow_ms
        ));
    }
    text
}

/// Role of a node in its cluster, and up to where it has the log.
fn cluster_words(cluster: &ClusterOverview) -> String {
    let ClusterOverview {
        own,
        decider_seq,
        carriers,
    } = cluster;
    let name = &own.node;
    let role = match (own.role, &own.carries_to, &own.trouble) {
        (NodeRole::Decides, ..) => format!("node {name} decides"),
        (NodeRole::Stuck, ..) => format!("node {name} decides, and can keep NOTHING at the moment"),
        (NodeRole::Failed, ..) => format!("node {name} has FAILED; its log says why"),
        (NodeRole::Follows, Some(decider), _) => {
            format!("node {name} follows; {decider} decides and has the rooms: run top there")
        }
        (NodeRole::Follows, None, Some(trouble)) => {
            format!("node {name} follows and takes NO players: {trouble}")
        }
        (NodeRole::Follows, None, None) => {
            format!("node {name} follows and takes NO players: no node decides just now")
        }
    };
    let age = short_time(own.now_ms.saturating_sub(own.at_ms));
    let behind = decider_seq.map_or(String::new(), |last| {
        let decider = own.carries_to.as_deref().unwrap_or("it");
        format!(", {} behind {decider}", last.saturating_sub(own.seq))
    });
    let (seq, synced) = (own.seq, own.synced);
    let copy = format!("has record {seq} ({age} old){behind}, on its disk up to {synced}");
    let carried = carriers.iter();
    let carried = carried.map(|(node, sockets)| format!("{node}: {sockets}"));
    let carried: Vec<String> = carried.collect();
    let links = match (own.role, &own.carries_to) {
        (NodeRole::Follows, Some(decider)) => {
            format!("; carries to {decider}: {}", own.connections)
        }
        (NodeRole::Decides | NodeRole::Stuck, _) if carried.is_empty() => {
            "; no other node carries anybody here".to_owned()
        }
        (NodeRole::Decides | NodeRole::Stuck, _) => {
            format!("; carried here by {}", carried.join(", "))
        }
        _ => String::new(),
    };
    format!("{role}; {copy}{links}")
}

fn all_connections(now: &Overview) -> String {
    let ConnectionOverview { all, most, .. } = now.connections;
    format!("connections  {all} of {most}   HTTP {}", now.visits)
}

fn connections(now: &Overview, before: Option<&Overview>) -> [String; 2] {
    let ConnectionOverview {
        playing,
        idle,
        arriving,
        troubled,
        opened,
        ..
    } = now.connections;
    let rate = before.map_or(String::new(), |before| {
        let more = opened.saturating_sub(before.connections.opened);
        format!("   {:.1} new a second", a_second(more, before.at_ms, now))
    });
    [
        all_connections(now) + &rate,
        format!(
            "             {playing} playing, {idle} idle, {arriving} arriving, {troubled} troubled"
        ),
    ]
}

/// Rate a second of `count` since that time.
fn a_second(count: u64, since_ms: u64, now: &Overview) -> f64 {
    let ms = now.at_ms.saturating_sub(since_ms).max(1);
    count as f64 * 1_000.0 / ms as f64
}

/// Commands of seats, since the frame before or else since the start.
fn commands(now: &Overview, before: Option<&Overview>) -> Vec<String> {
    let none = CommandFigures::default();
    let (since_ms, base) = match before {
        Some(before) => (before.at_ms, &before.commands),
        None => (now.started_ms, &none),
    };
    let count = now.commands.count.saturating_sub(base.count);
    let refused = now.commands.refused.saturating_sub(base.refused);
    let mut text = vec![format!(
        "commands     {:.1} a second   refused {:.1} a second",
        a_second(count, since_ms, now),
        a_second(refused, since_ms, now)
    )];
    if count > 0 {
        let average_ms = (now.commands.total_s - base.total_s) * 1_000.0 / count as f64;
        let most = match within_ms(&now.commands, base, count) {
            Some(ms) => format!("95 of 100 within {ms} ms"),
            None => "many take longer than is told apart".into(),
        };
        text.push(format!(
            "             from read to kept: {average_ms:.1} ms on average, {most}"
        ));
    }
    text
}

/// Within how many milliseconds 95 of 100 of the last `count` commands had their answer, as exactly
/// as the histogram has it.
fn within_ms(now: &CommandFigures, base: &CommandFigures, count: u64) -> Option<f64> {
    let mut bounds = now.within_s.iter().enumerate();
    let reached = bounds.find(|(number, (_, within))| {
        let before = base.within_s.get(*number).map_or(0, |(_, within)| *within);
        within.saturating_sub(before) * 100 >= count * 95
    });
    Some(reached?.1.0? * 1_000.0)
}

/// A network's line; how many connections it has is not known at a node that `follows`.
fn network(load: &NetworkLoad, follows: bool) -> String {
    let connections = match follows {
        true => "-".to_owned(),
        false => load.connections.to_string(),
    };
    let filled = (load.work.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    let bar = "#".repeat(filled);
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    format!(
        "{:<24} {:>11}  {bar:.<BAR$}  {:>5}  {:>5}  {:>7}",
        load.network.to_string(),
        connections,
        percent(load.work),
        percent(load.rooms),
        percent(load.failed_joins)
    )
}

#[cfg(test)]
mod tests;

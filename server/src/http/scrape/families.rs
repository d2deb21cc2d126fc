//! Every metric of the server, a statement each: to add one, add a statement.
//!
//! Labels have few values, all known beforehand, and nothing of who plays:
//! no addresses, names or codes of rooms.

use std::sync::atomic::Ordering::Relaxed;

use connection::service::Service;
use journal::{CopyFigures, Health, JournalFigures, JournalMetrics, disk::Obstacle};
use link::LinkFigures;
use node::Node;
use nodes::report::NodeRole;
use rooms::handle::ConnectionKind;
use tls::Tls;

use super::exposition::Exposition;
#[cfg(target_os = "linux")]
use super::process;

/// All of them, as they are now. Looks at every connection and room.
pub(super) fn exposition(node: &Node) -> String {
    let mut out = Exposition::default();
    let version = env!("CARGO_PKG_VERSION");
    out.gauges(
        "oxo_build_info",
        "The server's version; always 1.",
        "version",
        [(version, 1)],
    );
    requests(&mut out, node);
    sockets(&mut out, node);
    if let Some(service) = node.service() {
        connections(&mut out, &service);
        rooms(&mut out, &service);
    }
    if let Some(notifier) = &node.notifier {
        out.counters(
            "oxo_notifications_total",
            "Notifications of a turn to a device, by what its push service answered; later: or did not answer.",
            "result",
            notifier.counters.figures(),
        );
    }
    if let Some(caller) = &node.caller {
        out.counters(
            "oxo_webhook_calls_total",
            "Calls of a room's webhook, by what its chat answered; later: or did not answer.",
            "result",
            caller.counters.figures(),
        );
    }
    thinking(&mut out, node);
    admission(&mut out, node);
    journal(&mut out, node);
    if let Some(copy) = node.journal.copy() {
        cluster(&mut out, node, copy);
    }
    backups(&mut out, node);
    certificate(&mut out, node);
    #[cfg(target_os = "linux")]
    process::describe(&mut out, node.started_ms);
    out.finish()
}

fn requests(out: &mut Exposition, node: &Node) {
    out.counters(
        "oxo_requests_total",
        "Requests that could be read, by their type in the protocol.",
        "type",
        node.metrics.requests(),
    );
    out.counters(
        "oxo_refusals_total",
        "Requests, and frames that were none, that were refused, by the code of the refusal.",
        "code",
        node.metrics.refusals(),
    );
    out.histogram(
        "oxo_command_seconds",
        "Time from reading a seat's command to its answer, which is durable then.",
        &node.metrics.commands(),
    );
}

fn connections(out: &mut Exposition, service: &Service) {
    let [
        mut greeting,
        mut doorway,
        mut playing,
        mut idle,
        mut other,
        mut stalled,
    ] = [0; 6];
    for handle in &service.connections {
        stalled += u64::from(handle.stalled_ms.load(Relaxed) != 0);
        *match handle.kind() {
            ConnectionKind::Doorway => &mut doorway,
            ConnectionKind::Greeting => &mut greeting,
            ConnectionKind::Playing => &mut playing,
            ConnectionKind::Idle => &mut idle,
            ConnectionKind::Other => &mut other,
        } += 1;
    }
    out.gauges(
        "oxo_connections",
        "WebSockets, by what they do: before hello; in the doorway of a full server; in a seat of a running game; \
         neither in a room nor waiting for one; anything else.",
        "kind",
        [
            ("greeting", greeting),
            ("doorway", doorway),
            ("playing", playing),
            ("idle", idle),
            ("other", other),
        ],
    );
    out.gauge(
        "oxo_connections_stalled",
        "WebSockets that do not take what is written to them.",
        stalled,
    );
}

fn sockets(out: &mut Exposition, node: &Node) {
    out.gauge(
        "oxo_connections_limit",
        "WebSockets that there may be.",
        node.limits.connections,
    );
    out.gauge(
        "oxo_http_streams",
        "TCP connections that are no WebSockets.",
        node.visits.count(),
    );
    out.counters(
        "oxo_connections_refused_total",
        "Connections that found no place, by whose limit it was.",
        "limit",
        node.metrics.sent_away(),
    );
}

fn rooms(out: &mut Exposition, service: &Service) {
    let tally = service.rooms.tally();
    out.gauges(
        "oxo_rooms",
        "Rooms: in memory, or only in the journal until somebody comes to them.",
        "state",
        [("loaded", tally.loaded), ("unloaded", tally.unloaded)],
    );
    out.gauge(
        "oxo_rooms_limit",
        "Rooms that there may be, besides those of correspondence.",
        service.limits.rooms,
    );
    out.gauge(
        "oxo_correspondence_rooms",
        "Those of them whose clock counts days.",
        service.rooms.opened.correspondence.taken(),
    );
    out.gauge(
        "oxo_correspondence_rooms_limit",
        "Correspondence rooms that there may be, beside the others.",
        service.limits.correspondence_rooms,
    );
    out.gauges(
        "oxo_games",
        "Running games in loaded rooms, by who plays.",
        "players",
        [
            ("people", tally.between_people),
            ("person_and_computer", tally.against_computers),
            ("computers", tally.between_computers),
        ],
    );
    out.gauge(
        "oxo_tickets",
        "Players who wait to be matched.",
        service.lobby.len(),
    );
    out.gauge("oxo_spectators", "Spectators.", tally.spectators);
    out.gauge(
        "oxo_spectators_behind",
        "Spectators to whom some event has not been written yet.",
        tally.behind,
    );
    out.gauge(
        "oxo_spectator_lag_events",
        "The most events that have not been written to one spectator yet.",
        tally.most_behind,
    );
    out.gauge(
        "oxo_computers",
        "Rooms in which a computer plays for somebody who is connected.",
        service.rooms.computers.rooms(),
    );
}

fn thinking(out: &mut Exposition, node: &Node) {
    out.gauges(
        "oxo_thinking_queue",
        "Searches that wait for a thread: moves, and reviews with pictures of boards.",
        "kind",
        node.pool.waiting(),
    );
    out.counters(
        "oxo_searches_total",
        "Searches that have run, and pictures of boards that were drawn.",
        "kind",
        node.pool.completed(),
    );
}

fn admission(out: &mut Exposition, node: &Node) {
    out.counters(
        "oxo_budget_refusals_total",
        "What was above the budget of its network address, by the kind of budget.",
        "budget",
        node.budgets.refused(),
    );
    out.gauge(
        "oxo_budget_networks",
        "Networks that have not their whole budget.",
        node.budgets.networks_known(),
    );
}

/// Only of a node of a cluster.
fn cluster(out: &mut Exposition, node: &Node, copy: CopyFigures) {
    out.gauge(
        "oxo_cluster_decides",
        "1 when this node of a cluster decides and the log takes its records, otherwise 0.",
        u8::from(NodeRole::of(node) == NodeRole::Decides),
    );
    out.gauge(
        "oxo_cluster_record",
        "The number of the last record of the cluster's log that this node's copy has.",
        copy.seq,
    );
    out.gauge(
        "oxo_cluster_record_synced",
        "The number of the last record that is known to be on this node's disk.",
        copy.synced,
    );
    out.gauge(
        "oxo_cluster_record_timestamp_seconds",
        "When the last record that this node's copy has was decided, in Unix seconds.",
        copy.at_ms / 1_000,
    );
    out.gauge(
        "oxo_cluster_linked",
        "1 when this node carries its visitors' WebSockets to the one that decides, otherwise 0.",
        u8::from(node.link().is_some()),
    );
    out.gauge(
        "oxo_cluster_carried",
        "WebSockets of this node that it carries to the one that decides.",
        node.carried(),
    );
    let sent = LinkFigures::now();
    out.counter(
        "oxo_cluster_link_frames_total",
        "Pieces of carried WebSockets that were sent on links to other nodes, by the one that carries and the one that decides.",
        sent.frames,
    );
    out.counter(
        "oxo_cluster_link_writes_total",
        "Writes to the sockets of these links: the fewer a piece, the more of them went together.",
        sent.writes,
    );
}

fn journal(out: &mut Exposition, node: &Node) {
    let health = *node.journal.health().borrow();
    out.gauge(
        "oxo_journal_healthy",
        "1 when the journal keeps what it is given, 0 when it cannot or has failed.",
        u8::from(matches!(health, Health::Well | Health::Following)),
    );
    out.gauges(
        "oxo_journal_obstacle",
        "1 for what keeps the journal from being written at the moment.",
        "obstacle",
        Obstacle::ALL.map(|it| (it.name(), u8::from(health == Health::Unable(it)))),
    );
    out.gauge(
        "oxo_journal_has_room",
        "1 when rooms may be opened, 0 when the disk or the database is nearly full.",
        u8::from(node.journal.has_room()),
    );
    // In memory nothing of this happens.
    let nothing = JournalMetrics::default();
    let JournalFigures {
        metrics,
        queue,
        database_bytes,
        log_bytes,
        disk_free_bytes,
    } = node.journal.figures().unwrap_or(JournalFigures {
        metrics: &nothing,
        queue: 0,
        database_bytes: 0,
        log_bytes: 0,
        disk_free_bytes: None,
    });
    out.gauge(
        "oxo_journal_queue",
        "Commands that wait for the thread that writes to the disk.",
        queue,
    );
    out.histogram(
        "oxo_journal_group_steps",
        "Steps of rooms that were kept with one COMMIT.",
        &metrics.group.read(),
    );
    out.histogram(
        "oxo_journal_commit_seconds",
        "Time of a COMMIT, which is mostly that of its fsync.",
        &metrics.commit.read(),
    );
    out.gauges(
        "oxo_journal_bytes",
        "Sizes of the journal's files.",
        "file",
        [("database", database_bytes), ("log", log_bytes)],
    );
    if let Some(free) = disk_free_bytes {
        out.gauge(
            "oxo_disk_free_bytes",
            "What is free of the disk that has the journal.",
            free,
        );
    }
}

fn backups(out: &mut Exposition, node: &Node) {
    let backups = &node.backups;
    out.gauge(
        "oxo_backup_overdue",
        "1 when the last good backup is older than it may be, or there is none; 0 also when none are taken.",
        u8::from(backups.is_overdue(node.clock.now_ms())),
    );
    out.gauge(
        "oxo_backup_last_timestamp_seconds",
        "When the last good backup was taken, in seconds since 1970; 0 when there is none.",
        backups.last_ms.load(Relaxed) as f64 / 1_000.0,
    );
    out.gauge(
        "oxo_backup_bytes",
        "Size of the last backup since the start.",
        backups.bytes.load(Relaxed),
    );
    out.gauge(
        "oxo_backup_seconds",
        "How long it took, with its check.",
        backups.took_ms.load(Relaxed) as f64 / 1_000.0,
    );
    out.counter(
        "oxo_backup_failures_total",
        "Backups that failed.",
        backups.failures.load(Relaxed),
    );
}

fn certificate(out: &mut Exposition, node: &Node) {
    let until_ms = node.tls.as_ref().and_then(Tls::until_ms);
    out.gauge(
        "oxo_certificate_end_timestamp_seconds",
        "When the certificate ends, in seconds since 1970; 0 when there is none, or a proxy has it.",
        until_ms.unwrap_or_default() as f64 / 1_000.0,
    );
}

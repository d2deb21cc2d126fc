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
    out.about("The server's version; always 1.").gauges(
        "oxo_build_info",
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
        out.about(
            "Notifications of a turn to a device, by what its push service answered; \
             later: or did not answer.",
        )
        .counters(
            "oxo_notifications_total",
            "result",
            notifier.counters.figures(),
        );
    }
    if let Some(caller) = &node.caller {
        out.about(
            "Calls of a room's webhook, by what its chat answered; later: or did not answer.",
        )
        .counters(
            "oxo_webhook_calls_total",
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
    out.about("Requests that could be read, by their type in the protocol.")
        .counters("oxo_requests_total", "type", node.metrics.requests());
    out.about(
        "Requests, and frames that were none, that were refused, by the code of the refusal.",
    )
    .counters("oxo_refusals_total", "code", node.metrics.refusals());
    out.about("Time from reading a seat's command to its answer, which is durable then.")
        .histogram("oxo_command_seconds", &node.metrics.commands());
}

fn connections(out: &mut Exposition, service: &Service) {
    let kinds = ["greeting", "doorway", "playing", "idle", "other"];
    let (mut by_kind, mut stalled) = (kinds.map(|kind| (kind, 0)), 0);
    for handle in &service.connections {
        stalled += u64::from(handle.stalled_ms.load(Relaxed) != 0);
        let place = match handle.kind() {
            ConnectionKind::Greeting => 0,
            ConnectionKind::Doorway => 1,
            ConnectionKind::Playing => 2,
            ConnectionKind::Idle => 3,
            ConnectionKind::Other => 4,
        };
        by_kind[place].1 += 1;
    }
    out.about(
        "WebSockets, by what they do: before hello; in the doorway of a full server; in a seat of \
         a running game; neither in a room nor waiting for one; anything else.",
    )
    .gauges("oxo_connections", "kind", by_kind);
    out.about("WebSockets that do not take what is written to them.")
        .gauge("oxo_connections_stalled", stalled);
}

fn sockets(out: &mut Exposition, node: &Node) {
    out.about("WebSockets that there may be.")
        .gauge("oxo_connections_limit", node.limits.connections);
    out.about("TCP connections that are no WebSockets.")
        .gauge("oxo_http_streams", node.visits.count());
    out.about("Connections that found no place, by whose limit it was.")
        .counters(
            "oxo_connections_refused_total",
            "limit",
            node.metrics.sent_away(),
        );
}

fn rooms(out: &mut Exposition, service: &Service) {
    let tally = service.rooms.tally();
    out.about("Rooms: in memory, or only in the journal until somebody comes to them.")
        .gauges(
            "oxo_rooms",
            "state",
            [("loaded", tally.loaded), ("unloaded", tally.unloaded)],
        );
    out.about("Rooms that there may be, besides those of correspondence.")
        .gauge("oxo_rooms_limit", service.limits.rooms);
    out.about("Those of them whose clock counts days.").gauge(
        "oxo_correspondence_rooms",
        service.rooms.opened.correspondence.taken(),
    );
    out.about("Correspondence rooms that there may be, beside the others.")
        .gauge(
            "oxo_correspondence_rooms_limit",
            service.limits.correspondence_rooms,
        );
    out.about("Running games in loaded rooms, by who plays.")
        .gauges(
            "oxo_games",
            "players",
            [
                ("people", tally.between_people),
                ("person_and_computer", tally.against_computers),
                ("computers", tally.between_computers),
            ],
        );
    out.about("Players who wait to be matched.")
        .gauge("oxo_tickets", service.lobby.len());
    out.about("Spectators.")
        .gauge("oxo_spectators", tally.spectators);
    out.about("Spectators to whom some event has not been written yet.")
        .gauge("oxo_spectators_behind", tally.behind);
    out.about("The most events that have not been written to one spectator yet.")
        .gauge("oxo_spectator_lag_events", tally.most_behind);
    out.about("Rooms in which a computer plays for somebody who is connected.")
        .gauge("oxo_computers", service.rooms.computers.rooms());
}

fn thinking(out: &mut Exposition, node: &Node) {
    out.about("Searches that wait for a thread: moves, and reviews with pictures of boards.")
        .gauges("oxo_thinking_queue", "kind", node.pool.waiting());
    out.about("Searches that have run, and pictures of boards that were drawn.")
        .counters("oxo_searches_total", "kind", node.pool.completed());
}

fn admission(out: &mut Exposition, node: &Node) {
    out.about("What was above the budget of its network address, by the kind of budget.")
        .counters(
            "oxo_budget_refusals_total",
            "budget",
            node.budgets.refused(),
        );
    out.about("Networks that have not their whole budget.")
        .gauge("oxo_budget_networks", node.budgets.networks_known());
}

/// Only of a node of a cluster.
fn cluster(out: &mut Exposition, node: &Node, copy: CopyFigures) {
    out.about("1 when this node of a cluster decides and the log takes its records, otherwise 0.")
        .gauge(
            "oxo_cluster_decides",
            u8::from(NodeRole::of(node) == NodeRole::Decides),
        );
    out.about("The number of the last record of the cluster's log that this node's copy has.")
        .gauge("oxo_cluster_record", copy.seq);
    out.about("The number of the last record that is known to be on this node's disk.")
        .gauge("oxo_cluster_record_synced", copy.synced);
    out.about("When the last record that this node's copy has was decided, in Unix seconds.")
        .gauge("oxo_cluster_record_timestamp_seconds", copy.at_ms / 1_000);
    out.about(
        "1 when this node carries its visitors' WebSockets to the one that decides, otherwise 0.",
    )
    .gauge("oxo_cluster_linked", u8::from(node.link().is_some()));
    out.about("WebSockets of this node that it carries to the one that decides.")
        .gauge("oxo_cluster_carried", node.carried());
    let sent = LinkFigures::now();
    out.about(
        "Pieces of carried WebSockets that were sent on links to other nodes, by the one \
         that carries and the one that decides.",
    )
    .counter("oxo_cluster_link_frames_total", sent.frames);
    out.about(
        "Writes to the sockets of these links: the fewer a piece, the more of them went together.",
    )
    .counter("oxo_cluster_link_writes_total", sent.writes);
}

fn journal(out: &mut Exposition, node: &Node) {
    let health = *node.journal.health().borrow();
    out.about("1 when the journal keeps what it is given, 0 when it cannot or has failed.")
        .gauge(
            "oxo_journal_healthy",
            u8::from(matches!(health, Health::Well | Health::Following)),
        );
    out.about("1 for what keeps the journal from being written at the moment.")
        .gauges(
            "oxo_journal_obstacle",
            "obstacle",
            Obstacle::ALL
                .iter()
                .map(|&it| (it.name(), u8::from(health == Health::Unable(it)))),
        );
    out.about("1 when rooms may be opened, 0 when the disk or the database is nearly full.")
        .gauge("oxo_journal_has_room", u8::from(node.journal.has_room()));
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
    out.about("Commands that wait for the thread that writes to the disk.")
        .gauge("oxo_journal_queue", queue);
    out.about("Steps of rooms that were kept with one COMMIT.")
        .histogram("oxo_journal_group_steps", &metrics.group.read());
    out.about("Time of a COMMIT, which is mostly that of its fsync.")
        .histogram("oxo_journal_commit_seconds", &metrics.commit.read());
    out.about("Sizes of the journal's files.").gauges(
        "oxo_journal_bytes",
        "file",
        [("database", database_bytes), ("log", log_bytes)],
    );
    if let Some(free) = disk_free_bytes {
        out.about("What is free of the disk that has the journal.")
            .gauge("oxo_disk_free_bytes", free);
    }
}

fn backups(out: &mut Exposition, node: &Node) {
    let backups = &node.backups;
    out.about(
        "1 when the last good backup is older than it may be, or there is none; 0 also \
         when none are taken.",
    )
    .gauge(
        "oxo_backup_overdue",
        u8::from(backups.is_overdue(node.clock.now_ms())),
    );
    out.about("When the last good backup was taken, in seconds since 1970; 0 when there is none.")
        .gauge(
            "oxo_backup_last_timestamp_seconds",
            backups.last_ms.load(Relaxed) as f64 / 1_000.0,
        );
    out.about("Size of the last backup since the start.")
        .gauge("oxo_backup_bytes", backups.bytes.load(Relaxed));
    out.about("How long it took, with its check.").gauge(
        "oxo_backup_seconds",
        backups.took_ms.load(Relaxed) as f64 / 1_000.0,
    );
    out.about("Backups that failed.")
        .counter("oxo_backup_failures_total", backups.failures.load(Relaxed));
}

fn certificate(out: &mut Exposition, node: &Node) {
    let until_ms = node.tls.as_ref().and_then(Tls::until_ms);
    out.about(
        "When the certificate ends, in seconds since 1970; 0 when there is none, or a \
         proxy has it.",
    )
    .gauge(
        "oxo_certificate_end_timestamp_seconds",
        until_ms.unwrap_or_default() as f64 / 1_000.0,
    );
}

//! Cluster checks: whether the servers of NATS keep what they acknowledge, whether this node can follow their log, and
//! whether nodes reach each other.

use cluster_nats::{ExaminedServer, LogExamination, LogOverview, StartRefusal, overview};
use config::ServerOptions;
use journal_files::{KeptEnd, kept_end};
use node::addresses::own_addresses;
use nodes::{
    command,
    report::{self, NodeReport},
    store,
};

use super::{
    finding::{Finding, listed},
    peers,
};

const NATS: &str = "NATS";
const LOG: &str = "cluster's log";
const CLOCK: &str = "cluster clock";
const COPY: &str = "this copy";
const NODES: &str = "nodes";

/// Looks at the cluster, if the server is to be a node of one; otherwise whether the data directory is of one.
pub(super) fn examine(options: &ServerOptions) -> Vec<Finding> {
    if !options.has_cluster() {
        // What cannot be read is a matter of the journal's.
        let kept = kept_end(&options.data).ok().flatten();
        let misfit = kept.and_then(|kept| misfit(&kept, None));
        return misfit.into_iter().collect();
    }
    let looked = command::in_cluster(options, async { Ok(look(options).await) });
    let (mut found, is_running) = match looked {
        Ok(looked) => looked,
        Err(why) => return vec![Finding::note(NATS, why)],
    };
    let own: Vec<_> = own_addresses().collect();
    found.extend(peers::own_port(options, &own, is_running));
    found
}

/// Findings, and whether a node with this one's name runs.
async fn look(options: &ServerOptions) -> (Vec<Finding>, bool) {
    let store = match store::connect(options).await {
        Ok(store) => store,
        Err(why) => return (vec![refused(&why)], false),
    };
    let examined = store::examine_log(&store, options).await;
    let mut found = servers(&examined, options);
    // Before the log, which would be behind it otherwise.
    let kept = kept_end(&options.data);
    let running = report::all(&store).await.unwrap_or_default();
    if let Some(name) = examined.log {
        match overview(&store, &[]).await {
            Ok(log) => {
                found.push(log_kept(&log));
                // What cannot be read is a matter of the journal's.
                let kept = kept.ok().flatten();
                found.push(copy(kept.as_ref(), name.0, &log, &running));
            }
            Err(why) => found.push(refused(&why)),
        }
    }
    found.push(nodes(options, &running));
    found.extend(peers::others(&running).await);
    let mut names = running.iter().map(|it| &it.node);
    (found, names.any(|name| Some(name) == options.node.as_ref()))
}

fn refused(why: &StartRefusal) -> Finding {
    let about = match why {
        StartRefusal::MissingStream(_)
        | StartRefusal::JetStream(..)
        | StartRefusal::TooFewReplicas(..)
        | StartRefusal::NotOnFile(_)
        | StartRefusal::Foreign(_)
        | StartRefusal::Setting(..) => LOG,
        StartRefusal::Clock(..) => CLOCK,
        _ => NATS,
    };
    let (what, remedy) = why.parts();
    Finding::wrong(about, what, remedy)
}

/// The servers of NATS and their clocks, and all that would keep a node from its start.
fn servers(examined: &LogExamination, options: &ServerOptions) -> Vec<Finding> {
    let mut found = Vec::new();
    let is_refused = |name: &str| {
        examined.refusals.iter().any(|refusal| {
            matches!(refusal, StartRefusal::TooOld(of, _) | StartRefusal::NotSynced(of) if of == name)
        })
    };
    let good = examined.servers.iter().filter(|it| !is_refused(&it.name));
    let good = listed(good.map(|server| format!("{} ({})", server.name, server.version)));
    if !good.is_empty() {
        let says = format!("{good}: new enough, and on disk before it is acknowledged");
        found.push(Finding::ok(NATS, says));
    }
    for server in &examined.unreached {
        let says = format!("{server} is down, so whether it syncs always is not known");
        found.push(Finding::note(NATS, says));
    }
    let mut off = Vec::new();
    for refusal in &examined.refusals {
        match refusal {
            StartRefusal::Clock(server, _) => off.push(server.as_str()),
            StartRefusal::MissingStream(_) if options.create_log => {
                let says = "there is none yet; the first node that starts makes it";
                found.push(Finding::ok(LOG, says));
            }
            refusal => found.push(refused(refusal)),
        }
    }
    found.extend(clocks(examined, &off));
    found
}

/// How far the clock here is off; `off` are the servers for which that is too much.
fn clocks(examined: &LogExamination, off: &[&str]) -> Option<Finding> {
    let all = examined.servers.iter();
    let apart = |it: &ExaminedServer| it.apart.as_millis();
    let too_far = all.clone().filter(|it| off.contains(&it.name.as_str()));
    if let Some(ms) = too_far.map(apart).max() {
        let off = off.join(", ");
        let says =
            format!("this machine's clock is up to {ms} ms off that of {off}, which is too much");
        return Some(Finding::wrong(CLOCK, says, "set all of them by NTP"));
    }
    let (ms, names) = (
        all.clone().map(apart).max()?,
        listed(all.map(|it| &it.name)),
    );
    let says = format!("this machine's clock is at most {ms} ms off that of {names}");
    Some(Finding::ok(CLOCK, says))
}

/// Servers that keep the log.
fn log_kept(log: &LogOverview) -> Finding {
    let named = |is_current: bool| {
        let named = log.keepers.iter().filter(|it| it.is_current == is_current);
        listed(named.map(|it| &it.name))
    };
    let (first, last) = (log.span.first, log.span.last);
    let (current, behind) = (named(true), named(false));
    let says = format!("records {first} to {last}, kept by {current}");
    match behind.is_empty() {
        true => Finding::ok(LOG, says),
        false => Finding::note(LOG, format!("{says}; down or behind: {behind}"))
            .with("switch off no other server of NATS until oxo-server cluster status allows it"),
    }
}

/// Why no server starts on the data here, in that log or without one.
fn misfit(kept: &KeptEnd, log: Option<u64>) -> Option<Finding> {
    let why = kept.fits(log).err()?.to_string();
    let parts = why.split_once("; nothing was changed: ");
    let (what, remedy) = parts.unwrap_or((&why, "choose another directory with --data"));
    Some(Finding::wrong(COPY, what, remedy))
}

/// Finding about what this node's copy lacks.
fn copy(kept: Option<&KeptEnd>, name: u64, log: &LogOverview, running: &[NodeReport]) -> Finding {
    if let Some(misfit) = kept.and_then(|kept| misfit(kept, Some(name))) {
        return misfit;
    }
    let (seq, span) = (kept.map_or(0, |kept| kept.seq), log.span);
    let last = span.last;
    if seq > last {
        let says = format!(
            "it goes up to record {seq}, and the log ends at {last}: NATS has lost records"
        );
        let remedy = "keep it, because it has them, and look at the servers of NATS";
        return Finding::wrong(COPY, says, remedy);
    }
    match (span.follows(seq), running.is_empty()) {
        (true, _) => {
            let lacks = last - seq;
            Finding::ok(COPY, format!("it lacks {lacks} records of the log"))
        }
        (false, false) => Finding::ok(
            COPY,
            "the log begins behind it; this node fetches one from another node",
        ),
        (false, true) => Finding::wrong(
            COPY,
            "the log begins behind it, and no node runs that could give another",
            "start one first that has everything, or begin a new log by oxo-server cluster recover",
        ),
    }
}

/// Nodes that run.
fn nodes(options: &ServerOptions, running: &[NodeReport]) -> Finding {
    if running.is_empty() {
        return Finding::ok(NODES, "none runs");
    }
    let says = format!("running: {}", listed(running.iter().map(|node| &node.node)));
    let own = options.node.as_deref().unwrap_or_default();
    match running.iter().any(|node| node.node == own) {
        false => Finding::ok(NODES, says),
        true => Finding::note(NODES, format!("{says}, of which {own} has this one's name")).with(
            "each node has a name of its own: choose another with --node, unless that one is this",
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::doctor::FindingKind::{self, Ok, Wrong};

    fn examined(refusals: Vec<StartRefusal>) -> LogExamination {
        let servers = ["n1", "n2"].map(|name| ExaminedServer {
            name: name.into(),
            version: "2.15.1".into(),
            apart: Duration::from_millis(if name == "n1" { 7 } else { 2_600 }),
            syncs_always: true,
        });
        LogExamination {
            servers: servers.into(),
            unreached: Vec::new(),
            log: None,
            refusals,
        }
    }

    /// Each finding, in short.
    fn found(refusals: Vec<StartRefusal>) -> Vec<(FindingKind, &'static str, String)> {
        let found = servers(&examined(refusals), &ServerOptions::default());
        let found = found.into_iter();
        found.map(|it| (it.verdict, it.about, it.says)).collect()
    }

    #[test]
    fn each_server_and_the_clock_have_a_line_and_each_refusal_one_of_its_own() {
        let well = found(Vec::new());
        assert_eq!(well.len(), 2);
        assert_eq!((well[0].0, well[0].1), (Ok, NATS));
        assert!(well[0].2.starts_with("n1 (2.15.1), n2 (2.15.1)"));
        assert_eq!((well[1].0, well[1].1), (Ok, CLOCK));
        assert!(well[1].2.contains("at most 2600 ms off that of n1, n2"));
        let wrong = found(vec![
            StartRefusal::NotSynced("n1".into()),
            StartRefusal::Clock("n2".into(), 2_600),
            StartRefusal::MissingStream("oxo-log".into()),
        ]);
        let kinds: Vec<_> = wrong.iter().map(|it| (it.0, it.1)).collect();
        assert_eq!(
            kinds,
            [(Ok, NATS), (Wrong, NATS), (Wrong, LOG), (Wrong, CLOCK)]
        );
        assert!(wrong[0].2.starts_with("n2 (2.15.1):"), "{wrong:?}");
        assert!(
            wrong[3].2.contains("up to 2600 ms off that of n2,"),
            "{wrong:?}"
        );
    }
}

//! One history: nodes, clients and mishaps, all from one seed.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use cluster::{NodeId, RoomKey};
use futures::future::join_all;
use tokio::time::{Instant, sleep, timeout};

use crate::simulation::{
    Fault,
    judge::{self, Acknowledged},
    network::{Network, Weather},
    node::{Command, Display, SimNode},
    random::Random,
};

const NODES: u32 = 3;
const SEATS: usize = 2;
const COMMANDS: u64 = 6;

/// How long clients wait for an answer before they send the command again, elsewhere.
const PATIENCE: Duration = Duration::from_secs(8);

/// How long mishaps go on. Clients that are not through by then go on without.
const MISHAPS: Duration = Duration::from_secs(40);

/// Within this time after the last mishap, and the last append, every node shows the same.
const HEALED: Duration = Duration::from_secs(3);

/// Within this time after the last mishap every client has his answers.
const THROUGH: Duration = Duration::from_secs(120);

/// No history takes longer.
const LONGEST: Duration = Duration::from_secs(600);

/// The figures of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub acknowledged: usize,
    pub records: usize,
    pub fences: usize,
}

/// Lives through one history and judges it. The same seed gives the same history.
pub fn run(seed: u64, fault: Option<Fault>) -> Result<Figures, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        let history = timeout(LONGEST, history(seed, fault)).await;
        history.map_err(|_| "it does not end".to_owned())?
    })
}

async fn history(seed: u64, fault: Option<Fault>) -> Result<Figures, String> {
    let mut random = Random::new(seed);
    let mut up_to = |most: u64| random.below(most + 1);
    let weather = Weather {
        refused: up_to(60),
        forgotten: up_to(60),
        late: up_to(60),
        stale: up_to(200),
        dropped: up_to(200),
    };
    let network = Network::new(seed, weather, fault);
    let rooms = [RoomKey(1), RoomKey(2)];
    for id in 1..=NODES {
        SimNode::start(NodeId(id), 1, &rooms, &network);
    }
    let notices = tokio::spawn(notice(Arc::clone(&network)));
    let mishaps = tokio::spawn(mishaps(Arc::clone(&network), rooms));
    let seats = rooms
        .into_iter()
        .flat_map(|room| (0..SEATS).map(move |seat| (room, seat)));
    let acknowledged: Arc<Mutex<Vec<Acknowledged>>> = Arc::default();
    let clients: Vec<_> = seats
        .map(|(room, seat)| {
            tokio::spawn(client(
                Arc::clone(&network),
                room,
                seat,
                Arc::clone(&acknowledged),
            ))
        })
        .collect();
    mishaps.await.map_err(|error| error.to_string())?;
    network.calm();
    let is_through = timeout(THROUGH, join_all(clients)).await.is_ok();
    network.settled(HEALED).await;
    let acknowledged = std::mem::take(&mut *acknowledged.lock().unwrap());
    for room in rooms {
        let ends: Vec<_> = network
            .present()
            .iter()
            .map(|node| node.look(room, Display::end))
            .collect();
        judge::all_show_the_same(&ends)?;
    }
    for room in rooms {
        network.present()[0].take_up(room).await;
    }
    network.settled(HEALED).await;
    notices.abort();
    let figures = judge(&network, &rooms, &acknowledged)?;
    let is_through = is_through && acknowledged.len() == rooms.len() * SEATS * COMMANDS as usize;
    is_through
        .then_some(figures)
        .ok_or_else(|| "a client has no answer".to_owned())
}

fn judge(
    network: &Network,
    rooms: &[RoomKey],
    acknowledged: &[Acknowledged],
) -> Result<Figures, String> {
    let mut figures = Figures {
        acknowledged: acknowledged.len(),
        ..Figures::default()
    };
    for room in rooms {
        let log = network.log(*room);
        figures.records += log.len();
        let is_fence =
            |(_, record): &&(_, judge::Record)| record.body == cluster::RecordBody::Fence;
        figures.fences += log.iter().filter(is_fence).count();
        let acknowledged: Vec<_> = acknowledged
            .iter()
            .filter(|one| one.room == *room)
            .copied()
            .collect();
        judge::is_linearizable(&log, &acknowledged)?;
        judge::log_is_sound(&log)?;
        for node in network.lives() {
            node.look(*room, |display| judge::was_true(&log, &display.records))?;
        }
        for node in network.present() {
            judge::is_current(&log, node.look(*room, Display::end))
                .map_err(|why| format!("{:?} {why}", node.id))?;
        }
    }
    Ok(figures)
}

/// A seat's client: command after command, again and elsewhere until it is answered.
async fn client(
    network: Arc<Network>,
    room: RoomKey,
    seat: usize,
    acknowledged: Arc<Mutex<Vec<Acknowledged>>>,
) {
    let mut at = network.below(NODES.into());
    for n in 1..=COMMANDS {
        sleep(Duration::from_millis(network.below(4_000))).await;
        let sent = Instant::now();
        let step = loop {
            let id = NodeId(u32::try_from(at).unwrap() + 1);
            let command = Command { room, seat, n };
            let answer = async {
                network.travel().await;
                let node = network.node(id)?;
                if network.is_cut_off(id).is_some() {
                    return None;
                }
                let task = tokio::spawn(Arc::clone(&node).command(command, true));
                let step = task.await.ok().flatten();
                // A node that died meanwhile answers nobody.
                let lives = network.node(id).is_some_and(|now| now.life == node.life);
                step.filter(|_| lives)
            };
            if let Some(step) = timeout(PATIENCE, answer).await.ok().flatten() {
                break step;
            }
            sleep(Duration::from_millis(200)).await;
            at = network.below(NODES.into());
        };
        let answered = Instant::now();
        acknowledged.lock().unwrap().push(Acknowledged {
            room,
            sent,
            answered,
            step,
        });
    }
}

/// Nodes are cut off, end and begin again.
async fn mishaps(network: Arc<Network>, rooms: [RoomKey; 2]) {
    let end = Instant::now() + MISHAPS;
    let mut lives = 1;
    while Instant::now() < end {
        sleep(Duration::from_millis(500 + network.below(8_000))).await;
        let id = NodeId(1 + u32::try_from(network.below(NODES.into())).unwrap());
        match network.below(3) {
            0 => network.cut_off(id, Duration::from_millis(network.below(15_000))),
            1 => {
                lives += 1;
                SimNode::start(id, lives, &rooms, &network);
            }
            _ => {}
        }
    }
}

/// Every node tells the others once a second how far it knows the logs.
async fn notice(network: Arc<Network>) {
    loop {
        sleep(Duration::from_secs(1)).await;
        let nodes = (1..=NODES).filter_map(|id| network.node(NodeId(id)));
        let nodes: Vec<_> = nodes
            .filter(|node| network.is_cut_off(node.id).is_none())
            .collect();
        for from in &nodes {
            for (room, last) in from.notices() {
                for to in nodes.iter().filter(|to| to.id != from.id) {
                    to.hear(room, last);
                }
            }
        }
    }
}

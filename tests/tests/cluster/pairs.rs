//! Pairs of players who move on and on, and how long each waits when something dies.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures::future::{join_all, select_all};
use oxo_client::{
    address,
    protocol::{
        Accepted, Answer, Command, RoomCode, Rules, Secret, Settings,
        options::options,
        request::{Body, CreateRoom, JoinRoom},
        settings::First,
    },
    session::{Ask, Room, Session, SessionOptions, Update},
    state::ClientState,
    transport::Network,
};
use tests::{front::Front, soon};
use tokio::{
    sync::{Barrier, watch},
    task::JoinSet,
    time::sleep_until,
};

use crate::Cluster;

/// A player's pause before each move, in milliseconds, unless `OXO_PACE_MS` says otherwise.
const PACE_MS: usize = 500;

/// A number that a variable of the environment says, or the usual one.
pub fn number(variable: &str, usual: usize) -> usize {
    let said = std::env::var(variable).ok();
    said.map_or(usual, |number| number.parse().unwrap())
}

/// Experience of a player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Number of times that the link came up.
    pub links: u64,
    /// When the first move by the present link was acknowledged.
    pub acked_first: Option<Instant>,
    /// When a move was acknowledged last.
    pub acked: Option<Instant>,
    /// Number of acknowledged moves.
    pub moves: u64,
}

/// A player: its session, and what it knows.
struct PacedPlayer {
    session: Session,
    client: ClientState,
}

impl PacedPlayer {
    fn new(url: &str, name: &str, first: Body) -> PacedPlayer {
        let server = address::parse(url).unwrap();
        let options = SessionOptions {
            persists: true,
            first: Some(Ask::other(first)),
            ..SessionOptions::new("takeover/1", name)
        };
        PacedPlayer {
            session: Session::start(Network::new(server), options),
            client: ClientState::default(),
        }
    }

    async fn next(&mut self) -> Update {
        let update = self.session.next().await.expect("an update");
        assert!(!matches!(update, Update::End(_)), "{update:?}");
        self.client.take(&update, tokio::time::Instant::now());
        update
    }

    /// The next move in order, if it is this one's turn; after a game, what leads to another. Nothing while something is
    /// under way.
    fn command(&self) -> Option<Command> {
        let room = self.client.room.as_ref();
        let room = room.filter(|_| !self.client.is_waiting())?;
        if room.my_turn() {
            return room.next_move(played(room)).map(Command::Move);
        }
        let is_over = room.view.game.is_some() && room.view.running().is_none();
        let seat = room.seat.filter(|_| is_over)?;
        let mut commands = options(&room.view, seat, 0)
            .into_iter()
            .map(|it| it.command);
        commands.find(|it| matches!(it, Command::Accept(_) | Command::Offer(_)))
    }

    /// Moves when it can, on and on, and says how it goes. It thinks from when it can, with a link or without.
    async fn play(mut self, progress: watch::Sender<Progress>) {
        let pace = Duration::from_millis(number("OXO_PACE_MS", PACE_MS) as u64);
        let mut thinks_since = None;
        loop {
            if self.command().is_some() {
                let since = *thinks_since.get_or_insert_with(tokio::time::Instant::now);
                sleep_until(since + pace).await;
                if let Some(command) = self.command() {
                    let ask = self.client.number(Ask::seat(command));
                    self.session.ask(ask).expect("one ask");
                }
            }
            match self.next().await {
                Update::LinkUp(_) => progress.send_modify(|it| {
                    it.links += 1;
                    it.acked_first = None;
                }),
                Update::Reply { answer, .. } => {
                    thinks_since = None;
                    match answer {
                        Answer::Ok(Accepted::Moved { .. }) => progress.send_modify(|it| {
                            it.acked = Some(Instant::now());
                            it.acked_first = it.acked_first.or(it.acked);
                            it.moves += 1;
                        }),
                        Answer::Ok(_) => {}
                        // A move that was done, asked for again before its event has come.
                        refused => println!("refused: {refused:?}"),
                    }
                }
                _ => {}
            }
        }
    }
}

fn played(room: &Room) -> u16 {
    let game = room.view.running();
    game.map_or(0, |game| game.moves.len().try_into().unwrap())
}

/// Seats two, and lets them play; what each lives through.
async fn seat(url: String, ready: Arc<Barrier>, said: [watch::Sender<Progress>; 2]) {
    let rules = Rules::new(19, 19, 19).unwrap();
    let settings = Settings {
        rules,
        first: First::Host,
        ..Settings::default()
    };
    let create = Body::CreateRoom(CreateRoom {
        settings,
        computer: None,
        secret: Secret::draw().unwrap(),
    });
    let mut host = PacedPlayer::new(&url, "Ana", create);
    let room: RoomCode = loop {
        if let Update::Seated(entered) = host.next().await {
            break entered.room;
        }
    };
    let secret = Secret::draw().unwrap();
    let join = Body::JoinRoom(JoinRoom { room, secret });
    let guest = PacedPlayer::new(&url, "Bia", join);
    ready.wait().await;
    let [of_host, of_guest] = said;
    tokio::join!(host.play(of_host), guest.play(of_guest));
}

/// How both of a pair fare, the host first.
type PairProgress = [Progress; 2];

/// The pairs, and how each fares.
pub struct Pairs {
    progress: Vec<[watch::Receiver<Progress>; 2]>,
    _tasks: JoinSet<()>,
}

impl Pairs {
    /// Seats that many pairs at one address.
    pub async fn seat(url: &str, count: usize) -> Pairs {
        let ready = Arc::new(Barrier::new(count + 1));
        let mut tasks = JoinSet::new();
        let mut progress = Vec::new();
        for _ in 0..count {
            let [host, guest] = [(); 2].map(|()| watch::channel(Progress::default()));
            let said = [host.0, guest.0];
            tasks.spawn(seat(url.to_owned(), Arc::clone(&ready), said));
            progress.push([host.1, guest.1]);
        }
        soon("everybody to sit down", ready.wait()).await;
        Pairs {
            progress,
            _tasks: tasks,
        }
    }

    /// Seats that many pairs before the nodes of a cluster, once one of them decides.
    pub async fn before(cluster: &Cluster, count: usize) -> (Front, Pairs) {
        cluster.nodes.decider().await;
        let front = Front::before(cluster.nodes.addresses()).await;
        let pairs = Pairs::seat(&front.url(), count).await;
        (front, pairs)
    }

    /// Plays on before what is done to them so often. A client whose last links were short waits longer for the next:
    /// between several times they last as usual.
    pub async fn play_before(&mut self, times: usize) {
        self.play_on(if times > 1 { 6 } else { 1 }).await;
    }

    /// How each fares now.
    pub fn now(&self) -> Vec<PairProgress> {
        let pairs = self.progress.iter();
        pairs
            .map(|pair| pair.each_ref().map(|it| *it.borrow()))
            .collect()
    }

    /// Number of acknowledged moves.
    pub fn moves(&self) -> u64 {
        self.now().iter().flatten().map(|it| it.moves).sum()
    }

    /// Wait of each from that instant for the first move of either that is acknowledged by a link of after it, if
    /// links end with it; else for the second, because one may have been under way.
    pub async fn gaps(
        &self,
        before: &[PairProgress],
        since: Instant,
        links_end: bool,
    ) -> Vec<Duration> {
        let goes_on = |heard: &watch::Receiver<Progress>, before: Progress| {
            let mut heard = heard.clone();
            async move {
                let goes_on = |it: &Progress| match links_end {
                    true => it.links > before.links && it.acked_first.is_some(),
                    false => it.moves > before.moves + 1,
                };
                let after = soon("a move that is acknowledged", heard.wait_for(goes_on)).await;
                let after = *after.expect("a player");
                let acked = if links_end {
                    after.acked_first
                } else {
                    after.acked
                };
                acked.expect("a move")
            }
        };
        // All at once: who is asked later has moved again.
        let pairs = self.progress.iter().zip(before);
        let acked = join_all(pairs.map(|([host, guest], before)| {
            let both = [goes_on(host, before[0]), goes_on(guest, before[1])];
            async move { select_all(both.map(Box::pin)).await.0 }
        }));
        let acked = acked.await;
        let mut gaps: Vec<Duration> = acked.iter().map(|at| at.duration_since(since)).collect();
        gaps.sort();
        gaps
    }

    /// Waits until the host of each has made that many more moves.
    async fn play_on(&mut self, moves: u64) {
        let before = self.now();
        for ([heard, _], [before, _]) in self.progress.iter_mut().zip(before) {
            let enough = before.moves + moves;
            soon("moves", heard.wait_for(|it| it.moves >= enough))
                .await
                .expect("a pair");
        }
    }
}

/// Prints how long they waited, in order.
pub fn print(what: &str, gaps: &[Duration]) {
    let at = |share: usize| gaps[(gaps.len() * share / 100).min(gaps.len() - 1)];
    println!(
        "{what}: until the next acknowledged move of each of {} pairs: p50 {:?}, p90 {:?}, p99 {:?}, longest {:?}",
        gaps.len(),
        at(50),
        at(90),
        at(99),
        gaps[gaps.len() - 1]
    );
}

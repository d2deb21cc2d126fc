//! `protocol::options` against the referee: in every state of long random walks, the commands it
//! lists are exactly those that the referee accepts.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::{cell::Cell, collections::BTreeSet, sync::Arc};

use protocol::{
    Command, Computer, Limits, OpeningChoice, OpeningRule, RoomCode, Rules, Seat, Secret, Settings,
    View,
    event::OfferKind,
    ids::BySeat,
    options,
    options::takeback_ply,
    request::{AnswerOffer, Choose, Claim, Claimed, InGame, MakeOffer, Move, SeatComputer},
};
use referee::{Context, Draft, Newcomer, RoomState, command, due, join, open};

/// A random number below `n`, the same in every run.
struct Random(Cell<u64>);

impl Random {
    fn bits(&self) -> u64 {
        // Knuth's MMIX constants; the low bits of such a generator are poor.
        let next = self.0.get().wrapping_mul(6_364_136_223_846_793_005);
        self.0.set(next.wrapping_add(1_442_695_040_888_963_407));
        self.0.get() >> 33
    }

    fn below(&self, n: usize) -> usize {
        usize::try_from(self.bits()).unwrap() % n
    }
}

struct Walk {
    state: Arc<RoomState>,
    now_ms: u64,
    away_since_ms: BySeat<Option<u64>>,
    random: Random,
}

impl Walk {
    fn begin(seed: u64) -> Walk {
        let mut walk = Walk {
            state: Arc::default(),
            now_ms: 1_000_000,
            away_since_ms: BySeat::default(),
            random: Random(Cell::new(seed)),
        };
        walk.take(|draft, context| {
            let code = RoomCode::from_bits(1);
            open(draft, settings(seed), code, &newcomer(), context.limits);
        });
        walk
    }

    /// The draft of `act`; not yet the walk's state.
    fn draft<T>(&self, act: impl FnOnce(&mut Draft, &Context) -> T) -> (Draft, T) {
        let limits = Limits::default();
        let random = || self.random.bits();
        let context = Context {
            limits: &limits,
            unwatched_since_ms: None,
            rtt_ms: BySeat::default(),
            away_since_ms: self.away_since_ms,
            random: &random,
            keeps_games: true,
            may_seat_computer: &|| Ok(()),
            stands_since_ms: None,
        };
        let mut draft = Draft::new(Arc::clone(&self.state), self.now_ms);
        due(&mut draft, &context);
        let done = act(&mut draft, &context);
        (draft, done)
    }

    fn take<T>(&mut self, act: impl FnOnce(&mut Draft, &Context) -> T) -> T {
        let (draft, done) = self.draft(act);
        self.state = draft.into_state();
        done
    }

    fn accepts(&self, seat: Seat, wanted: &Command) -> bool {
        self.draft(|draft, context| command(draft, seat, wanted, context).is_ok())
            .1
    }

    /// One step: time passes, a link breaks or heals, somebody sits down or moves, or does one of
    /// the things listed.
    fn step(&mut self) {
        let seat = Seat::BOTH[self.random.below(2)];
        match self.random.below(10) {
            0 => self.now_ms += 1_000 * self.random.bits() % 30_000,
            1 => self.away_since_ms[seat] = Some(self.now_ms),
            2 => {
                self.away_since_ms[seat] = None;
                self.take(|draft, _| referee::returned(draft, seat, None));
            }
            3 => drop(self.take(|draft, context| join(draft, &newcomer(), context))),
            4..=6 => self.play(),
            _ => self.choose(seat),
        }
        self.take(|_, _| ());
    }

    fn play(&mut self) {
        let Some(game) = self.state.view().running() else {
            return;
        };
        let wanted = Move {
            game: game.number,
            ply: u32::try_from(game.moves.len()).unwrap(),
            cell: u16::try_from(self.random.below(self.cells())).unwrap(),
        };
        let seat = game.turn.unwrap().seat;
        let _ = self.take(|draft, context| command(draft, seat, &Command::Move(wanted), context));
    }

    fn cells(&self) -> usize {
        self.state.view().settings.rules.cells().into()
    }

    fn choose(&mut self, seat: Seat) {
        let listed = options(self.state.view(), seat, self.now_ms);
        if listed.is_empty() {
            return;
        }
        let wanted = &listed[self.random.below(listed.len())].command;
        // To leave ends most walks too early.
        if *wanted != Command::Leave || self.random.below(8) == 0 {
            let _ = self.take(|draft, context| command(draft, seat, wanted, context));
        }
    }
}

/// The classic game mostly, and with every third seed one that has an opening.
fn settings(seed: u64) -> Settings {
    let (rules, opening) = match seed % 6 {
        2 => ("5x5x4", OpeningRule::Pie),
        5 => ("5x5x4", OpeningRule::Swap2),
        _ => ("3x3x3", OpeningRule::Free),
    };
    Settings {
        rules: rules.parse::<Rules>().unwrap(),
        opening,
        ..Settings::default()
    }
}

fn newcomer() -> Newcomer {
    Newcomer {
        name: None,
        bot: false,
        hash: Secret::draw().unwrap().hash(),
    }
}

/// Every command but moves that could be meant in this state.
fn universe(view: &View, seat: Seat) -> Vec<Command> {
    let game = view.game.as_ref().map_or(0, |game| game.number);
    let offer = view.offer.map_or(view.offers, |offer| offer.id);
    let ply = view.game.as_ref().and_then(|game| takeback_ply(game, seat));
    let about = InGame { game };
    let answer = AnswerOffer { offer };
    let computer = view.computer(seat.other()).unwrap_or_default();
    let make = |kind, ply| Command::Offer(MakeOffer { game, kind, ply });
    let claim = |result| Command::Claim(Claim { game, result });
    let mut all = vec![
        Command::Accept(answer),
        Command::Decline(answer),
        claim(Claimed::Win),
        claim(Claimed::Draw),
        make(OfferKind::Draw, None),
        make(OfferKind::Restart, None),
        make(OfferKind::Rematch, None),
        Command::Abort(about),
        Command::Resign(about),
        Command::RemoveGuest,
        Command::SeatComputer(SeatComputer { computer }),
        Command::Leave,
    ];
    let made = view.game.as_ref().map_or(0, |game| game.moves.len());
    let choices = [OpeningChoice::X, OpeningChoice::O, OpeningChoice::PlaceTwo];
    let choose = |choice| {
        Command::Choose(Choose {
            game,
            ply: u32::try_from(made).unwrap(),
            choice,
        })
    };
    all.extend(choices.map(choose));
    all.extend(ply.map(|ply| make(OfferKind::Takeback, Some(ply))));
    all
}

/// Whether a command is left out of the list although the referee accepts it; see `options`.
fn leads_nowhere(view: &View, seat: Seat, wanted: &Command) -> bool {
    let computer = view.computer(seat.other()).is_some();
    match wanted {
        Command::Offer(offer) => {
            // One that crosses the other's is their acceptance, which is listed.
            let crosses = view.offer.is_some();
            let claimable = view.running().is_some_and(|game| game.no_open_lines);
            crosses || offer.kind == OfferKind::Draw && (computer || claimable)
        }
        Command::RemoveGuest => computer,
        _ => false,
    }
}

#[test]
fn the_referee_accepts_exactly_the_listed_commands() {
    let mut kinds = BTreeSet::new();
    let mut later = 0;
    for seed in 0..60 {
        let mut walk = Walk::begin(seed);
        for _ in 0..120 {
            walk.step();
            for seat in Seat::BOTH
                .into_iter()
                .filter(|s| walk.state.view().seats[*s].is_some())
            {
                let listed = options(walk.state.view(), seat, walk.now_ms);
                for wanted in universe(walk.state.view(), seat) {
                    let found = listed.iter().find(|one| one.command == wanted);
                    let now = found.is_some_and(|one| one.from_ms.is_none());
                    later += usize::from(found.is_some_and(|one| one.from_ms.is_some()));
                    let accepted = walk.accepts(seat, &wanted);
                    let expected =
                        now || accepted && leads_nowhere(walk.state.view(), seat, &wanted);
                    assert_eq!(
                        expected,
                        accepted,
                        "seed {seed}: {seat:?} {wanted:?}\n{:#?}",
                        walk.state.view()
                    );
                }
                for one in &listed {
                    let known = universe(walk.state.view(), seat).contains(&one.command);
                    assert!(known, "seed {seed}: {one:?}");
                    kinds.insert(serde_json::to_value(one).unwrap()["type"].to_string());
                }
            }
        }
    }
    assert_eq!(kinds.len(), 10, "{kinds:?}");
    assert!(later > 0, "nothing was ever listed for later");
}

#[test]
fn a_command_listed_for_later_is_accepted_at_that_time_and_not_before() {
    let mut seen = 0;
    for seed in 0..60 {
        let mut walk = Walk::begin(seed);
        for _ in 0..120 {
            walk.step();
            let now_ms = walk.now_ms;
            for seat in Seat::BOTH {
                for one in options(walk.state.view(), seat, now_ms) {
                    let Some(from_ms) = one.from_ms else { continue };
                    // What else is due until then may change the room.
                    let state = Arc::clone(&walk.state);
                    walk.now_ms = from_ms;
                    walk.take(|_, _| ());
                    if walk.state.view().seq == state.view().seq {
                        assert!(walk.accepts(seat, &one.command), "seed {seed}: {one:?}");
                        seen += 1;
                    }
                    (walk.state, walk.now_ms) = (state, now_ms);
                }
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn nobody_has_options_without_a_seat_or_in_a_room_that_has_ended() {
    let walk = Walk::begin(1);
    let mut view = walk.state.view().clone();
    assert!(options(&view, Seat::Guest, 0).is_empty());
    assert!(!options(&view, Seat::Host, 0).is_empty());
    view.ended = Some(protocol::event::RoomEnd::Empty);
    assert!(options(&view, Seat::Host, 0).is_empty());
    assert_eq!(Computer::default().level.number(), 3);
}

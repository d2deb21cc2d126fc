//! Random operations against what the world outside can know, and against a
//! slow search for pairs among all that wait.

use std::collections::{HashMap, HashSet};

use game::LineRule;
use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Op {
    Enter { ticket: Ticket },
    Play { ticket: Ticket, own: Option<u64> },
    Leave { id: u64 },
    Answer { probe: usize },
    Pass { ms: u64 },
}

/// Any, or up to three of these, in any order.
fn choice<T: Copy + PartialEq + std::fmt::Debug + 'static>(
    these: [T; 3],
) -> impl Strategy<Value = Choice<T>> + Clone {
    let some = prop::sample::subsequence(these.to_vec(), 1..=3).prop_shuffle();
    prop_oneof![
        1 => Just(Choice::ANY),
        6 => some.prop_map(Choice::OneOf),
    ]
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let board = choice([
        Rules::CLASSIC,
        Rules::GOMOKU,
        Rules::CLASSIC.with(LineRule::Loses),
    ]);
    let clock = choice([ClockSetting::None, BLITZ, SLOW]);
    let op = prop_oneof![
        4 => (0..12_u64, 0..9_u8, board.clone(), clock.clone(), any::<[bool; 3]>()).prop_map(
            |(id, key, boards, clocks, [bot, meets_bots, unseen])| {
                let games = AcceptedGames::new(boards, clocks);
                let ticket = ticket(id, &key.to_string(), games);
                Op::Enter { ticket: Ticket { bot, meets_bots, unseen, ..ticket } }
            },
        ),
        2 => ((12..24_u64, 0..24_u64), 0..9_u8, board, clock, any::<bool>(), prop::option::of(0..24_u64)).prop_map(
            |((number, wanted), key, boards, clocks, bot, own)| {
                let games = AcceptedGames::new(boards, clocks);
                let ticket = answering(number, &key.to_string(), games, wanted);
                Op::Play { ticket: Ticket { bot, ..ticket }, own }
            },
        ),
        1 => (0..12_u64).prop_map(|id| Op::Leave { id }),
        4 => (0..64_usize).prop_map(|probe| Op::Answer { probe }),
        1 => (1..3_000_u64).prop_map(|ms| Op::Pass { ms }),
    ];
    prop::collection::vec(op, 0..120)
}

/// The state as the world outside knows it, checked against every effect.
#[derive(Default)]
struct World {
    /// In the order of arrival.
    inside: Vec<Ticket>,
    open: HashMap<PairId, [TicketId; 2]>,
    probes: Vec<(PairId, TicketId)>,
    answers: HashSet<(PairId, TicketId)>,
    notified: HashMap<TicketId, QueuePlace>,
}

impl World {
    fn knows(&self, ticket: TicketId) -> bool {
        self.inside.iter().any(|inside| inside.id == ticket)
    }

    fn ticket(&self, id: TicketId) -> &Ticket {
        self.inside.iter().find(|ticket| ticket.id == id).unwrap()
    }

    fn out(&mut self, ticket: TicketId) {
        assert!(self.knows(ticket), "out twice");
        self.inside.retain(|inside| inside.id != ticket);
        self.notified.remove(&ticket);
        self.open.retain(|_, halves| !halves.contains(&ticket));
    }

    /// Whether a ticket may answer the one that it names.
    fn may_play(&self, ticket: &Ticket, own: Option<TicketId>) -> Result<(), CannotPlay> {
        let wanted = ticket.answers.unwrap();
        let is_own = |it: &Ticket| it.key == ticket.key || Some(it.id) == own;
        if !self.knows(wanted) {
            return Err(CannotPlay::Gone);
        }
        let wanted = self.ticket(wanted);
        let both = self.open.values().find(|both| both.contains(&wanted.id));
        let mut halves = both.into_iter().flatten();
        let partner = halves.find(|half| **half != wanted.id);
        let taken = partner.is_some_and(|partner| !is_own(self.ticket(*partner)));
        match () {
            () if is_own(wanted) => Err(CannotPlay::Own),
            () if wanted.unseen || taken => Err(CannotPlay::Gone),
            () if (ticket.bot && !wanted.meets_bots) || (wanted.bot && !ticket.meets_bots) => {
                Err(CannotPlay::PeopleOnly)
            }
            () if !would_play(&wanted.games, &ticket.games) => Err(CannotPlay::OtherGames),
            () => Ok(()),
        }
    }

    /// Takes effects in; `played` are the two of which one named the other.
    fn take(&mut self, effects: &[QueueEffect], queue: &Queue, played: Option<[TicketId; 2]>) {
        let mut probed = Vec::new();
        for effect in effects {
            match *effect {
                QueueEffect::Place { ticket, place } => {
                    assert_eq!(Some(place.position), queue.position(ticket));
                    assert_ne!(self.notified.insert(ticket, place), Some(place));
                }
                QueueEffect::Probe { pair, ticket } => probed.push((pair, ticket)),
                QueueEffect::Match { host, guest, game } => {
                    let is_it = |(_, halves): &(&PairId, &[TicketId; 2])| **halves == [host, guest];
                    let pair = *self.open.iter().find(is_it).unwrap().0;
                    assert!(
                        [host, guest]
                            .iter()
                            .all(|half| self.answers.contains(&(pair, *half)))
                    );
                    assert_eq!(game, self.dearest(host, guest));
                    self.out(host);
                    self.out(guest);
                }
                QueueEffect::Drop { ticket, .. } => self.out(ticket),
            }
        }
        if let Some(both) = played {
            let [host, guest] = [probed.remove(0), probed.remove(0)];
            assert_eq!(([host.1, guest.1], host.0), (both, guest.0));
            self.open.insert(host.0, both);
            self.probes.extend([host, guest]);
        }
        let expected = self.pairs();
        let halves: Vec<_> = probed.iter().map(|(_, ticket)| *ticket).collect();
        assert_eq!(halves, expected.concat());
        for (both, halves) in probed.chunks(2).zip(expected) {
            assert_eq!(both[0].0, both[1].0);
            self.open.insert(both[0].0, halves);
        }
        self.probes.extend(probed);
    }

    fn unpaired(&self) -> Vec<&Ticket> {
        let paired = |ticket: &Ticket| self.open.values().flatten().any(|half| *half == ticket.id);
        self.inside
            .iter()
            .filter(|ticket| !paired(ticket))
            .collect()
    }

    /// The tickets that have to be paired, host first: people with people,
    /// people with programs, programs with programs; among them the earliest
    /// first.
    fn pairs(&self) -> Vec<[TicketId; 2]> {
        let mut free = self.unpaired();
        let mut pairs = Vec::new();
        for kinds in [[false, false], [false, true], [true, true]] {
            while let Some((one, other)) = first_pair(&free, kinds) {
                let (host, guest) = (one.min(other), one.max(other));
                pairs.push([free[host].id, free[guest].id]);
                free.remove(guest);
                free.remove(host);
            }
        }
        pairs
    }

    /// The game that is dearest to the host of those that the guest would play.
    fn dearest(&self, host: TicketId, guest: TicketId) -> AgreedGame {
        let [host, guest] = [host, guest].map(|id| &self.ticket(id).games);
        AgreedGame {
            rules: dearest(&host.boards, &guest.boards, Rules::CLASSIC),
            clock: dearest(&host.clocks, &guest.clocks, ClockSetting::None),
        }
    }

    fn check(&self, queue: &Queue) {
        assert_eq!(queue.waiting(), self.inside.len());
        let mut keys = HashSet::new();
        for ticket in &self.inside {
            assert!(keys.insert(&ticket.key), "one key, two tickets");
        }
        assert_eq!(queue.pairs.len(), self.open.len());
        let unpaired = self.unpaired();
        let seen = unpaired.iter().filter(|ticket| !ticket.unseen);
        let listed = queue.seen().map(|ticket| ticket.id);
        assert!(seen.map(|ticket| ticket.id).eq(listed));
        for (at, ticket) in unpaired.iter().enumerate() {
            let rivals = unpaired[..at]
                .iter()
                .filter(|other| other.bot == ticket.bot && would_play(&other.games, &ticket.games));
            let position = u32::try_from(rivals.count() + 1).ok();
            assert_eq!(queue.position(ticket.id), position);
            assert!(
                self.notified.contains_key(&ticket.id),
                "never told its place"
            );
        }
    }
}

fn first_pair(free: &[&Ticket], [one_is_bot, other_is_bot]: [bool; 2]) -> Option<(usize, usize)> {
    let all = 0..free.len();
    let pairs = all
        .clone()
        .flat_map(|one| all.clone().map(move |other| (one, other)));
    pairs.into_iter().find(|(one, other)| {
        let (a, b) = (free[*one], free[*other]);
        one != other
            && (a.bot, b.bot) == (one_is_bot, other_is_bot)
            && (!a.bot || b.meets_bots)
            && (!b.bot || a.meets_bots)
            && would_play(&a.games, &b.games)
    })
}

fn would_play(one: &AcceptedGames, other: &AcceptedGames) -> bool {
    fn meet<T: Copy + PartialEq>(one: &Choice<T>, other: &Choice<T>) -> bool {
        match (one, other) {
            (Choice::OneOf(these), Choice::OneOf(those)) => {
                these.iter().any(|one| those.contains(one))
            }
            _ => true,
        }
    }
    meet(&one.boards, &other.boards) && meet(&one.clocks, &other.clocks)
}

fn dearest<T: Copy + PartialEq>(host: &Choice<T>, guest: &Choice<T>, otherwise: T) -> T {
    match (host, guest) {
        (Choice::OneOf(these), Choice::OneOf(those)) => {
            *these.iter().find(|one| those.contains(one)).unwrap()
        }
        (Choice::OneOf(these), _) | (_, Choice::OneOf(these)) => these[0],
        _ => otherwise,
    }
}

proptest! {
    #[test]
    fn random_operations_break_no_promise_of_the_queue(ops in ops()) {
        let (mut queue, mut world, mut now_ms) = (queue(), World::default(), 0);
        for op in ops {
            let mut played = None;
            let effects = match op {
                Op::Enter { ticket } => {
                    if world.knows(ticket.id) {
                        world.out(ticket.id);
                    }
                    let effects = queue.enter(ticket.clone(), now_ms);
                    world.inside.push(ticket);
                    effects
                }
                Op::Play { ticket, own } => {
                    if world.knows(ticket.id) {
                        continue;
                    }
                    let own = own.map(id);
                    let expected = world.may_play(&ticket, own);
                    let effects = queue.play(ticket.clone(), own, now_ms);
                    prop_assert_eq!(effects.as_ref().map(|_| ()).map_err(|why| *why), expected);
                    let Ok(effects) = effects else {
                        world.check(&queue);
                        continue;
                    };
                    if let Some(own) = own.filter(|own| world.knows(*own)) {
                        world.out(own);
                    }
                    played = ticket.answers.map(|wanted| [wanted, ticket.id]);
                    world.inside.push(ticket);
                    effects
                }
                Op::Leave { id: number } => {
                    if world.knows(id(number)) {
                        world.out(id(number));
                    }
                    queue.leave(id(number), now_ms)
                }
                Op::Answer { probe } => {
                    let Some(&(pair, ticket)) = world.probes.iter().rev().nth(probe) else { continue };
                    if queue.pairs.get(&pair).is_some_and(|open| now_ms < open.deadline_ms) {
                        world.answers.insert((pair, ticket));
                    }
                    queue.answered(pair, ticket, now_ms)
                }
                Op::Pass { ms } => {
                    now_ms += ms;
                    queue.due(now_ms)
                }
            };
            world.take(&effects, &queue, played);
            world.check(&queue);
            prop_assert!(queue.next_deadline_ms().is_none_or(|at_ms| at_ms > now_ms));
        }
        for number in 0..24 {
            if world.knows(id(number)) {
                world.out(id(number));
            }
            let effects = queue.leave(id(number), now_ms);
            world.take(&effects, &queue, None);
        }
        prop_assert!(queue.is_empty() && holds_nothing(&queue));
    }
}

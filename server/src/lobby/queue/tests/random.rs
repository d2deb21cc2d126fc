//! Random operations against what the world outside can know.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Op {
    Enter {
        id: u64,
        key: u8,
        wish: usize,
        company: Company,
    },
    Leave {
        id: u64,
    },
    Answer {
        probe: usize,
    },
    Pass {
        ms: u64,
    },
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![
        4 => (0..12_u64, 0..9_u8, 0..3_usize, any::<[bool; 2]>()).prop_map(
            |(id, key, wish, [bot, bots])| {
                let company = Company { bot, bots };
                Op::Enter { id, key, wish, company }
            },
        ),
        1 => (0..12_u64).prop_map(|id| Op::Leave { id }),
        4 => (0..64_usize).prop_map(|probe| Op::Answer { probe }),
        1 => (1..3_000_u64).prop_map(|ms| Op::Pass { ms }),
    ];
    prop::collection::vec(op, 0..120)
}

/// What the world outside can know, checked against every effect.
#[derive(Default)]
struct World {
    inside: HashMap<TicketId, (u8, usize, Company)>,
    open: HashMap<PairId, Vec<TicketId>>,
    probes: Vec<(PairId, TicketId)>,
    answers: HashSet<(PairId, TicketId)>,
    told: HashMap<TicketId, QueuePlace>,
}

impl World {
    fn out(&mut self, ticket: TicketId) {
        assert!(self.inside.remove(&ticket).is_some(), "out twice");
        self.told.remove(&ticket);
        self.open.retain(|_, halves| !halves.contains(&ticket));
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Place { ticket, place } => {
                    assert!(self.inside.contains_key(&ticket));
                    assert_ne!(self.told.insert(ticket, place), Some(place));
                }
                Effect::Probe { pair, ticket } => {
                    let others = self.open.iter().filter(|(id, _)| **id != pair);
                    assert!(
                        !others
                            .flat_map(|(_, both)| both)
                            .any(|half| *half == ticket)
                    );
                    self.open.entry(pair).or_default().push(ticket);
                    self.probes.push((pair, ticket));
                }
                Effect::Match { host, guest } => {
                    let answered = |pair: &PairId| {
                        [host, guest]
                            .iter()
                            .all(|half| self.answers.contains(&(*pair, *half)))
                    };
                    let halves = self
                        .open
                        .iter()
                        .find(|(_, halves)| **halves == [host, guest]);
                    assert!(halves.is_some_and(|(pair, _)| answered(pair)));
                    self.out(host);
                    self.out(guest);
                }
                Effect::Drop { ticket, .. } => self.out(ticket),
            }
        }
    }

    fn check(&self, queue: &Queue) {
        assert_eq!(queue.waiting(), self.inside.len());
        let mut keys = HashSet::new();
        for (ticket, (key, ..)) in &self.inside {
            assert!(keys.insert(key), "one key, two tickets");
            assert!(queue.position(*ticket).is_some());
        }
        let mut paired = HashSet::new();
        for halves in self.open.values() {
            let [host, guest] = halves[..] else {
                panic!("half a pair")
            };
            assert!(paired.insert(host) && paired.insert(guest), "in two pairs");
            assert_ne!(self.inside[&host].0, self.inside[&guest].0);
            assert_eq!(self.inside[&host].1, self.inside[&guest].1);
            assert!(self.would_meet(host, guest));
        }
        assert_eq!(queue.pairs.len(), self.open.len());
        let idle: Vec<_> = self.inside.iter().collect();
        let idle = || idle.iter().filter(|(ticket, _)| !paired.contains(ticket));
        for (one, (_, wish, _)) in idle() {
            let other = idle().find(|(other, (_, same, _))| {
                other != one && same == wish && self.would_meet(**one, **other)
            });
            assert!(other.is_none(), "two who could be paired are not");
        }
    }

    /// Whether each would meet the other.
    fn would_meet(&self, one: TicketId, other: TicketId) -> bool {
        let [one, other] = [one, other].map(|ticket| self.inside[&ticket].2);
        (!one.bot || other.bots) && (!other.bot || one.bots)
    }
}

proptest! {
    #[test]
    fn no_order_of_operations_breaks_a_promise(ops in ops()) {
        let (mut queue, mut world, mut now_ms) = (queue(), World::default(), 0);
        let wishes = [CLASSIC, GOMOKU, BLITZ];
        for op in ops {
            let effects = match op {
                Op::Enter { id, key, wish, company } => {
                    if world.inside.contains_key(&id) {
                        world.out(id);
                    }
                    let ticket = ticket(id, &key.to_string(), wishes[wish]);
                    let effects = queue.enter(Ticket { company, ..ticket }, now_ms);
                    world.inside.insert(id, (key, wish, company));
                    effects
                }
                Op::Leave { id } => {
                    if world.inside.contains_key(&id) {
                        world.out(id);
                    }
                    queue.leave(id, now_ms)
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
            world.take(effects);
            world.check(&queue);
            prop_assert!(queue.next_deadline_ms().is_none_or(|at_ms| at_ms > now_ms));
        }
        for id in 0..12 {
            if world.inside.contains_key(&id) {
                world.out(id);
            }
            world.take(queue.leave(id, now_ms));
        }
        prop_assert!(queue.is_empty() && holds_nothing(&queue));
    }
}

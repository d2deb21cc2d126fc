//! Rooms in words: a script sets a room up, one step after the other.
//!
//! A script is `settings | step, step, …`; the settings may be missing. Without others a host, Ana,
//! and a guest, Bia, sit at a 3×3 board without clocks, and Ana begins. Durations are milliseconds.
//!
//! | setting | meaning |
//! |---|---|
//! | `4x1x3`, `3x3x3-misere` | rules |
//! | `60000+2000`, `10000/move`, `3 days` | clocks |
//! | `guest first`, `random first`, `fixed`, `opens o`, `pie`, `swap2`, `unwatchable` | the rest of the settings |
//! | `alone` | no guest |
//! | `computer 3` | a computer of that level as guest |
//! | `exhibition` | two computers |
//! | `keeps games`, `no computers`, `random 2` | what the context says |
//!
//! | step | meaning |
//! |---|---|
//! | `4 0 8` | moves, by the side whose turn it is |
//! | `+500` | so much later; deadlines that have passed are applied |
//! | `wait 500` | so much later, and nothing looks at the room |
//! | `host 4`, `host 4 at 2 of 1` | a move, with a ply and a game other than the present ones |
//! | `host take X`, `guest place two` | a choice in the opening |
//! | `host resign`, `guest claim draw`, `host takeback 1`, `guest accept 1`, … | the other commands |
//! | `guest away`, `guest back`, `guest rtt 300` | the connection |
//! | `guest renamed Zoë`, `guest renamed` | a name, or none |
//! | `join Cia`, `join bot Cia`, `unwatched`, `outage 5000`, `engine 4`, `engine X` | the rest |
//! | `deadline` | tells the next deadline, and the next but for a computer's move |

use std::{cell::Cell, sync::Arc};

use protocol::{
    Command, Computer, Limits, OpeningChoice, OpeningRule, RoomCode, Seat, Secret, Settings,
    event::OfferKind,
    ids::BySeat,
    request::{AnswerOffer, Choose, Claim, Claimed, InGame, MakeOffer, Move, SeatComputer},
    settings::{Alternate, ClockSetting, First, Opens, Watching},
};

use super::room::{BEGIN_MS, Room, wire_text};
use crate::{
    Newcomer, Private, away, command,
    computer::{self, ComputerAct},
    join, next_deadline, next_deadline_but_moves, next_deadline_while_standing, open, rename,
    returned,
};

impl Room {
    /// The room that a script leads to. Every step of it has to be done.
    pub fn of(script: &str) -> Room {
        let (settings, steps) = script.split_once('|').unwrap_or(("", script));
        let mut room = Room::opened(settings);
        for step in steps.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let done = room.step(step);
            assert!(!done.starts_with('!'), "{script}: {step}: {done}");
        }
        room
    }

    fn opened(words: &str) -> Room {
        let mut room = Room {
            state: Arc::default(),
            private: Private::default(),
            now_ms: BEGIN_MS,
            limits: Limits::default(),
            rtt_ms: BySeat::default(),
            away_since_ms: BySeat::default(),
            unwatched_since_ms: None,
            random: Cell::new(7),
            keeps_games: false,
            seats_computers: true,
            stands_since_ms: None,
        };
        let mut settings = Settings {
            first: First::Host,
            ..Settings::default()
        };
        let mut opposite = "join Bia".to_owned();
        for word in words.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            match word {
                "guest first" => settings.first = First::Guest,
                "random first" => settings.first = First::Random,
                "fixed" => settings.alternate = Alternate::Fixed,
                "opens o" => settings.opens = Opens::O,
                "pie" => settings.opening = OpeningRule::Pie,
                "swap2" => settings.opening = OpeningRule::Swap2,
                "unwatchable" => settings.watching = Watching::None,
                "alone" => opposite = "+0".into(),
                "exhibition" => opposite = word.into(),
                "keeps games" => room.keeps_games = true,
                "no computers" => room.seats_computers = false,
                _ if word.starts_with("computer") => opposite = format!("host {word}"),
                _ if word.starts_with("random") => room.random.set(number(&word[7..])),
                _ => match clock(word) {
                    Some(clock) => settings.clock = clock,
                    None => settings.rules = word.parse().unwrap(),
                },
            }
        }
        let code = RoomCode::from_bits(1);
        room.take(|draft, context| match opposite.as_str() {
            "exhibition" => {
                let computers = BySeat::from_fn(|_| level(5));
                computer::exhibit(draft, settings, code, computers, context);
            }
            _ => open(draft, settings, code, &newcomer("Ana"), context.limits),
        });
        if opposite != "exhibition" {
            room.step(&opposite);
        }
        room
    }

    /// Does what a word of a script says, and tells what came of it: the reply and the events, or `!` and the refusal.
    /// Times of the room are counted from now on.
    pub fn step(&mut self, step: &str) -> String {
        let words: Vec<&str> = step.split_whitespace().collect();
        match words[..] {
            ["wait", ms] => {
                self.now_ms += number::<u64>(ms);
                String::new()
            }
            ["unwatched"] => {
                self.unwatched_since_ms = Some(self.now_ms);
                String::new()
            }
            // Nobody is connected from now on.
            ["stand"] => {
                self.stands_since_ms = Some(self.now_ms);
                String::new()
            }
            ["outage", ms] => {
                self.now_ms += number::<u64>(ms);
                self.report_undue(|draft, context| {
                    away(draft, number(ms), context.limits);
                    Ok(String::new())
                })
            }
            ["engine", act] => self.report(|draft, context| {
                let turn = computer::thinking(draft.view()).expect("a computer's turn");
                computer::moved(draft, turn, computer_act(act), context);
                Ok(String::new())
            }),
            ["join", .., name] => {
                let newcomer = Newcomer {
                    bot: words[1] == "bot",
                    ..newcomer(name)
                };
                self.report(|draft, context| {
                    join(draft, &newcomer, context).map(|seat| seat.to_string())
                })
            }
            ["host", ref rest @ ..] => self.seat_step(Seat::Host, rest),
            ["guest", ref rest @ ..] => self.seat_step(Seat::Guest, rest),
            ["deadline"] => {
                let deadlines = [
                    next_deadline(self.view()),
                    next_deadline_but_moves(self.view()),
                    next_deadline_while_standing(self.view()),
                ];
                wire_text(&deadlines, self.now_ms)
            }
            [later] if later.starts_with('+') => {
                self.now_ms += number::<u64>(&later[1..]);
                self.report(|_, _| Ok(String::new()))
            }
            [ref cells @ .., last] => {
                for cell in cells {
                    let done = self.play(cell);
                    assert!(!done.starts_with('!'), "{step}: {done}");
                }
                self.play(last)
            }
            [] => String::new(),
        }
    }

    fn seat_step(&mut self, seat: Seat, words: &[&str]) -> String {
        match *words {
            ["away"] => self.away_since_ms[seat] = Some(self.now_ms),
            ["rtt", ms] => self.rtt_ms[seat] = Some(number(ms)),
            ["back"] => {
                self.away_since_ms[seat] = None;
                let since_ms = self.stands_since_ms;
                let done = self.report(|draft, _| {
                    returned(draft, seat, since_ms);
                    Ok(String::new())
                });
                self.stands_since_ms = None;
                return done;
            }
            ["renamed", ref name @ ..] => {
                let name = name.first().copied();
                return self.report(|draft, _| rename(draft, seat, name).map(|()| String::new()));
            }
            _ => {
                let wanted = self.command(words);
                return self.report(|draft, context| {
                    let had = (draft.view().seq, draft.private.len());
                    let done = command(draft, seat, &wanted, context).inspect_err(|_| {
                        assert_eq!(had, (draft.view().seq, draft.private.len()), "a trace");
                    })?;
                    assert!(draft.view().seq > had.0, "done without an event");
                    // The last event that the reply belongs to, unless it is the last of all.
                    let seq = format!("seq:{}", draft.view().seq);
                    let reply = wire_text(&done, 0).replace(&format!("{seq},"), "");
                    Ok(reply.replace(&seq, ""))
                });
            }
        }
        String::new()
    }

    fn play(&mut self, cell: &str) -> String {
        let turn = self.view().running().and_then(|game| game.turn);
        let seat = turn.expect("a running game").seat;
        self.seat_step(seat, &[cell])
    }

    /// The command of these words, about the present game and ply unless they name others.
    pub fn command(&self, words: &[&str]) -> Command {
        let after = |name| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1).map(|it| number::<u32>(it))
        };
        let present = self.view().game.as_ref();
        let game = after("of").unwrap_or(present.map_or(0, |game| game.number));
        let made = present.map_or(0, |game| u32::try_from(game.moves.len()).unwrap());
        let claim = |result| Command::Claim(Claim { game, result });
        let offer = |kind, ply| Command::Offer(MakeOffer { game, kind, ply });
        let ply = || {
            let ply = words.get(1).filter(|it| **it != "of");
            ply.map(|it| number(it))
        };
        let answer = || AnswerOffer {
            offer: number(words[1]),
        };
        match (words[0], words.get(1)) {
            ("take" | "place", Some(it)) => Command::Choose(Choose {
                game,
                ply: after("at").unwrap_or(made),
                choice: choice(it),
            }),
            ("resign", _) => Command::Resign(InGame { game }),
            ("abort", _) => Command::Abort(InGame { game }),
            ("claim", Some(&"win")) => claim(Claimed::Win),
            ("claim", _) => claim(Claimed::Draw),
            ("leave", _) => Command::Leave,
            ("draw", _) => offer(OfferKind::Draw, None),
            ("takeback", _) => offer(OfferKind::Takeback, ply()),
            ("rematch", _) => offer(OfferKind::Rematch, None),
            ("restart", _) => offer(OfferKind::Restart, None),
            ("accept", _) => Command::Accept(answer()),
            ("decline", _) => Command::Decline(answer()),
            ("remove", _) => Command::RemoveGuest,
            ("computer", Some(it)) => Command::SeatComputer(SeatComputer {
                computer: level(number(it)),
            }),
            (cell, _) => Command::Move(Move {
                game,
                ply: after("at").unwrap_or(made),
                cell: number(cell),
            }),
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    let parsed = text.parse().ok();
    parsed.unwrap_or_else(|| panic!("{text} is no number here"))
}

fn choice(word: &str) -> OpeningChoice {
    match word {
        "X" => OpeningChoice::X,
        "O" => OpeningChoice::O,
        _ => OpeningChoice::PlaceTwo,
    }
}

fn clock(word: &str) -> Option<ClockSetting> {
    if let Some((initial, increment)) = word.split_once('+') {
        return Some(ClockSetting::Total {
            initial_ms: number(initial),
            increment_ms: number(increment),
        });
    }
    if let Some(days) = word.strip_suffix(" days") {
        return Some(ClockSetting::correspondence(number(days)));
    }
    let move_ms = number(word.strip_suffix("/move")?);
    Some(ClockSetting::PerMove { move_ms })
}

pub fn level(level: u8) -> Computer {
    Computer {
        level: game::Level::new(level).unwrap(),
        centre: false,
    }
}

pub fn newcomer(name: &str) -> Newcomer {
    Newcomer {
        bot: false,
        name: (name != "nameless").then(|| name.into()),
        hash: Secret::draw().unwrap().hash(),
    }
}

/// Action of a computer: it takes a mark, or marks a cell.
fn computer_act(act: &str) -> ComputerAct {
    match act {
        "X" | "O" => ComputerAct::Choose(choice(act)),
        cell => ComputerAct::Mark(number(cell)),
    }
}

//! The steps of a random walk, with their frequencies.

use game::Level;
use proptest::prelude::*;
use protocol::{
    Command, Computer, View,
    event::OfferKind,
    request::{AnswerOffer, Claim, Claimed, InGame, MakeOffer, Move, SeatComputer},
};

/// A host, a guest, one who would be one too, and one who mostly watches.
pub const PEOPLE: usize = 4;

/// Something that happens to the room.
#[derive(Clone, Debug)]
pub enum Step {
    /// The side to move plays one of the free cells.
    Move(u16),
    Request {
        who: usize,
        request: PersonRequest,
    },
    /// One offers and the other accepts.
    Deal {
        kind: OfferKind,
        back: u32,
    },
    /// Somebody's last command under the same number.
    Again(usize),
    /// A command under a number that is not the next.
    Skip {
        who: usize,
        by: u64,
    },
    Cut(usize),
    /// The side to move is lost past the grace, and the other makes this request.
    Abandon(PersonRequest),
    Back(usize),
    Join(usize),
    Watch(usize),
    Rename(usize),
    Wait(u64),
    /// The server stops and is back after this many milliseconds.
    Restart(u64),
}

/// A request that a person may make.
#[derive(Clone, Debug)]
pub enum PersonRequest {
    /// A move that is hardly ever right.
    Stale {
        cell: u16,
        ply: u32,
    },
    Resign,
    Abort,
    /// A win, or a draw.
    Claim(bool),
    Leave,
    Offer {
        kind: OfferKind,
        back: u32,
    },
    /// Acceptance of the last offer, or its decline.
    Answer(bool),
    RemoveGuest,
    /// A computer opposite.
    Computer(Level),
}

/// A move at the present ply, or `off` plies beside it.
pub fn next_move(view: &View, cell: u16, off: u32) -> Move {
    let game = view.game.as_ref();
    let played = game.map_or(0, |game| game.moves.len());
    Move {
        game: game.map_or(1, |game| game.number),
        ply: u32::try_from(played).unwrap() + off,
        cell,
    }
}

impl PersonRequest {
    /// The command that it is in the room as it stands.
    pub fn command(&self, view: &View) -> Command {
        let last = AnswerOffer { offer: view.offers };
        // Before the first game every number is refused alike.
        let game = view.game.as_ref().map_or(0, |game| game.number);
        let claim = |result| Command::Claim(Claim { game, result });
        match *self {
            PersonRequest::Stale { cell, ply } => Command::Move(next_move(view, cell % 30, ply)),
            PersonRequest::Resign => Command::Resign(InGame { game }),
            PersonRequest::Abort => Command::Abort(InGame { game }),
            PersonRequest::Claim(true) => claim(Claimed::Win),
            PersonRequest::Claim(false) => claim(Claimed::Draw),
            PersonRequest::Leave => Command::Leave,
            PersonRequest::Offer { kind, back } => {
                let left = next_move(view, 0, 0).ply.saturating_sub(back);
                let ply = (kind == OfferKind::Takeback).then_some(left);
                Command::Offer(MakeOffer { game, kind, ply })
            }
            PersonRequest::Answer(true) => Command::Accept(last),
            PersonRequest::Answer(false) => Command::Decline(last),
            PersonRequest::RemoveGuest => Command::RemoveGuest,
            PersonRequest::Computer(level) => Command::SeatComputer(SeatComputer {
                computer: Computer {
                    level,
                    centre: false,
                },
            }),
        }
    }
}

fn kind() -> impl Strategy<Value = OfferKind> {
    prop_oneof![
        Just(OfferKind::Draw),
        Just(OfferKind::Takeback),
        Just(OfferKind::Rematch),
        Just(OfferKind::Restart),
    ]
}

fn request() -> impl Strategy<Value = PersonRequest> {
    prop_oneof![
        2 => (any::<u16>(), 0_u32..3).prop_map(|(cell, ply)| PersonRequest::Stale { cell, ply }),
        1 => Just(PersonRequest::Resign),
        1 => Just(PersonRequest::Abort),
        2 => any::<bool>().prop_map(PersonRequest::Claim),
        1 => Just(PersonRequest::Leave),
        5 => (kind(), 0_u32..4).prop_map(|(kind, back)| PersonRequest::Offer { kind, back }),
        5 => any::<bool>().prop_map(PersonRequest::Answer),
        1 => Just(PersonRequest::RemoveGuest),
        2 => (0_usize..5).prop_map(|level| PersonRequest::Computer(Level::ALL[level])),
    ]
}

/// Requests of the opponent of a lost player: a claim, or a computer that finishes the game.
fn after_loss() -> impl Strategy<Value = PersonRequest> {
    prop_oneof![
        any::<bool>().prop_map(PersonRequest::Claim),
        Just(PersonRequest::Computer(Level::default())),
    ]
}

pub fn step() -> impl Strategy<Value = Step> {
    let who = || prop_oneof![4 => 0_usize..2, 1 => 2_usize..PEOPLE];
    let ms = prop_oneof![
        8 => 0_u64..5_000,
        1 => 5_000_u64..50_000,
        1 => 50_000_u64..1_000_000,
    ];
    prop_oneof![
        16 => any::<u16>().prop_map(Step::Move),
        12 => (who(), request()).prop_map(|(who, request)| Step::Request { who, request }),
        5 => (kind(), 1_u32..4).prop_map(|(kind, back)| Step::Deal { kind, back }),
        4 => who().prop_map(Step::Again),
        1 => (who(), 2_u64..4).prop_map(|(who, by)| Step::Skip { who, by }),
        3 => who().prop_map(Step::Cut),
        2 => after_loss().prop_map(Step::Abandon),
        5 => who().prop_map(Step::Back),
        5 => who().prop_map(Step::Join),
        1 => who().prop_map(Step::Watch),
        1 => who().prop_map(Step::Rename),
        5 => ms.prop_map(Step::Wait),
        1 => (0_u64..100_000).prop_map(Step::Restart),
    ]
}

//! Options of a seat: the commands the referee would accept now, as a function of the view.
//!
//! Frontends render this list as buttons and keys. `protocol/transcripts/options/` has it for every
//! line of the transcripts, so that clients in other languages can be held to it; the referee's tests
//! hold it to the referee.

use serde::Serialize;

use crate::{
    Command, Seat, View,
    event::OfferKind,
    ids::Computer,
    request::{AnswerOffer, Choose, Claim, Claimed, InGame, MakeOffer, SeatComputer},
    view::{GameView, Seated},
};

/// A command a seat may send, complete but for the room and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Available {
    /// The command.
    #[serde(flatten)]
    pub command: Command,
    /// The server's time from which it is accepted; none when that is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_ms: Option<u64>,
}

/// Options of `seat` at `now_ms`, the server's time, the most urgent first.
///
/// Moves are not listed: `game.turn` says whose turn it is. Also left out is what the referee accepts
/// but what leads nowhere: a draw offered to a computer or where it can be claimed, and removing a
/// computer.
pub fn options(view: &View, seat: Seat, now_ms: u64) -> Vec<Available> {
    let mut list = Listing {
        now_ms,
        available: Vec::new(),
    };
    if view.ended.is_some() || view.seats[seat].is_none() {
        return list.available;
    }
    if let Some(offer) = view.offer.filter(|offer| offer.by != seat) {
        let answer = AnswerOffer { offer: offer.id };
        list.add(Command::Accept(answer), None);
        list.add(Command::Decline(answer), None);
    }
    match view.running() {
        Some(game) => in_game(view, game, seat, &mut list),
        None => offers(view, &[OfferKind::Rematch], seat, &mut list),
    }
    let guest = view.seats.guest.as_ref();
    let removable = |guest: &Seated| !guest.moved && !guest.player.is_computer();
    if seat == Seat::Host && guest.is_some_and(removable) {
        list.add(Command::RemoveGuest, None);
    }
    seat_computer(view, seat, &mut list);
    list.add(Command::Leave, None);
    list.available
}

/// The plies a takeback by `seat` would leave: none without a move of its own
/// that the opening has not settled.
pub fn takeback_ply(game: &GameView, seat: Seat) -> Option<u32> {
    let mine = game.mark_of(seat);
    let last = game.moves.iter().rposition(|played| played.mark == mine);
    u32::try_from(last.filter(|last| *last >= game.settled_plies())?).ok()
}

struct Listing {
    now_ms: u64,
    available: Vec<Available>,
}

impl Listing {
    fn add(&mut self, command: Command, from_ms: Option<u64>) {
        let from_ms = from_ms.filter(|from_ms| *from_ms > self.now_ms);
        self.available.push(Available { command, from_ms });
    }
}

fn in_game(view: &View, game: &GameView, seat: Seat, list: &mut Listing) {
    choices(game, seat, list);
    claims(view, game, seat, list);
    let kinds = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Restart];
    offers(view, &kinds, seat, list);
    let about = InGame { game: game.number };
    if !game.both_acted(game.moves.len()) {
        list.add(Command::Abort(about), None);
    }
    list.add(Command::Resign(about), None);
}

fn choices(game: &GameView, seat: Seat, list: &mut Listing) {
    let is_mine = game.turn.is_some_and(|turn| turn.seat == seat);
    let stage = game.opening.filter(|_| is_mine);
    for choice in stage.map_or(&[][..], |stage| stage.choices()) {
        let choose = Choose {
            game: game.number,
            ply: u32::try_from(game.moves.len()).unwrap_or(u32::MAX),
            choice: *choice,
        };
        list.add(Command::Choose(choose), None);
    }
}

fn claims(view: &View, game: &GameView, seat: Seat, list: &mut Listing) {
    let claim = |result| {
        Command::Claim(Claim {
            game: game.number,
            result,
        })
    };
    let other = view.seats[seat.other()].as_ref();
    let waits = game.turn.is_none_or(|turn| turn.seat != seat);
    let from_ms = other.and_then(|other| other.lost).filter(|_| waits);
    let from_ms = from_ms.map(|lost| lost.deadline_ms);
    if from_ms.is_some() {
        list.add(claim(Claimed::Win), from_ms);
    }
    if game.no_open_lines || from_ms.is_some() {
        list.add(
            claim(Claimed::Draw),
            from_ms.filter(|_| !game.no_open_lines),
        );
    }
}

fn offers(view: &View, kinds: &[OfferKind], seat: Seat, list: &mut Listing) {
    let me = view.seats[seat].as_ref();
    if view.offer.is_some() || view.seats[seat.other()].is_none() {
        return;
    }
    let from_ms = me.and_then(|me| me.may_offer_ms);
    let game = view.game.as_ref();
    for kind in kinds.iter().copied() {
        let ply = match kind {
            OfferKind::Takeback => {
                let ply = game.and_then(|game| takeback_ply(game, seat));
                let Some(ply) = ply else { continue };
                Some(ply)
            }
            OfferKind::Draw => {
                let claimable = game.is_some_and(|game| game.no_open_lines);
                if claimable || view.computer(seat.other()).is_some() {
                    continue;
                }
                None
            }
            OfferKind::Rematch | OfferKind::Restart => None,
        };
        let game = game.map_or(0, |game| game.number);
        list.add(Command::Offer(MakeOffer { game, kind, ply }), from_ms);
    }
}

/// A computer may take a free seat, change its level between games, or replace a player who has been
/// away for longer than their grace; none plays correspondence. Whether the server has computers at all is in its `features`.
fn seat_computer(view: &View, seat: Seat, list: &mut Listing) {
    if view.settings.clock.is_correspondence() {
        return;
    }
    let (computer, from_ms) = match &view.seats[seat.other()] {
        None => (Computer::default(), None),
        Some(other) => match (other.player.computer, other.lost) {
            (Some(computer), _) if view.running().is_none() => (computer, None),
            (None, Some(lost)) => (Computer::default(), Some(lost.deadline_ms)),
            _ => return,
        },
    };
    let command = Command::SeatComputer(SeatComputer { computer });
    list.add(command, from_ms);
}

//! What may be done at the table at this moment: one list, which the last line
//! shows and the keys carry out, and the menus that are laid over the table.

use game::Level;
use oxo_client::session::AskKind;
use protocol::{
    Command, Computer, Seat,
    event::OfferKind,
    now::Phrase,
    request::{Body, Claim, Claimed, MakeOffer, React, SeatComputer},
    view::Seated,
};

use super::{TablePage, question::Confirm};
use crate::{
    key::say,
    speech,
    tui::{effect::UiEffect, widgets::KeyHint},
};

/// What a key at the table leads to.
#[derive(Debug)]
pub enum TableAction {
    Effects(Vec<UiEffect>),
    /// Back to the start screen; what belongs to the room is done by then.
    Start(Vec<UiEffect>),
    /// The next room that one may watch.
    NextRoom,
}

/// A menu that is laid over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableMenu {
    /// Which phrase to say.
    Phrase,
    /// How to go.
    Going,
    /// What to claim.
    Claim,
    /// How well the computer is to play that sits down opposite.
    Level,
    /// Nothing but to see how a friend comes here.
    Invitation,
}

/// What an option does.
#[derive(Clone, Debug)]
pub(super) enum TableWish {
    Ask(AskKind),
    Confirm(Confirm),
    Menu(TableMenu),
    /// Back to the start screen; a seat is kept.
    Detach,
    Quit,
}

/// Something that a letter or a digit does.
pub(super) struct TableOption {
    pub letter: char,
    label: String,
    pub wish: TableWish,
    /// Whether the last line shows it.
    pub shown: bool,
}

impl TableOption {
    pub fn hint(&self) -> KeyHint {
        KeyHint::letter(self.letter, self.label.clone())
    }
}

fn seat(command: Command) -> TableWish {
    TableWish::Ask(AskKind::Seat(command))
}

impl TablePage {
    /// What can be wished for with a letter, the most useful first. What is not
    /// shown is possible too, or answered by the server in words that teach.
    pub(super) fn options(&self) -> Vec<TableOption> {
        let (text, view) = (&self.text, &self.room.view);
        let (online, shared) = (self.room.mode.is_online(), self.room.mode.is_shared());
        let opposite = self
            .room
            .seat
            .is_some_and(|me| view.seats[me.other()].is_some());
        let game = view.running();
        let offer = |kind| seat(self.offer(kind, None));
        let mut all = Vec::new();
        let mut add = |shown, letter, label, wish| {
            all.push(TableOption {
                letter,
                label,
                wish,
                shown,
            });
        };
        if self.may_hint() {
            let hint = TableWish::Ask(AskKind::Other(Body::Hint));
            add(true, 'a', say!(text, SCREEN_DO_HINT), hint);
        }
        if let Some(game) = game {
            let (label, draw) = match (game.no_open_lines, shared) {
                (true, _) => (
                    say!(text, SCREEN_DO_CLAIM_DRAW),
                    seat(self.claim(Claimed::Draw)),
                ),
                (_, true) => (say!(text, LOCAL_DO_DRAW), TableWish::Confirm(Confirm::Draw)),
                (_, false) => (say!(text, SCREEN_DO_DRAW), offer(OfferKind::Draw)),
            };
            add(true, 'd', label, draw);
            if let Some(ply) = self.takes_back() {
                let offer = seat(self.offer(OfferKind::Takeback, Some(ply)));
                add(true, 't', say!(text, SCREEN_DO_TAKE_BACK), offer);
            }
            let way = self.way_to_give_up();
            let label = match way {
                Confirm::Abort => say!(text, SCREEN_DO_CALL_OFF),
                _ => say!(text, SCREEN_DO_GIVE_UP),
            };
            add(true, 'g', label, TableWish::Confirm(way));
            let restart = match shared {
                true => TableWish::Confirm(Confirm::Restart),
                false => offer(OfferKind::Restart),
            };
            add(true, 'r', say!(text, SCREEN_DO_RESTART), restart);
        } else {
            let rematch = say!(text, SCREEN_DO_REMATCH);
            add(shared || opposite, 'r', rematch, offer(OfferKind::Rematch));
            if !shared {
                add(
                    false,
                    'd',
                    say!(text, SCREEN_DO_DRAW),
                    offer(OfferKind::Draw),
                );
            }
        }
        if online {
            let alone = game.is_none() && !opposite && !self.waits_for_friend();
            let invite = TableWish::Menu(TableMenu::Invitation);
            add(alone, 'i', say!(text, SCREEN_DO_INVITE), invite);
        }
        if self.may_seat_computer() {
            let label = match self.room.opponent() {
                Some(_) => say!(text, SCREEN_DO_LEVEL),
                None => say!(text, SCREEN_DO_COMPUTER),
            };
            add(
                game.is_none(),
                'p',
                label,
                TableWish::Menu(TableMenu::Level),
            );
        }
        if online {
            let hears = opposite && self.room.opponent().is_none();
            let phrase = TableWish::Menu(TableMenu::Phrase);
            add(hears, 's', say!(text, SCREEN_DO_SAY), phrase);
        }
        if self.absent().is_some() {
            let claim = TableWish::Menu(TableMenu::Claim);
            add(false, 'c', say!(text, SCREEN_DO_CLAIM), claim);
        }
        if online && self.may_remove() {
            let remove = TableWish::Confirm(Confirm::RemoveGuest);
            add(true, 'x', say!(text, SCREEN_DO_REMOVE), remove);
        }
        all
    }

    /// The heading of a menu and what can be chosen in it.
    pub(super) fn menu_options(&self, menu: TableMenu) -> (String, Vec<TableOption>) {
        let text = &self.text;
        let mut all = Vec::new();
        let mut add = |letter, label, wish| {
            all.push(TableOption {
                letter,
                label,
                wish,
                shown: true,
            });
        };
        let heading = match menu {
            TableMenu::Phrase => {
                for (digit, (_, phrase)) in ('1'..).zip(Phrase::ALL) {
                    let react = AskKind::Other(Body::React(React { phrase }));
                    add(digit, speech::phrase(text, phrase), TableWish::Ask(react));
                }
                say!(text, SCREEN_CHOICE_PHRASE)
            }
            TableMenu::Going => {
                // A ticket of the queue does not outlive its connection.
                if self.queued.is_none() {
                    add('k', say!(text, SCREEN_CHOICE_KEEP), TableWish::Detach);
                }
                let running = self.room.view.running().is_some();
                let give_up = match (running, self.room.opponent()) {
                    _ if self.queued.is_some() => say!(text, SCREEN_CHOICE_BACK_TO_QUEUE),
                    (true, Some(_)) => say!(text, SCREEN_CHOICE_LEAVE_COMPUTER),
                    (true, None) => say!(text, SCREEN_CHOICE_LEAVE_GAME),
                    (false, _) => say!(text, SCREEN_CHOICE_LEAVE),
                };
                add('g', give_up, seat(Command::Leave));
                add('q', say!(text, SCREEN_CHOICE_QUIT), TableWish::Quit);
                say!(text, SCREEN_CHOICE_GOING)
            }
            TableMenu::Claim => {
                let win = seat(self.claim(Claimed::Win));
                add('w', say!(text, SCREEN_CHOICE_CLAIM_WIN), win);
                let draw = seat(self.claim(Claimed::Draw));
                add('d', say!(text, SCREEN_CHOICE_CLAIM_DRAW), draw);
                let computer = TableWish::Menu(TableMenu::Level);
                add('p', say!(text, SCREEN_CHOICE_COMPUTER), computer);
                let name = self.absent().map(|(seat, _)| self.scene().name(seat));
                say!(text, SCREEN_CHOICE_CLAIM, name = name.unwrap_or_default())
            }
            TableMenu::Level => {
                let opponent = self.room.opponent();
                let centre = opponent.is_some_and(|computer| computer.centre);
                for (digit, level) in ('1'..).zip(Level::ALL) {
                    let computer = Computer { level, centre };
                    let command = Command::SeatComputer(SeatComputer { computer });
                    add(digit, speech::level(text, level), seat(command));
                }
                say!(text, COMPUTER_LEVEL_ASK)
            }
            TableMenu::Invitation => String::new(),
        };
        (heading, all)
    }

    /// An offer about the present or last game.
    pub(super) fn offer(&self, kind: OfferKind, ply: Option<u32>) -> Command {
        let game = self.room.game_number();
        Command::Offer(MakeOffer { game, kind, ply })
    }

    fn claim(&self, result: Claimed) -> Command {
        let game = self.room.game_number();
        Command::Claim(Claim { game, result })
    }

    /// The move that a take-back goes back to: one's own last, and what was
    /// answered to it; of two at one terminal the last.
    fn takes_back(&self) -> Option<u32> {
        let mine = self.room.me().and_then(|me| self.room.view.mark_of(me));
        let mut moves = self.room.view.running()?.moves.iter();
        let ply = moves.rposition(|played| mine.is_none_or(|mine| mine == played.mark))?;
        u32::try_from(ply).ok()
    }

    /// Before both have moved a game is called off, later it is given up.
    fn way_to_give_up(&self) -> Confirm {
        if self.made() < 2 {
            Confirm::Abort
        } else {
            Confirm::Resign
        }
    }

    /// Whether the guest may be removed.
    fn may_remove(&self) -> bool {
        let guest = self.room.view.seats.guest.as_ref();
        let removable = |guest: &Seated| !guest.moved && !guest.player.is_computer();
        self.room.seat == Some(Seat::Host) && guest.is_some_and(removable)
    }

    /// Whether the computer may be asked what it would play.
    fn may_hint(&self) -> bool {
        self.room.my_turn() && self.room.opponent().is_some()
    }

    /// Whether a computer may sit down opposite: in a free seat, in the place of
    /// another between games, or of a player whose absence lasts.
    pub(super) fn may_seat_computer(&self) -> bool {
        let view = &self.room.view;
        let Some(me) = self.room.seat.filter(|_| view.ended.is_none()) else {
            return false;
        };
        match &view.seats[me.other()] {
            None => !self.waits_for_friend(),
            Some(seated) if seated.player.is_computer() => view.running().is_none(),
            Some(seated) => seated.lost.is_some(),
        }
    }
}

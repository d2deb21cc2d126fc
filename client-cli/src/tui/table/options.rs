//! Actions that are possible at the table at this moment: one list, which the last line shows and
//! the keys carry out, and the menus that are laid over the table.

use std::ops::Deref;

use frontend::{room_sharing::SecretRequest, speech};
use game::Level;
use oxo_client::session::AskKind;
use protocol::{
    Command, Computer, Mark, OpeningChoice,
    event::OfferKind,
    now::Phrase,
    options::options,
    request::{Body, Claim, Claimed, MakeOffer, React, SeatComputer},
};
use sentences::{Catalogue, say};

use super::{LiveTable, TableMenu, TablePage, question::Confirm};
use crate::tui::{effect::UiEffect, widgets::KeyHint};

/// Action of a key at the table.
#[derive(Debug)]
pub enum TableAction {
    Effects(Vec<UiEffect>),
    /// Back to the start screen; what belongs to the room is done by then.
    Start(Vec<UiEffect>),
    /// The next room that one may watch.
    NextRoom,
}

#[derive(Clone, Debug)]
pub(super) enum TableRequest {
    Ask(AskKind),
    Confirm(Confirm),
    Menu(TableMenu),
    /// Give the address of a chat that is to hear of the games.
    Chat,
    /// A request that needs a secret.
    Draw(SecretRequest),
    /// Back to the start screen; a seat is kept.
    Detach,
    Quit,
}

/// Action of a letter or a digit.
pub(super) struct TableOption {
    pub letter: char,
    label: String,
    pub request: TableRequest,
    /// Whether the last line shows it.
    pub shown: bool,
}

impl TableOption {
    /// Whether it chooses in the opening, which comes before all else.
    fn is_choice(&self) -> bool {
        matches!(
            self.request,
            TableRequest::Ask(AskKind::Seat(Command::Choose(_)))
        )
    }

    pub fn hint(&self) -> KeyHint {
        KeyHint::letter(self.letter, self.label.clone())
    }
}

fn seat(command: Command) -> TableRequest {
    TableRequest::Ask(AskKind::Seat(command))
}

/// The key for a choice in an opening, and its label.
fn choice_key(text: &Catalogue, choice: OpeningChoice) -> (char, String) {
    match choice.mark() {
        Some(mark @ Mark::X) => ('x', say!(text, SCREEN_DO_TAKE, mark)),
        Some(mark @ Mark::O) => ('o', say!(text, SCREEN_DO_TAKE, mark)),
        None => ('m', say!(text, SCREEN_DO_TWO)),
    }
}

impl<P: Deref<Target = TablePage>> LiveTable<'_, P> {
    /// Action of a letter now: the entries of `protocol::options`, under their keys, and
    /// actions that are no command. Options whose time has not come are answered by the
    /// server in words that teach.
    pub(super) fn options(&self) -> Vec<TableOption> {
        let text = &self.page.text;
        let (online, shared) = (self.room.mode.is_online(), self.room.mode.is_shared());
        let running = self.room.view.running().is_some();
        let mut all: Vec<TableOption> = Vec::new();
        let mut add = |shown, letter, label, request| {
            // Before both have moved a game is called off, later it is given up.
            if all.iter().all(|known| known.letter != letter) {
                all.push(TableOption {
                    letter,
                    label,
                    request,
                    shown,
                });
            }
        };
        if self.room.my_turn() && self.room.opponent().is_some() {
            let hint = TableRequest::Ask(AskKind::Other(Body::Hint));
            add(true, 'a', say!(text, SCREEN_DO_HINT), hint);
        }
        let last = self.made().checked_sub(1).filter(|_| shared && running);
        if let Some(ply) = last.and_then(|ply| u32::try_from(ply).ok()) {
            let offer = seat(self.offer(OfferKind::Takeback, Some(ply)));
            add(true, 't', say!(text, SCREEN_DO_TAKE_BACK), offer);
        }
        for command in self.commands() {
            if let Some((shown, letter, label, request)) = self.option_of(command) {
                add(shown, letter, label, request);
            }
        }
        if online {
            let opposite = self
                .room
                .seat
                .map(|me| self.room.view.seats[me.other()].is_some());
            let alone = !running && opposite == Some(false) && !self.waits_for_friend();
            let invite = TableRequest::Menu(TableMenu::Invitation);
            add(alone, 'i', say!(text, SCREEN_DO_INVITE), invite);
            // The invitation is on the screen all the time.
            let waits = self.waits_for_friend();
            for (letter, label, request) in self.sharing_options().into_iter().filter(|_| waits) {
                add(true, letter, label, request);
            }
            let hears = opposite == Some(true) && self.room.opponent().is_none();
            let phrase = TableRequest::Menu(TableMenu::Phrase);
            add(hears, 's', say!(text, SCREEN_DO_SAY), phrase);
        }
        // In the order of the last line, the most useful first.
        let order = if shared { "tdgr" } else { "adtgripsxc" };
        all.sort_by_key(|option| (!option.is_choice(), order.find(option.letter)));
        all
    }

    /// Commands that the referee would accept from this seat, now or at their time.
    pub(super) fn commands(&self) -> impl Iterator<Item = Command> {
        let options = self.room.seat.map(|me| options(&self.room.view, me, 0));
        options.into_iter().flatten().map(|option| option.command)
    }

    /// The key for a command, if it has one of its own: whether the last line
    /// shows it, the letter, its label and what it does. Two at one terminal, and one against the
    /// computer, are asked back, where others make an offer.
    fn option_of(&self, command: Command) -> Option<(bool, char, String, TableRequest)> {
        let text = &self.page.text;
        let game = self.room.view.running();
        // The computer agrees to everything at once.
        let alone = self.room.mode.is_shared() || self.room.opponent().is_some();
        let asks_back = |confirm| match alone {
            true => TableRequest::Confirm(confirm),
            false => seat(command.clone()),
        };
        let confirm = TableRequest::Confirm;
        Some(match &command {
            Command::Choose(wanted) => {
                let (letter, label) = choice_key(text, wanted.choice);
                (true, letter, label, seat(command))
            }
            Command::Claim(claim) if game?.no_open_lines && claim.result == Claimed::Draw => {
                (true, 'd', say!(text, SCREEN_DO_CLAIM_DRAW), seat(command))
            }
            Command::Claim(_) => {
                let claim = TableRequest::Menu(TableMenu::Claim);
                (false, 'c', say!(text, SCREEN_DO_CLAIM), claim)
            }
            Command::Offer(offer) => match offer.kind {
                OfferKind::Draw if self.room.mode.is_shared() => {
                    (true, 'd', say!(text, LOCAL_DO_DRAW), confirm(Confirm::Draw))
                }
                OfferKind::Draw => (true, 'd', say!(text, SCREEN_DO_DRAW), seat(command)),
                OfferKind::Takeback => (true, 't', say!(text, SCREEN_DO_TAKE_BACK), seat(command)),
                OfferKind::Restart => {
                    let restart = asks_back(Confirm::Restart);
                    (true, 'r', say!(text, SCREEN_DO_RESTART), restart)
                }
                OfferKind::Rematch => (true, 'r', say!(text, SCREEN_DO_REMATCH), seat(command)),
            },
            Command::Abort(_) => {
                let abort = confirm(Confirm::Abort);
                (true, 'g', say!(text, SCREEN_DO_CALL_OFF), abort)
            }
            Command::Resign(_) => {
                let resign = confirm(Confirm::Resign);
                (true, 'g', say!(text, SCREEN_DO_GIVE_UP), resign)
            }
            // The other one sits at the same terminal.
            Command::RemoveGuest if !self.room.mode.is_online() => return None,
            Command::RemoveGuest => {
                let remove = confirm(Confirm::RemoveGuest);
                (true, 'x', say!(text, SCREEN_DO_REMOVE), remove)
            }
            Command::SeatComputer(_) if self.may_seat_computer() => {
                let label = match self.room.opponent() {
                    Some(_) => say!(text, SCREEN_DO_LEVEL),
                    None => say!(text, SCREEN_DO_COMPUTER),
                };
                (
                    game.is_none(),
                    'p',
                    label,
                    TableRequest::Menu(TableMenu::Level),
                )
            }
            _ => return None,
        })
    }

    /// The heading of a menu and what can be chosen in it.
    pub(super) fn menu_options(&self, menu: TableMenu) -> (String, Vec<TableOption>) {
        let text = &self.page.text;
        let mut all = Vec::new();
        let mut add = |letter, label, request| {
            all.push(TableOption {
                letter,
                label,
                request,
                shown: true,
            });
        };
        let heading = match menu {
            TableMenu::Phrase => {
                for (digit, &phrase) in ('1'..).zip(Phrase::ALL) {
                    let react = TableRequest::Ask(AskKind::Other(Body::React(React { phrase })));
                    add(digit, speech::phrase(text, phrase), react);
                }
                say!(text, SCREEN_CHOICE_PHRASE)
            }
            TableMenu::Going => {
                // A ticket of the queue does not outlive its connection.
                if self.client.queue.is_none() {
                    add('k', say!(text, SCREEN_CHOICE_KEEP), TableRequest::Detach);
                }
                let running = self.room.view.running().is_some();
                let give_up = match (running, self.room.opponent()) {
                    _ if self.client.queue.is_some() => say!(text, SCREEN_CHOICE_BACK_TO_QUEUE),
                    (true, Some(_)) => say!(text, SCREEN_CHOICE_LEAVE_COMPUTER),
                    (true, None) => say!(text, SCREEN_CHOICE_LEAVE_GAME),
                    (false, _) => say!(text, SCREEN_CHOICE_LEAVE),
                };
                add('g', give_up, seat(Command::Leave));
                add('q', say!(text, SCREEN_CHOICE_QUIT), TableRequest::Quit);
                say!(text, SCREEN_CHOICE_GOING)
            }
            TableMenu::Claim => {
                let win = seat(self.claim(Claimed::Win));
                add('w', say!(text, SCREEN_CHOICE_CLAIM_WIN), win);
                let draw = seat(self.claim(Claimed::Draw));
                add('d', say!(text, SCREEN_CHOICE_CLAIM_DRAW), draw);
                let computer = TableRequest::Menu(TableMenu::Level);
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
            TableMenu::Invitation => {
                let options = self.sharing_options().into_iter();
                options.for_each(|(letter, label, request)| add(letter, label, request));
                String::new()
            }
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

    /// Whether a computer may sit down opposite.
    pub(super) fn may_seat_computer(&self) -> bool {
        let seats = |command: Command| matches!(command, Command::SeatComputer(_));
        self.commands().any(seats)
    }
}

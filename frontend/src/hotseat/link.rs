//! The session's link to a hotseat table: its timer, and the search for the computer's
//! moves.

use std::{collections::VecDeque, time::Duration};

use archive::search_thread::SearchThread;
use oxo_client::{
    clock::ServerClock,
    transport::{Link, LinkError, LinkGone, LinkInput, PlayMode, Transport},
};
use protocol::{
    Accepted, Answer, Frame, Refusal, Reply, Request,
    parse::{self, Unreadable},
    request::{Body, Hello},
};
use referee::{
    computer::{ComputerAct, Thinking},
    next_deadline_but_moves,
};
use sentences::time::unix_ms;
use tokio::time::{Instant, sleep_until};

use super::{
    Hotseat,
    computer_search::search,
    limits,
    table::{ADVISER, HotseatRoom},
    welcome,
};

/// However far the next deadline is, the time is looked at so often.
const LOOK: Duration = Duration::from_secs(3_600);

/// Subject of the search that runs.
enum SearchPurpose {
    /// The computer's own turn; its act, once found, waits for its time.
    Turn(Thinking, Option<ComputerAct>),
    /// A hint, and the number of the request.
    Hint(u64),
}

/// A table in this process, with the frames it has to tell.
pub struct HotseatLink {
    table: HotseatRoom,
    clock: ServerClock,
    greeted: bool,
    out: VecDeque<String>,
    /// Requests behind a hint that has no answer yet.
    waiting: VecDeque<Request>,
    search: Option<(SearchPurpose, SearchThread<ComputerAct>)>,
}

impl Transport for Hotseat {
    type Link = HotseatLink;

    async fn connect(&mut self) -> Result<HotseatLink, LinkError> {
        Ok(HotseatLink::open(self.clone()))
    }

    fn mode(&self) -> PlayMode {
        match &self.pair {
            None => PlayMode::Solo,
            Some(_) => PlayMode::Hotseat,
        }
    }
}

impl Link for HotseatLink {
    async fn read(&mut self) -> LinkInput {
        loop {
            if let Some(text) = self.out.pop_front() {
                return LinkInput::Text(text);
            }
            let due = self.due();
            tokio::select! {
                act = found(&mut self.search) => self.found(act),
                () = sleep_until(due) => self.tick(),
            }
        }
    }

    async fn write(&mut self, text: String) -> Result<(), LinkGone> {
        match parse::request(&text, limits().nesting) {
            Ok(request) => self.waiting.push_back(request),
            Err(Unreadable::Request { id, why, .. }) => self.reply(id, Answer::refused(why)),
            Err(Unreadable::Frame(why)) => self.tell(vec![Frame::Error(why)]),
        }
        self.go_on();
        Ok(())
    }

    async fn close(self) {}
}

impl HotseatLink {
    fn open(hotseat: Hotseat) -> HotseatLink {
        HotseatLink {
            table: HotseatRoom::new(hotseat, None, chance),
            clock: ServerClock::set(unix_ms(), Instant::now()),
            greeted: false,
            out: VecDeque::new(),
            waiting: VecDeque::new(),
            search: None,
        }
    }

    fn greet(&mut self, id: u64, hello: &Hello) {
        self.greeted = true;
        // A name that cannot be had is none.
        let name = protocol::name::clean(&hello.name).ok().flatten();
        self.table.name.clone_from(&name);
        let welcome = welcome(name, self.clock.now_ms(Instant::now()));
        self.reply(id, Answer::Ok(Accepted::Welcome(welcome)));
    }

    /// Answers what waits, in the order in which it came.
    fn go_on(&mut self) {
        loop {
            if let Some((SearchPurpose::Hint(_), search)) = &self.search {
                if !self.waiting.is_empty() {
                    search.hurry();
                }
                return;
            }
            let Some(request) = self.waiting.pop_front() else {
                return self.think();
            };
            match request.body {
                Body::Hello(hello) if !self.greeted => self.greet(request.id, &hello),
                Body::Hint => self.hint(request.id),
                _ => {
                    let frames = self
                        .table
                        .request(request, self.clock.now_ms(Instant::now()));
                    self.tell(frames);
                    self.think();
                }
            }
        }
    }

    fn hint(&mut self, id: u64) {
        match self.table.may_hint() {
            Err(why) => self.reply(id, Answer::refused(why)),
            Ok(()) => {
                let board = self.table.board().clone();
                let search = search(ADVISER, board, self.table.view(), chance());
                self.search = Some((SearchPurpose::Hint(id), search));
            }
        }
    }

    /// Sees that the computer thinks when it is to move, and only then.
    fn think(&mut self) {
        let turn = self.table.thinking();
        match &self.search {
            Some((SearchPurpose::Hint(_), _)) => return,
            Some((SearchPurpose::Turn(about, _), _)) if turn == Some(*about) => return,
            _ => {}
        }
        self.search = turn.map(|turn| {
            let board = self.table.board().clone();
            let search = search(turn.computer, board, self.table.view(), chance());
            (SearchPurpose::Turn(turn, None), search)
        });
    }

    /// A thought has come to its end. One that failed has found the first
    /// free cell: the game goes on.
    fn found(&mut self, act: Option<ComputerAct>) {
        let first = || self.table.board().legal_cells().next();
        let Some(act) = act.or_else(|| first().map(ComputerAct::Mark)) else {
            return self.search = None;
        };
        match &mut self.search {
            Some((SearchPurpose::Turn(_, found), _)) => *found = Some(act),
            Some((SearchPurpose::Hint(id), _)) => {
                let id = *id;
                self.search = None;
                let game = self.table.view().running().map(|game| game.number);
                let ply = u32::try_from(self.table.board().ply()).unwrap_or(u32::MAX);
                // What to choose in an opening is not hinted at.
                let cell = match act {
                    ComputerAct::Mark(cell) => Some(cell),
                    ComputerAct::Choose(_) => None,
                };
                let hint = game.zip(cell);
                let hint = hint.map(|(game, cell)| Accepted::Hint { game, ply, cell });
                let answer = hint.map_or(Answer::refused(Refusal::NoHint), Answer::Ok);
                self.reply(id, answer);
                self.go_on();
            }
            None => {}
        }
    }

    /// When something happens by itself.
    fn due(&self) -> Instant {
        let moves_ms = match &self.search {
            Some((SearchPurpose::Turn(turn, Some(_)), _)) => Some(turn.moves_ms),
            _ => None,
        };
        let deadlines = [next_deadline_but_moves(self.table.view()), moves_ms];
        let due = deadlines.into_iter().flatten().min();
        let late = Instant::now() + LOOK;
        due.map_or(late, |ms| self.clock.instant(ms).min(late))
    }

    fn tick(&mut self) {
        let now_ms = self.clock.now_ms(Instant::now());
        let frames = match self.search {
            Some((SearchPurpose::Turn(turn, Some(act)), _)) if turn.moves_ms <= now_ms => {
                self.table.found(turn, act, now_ms)
            }
            _ => self.table.due(now_ms),
        };
        self.tell(frames);
        self.think();
    }

    fn reply(&mut self, id: u64, answer: Answer) {
        self.tell(vec![Frame::Reply(Reply { id, answer })]);
    }

    fn tell(&mut self, frames: Vec<Frame>) {
        // Every part of a frame can be written as JSON.
        let texts = frames.iter().map(serde_json::to_string);
        self.out.extend(texts.filter_map(Result::ok));
    }
}

/// Result of the search that runs; never without one.
async fn found(
    search: &mut Option<(SearchPurpose, SearchThread<ComputerAct>)>,
) -> Option<ComputerAct> {
    match search {
        Some((SearchPurpose::Turn(_, None) | SearchPurpose::Hint(_), search)) => {
            search.result().await
        }
        _ => std::future::pending().await,
    }
}

/// Random bits. Without randomness games are all the same, which still works.
fn chance() -> u64 {
    getrandom::u64().unwrap_or_default()
}

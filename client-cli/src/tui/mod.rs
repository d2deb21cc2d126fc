//! The full screen: the client for people at a terminal that can be drawn on.
//!
//! [`ui::Ui`] decides what to show and which effects to ask for; the [`Shell`] gives it the
//! news, draws it, and carries its effects out.

pub mod analysis;
mod board;
pub mod canvas;
mod chat_form;
mod digits;
pub mod effect;
mod effect_runner;
mod invite;
mod invited;
mod keys;
mod letters;
mod link_line;
mod list;
mod move_list;
mod overlay;
mod presence;
mod qr;
mod qr_page;
mod rooms;
mod seat_page;
pub mod session_controller;
mod start;
mod table;
pub mod terminal;
#[cfg(test)]
mod tests;
mod text_input;
pub mod theme;
pub mod ui;
pub mod ui_settings;
mod viewer;
mod widgets;

use std::{io, path::PathBuf, rc::Rc};

use archive::{
    fetch::FetchFailure,
    replay::Game,
    review::{ReviewSearch, Reviewed, answered},
    store::GameArchive,
};
use crossterm::event::Event;
use frontend::{
    exit::{self, Exit},
    speech,
};
use futures::FutureExt;
use oxo_client::{address::Address, session::Update};
use protocol::{Accepted, Answer, GameId, Invitation};
use sentences::Catalogue;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep_until},
};

use self::{
    effect::UiEffect,
    keys::SystemAction,
    presence::UserPresence,
    session_controller::{SessionContext, SessionController},
    terminal::TerminalSession,
    ui::{Farewell, Ui, UiOptions},
};

/// More news at once than this are drawn in between.
const TOGETHER: usize = 64;

enum News {
    Update(Box<Update>),
    Event(Event),
    /// The computer's review of a game, if there is one.
    Reviewed(Option<Reviewed>),
    /// Target of a link.
    Looked(LinkAnswer),
    /// The instant that the interface waits for.
    Due,
    /// This process was stopped and goes on.
    Continued,
    /// The system wants an end.
    Stopped(Exit),
    /// The terminal is gone.
    End,
}

/// The server's answer about a link.
enum LinkAnswer {
    /// A room, if the server could say.
    Room(Option<Invitation>),
    /// A finished game, or which one from where did not come.
    Game(Result<Box<Game>, (Address, GameId, FetchFailure)>),
}

/// The interface between the session and the terminal.
pub struct Shell {
    ui: Ui,
    controller: SessionController,
    text: Rc<Catalogue>,
    archive: GameArchive,
    /// Where settings are remembered.
    config: PathBuf,
    terminal: TerminalSession,
    /// The computer, while it looks at a game.
    review_search: Option<ReviewSearch>,
    /// The server's answer about a link, while it is awaited.
    looking: Option<JoinHandle<LinkAnswer>>,
    presence: UserPresence,
    /// The words to draw attention with, once for all that came together.
    ring: Option<String>,
    /// Whether a bell is to ring, in any case.
    bell: bool,
}

impl Shell {
    /// Begins a session, and takes the terminal.
    /// Where the terminal cannot be taken it is left as it was.
    pub fn open(
        options: UiOptions,
        context: SessionContext,
        archive: GameArchive,
        config: PathBuf,
    ) -> io::Result<Shell> {
        let text = Rc::clone(&context.text);
        let mut controller = SessionController::new(context);
        if !options.is_local() {
            controller.connect();
        }
        let mut ui = Ui::new(options);
        ui.seats(controller.open());
        Ok(Shell {
            ui,
            controller,
            text,
            archive,
            config,
            terminal: TerminalSession::open()?,
            review_search: None,
            looking: None,
            presence: UserPresence::default(),
            ring: None,
            bell: false,
        })
    }

    /// Shows the interface until it is over, and gives the terminal back. The
    /// end of the terminal is an end like another.
    pub async fn run(mut self) -> io::Result<Farewell> {
        let farewell = self.live().await;
        drop(self.terminal.screen);
        self.controller.close().await;
        farewell
    }

    async fn live(&mut self) -> io::Result<Farewell> {
        let first = self.ui.begin();
        self.carry_out(first).await?;
        loop {
            self.show()?;
            self.ring()?;
            let mut news = self.news().await;
            for _ in 0..TOGETHER {
                self.take(news).await?;
                if let Some(farewell) = self.ui.over.take() {
                    return Ok(farewell);
                }
                match self.news().now_or_never() {
                    Some(next) => news = next,
                    None => break,
                }
            }
        }
    }

    fn show(&mut self) -> io::Result<()> {
        self.terminal.screen.title(&self.ui.title())?;
        let (ui, now) = (&mut self.ui, Instant::now());
        let screen = &mut self.terminal.screen;
        screen.draw(|buffer| ui.targets = ui.draw(buffer, now))
    }

    async fn news(&mut self) -> News {
        let now = Instant::now();
        let deadline = self.ui.deadline(now);
        tokio::select! {
            update = self.controller.next() => News::Update(Box::new(update)),
            event = self.terminal.keys.next() => event.map_or(News::End, News::Event),
            () = sleep_until(deadline.unwrap_or(now)), if deadline.is_some() => News::Due,
            reviewed = answered(&mut self.review_search) => News::Reviewed(reviewed),
            found = looked(&mut self.looking) => News::Looked(found),
            () = self.terminal.continued.wait() => News::Continued,
            exit = self.terminal.stop.wait() => News::Stopped(exit),
        }
    }

    async fn take(&mut self, news: News) -> io::Result<()> {
        let now = Instant::now();
        let effects = match news {
            News::Update(update) => self.update(&update, now),
            News::Event(event) => self.event(&event, now),
            News::Reviewed(reviewed) => {
                self.ui.reviewed(reviewed);
                Vec::new()
            }
            News::Looked(LinkAnswer::Room(found)) => self.ui.looked(found),
            News::Looked(LinkAnswer::Game(Ok(game))) => {
                self.ui.fetched(*game);
                Vec::new()
            }
            News::Looked(LinkAnswer::Game(Err((address, id, why)))) => {
                let sentence = speech::not_fetched(&self.text, &address, id, &why);
                self.ui.complain(sentence);
                Vec::new()
            }
            News::Due => self.ui.tick(now),
            News::Continued => return self.terminal.screen.again(),
            News::Stopped(exit) => self.stopped(exit),
            News::End => vec![UiEffect::Quit],
        };
        self.carry_out(effects).await
    }

    fn update(&mut self, update: &Update, now: Instant) -> Vec<UiEffect> {
        let seat = self.controller.seat();
        let complaint = self.controller.observe(update);
        if let Update::Reply { answer, .. } = update
            && matches!(answer, Answer::Ok(Accepted::Rooms { .. }))
        {
            self.ui.start.own(self.controller.own());
        }
        let effects = self.ui.update(update, now);
        if self.controller.seat() != seat {
            self.ui.seats(self.controller.open());
        }
        if let Some(sentence) = complaint {
            self.ui.complain(sentence);
        }
        effects
    }

    /// Ends at once; the status says by what.
    fn stopped(&mut self, exit: Exit) -> Vec<UiEffect> {
        self.ui.quit(exit);
        Vec::new()
    }

    /// Applies an event of the terminal; the keys that mean the same everywhere
    /// do not reach the interface.
    fn event(&mut self, event: &Event, now: Instant) -> Vec<UiEffect> {
        self.presence.observe(event);
        match SystemAction::of(event) {
            Some(SystemAction::Interrupt) => self.stopped(exit::INTERRUPTED),
            Some(SystemAction::Repaint) => vec![UiEffect::Repaint],
            Some(SystemAction::Suspend) => vec![UiEffect::Suspend],
            None => self.ui.event(event, now),
        }
    }
}

/// Waits for the answer about a link, if one was asked for.
async fn looked(looking: &mut Option<JoinHandle<LinkAnswer>>) -> LinkAnswer {
    let Some(answer) = looking else {
        return std::future::pending().await;
    };
    let found = answer.await;
    *looking = None;
    found.unwrap_or(LinkAnswer::Room(None))
}

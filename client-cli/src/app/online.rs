//! Commands that connect to a server, in lines or on the full screen.

use std::io::{self, IsTerminal};

use archive::session_recorder::SessionRecorder;
use frontend::{exit::Exit, intent::Intent, room_list::AllPages, speech};
use oxo_client::session::Session;
use protocol::request::Body;

use super::{
    context::{App, FIRST},
    failure::{Failure, drawn},
};
use crate::{
    jsonl::{self, JsonlScope},
    plain::{self, Console},
};

impl App {
    /// Goes to a table, on the screen or in lines.
    pub(super) async fn go(mut self, intent: Intent) -> Result<Exit, Failure> {
        if self.screen {
            return self.on_screen(Some(intent), None).await;
        }
        self.queued = speech::queued(&self.settings.text, &intent);
        match intent.sits() {
            true => self.sit_down(intent).await,
            false => self.look_on(&intent).await,
        }
    }

    /// Watches.
    pub(super) async fn look_on(&mut self, intent: &Intent) -> Result<Exit, Failure> {
        let text = &self.settings.text;
        let watch = intent.body(drawn(text)?, drawn(text)?.reveal());
        let mut recorder = self.recorder();
        self.show(watch, &mut recorder).await
    }

    pub(super) async fn rooms(&mut self) -> Result<Exit, Failure> {
        let session = self.session(Some(AllPages::first()));
        if self.json {
            let setup = self.setup(JsonlScope::Room, Some(FIRST))?;
            return Ok(jsonl::rooms(setup, session).await?);
        }
        let own = self.seats.rooms(&self.address.to_string());
        Ok(plain::rooms(&self.settings, &self.address, &own, session).await?)
    }

    pub(super) async fn connect(&mut self) -> Result<Exit, Failure> {
        let session = self.session(None);
        let setup = self.setup(JsonlScope::Open, None)?;
        let mut recorder = self.recorder();
        Ok(jsonl::run(setup, session, &mut recorder, &mut self.input).await?)
    }

    pub(super) async fn show(
        &mut self,
        body: Body,
        recorder: &mut SessionRecorder,
    ) -> Result<Exit, Failure> {
        let session = self.session(Some(body));
        let asked = self.ask_meanwhile(&session, recorder)?;
        self.converse(session, recorder, asked).await
    }

    /// Shows a session, whose first asks have the numbers up to `asked`, until it ends.
    pub(super) async fn converse(
        &mut self,
        session: Session,
        recorder: &mut SessionRecorder,
        asked: u64,
    ) -> Result<Exit, Failure> {
        let exit = if self.json {
            let setup = self.setup(JsonlScope::Room, Some(asked))?;
            jsonl::run(setup, session, recorder, &mut self.input).await?
        } else {
            let mut console = Console::new(self.settings.clone(), self.address.clone(), asked);
            console.queued = std::mem::take(&mut self.queued);
            console.joining.clone_from(&self.typed);
            console.mode = session.mode();
            console.piped = !io::stdin().is_terminal();
            plain::run(console, session, recorder, &mut self.input).await?
        };
        Ok(exit)
    }
}

//! Runner of the interface's effects: on the session, the disk and the terminal.

use std::{collections::VecDeque, io};

use archive::{
    SavedGameError,
    fetch::fetch,
    store::{self, ReadFailure},
};
use frontend::{exit::Exit, speech};
use oxo_client::{
    http,
    session::{Ask, Busy, Update},
};
use sentences::{say, system_words};
use tokio::time::Instant;

use super::{LinkAnswer, Shell, effect::UiEffect, ui::GO, ui_settings::Notify};
use crate::config;

/// The most games that are listed, the newest.
const GAMES: usize = 200;

impl Shell {
    /// Carries effects out, and those that come of it.
    pub(super) async fn carry_out(&mut self, effects: Vec<UiEffect>) -> io::Result<()> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                UiEffect::Ask(ask) => effects.extend(self.ask(ask)),
                UiEffect::Draw(request) => match request.draw() {
                    Ok(secret) => effects.extend(self.ui.with_secret(request, secret)),
                    Err(_) => self.ui.complain(say!(self.text, SYSTEM_RANDOMNESS)),
                },
                UiEffect::Go(intent) => {
                    if let Err(sentence) = self.controller.go(intent) {
                        effects.extend(self.dropped(GO));
                        self.ui.complain(sentence);
                    }
                }
                UiEffect::LookUpRoom(address, room) => self
                    .look(async move { LinkAnswer::Room(http::invitation(&address, room).await) }),
                UiEffect::OfferSeat(address, room, token) => {
                    self.ui.offer_seat(address, room, token);
                }
                UiEffect::Fetch(address, id) => self.look(async move {
                    let game = fetch(&address, id).await.map(Box::new);
                    LinkAnswer::Game(game.map_err(|why| (address, id, why)))
                }),
                UiEffect::Move(address) => {
                    self.controller.move_to(address.clone());
                    effects.push_back(self.ui.moved(&address));
                    self.ui.seats(self.controller.open());
                }
                UiEffect::Retry => self.controller.retry(),
                UiEffect::Detach => {
                    self.controller.detach();
                    self.ui.detached();
                    self.ui.seats(self.controller.open());
                }
                UiEffect::Rename(name) => {
                    self.remember("name", name.as_str().into());
                    self.controller.rename(name);
                }
                UiEffect::Remember(key, value) => self.remember(key, value),
                UiEffect::ListGames => self.list_games(),
                UiEffect::OpenGame(game) => self.ui.open_game(*game),
                UiEffect::Review(game) => self.review_search = Some(game.begin()),
                UiEffect::Ring(words) => self.ring = Some(words),
                UiEffect::Bell => self.bell = true,
                UiEffect::Repaint => self.terminal.screen.repaint(),
                UiEffect::Suspend => self.terminal.suspend().await?,
                UiEffect::Quit => self.ui.quit(Exit::Fine),
            }
        }
        if !self.ui.awaits_review() {
            self.review_search = None;
        }
        Ok(())
    }

    fn look(&mut self, question: impl Future<Output = LinkAnswer> + Send + 'static) {
        self.looking = Some(tokio::spawn(question));
    }

    fn ask(&mut self, ask: Ask) -> Vec<UiEffect> {
        let id = ask.id.unwrap_or_default();
        match self.controller.ask(ask) {
            Ok(()) => Vec::new(),
            Err(Busy) => self.dropped(id),
        }
    }

    fn dropped(&mut self, id: u64) -> Vec<UiEffect> {
        self.ui.update(&Update::Dropped { id }, Instant::now())
    }

    fn remember(&mut self, key: &str, value: toml_edit::Value) {
        if let Err(error) = config::remember(&self.config, key, value) {
            let path = self.config.display();
            let detail = system_words(&self.text, &error);
            self.ui.complain(match key {
                "name" => say!(self.text, DISK_CONFIG, path, detail),
                _ => say!(self.text, SCREEN_SETTING, path, detail),
            });
        }
    }

    fn list_games(&mut self) {
        let entries = match self.archive.entries() {
            Ok(entries) => entries,
            Err(error) => return self.unread(&ReadFailure::Io(error)),
        };
        let (mut kept, mut former) = (Vec::new(), None);
        for entry in entries.into_iter().take(GAMES) {
            match store::read_file(&entry.path) {
                Ok(game) => kept.push(game),
                Err(why @ ReadFailure::Invalid(SavedGameError::Former)) => former = Some(why),
                Err(_) => {}
            }
        }
        self.ui.start.games(kept);
        if let Some(why) = former {
            self.unread(&why);
        }
    }

    /// Says why games of the folder where they are kept are not listed.
    fn unread(&mut self, why: &ReadFailure) {
        let folder = self.archive.folder().display().to_string();
        self.ui.complain(speech::unread(&self.text, &folder, why));
    }

    /// Draws attention, if anything has come that is worth it; on the desktop
    /// only when nobody is known to look here.
    pub(super) fn ring(&mut self) -> io::Result<()> {
        let (words, bell) = (self.ring.take(), std::mem::take(&mut self.bell));
        let settings = &self.ui.ui_settings;
        if settings.bell && (bell || words.is_some()) {
            self.terminal.screen.bell()?;
        }
        let chosen = settings.notify != Notify::Auto;
        let wanted = self.presence.wants_notification(chosen);
        let Some(words) = words.filter(|_| wanted) else {
            return Ok(());
        };
        let how = settings.notification(|name| std::env::var(name).unwrap_or_default());
        self.terminal.screen.notify(how, &words)
    }
}

//! Carries the interface's effects out: on the session, the disk and the terminal.

use std::{collections::VecDeque, io, path::Path};

use archive::{
    Flaw,
    fetch::fetch,
    store::{self, ReadFailure},
};
use frontend::speech;
use oxo_client::{
    http,
    session::{Ask, Busy, Update},
};
use sentences::{say, system_words};
use tokio::time::Instant;

use super::{LinkAnswer, Shell, effect::UiEffect, start::KeptGame, ui::GO, ui_settings::Notify};
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
                UiEffect::Look(address, room) => {
                    let ask = async move { http::invitation(&address, room).await };
                    let ask = async { LinkAnswer::Room(ask.await) };
                    self.looking = Some(tokio::spawn(ask));
                }
                UiEffect::OfferSeat(address, room, token) => {
                    self.ui.offer_seat(address, room, token);
                }
                UiEffect::Fetch(address, id) => {
                    let ask = async move {
                        let game = fetch(&address, id).await.map(Box::new);
                        LinkAnswer::Game(game.map_err(|why| (address, id, why)))
                    };
                    self.looking = Some(tokio::spawn(ask));
                }
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
                UiEffect::Rename(name) => self.rename(name),
                UiEffect::Remember(key, value) => self.remember(key, value),
                UiEffect::ListGames => self.list_games(),
                UiEffect::OpenGame(path) => self.open_game(&path),
                UiEffect::Review(game) => self.thinker = Some(game.begin()),
                UiEffect::Ring(words) => self.ring = Some(words),
                UiEffect::Bell => self.bell = true,
                UiEffect::Repaint => self.screen.repaint(),
                UiEffect::Suspend => self.screen.suspend(&mut self.continued).await?,
                UiEffect::Quit => self.over = Some(self.ui.farewell()),
            }
        }
        if !self.ui.awaits_review() {
            self.thinker = None;
        }
        Ok(())
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

    fn rename(&mut self, name: String) {
        if let Err(error) = config::remember(&self.config, "name", name.as_str()) {
            let path = self.config.display();
            let detail = system_words(&self.text, &error);
            let line = say!(self.text, DISK_CONFIG, path = path, detail = detail);
            self.ui.complain(line);
        }
        self.controller.rename(name);
    }

    fn remember(&mut self, key: &str, value: toml_edit::Value) {
        if let Err(error) = config::remember(&self.config, key, value) {
            let path = self.config.display();
            let detail = system_words(&self.text, &error);
            let line = say!(self.text, SCREEN_SETTING, path = path, detail = detail);
            self.ui.complain(line);
        }
    }

    fn list_games(&mut self) {
        let folder = self.archive.folder().to_owned();
        let entries = match self.archive.entries() {
            Ok(entries) => entries,
            Err(error) => return self.unread(&folder, &ReadFailure::Io(error)),
        };
        let (mut kept, mut former) = (Vec::new(), None);
        for entry in entries.into_iter().take(GAMES) {
            let path = entry.path;
            match store::read_file(&path) {
                Ok(game) => kept.push(KeptGame { path, game }),
                Err(why @ ReadFailure::Flaw(Flaw::Former)) => former = Some(why),
                Err(_) => {}
            }
        }
        self.ui.games(kept);
        if let Some(why) = former {
            self.unread(&folder, &why);
        }
    }

    fn open_game(&mut self, path: &Path) {
        match store::read_file(path) {
            Ok(game) => self.ui.open_game(game),
            Err(why) => self.unread(path, &why),
        }
    }

    fn unread(&mut self, path: &Path, why: &ReadFailure) {
        let path = path.display().to_string();
        self.ui.complain(speech::unread(&self.text, &path, why));
    }

    /// Draws attention, if anything has come that is worth it; on the desktop
    /// only when nobody is known to look here.
    pub(super) fn ring(&mut self) -> io::Result<()> {
        let (words, bell) = (self.ring.take(), std::mem::take(&mut self.bell));
        let look = self.ui.look();
        if look.bell && (bell || words.is_some()) {
            self.screen.bell()?;
        }
        let chosen = look.notify != Notify::Auto;
        let wanted = self.presence.wants_notification(chosen);
        let Some(words) = words.filter(|_| wanted) else {
            return Ok(());
        };
        let how = look.notification(|name| std::env::var(name).unwrap_or_default());
        self.screen.notify(how, &words)
    }
}

//! What the interface wishes, done.

use std::{collections::VecDeque, io, path::Path, time::Duration};

use game::notation::Layout;
use oxo_client::session::{Ask, Busy, Update};
use tokio::time::{Instant, timeout};

use super::{
    Shell,
    effect::{Effect, Setting},
    start::KeptGame,
    ui::GO,
};
use crate::{
    archive::{
        Flaw,
        review::Thinker,
        store::{self, ReadFailure},
    },
    config,
    key::say,
    speech,
};

/// The most games that are listed, the newest.
const GAMES: usize = 200;
/// How long it may take until this process is stopped once it asked for it.
/// Where no shell could bring it back it never is.
const STOPPING: Duration = Duration::from_millis(100);

impl Shell {
    /// Carries wishes out, and those that come of it.
    ///
    /// # Errors
    /// When the terminal cannot be written to or taken again.
    pub(super) async fn carry_out(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Ask(ask) => effects.extend(self.ask(ask)),
                Effect::Go(intent) => {
                    if let Err(sentence) = self.controller.go(intent) {
                        effects.extend(self.dropped(GO));
                        self.ui.complain(sentence);
                    }
                }
                Effect::Retry => self.controller.retry(),
                Effect::Detach => {
                    self.controller.detach();
                    self.ui.detached();
                    self.ui.seats(self.controller.open());
                }
                Effect::Rename(name) => self.rename(name),
                Effect::Remember(setting) => self.remember(setting),
                Effect::ListGames => self.list_games(),
                Effect::OpenGame(path) => self.open_game(&path),
                Effect::Review(game) => self.thinker = Some(Thinker::begin(game)),
                Effect::Ring(words) => self.ring = Some(words),
                Effect::Repaint => self.screen.repaint(),
                Effect::Suspend => self.suspend().await?,
                Effect::Quit => self.over = Some(self.ui.farewell()),
            }
        }
        if !self.ui.awaits_review() {
            self.thinker = None;
        }
        Ok(())
    }

    fn ask(&mut self, ask: Ask) -> Vec<Effect> {
        let id = ask.id.unwrap_or_default();
        match self.controller.ask(ask) {
            Ok(()) => Vec::new(),
            Err(Busy) => self.dropped(id),
        }
    }

    fn dropped(&mut self, id: u64) -> Vec<Effect> {
        self.ui.update(&Update::Dropped { id }, Instant::now())
    }

    fn rename(&mut self, name: String) {
        if let Err(error) = config::remember(&self.config, "name", name.as_str()) {
            let path = self.config.display();
            let line = say!(self.text, DISK_CONFIG, path = path, detail = error);
            self.ui.complain(line);
        }
        self.controller.rename(name);
    }

    fn remember(&mut self, setting: Setting) {
        let (key, value): (_, toml_edit::Value) = match setting {
            Setting::Keys(Layout::Keypad) => ("keys", "keypad".into()),
            Setting::Keys(Layout::Phone) => ("keys", "phone".into()),
            Setting::Digits(shown) => ("digits", shown.into()),
            Setting::Bell(rings) => ("bell", rings.into()),
            Setting::Notify(how) => ("notify", how.into()),
            Setting::Theme(name) => ("theme", name.into()),
            Setting::Language(tag) => ("language", tag.into()),
        };
        if let Err(error) = config::remember(&self.config, key, value) {
            let path = self.config.display();
            let line = say!(self.text, SCREEN_SETTING, path = path, detail = error);
            self.ui.complain(line);
        }
    }

    fn list_games(&mut self) {
        let entries = match self.archive.entries() {
            Ok(entries) => entries,
            Err(error) => {
                let folder = self.archive.folder().to_owned();
                return self.unread(&folder, &ReadFailure::Io(error));
            }
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
            let folder = self.archive.folder().to_owned();
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
        let Some(words) = self.ring.take() else {
            return Ok(());
        };
        let look = self.ui.look();
        if look.bell {
            self.screen.bell()?;
        }
        if self.focused {
            return Ok(());
        }
        self.screen.notify(look.notify, &words)
    }

    async fn suspend(&mut self) -> io::Result<()> {
        if self.screen.stop() {
            // In here the time stands still until somebody lets it go on.
            let _ = timeout(STOPPING, self.continued.wait()).await;
            self.screen.again()?;
        }
        Ok(())
    }
}

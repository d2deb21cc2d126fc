//! The greeting: `hello`, and `welcome` or why not.
//!
//! Knows nothing of rooms.

use std::sync::atomic::Ordering::Relaxed;

use protocol::{
    Accepted, Answer, Refusal, VERSIONS,
    frame::{Bye, Reason},
    name,
    reply::{ServerName, Welcome},
    request::Hello,
};

use super::Connection;

impl Connection {
    /// Answers `hello`.
    pub(super) fn greet(&mut self, id: u64, hello: &Hello) {
        let Some(version) = VERSIONS
            .iter()
            .copied()
            .find(|version| hello.versions.contains(version))
        else {
            self.reply(
                id,
                Answer::refused(Refusal::VersionUnsupported {
                    supported: VERSIONS.to_vec(),
                }),
            );
            let reason = Reason::VersionUnsupported;
            return self.end(
                Bye {
                    reason,
                    retry_in_ms: None,
                },
                reason.close_code(),
            );
        };
        match name::clean(&hello.name) {
            Err(why) => self.reply(id, Answer::refused(Refusal::BadName { why })),
            Ok(name) => {
                self.name = name;
                self.bot = hello.bot;
                self.handle.greeted.store(true, Relaxed);
                self.admission.greeted();
                let welcome = self.welcome(version);
                self.reply(id, Answer::Ok(Accepted::Welcome(Box::new(welcome))));
            }
        }
    }

    fn welcome(&self, version: u32) -> Welcome {
        Welcome {
            version,
            features: vec!["computer".into()],
            server: ServerName {
                name: self.state.options.server_name.clone(),
                version: env!("CARGO_PKG_VERSION").into(),
            },
            name: self.name.clone(),
            limits: (*self.state.limits).clone(),
            at_ms: self.state.clock.now_ms(),
            addresses: self.state.addresses(),
            promise: self.state.promise(),
            exhibition: self.state.rooms.exhibition(),
        }
    }
}

//! The greeting: `hello`, and `welcome` or why not.

use std::sync::atomic::Ordering::Relaxed;

use protocol::{
    Accepted, Answer, Refusal, VERSIONS,
    frame::Reason,
    name,
    reply::{ServerName, Welcome},
    request::Hello,
};

use super::{Connection, Phase, link::Link, session::Session};

impl Connection {
    /// Answers `hello`.
    pub(super) fn greet(&mut self, id: u64, hello: &Hello) {
        let Some(version) = VERSIONS
            .iter()
            .copied()
            .find(|version| hello.versions.contains(version))
        else {
            let supported = VERSIONS.to_vec();
            let why = Refusal::VersionUnsupported { supported };
            self.link.reply(id, Answer::refused(why));
            return self.close_for(Reason::VersionUnsupported);
        };
        match name::clean(&hello.name) {
            Err(reason) => {
                let why = Refusal::BadName { reason };
                self.link.reply(id, Answer::refused(why));
            }
            Ok(name) => {
                self.link.handle.greeted.store(true, Relaxed);
                self.link.admission.greeted();
                let welcome = welcome(&self.link, version, name.clone());
                self.phase = Phase::Open(Session::new(name, hello.bot));
                self.link
                    .reply(id, Answer::Ok(Accepted::Welcome(Box::new(welcome))));
            }
        }
    }
}

fn welcome(link: &Link, version: u32, name: Option<String>) -> Welcome {
    let state = &link.state;
    Welcome {
        version,
        features: vec!["computer".into()],
        server: ServerName {
            name: state.options.server_name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
        },
        name,
        limits: (*state.limits).clone(),
        at_ms: link.now_ms(),
        addresses: state.addresses(),
        promise: state.promise(),
        address: state.moved_to(),
        exhibition: state.rooms.exhibition(),
    }
}

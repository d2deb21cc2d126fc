//! The greeting: `hello`, and `welcome` or the refusal.

use protocol::{
    Accepted, Answer, Refusal, VERSIONS,
    frame::Reason,
    name,
    reply::{ServerName, Welcome},
    request::Hello,
};

use super::{Connection, Phase, context::ConnectionContext, session::ConnectionSession};
use crate::service::Service;

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
            self.context.reply(id, Answer::refused(why));
            return self.close_for(Reason::VersionUnsupported);
        };
        match name::clean(&hello.name) {
            Err(reason) => {
                let why = Refusal::BadName { reason };
                self.context.reply(id, Answer::refused(why));
            }
            Ok(name) => {
                self.context.service.greeted(&self.context.handle);
                self.context.admission.greeted();
                let welcome = welcome(&self.context, version, name.clone());
                let session = ConnectionSession::new(name, hello.bot);
                self.phase = match self.context.admission.is_in_doorway() {
                    true => Phase::Doorway(session),
                    false => Phase::Open(session),
                };
                self.context
                    .reply(id, Answer::Ok(Accepted::Welcome(Box::new(welcome))));
            }
        }
    }
}

/// Features that clients of version 1 may not know and this server has.
fn features(service: &Service) -> Vec<String> {
    let has_correspondence = service.limits.correspondence_rooms > 0;
    let correspondence = has_correspondence.then_some("correspondence");
    let push = (has_correspondence && service.rooms.sends_notifications()).then_some("push");
    let webhook = service.rooms.calls_webhooks().then_some("webhook");
    let always = [
        "computer",
        "analysis",
        "positions",
        "exact",
        "shared_seats",
        "openings",
    ];
    let features = always
        .into_iter()
        .chain(correspondence)
        .chain(push)
        .chain(webhook);
    features.map(str::to_owned).collect()
}

fn welcome(context: &ConnectionContext, version: u64, name: Option<String>) -> Welcome {
    let service = &context.service;
    Welcome {
        version,
        features: features(service),
        server: ServerName {
            name: service.facts.name(),
            version: env!("CARGO_PKG_VERSION").into(),
        },
        name,
        limits: (*service.limits).clone(),
        at_ms: context.now_ms(),
        addresses: service.facts.addresses(),
        promise: service.facts.promise(),
        address: service.facts.moved_to(),
        exhibition: service.rooms.exhibition(),
        notice: service.operator.notice(),
    }
}

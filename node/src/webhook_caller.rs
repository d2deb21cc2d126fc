//! Caller of webhooks that tell chats of games: JSON for programs, with a line of text that Discord, Slack and bridges to
//! Matrix show.

use std::{fmt::Display, sync::Arc};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use config::ServerOptions;
use connection::service::ServerFacts;
use futures::{FutureExt, future::BoxFuture};
use protocol::{
    Player, RoomCode, Rules, Seat, Webhook,
    event::{Over, Score, Turn},
    ids::BySeat,
    settings::ClockSetting,
};
use push::{Target, WebhookMessage};
use referee::ChatNews;
use rooms::{
    notifications::Delivery,
    webhooks::{WebhookCall, WebhookCaller},
};
use sentences::{Language, clock_left, language_for_tag, player_beside};
use serde::Serialize;

use crate::{
    facts::Facts,
    message_sender::{DeliveryCounters, MessageSender, delivery},
};

/// The one port of public addresses that is connected to.
const HTTPS_PORT: u16 = 443;

/// Calls the webhooks of rooms.
pub struct ChatCaller {
    sender: MessageSender,
    facts: Arc<Facts>,
    /// Number of calls since the start, by their outcomes.
    pub counters: Arc<DeliveryCounters>,
    /// Whether there are networks of the host's own in which any port may be called.
    has_networks: bool,
}

/// Body of a call.
#[derive(Serialize)]
struct ChatPayload<'a> {
    /// `game.begun`, `game.turn` or `game.over`.
    r#type: String,
    /// The line, as Slack and bridges to Matrix read it.
    text: &'a str,
    /// The same, as Discord reads it.
    content: &'a str,
    /// Nobody is called by name, whatever players are called.
    allowed_mentions: Mentions,
    data: Data<'a>,
}

#[derive(Serialize)]
struct Mentions {
    parse: [&'static str; 0],
}

#[derive(Serialize)]
struct Data<'a> {
    game: u32,
    rules: Rules,
    clock: ClockSetting,
    players: &'a BySeat<Option<Player>>,
    score: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Turn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'a Over>,
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<RoomCode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

impl ChatCaller {
    /// One as the options say; none where the host wants none.
    pub fn of(
        options: &ServerOptions,
        sender: &MessageSender,
        facts: &Arc<Facts>,
    ) -> Option<ChatCaller> {
        (!options.no_webhooks).then(|| ChatCaller {
            sender: sender.clone(),
            facts: Arc::clone(facts),
            counters: Arc::default(),
            has_networks: !options.push_network.is_empty(),
        })
    }
}

impl WebhookCaller for ChatCaller {
    fn objection(&self, webhook: &Webhook) -> Option<&'static str> {
        let Some(target) = Target::new(&webhook.url) else {
            return Some("must be an https address without user, password and fragment");
        };
        let may_be_asked = target.port() == HTTPS_PORT || self.has_networks;
        (!may_be_asked).then_some("must be at port 443")
    }

    fn call(&self, call: WebhookCall) -> BoxFuture<'static, Delivery> {
        let (sender, counters) = (self.sender.clone(), Arc::clone(&self.counters));
        let url = call.room.map(|room| self.facts.room_url(room));
        async move {
            let Webhook { url: to, key, .. } = &call.webhook;
            let (Some(to), Ok(key)) = (Target::new(to), BASE64.decode(key.reveal())) else {
                return Delivery::Refused;
            };
            let Some(sender) = sender.get().await else {
                return Delivery::Later(None);
            };
            let message = message(&call, url.as_deref());
            let outcome = sender.call(&to, &key, &message, call.now_ms).await;
            let delivery = delivery(to.host(), outcome);
            counters.note(delivery);
            delivery
        }
        .boxed()
    }
}

fn message(call: &WebhookCall, url: Option<&str>) -> WebhookMessage {
    let language = language_for_tag(&call.webhook.language).unwrap_or("en");
    let mut text = line(&Language::of(language), call);
    if let Some(url) = url {
        text = format!("{text} {url}");
    }
    let kind = match call.news {
        ChatNews::Begun => "begun",
        ChatNews::Turn => "turn",
        ChatNews::Over => "over",
    };
    let payload = ChatPayload {
        r#type: format!("game.{kind}"),
        text: &text,
        content: &text,
        allowed_mentions: Mentions { parse: [] },
        data: Data {
            game: call.game.number,
            rules: call.settings.rules,
            clock: call.settings.clock,
            players: &call.players,
            score: call.score,
            turn: call.game.turn,
            over: call.game.over.as_ref(),
            room: call.room,
            url,
        },
    };
    WebhookMessage {
        id: format!(
            "{:016x}-{}-{kind}-{}",
            call.id, call.game.number, call.number
        ),
        body: serde_json::to_vec(&payload).unwrap_or_default(),
    }
}

/// The line of text, in one language.
fn line(language: &Language, call: &WebhookCall) -> String {
    let name = |seat: Seat| match &call.players[seat] {
        Some(player) => {
            let beside = call.players[seat.other()].as_ref();
            unmarked(&player_beside(language, player, beside))
        }
        None => language.say("who.nobody", &[]),
    };
    let (game, rules) = (&call.game, call.settings.rules);
    if let (ChatNews::Over, Some(over)) = (call.news, &game.over) {
        return sentences::result(language, rules.line_rule(), over, None, name);
    }
    let turn = game.turn.as_ref();
    let seat = match call.news {
        ChatNews::Begun => Some(game.first(call.settings.opens)),
        ChatNews::Turn | ChatNews::Over => turn.map(|turn| turn.seat),
    };
    let seat = seat.unwrap_or(Seat::Host);
    let (name, other) = (name(seat), name(seat.other()));
    if call.news == ChatNews::Begun {
        let brief = sentences::brief_game(language, rules, call.settings.clock);
        let values: [(&str, &dyn Display); 3] =
            [("name", &name), ("other", &other), ("game", &brief)];
        return language.say("served.webhook.begun", &values);
    }
    let left_ms = turn.map(|turn| turn.due_ms.saturating_sub(call.now_ms));
    let left = left_ms.filter(|_| call.settings.clock.is_correspondence());
    match left {
        Some(ms) => {
            let time = clock_left(language, ms);
            let values: [(&str, &dyn Display); 3] =
                [("name", &name), ("other", &other), ("time", &time)];
            language.say("served.webhook.turn_left", &values)
        }
        None => language.say("served.webhook.turn", &[("name", &name), ("other", &other)]),
    }
}

/// A name without what chats take for markup, or for a call to everybody.
fn unmarked(name: &str) -> String {
    let plain = |letter: char| match letter {
        '@' => '＠',
        ':' => '：',
        '/' => '／',
        '#' => '＃',
        '\\' => '＼',
        '<' => '‹',
        '>' => '›',
        '&' => '＆',
        '*' => '∗',
        '_' => '＿',
        '`' => 'ˋ',
        '|' => '｜',
        '~' => '～',
        '[' => '［',
        ']' => '］',
        other => other,
    };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests;

//! Requests of a client. [`crate::parse`] reads them from frames.

use game::{Bounded, Cell, Rules};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use strict_json::{RawJson, present};
use strum::{EnumDiscriminants, VariantNames};

pub use crate::{
    choice::{AnyWord, CHOICES, Choice},
    command::{
        AnswerOffer, COMMANDS, Choose, Claim, Claimed, Command, CommandKind, InGame, MakeOffer,
        Move, SeatComputer, SeatRequest,
    },
};

use crate::{
    absent::is_default,
    ids::{BySeat, Computer, RoomCode, TicketId},
    now::Phrase,
    secret::Secret,
    settings::{ClockSetting, Settings, Watching},
    subscription::{PushSubscription, endpoint},
    webhook::Webhook,
};

/// A request with the number its reply will carry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// Chosen by the client; up to 2^53 − 1, so that every language can hold it.
    #[cfg_attr(feature = "schema", schemars(range(max = 9_007_199_254_740_991_u64)))]
    pub id: u64,
    /// The request itself.
    #[serde(flatten)]
    pub body: Body,
}

/// The kinds of request.
#[derive(Clone, Debug, PartialEq, Serialize, EnumDiscriminants)]
#[strum_discriminants(
    name(BodyKind),
    doc = "A request's type; `Seat`, the last, stands for those of [`CommandKind`].",
    allow(missing_docs),
    derive(VariantNames),
    strum(serialize_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// The first frame of a connection.
    Hello(Hello),
    /// Be matched with somebody who would play one of the same games.
    QuickMatch(QuickMatch),
    /// Play somebody who waits, by the public id of their ticket.
    Play(Play),
    /// Wait no longer.
    Cancel,
    /// Open a room and sit down as its host.
    CreateRoom(CreateRoom),
    /// Sit down in a room.
    JoinRoom(JoinRoom),
    /// Watch a room.
    WatchRoom(WatchRoom),
    /// Watch no longer.
    Unwatch,
    /// Open a room where two computers play, and watch it.
    Exhibit(Exhibit),
    /// Come back to one's seat.
    Resume(Resume),
    /// The move the computer would make in one's place, in a game against it.
    Hint,
    /// Go by another name.
    SetName(SetName),
    /// The worth of each move of a game.
    Review(ReviewGame),
    /// The best moves of a position.
    Analyse(AnalysePosition),
    /// Say one of the fixed phrases to the room.
    React(React),
    /// List who waits for anybody, rooms that wait for somebody and games that
    /// one may watch.
    Rooms(Rooms),
    /// Tell how it stands where these secrets hold a seat.
    Seats(Seats),
    /// Send notifications of one's turn to a device, at correspondence.
    Subscribe(Subscribe),
    /// Send them there no longer.
    Unsubscribe(Unsubscribe),
    /// Let another device take one's seat, too.
    ShareSeat(ShareSeat),
    /// Take a seat that its holder shares.
    TakeSeat(TakeSeat),
    /// Take the seat from every device but this one.
    UnshareSeat,
    /// Tell a chat of the room's games.
    SetWebhook(SetWebhook),
    /// Tell it no longer.
    RemoveWebhook,
    /// Answered by `pong` with the same `data`.
    Ping(Ping),
    /// Something a seat does.
    #[serde(untagged)]
    Seat(SeatRequest),
}

impl Body {
    /// Takes a seat up of which nothing is known but its secret.
    pub fn resume(room: RoomCode, secret: Secret) -> Body {
        Body::Resume(Resume {
            room,
            secret,
            last_seq: 0,
            yields: false,
        })
    }

    /// The secret that is new with it, and leads to a seat from then on.
    pub fn new_seat(&self) -> Option<&Secret> {
        match self {
            Body::CreateRoom(body) => Some(&body.secret),
            Body::JoinRoom(body) => Some(&body.secret),
            Body::QuickMatch(body) => Some(&body.secret),
            Body::Play(body) => Some(&body.secret),
            Body::TakeSeat(body) => Some(&body.secret),
            _ => None,
        }
    }
}

/// See [`Body::Hello`]. Unknown fields in it are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The versions the client speaks.
    pub versions: Vec<u64>,
    /// The client's own name and version, for the server's operator.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub client: String,
    /// The player's name; empty for a numbered guest.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Whether a program plays, not a person.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bot: bool,
}

/// See [`Body::QuickMatch`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuickMatch {
    /// The boards that will do; the classic one when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub boards: Choice<Rules>,
    /// The clocks that will do, but no correspondence: such a game waits in the list of rooms; only none when absent.
    #[serde(
        default,
        deserialize_with = "live_clocks",
        skip_serializing_if = "is_default"
    )]
    #[cfg_attr(
        feature = "schema",
        schemars(extend("not" = {
            "type": "array",
            "contains": { "properties": { "type": { "const": "correspondence" } }, "required": ["type"] }
        }))
    )]
    pub clocks: Choice<ClockSetting>,
    /// The secret of the seat to come.
    pub secret: Secret,
    /// Drawn once per process or page load, 8 to 64 characters: nobody is
    /// paired with the same key, and a newer ticket of a key replaces the older.
    #[serde(deserialize_with = "key")]
    #[cfg_attr(feature = "schema", schemars(length(min = 8, max = 64)))]
    pub key: String,
    /// Whether a program will do as the opponent too; not when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bots: bool,
    /// Whether the ticket stays out of the list of those who wait, so that
    /// nobody can answer it by `play`; it is in the list when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unseen: bool,
}

/// See [`Body::Play`]. A ticket of the same key, and one of the same
/// connection, makes way for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Play {
    /// Ticket that it answers.
    pub ticket: TicketId,
    /// The boards that will do; any that the other would play when absent.
    #[serde(
        default = "Choice::<Rules>::any",
        skip_serializing_if = "Choice::is_any"
    )]
    pub boards: Choice<Rules>,
    /// The clocks that will do, but no correspondence; any that the other would play when absent.
    #[serde(
        default = "Choice::<ClockSetting>::any",
        deserialize_with = "live_clocks",
        skip_serializing_if = "Choice::is_any"
    )]
    #[cfg_attr(
        feature = "schema",
        schemars(extend("not" = {
            "type": "array",
            "contains": { "properties": { "type": { "const": "correspondence" } }, "required": ["type"] }
        }))
    )]
    pub clocks: Choice<ClockSetting>,
    /// The secret of the seat to come.
    pub secret: Secret,
    /// As in `quick_match`.
    #[serde(deserialize_with = "key")]
    #[cfg_attr(feature = "schema", schemars(length(min = 8, max = 64)))]
    pub key: String,
}

/// Clocks of people who are there, and wait for each other.
fn live_clocks<'de, D: Deserializer<'de>>(from: D) -> Result<Choice<ClockSetting>, D::Error> {
    let clocks = Choice::<ClockSetting>::deserialize(from)?;
    match &clocks {
        Choice::OneOf(these) if these.iter().any(|clock| clock.is_correspondence()) => Err(
            D::Error::custom("must have no correspondence: open a room that is listed"),
        ),
        _ => Ok(clocks),
    }
}

fn key<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let key = String::deserialize(from)?;
    match (8..=64).contains(&key.chars().count()) {
        true => Ok(key),
        false => Err(D::Error::custom("must be text of 8 to 64 characters")),
    }
}

/// See [`Body::CreateRoom`]. An opening rule needs a board and a line that leave something to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend(
    "if" = {
        "properties": { "settings": { "properties": { "opening": { "enum": ["pie", "swap2"] } }, "required": ["opening"] } },
        "required": ["settings"]
    },
    "then" = {
        "properties": { "settings": {
            "properties": { "rules": { "properties": {
                "width": { "minimum": 5 }, "height": { "minimum": 5 }, "line": { "minimum": 4 }
            } } },
            "required": ["rules"]
        } }
    }
)))]
pub struct CreateRoom {
    /// Settings of its games; absent ones have their defaults.
    #[serde(default, skip_serializing_if = "is_default")]
    pub settings: Settings,
    /// The computer that sits down opposite at once, if one is to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Computer>,
    /// The secret of the host's seat.
    pub secret: Secret,
}

/// See [`Body::Exhibit`]. The host begins, then they take turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exhibit {
    /// Board and line; classic when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rules: Rules,
    /// The two.
    pub computers: BySeat<Computer>,
    /// Those who may watch, which cannot be nobody; everybody with the code when absent.
    #[serde(
        default,
        deserialize_with = "watched",
        skip_serializing_if = "is_default"
    )]
    #[cfg_attr(feature = "schema", schemars(extend("not" = { "const": "none" })))]
    pub watching: Watching,
}

fn watched<'de, D: Deserializer<'de>>(from: D) -> Result<Watching, D::Error> {
    match Watching::deserialize(from)? {
        Watching::None => Err(D::Error::unknown_variant("none", &["open", "link"])),
        watching => Ok(watching),
    }
}

/// See [`Body::JoinRoom`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JoinRoom {
    /// The room's code.
    pub room: RoomCode,
    /// The secret of the seat.
    pub secret: Secret,
}

/// See [`Body::WatchRoom`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchRoom {
    /// The room's code.
    pub room: RoomCode,
}

/// See [`Body::Resume`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Resume {
    /// The room's code as the client last knew it; the secret decides.
    pub room: RoomCode,
    /// The secret of the seat.
    pub secret: Secret,
    /// The last event the client has folded; 0 for none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub last_seq: u64,
    /// Whether the seat is left where another of its devices is connected to it; taken when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub yields: bool,
}

/// See [`Body::Review`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewGame {
    /// Board and line.
    pub rules: Rules,
    /// The cells in the order in which they were marked.
    pub moves: Vec<Cell>,
}

/// See [`Body::Analyse`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysePosition {
    /// Board and line.
    pub rules: Rules,
    /// The cells that were marked until then, in order.
    pub moves: Vec<Cell>,
    /// Number of moves that are wanted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub best: Bounded<1, 8, 3>,
    /// Number of positions that may be searched, while nobody else waits.
    #[serde(default, skip_serializing_if = "is_default")]
    pub positions: SearchedPositions,
}

/// Most positions that an `analyse` may search; when nothing is said as many as a review, which take a third of a second.
pub type SearchedPositions = Bounded<1_000, 1_000_000, 500_000>;

/// See [`Body::SetName`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetName {
    /// The new name; empty for a numbered guest.
    pub name: String,
}

/// See [`Body::React`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct React {
    /// The phrase.
    pub phrase: Phrase,
}

/// See [`Body::Rooms`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rooms {
    /// Where the page before ended; absent for the first page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<RoomCode>,
}

/// The most secrets of a [`Seats`].
pub const MOST_SEATS: usize = 20;

/// See [`Body::Seats`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seats {
    /// The secrets, 1 to [`MOST_SEATS`].
    #[serde(deserialize_with = "secrets")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 20)))]
    pub secrets: Vec<Secret>,
}

fn secrets<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Secret>, D::Error> {
    let secrets = Vec::deserialize(from)?;
    match (1..=MOST_SEATS).contains(&secrets.len()) {
        true => Ok(secrets),
        false => Err(D::Error::custom("must be a list of 1 to 20")),
    }
}

/// The most devices that hold one seat, and that get notifications of its turns. One more of the latter takes the
/// place of the oldest.
pub const MOST_DEVICES: usize = 4;

/// See [`Body::Subscribe`]. A device that subscribes again stays one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subscribe {
    /// Where the device takes them.
    pub subscription: Box<PushSubscription>,
}

/// See [`Body::Unsubscribe`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unsubscribe {
    /// The endpoint that the device subscribed with.
    #[serde(deserialize_with = "endpoint")]
    #[cfg_attr(
        feature = "schema",
        schemars(regex(pattern = r"^https://[!-~]+$"), length(max = 1024))
    )]
    pub endpoint: String,
}

/// See [`Body::ShareSeat`]. A newer token of the seat takes the place of the older.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareSeat {
    /// Drawn for this once, as a secret is. The server keeps its hash.
    pub token: Secret,
}

/// See [`Body::TakeSeat`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeSeat {
    /// The room's code.
    pub room: RoomCode,
    /// The token with which the seat is shared.
    pub token: Secret,
    /// The secret with which this device comes back to it.
    pub secret: Secret,
}

/// See [`Body::SetWebhook`]. It takes the place of the room's present one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetWebhook {
    /// Where the chat takes it.
    pub webhook: Box<Webhook>,
}

/// See [`Body::Ping`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ping {
    /// Comes back as it is.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub data: Option<RawJson>,
}

//! Requests about the devices of a seat: which hold it, and which get notifications of its turns.

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::{
    ids::RoomCode,
    secret::Secret,
    subscription::{PushSubscription, endpoint},
};

/// The most secrets of a [`Seats`].
pub const MOST_SEATS: usize = 20;

/// The body of `seats`.
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

/// The body of `subscribe`. A device that subscribes again stays one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subscribe {
    /// Where the device takes them.
    pub subscription: Box<PushSubscription>,
}

/// The body of `unsubscribe`.
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

/// The body of `share_seat`. A newer token of the seat takes the place of the older.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareSeat {
    /// Drawn for this once, as a secret is. The server keeps its hash.
    pub token: Secret,
}

/// The body of `take_seat`.
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

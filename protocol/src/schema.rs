//! JSON Schema of the types that travel as text: a pattern for what a server reads,
//! and one for what it sends.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{GameId, RoomCode, Secret, ids::TicketId};

macro_rules! travel_as_text {
    ($($type:ident: $read:literal, $sent:literal;)*) => {$(
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let pattern = match generator.contract().is_deserialize() {
                    true => $read,
                    false => $sent,
                };
                json_schema!({ "type": "string", "pattern": pattern })
            }
        }
    )*};
}

travel_as_text! {
    RoomCode: "^[ -]*([2-9A-HJ-NP-Za-hj-np-z][ -]*){8}$", "^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$";
    TicketId: "^[2-9A-HJ-NP-Za-hj-np-z]{13}$", "^[2-9a-hj-np-z]{13}$";
    GameId: "^[2-9A-HJ-NP-Za-hj-np-z]{26}$", "^[2-9a-hj-np-z]{26}$";
    // 16 to 48 bytes in base64url: the last letter has no bits to spare.
    Secret: "^([A-Za-z0-9_-]{4}){5,15}([A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]|[A-Za-z0-9_-]{4})$", "";
}

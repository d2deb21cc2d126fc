//! A name for every variant of what is sent. The matches have no other arm, so
//! a new variant does not compile before it stands in a list here, and the
//! lists are compared with the document.

use protocol::{
    Accepted, Command, Event, Frame, Refusal, frame::Reason, name::BadName, request::Body,
};

macro_rules! kinds {
    ($list:ident, $of:ident, $type:ty, $count:literal: $($pattern:pat => $name:literal,)*) => {
        pub const $list: [&str; $count] = [$($name,)*];
        pub fn $of(value: &$type) -> &'static str {
            match value { $($pattern => $name,)* }
        }
    };
}

kinds! { PLAIN, of_plain, Body, 26:
    Body::Hello(_) => "hello",
    Body::QuickMatch(_) => "quick_match",
    Body::Play(_) => "play",
    Body::Cancel => "cancel",
    Body::CreateRoom(_) => "create_room",
    Body::JoinRoom(_) => "join_room",
    Body::WatchRoom(_) => "watch_room",
    Body::Exhibit(_) => "exhibit",
    Body::Hint => "hint",
    Body::Review(_) => "review",
    Body::Analyse(_) => "analyse",
    Body::Unwatch => "unwatch",
    Body::Resume(_) => "resume",
    Body::SetName(_) => "set_name",
    Body::React(_) => "react",
    Body::Rooms(_) => "rooms",
    Body::Seats(_) => "seats",
    Body::Subscribe(_) => "subscribe",
    Body::Unsubscribe(_) => "unsubscribe",
    Body::ShareSeat(_) => "share_seat",
    Body::TakeSeat(_) => "take_seat",
    Body::UnshareSeat => "unshare_seat",
    Body::SetWebhook(_) => "set_webhook",
    Body::RemoveWebhook => "remove_webhook",
    Body::Ping(_) => "ping",
    Body::Seat(_) => "",
}

kinds! { SEAT, of_command, Command, 11:
    Command::Move(_) => "move",
    Command::Choose(_) => "choose",
    Command::Resign(_) => "resign",
    Command::Abort(_) => "abort",
    Command::Claim(_) => "claim",
    Command::Leave => "leave",
    Command::Offer(_) => "offer",
    Command::Accept(_) => "accept",
    Command::Decline(_) => "decline",
    Command::RemoveGuest => "remove_guest",
    Command::SeatComputer(_) => "seat_computer",
}

/// Those of no seat; a seat's have names of their own.
const SEATLESS: usize = PLAIN.len() - 1;

pub const REQUESTS: [&str; SEATLESS + SEAT.len()] = {
    let mut all = [""; SEATLESS + SEAT.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = match i < SEATLESS {
            true => PLAIN[i],
            false => SEAT[i - SEATLESS],
        };
        i += 1;
    }
    all
};

pub fn of_request(body: &Body) -> &'static str {
    match body {
        Body::Seat(request) => of_command(&request.command),
        body => of_plain(body),
    }
}

kinds! { FRAMES, of_frame, Frame, 15:
    Frame::Reply(_) => "reply",
    Frame::Event(_) => "(event)",
    Frame::Saving(_) => "saving",
    Frame::Room(_) => "room",
    Frame::Now(_) => "now",
    Frame::Queue(_) => "queue",
    Frame::Unqueued { .. } => "unqueued",
    Frame::Matched(_) => "matched",
    Frame::Superseded { .. } => "superseded",
    Frame::Dismissed { .. } => "dismissed",
    Frame::Pong(_) => "pong",
    Frame::Notice(_) => "notice",
    Frame::Bye(_) => "bye",
    Frame::Error(_) => "error",
    Frame::Unknown => "unknown",
}

kinds! { EVENTS, of_event, Event, 17:
    Event::Created { .. } => "created",
    Event::Joined { .. } => "joined",
    Event::Started { .. } => "started",
    Event::Moved { .. } => "moved",
    Event::Chosen { .. } => "chosen",
    Event::Finished { .. } => "finished",
    Event::TakenBack { .. } => "taken_back",
    Event::Offered { .. } => "offered",
    Event::OfferClosed { .. } => "offer_closed",
    Event::Lost { .. } => "lost",
    Event::Returned { .. } => "returned",
    Event::Left { .. } => "left",
    Event::Removed { .. } => "removed",
    Event::Renamed { .. } => "renamed",
    Event::Away { .. } => "away",
    Event::Ended { .. } => "ended",
    Event::Unknown => "unknown",
}

kinds! { REPLIES, of_reply, Accepted, 33:
    Accepted::Welcome(_) => "welcome",
    Accepted::Queued { .. } => "queued",
    Accepted::Cancelled => "cancelled",
    Accepted::Created(_) => "created",
    Accepted::Joined(_) => "joined",
    Accepted::Watching { .. } => "watching",
    Accepted::Unwatched => "unwatched",
    Accepted::Resumed(_) => "resumed",
    Accepted::Named { .. } => "named",
    Accepted::Hint { .. } => "hint",
    Accepted::Review(_) => "review",
    Accepted::Analysis(_) => "analysis",
    Accepted::Reacted => "reacted",
    Accepted::Rooms { .. } => "rooms",
    Accepted::Seats { .. } => "seats",
    Accepted::Subscribed => "subscribed",
    Accepted::Unsubscribed => "unsubscribed",
    Accepted::SeatShared { .. } => "seat_shared",
    Accepted::SeatTaken(_) => "seat_taken",
    Accepted::SeatUnshared { .. } => "seat_unshared",
    Accepted::WebhookSet => "webhook_set",
    Accepted::WebhookRemoved => "webhook_removed",
    Accepted::Moved { .. } => "moved",
    Accepted::Chosen { .. } => "chosen",
    Accepted::Resigned { .. } => "resigned",
    Accepted::Aborted { .. } => "aborted",
    Accepted::Claimed { .. } => "claimed",
    Accepted::Left { .. } => "left",
    Accepted::Offered { .. } => "offered",
    Accepted::Accepted { .. } => "accepted",
    Accepted::Declined { .. } => "declined",
    Accepted::Removed { .. } => "removed",
    Accepted::ComputerSeated { .. } => "computer_seated",
}

pub const REASONS: [Reason; 11] = [
    Reason::Restarting,
    Reason::DiskFailed,
    Reason::HelloTimeout,
    Reason::VersionUnsupported,
    Reason::Full,
    Reason::Silent,
    Reason::Flood,
    Reason::Malformed,
    Reason::BadFrame,
    Reason::Blocked,
    Reason::Internal,
];

/// Does not compile with a reason that is missing above.
pub fn known_reason(reason: Reason) {
    match reason {
        Reason::Restarting
        | Reason::DiskFailed
        | Reason::HelloTimeout
        | Reason::VersionUnsupported
        | Reason::Full
        | Reason::Silent
        | Reason::Flood
        | Reason::Malformed
        | Reason::BadFrame
        | Reason::Blocked
        | Reason::Internal => {}
    }
}

macro_rules! refusals {
    ($($name:literal: $variant:ident $({ $($field:ident: $value:expr),* })?,)*) => {
        /// One of each.
        pub fn every_refusal() -> Vec<Refusal> {
            vec![$(Refusal::$variant $({ $($field: $value),* })?,)*]
        }
        pub fn of_refusal(refusal: &Refusal) -> &'static str {
            match refusal { $(Refusal::$variant { .. } => $name,)* }
        }
    };
}

refusals! {
    "bad_message": BadMessage { detail: String::new() },
    "unknown_type": UnknownType { got: String::new() },
    "unknown_field": UnknownField { field: String::new() },
    "bad_field": BadField { field: String::new(), detail: String::new() },
    "hello_first": HelloFirst,
    "already_greeted": AlreadyGreeted,
    "version_unsupported": VersionUnsupported { supported: vec![1] },
    "too_fast": TooFast { retry_in_ms: 1 },
    "unavailable": Unavailable { retry_in_ms: 1 },
    "shutting_down": ShuttingDown,
    "room_damaged": RoomDamaged,
    "internal": Internal,
    "bad_name": BadName { reason: BadName::TooLong },
    "name_during_game": NameDuringGame,
    "no_such_room": NoSuchRoom,
    "room_full": RoomFull { may_watch: true },
    "watching_full": WatchingFull,
    "already_seated": AlreadySeated { room: protocol::RoomCode::from_bits(0) },
    "not_in_room": NotInRoom,
    "not_seated": NotSeated,
    "superseded": Superseded,
    "too_many_rooms": TooManyRooms { of: protocol::refusal::LimitOf::Server },
    "rooms_too_fast": RoomsTooFast { retry_in_ms: 1 },
    "joins_too_fast": JoinsTooFast { retry_in_ms: 1 },
    "not_queued": NotQueued,
    "cannot_play": CannotPlay { reason: protocol::refusal::CannotPlay::Gone },
    "too_many_computers": TooManyComputers { of: protocol::refusal::LimitOf::Address },
    "no_notifications": NoNotifications,
    "no_shared_seat": NoSharedSeat,
    "too_many_devices": TooManyDevices,
    "no_webhooks": NoWebhooks,
    "no_hint": NoHint,
    "out_of_order": OutOfOrder { expected: 1 },
    "no_game": NoGame,
    "game_running": GameRunning,
    "stale": Stale { game: 1, ply: 0 },
    "not_your_turn": NotYourTurn,
    "cell_outside": CellOutside { cell: 9, cells: 9 },
    "cell_taken": CellTaken { cell: 4 },
    "too_late_to_abort": TooLateToAbort,
    "opponent_present": OpponentPresent,
    "grace_running": GraceRunning { deadline_ms: 1 },
    "claim_on_your_turn": ClaimOnYourTurn,
    "lines_open": LinesOpen,
    "no_opponent": NoOpponent,
    "offer_open": OfferOpen { offer: 1 },
    "no_such_offer": NoSuchOffer,
    "own_offer": OwnOffer,
    "offer_cooldown": OfferCooldown { again_ms: 1 },
    "bad_takeback": BadTakeback { ply: 0 },
    "not_host": NotHost,
    "guest_has_moved": GuestHasMoved,
}

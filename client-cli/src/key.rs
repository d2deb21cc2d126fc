//! Every sentence's key, with the parameters that it is said with.
//!
//! Knows nothing of any language. Tests hold that each key has a sentence in
//! every catalogue and is said somewhere.

use crate::locale::Key;

macro_rules! keys {
    ($($ident:ident = $name:literal ($($param:ident),*);)*) => {
        $(pub(crate) const $ident: Key = Key {
            name: $name,
            params: &[$(stringify!($param)),*],
        };)*
        /// All of them.
        #[cfg(test)]
        pub(crate) const ALL: &[Key] = &[$($ident),*];
        /// What the code calls them, in the same order.
        #[cfg(test)]
        pub(crate) const IDENTS: &[&str] = &[$(stringify!($ident)),*];
    };
}

/// Says a sentence of a catalogue: `say!(text, RETURNED_OTHER, name = who)`.
macro_rules! say {
    ($text:expr, $key:ident $(, $param:ident = $value:expr)* $(,)?) => {
        $text.say($crate::key::$key, &[$((stringify!($param), &$value as &dyn std::fmt::Display)),*])
    };
}
pub(crate) use say;

keys! {
    // Events.
    CREATED_YOU = "event.created.you" ();
    CREATED_OTHER = "event.created.other" (name);
    JOINED_YOU = "event.joined.you" ();
    JOINED_OTHER = "event.joined.other" (name);
    STARTED_FIRST = "event.started.first" (game);
    STARTED_SECOND = "event.started.second" (game, name);
    STARTED_WATCHED = "event.started.watched" (game, o, x);
    MOVED_YOU = "event.moved.you" (cell, mark);
    MOVED_OTHER = "event.moved.other" (cell, mark, name);
    TAKEN_BACK_YOU = "event.taken_back.you" (count);
    TAKEN_BACK_OTHER = "event.taken_back.other" (count, name);
    OFFERED_DRAW_YOU = "event.offered.draw.you" ();
    OFFERED_DRAW_OTHER = "event.offered.draw.other" (name);
    OFFERED_TAKEBACK_YOU = "event.offered.takeback.you" (ply);
    OFFERED_TAKEBACK_OTHER = "event.offered.takeback.other" (name, ply);
    OFFERED_REMATCH_YOU = "event.offered.rematch.you" ();
    OFFERED_REMATCH_OTHER = "event.offered.rematch.other" (name);
    OFFERED_RESTART_YOU = "event.offered.restart.you" ();
    OFFERED_RESTART_OTHER = "event.offered.restart.other" (name);
    DECLINED_YOU = "event.declined.you" ();
    DECLINED_OTHER = "event.declined.other" (name);
    EXPIRED = "event.expired" ();
    LOST_LINK_YOU = "event.lost.link.you" ();
    LOST_LINK_OTHER = "event.lost.link.other" (name);
    LOST_LEFT_YOU = "event.lost.left.you" ();
    LOST_LEFT_OTHER = "event.lost.left.other" (name);
    LOST_RESTART_YOU = "event.lost.restart.you" ();
    LOST_RESTART_OTHER = "event.lost.restart.other" (name);
    LOST_GRACE = "event.lost.grace" (count);
    RETURNED_YOU = "event.returned.you" ();
    RETURNED_OTHER = "event.returned.other" (name);
    LEFT_YOU = "event.left.you" ();
    LEFT_OTHER = "event.left.other" (name);
    REMOVED = "event.removed" (room);
    RENAMED_YOU = "event.renamed.you" (name);
    RENAMED_OTHER = "event.renamed.other" (before, name);
    AWAY = "event.away" (count);
    ENDED_LEFT = "event.ended.left" ();
    ENDED_EMPTY = "event.ended.empty" ();
    ENDED_AGE = "event.ended.age" ();
    UNKNOWN = "event.unknown" ();
    // How games end.
    OVER_LINE_WON = "over.line.won" ();
    OVER_LINE_LOST = "over.line.lost" (winner);
    OVER_LINE_WATCHED = "over.line.watched" (winner);
    OVER_RESIGNED_WON = "over.resigned.won" (loser);
    OVER_RESIGNED_LOST = "over.resigned.lost" (winner);
    OVER_RESIGNED_WATCHED = "over.resigned.watched" (loser, winner);
    OVER_FLAG_WON = "over.flag.won" (loser);
    OVER_FLAG_LOST = "over.flag.lost" (winner);
    OVER_FLAG_WATCHED = "over.flag.watched" (loser, winner);
    OVER_IDLE_WON = "over.idle.won" (loser);
    OVER_IDLE_LOST = "over.idle.lost" (winner);
    OVER_IDLE_WATCHED = "over.idle.watched" (loser, winner);
    OVER_CLAIMED_WIN_WON = "over.claimed_win.won" (loser);
    OVER_CLAIMED_WIN_LOST = "over.claimed_win.lost" (winner);
    OVER_CLAIMED_WIN_WATCHED = "over.claimed_win.watched" (loser, winner);
    OVER_WON_OTHERWISE = "over.won.otherwise" (winner);
    OVER_FULL = "over.full" ();
    OVER_AGREED = "over.agreed" ();
    OVER_DEAD = "over.dead" ();
    OVER_CLAIMED_DRAW = "over.claimed_draw" ();
    OVER_CALLED_OFF = "over.called_off" ();
    OVER_NO_FIRST_MOVE = "over.no_first_move" ();
    OVER_RESTARTED = "over.restarted" ();
    OVER_ROOM_ENDED = "over.room_ended" ();
    OVER_OTHERWISE = "over.otherwise" ();
    OVER_KEPT = "over.kept" (id);
    SCORE = "score" (draws, guest, guest_won, host, host_won);
    // Who.
    WHO_GUEST = "who.guest" (number);
    WHO_NOBODY = "who.nobody" ();
    WHO_YOU = "who.you" (name);
    WHO_SEAT_HOST = "who.seat.host" (name);
    WHO_SEAT_GUEST = "who.seat.guest" (name);
    WHO_SEAT_FREE = "who.seat.free" ();
    WHO_AWAY = "who.away" (name);
    SPECTATORS = "spectators" (count);
    // Refusals.
    REFUSAL_BAD_MESSAGE = "refusal.bad_message" (detail);
    REFUSAL_UNKNOWN_TYPE = "refusal.unknown_type" (got);
    REFUSAL_UNKNOWN_FIELD = "refusal.unknown_field" (field);
    REFUSAL_BAD_FIELD = "refusal.bad_field" (detail, field);
    REFUSAL_HELLO_FIRST = "refusal.hello_first" ();
    REFUSAL_ALREADY_GREETED = "refusal.already_greeted" ();
    REFUSAL_VERSION_UNSUPPORTED = "refusal.version_unsupported" (ours, supported);
    REFUSAL_TOO_FAST = "refusal.too_fast" (count);
    REFUSAL_UNAVAILABLE = "refusal.unavailable" (count);
    REFUSAL_SHUTTING_DOWN = "refusal.shutting_down" ();
    REFUSAL_ROOM_DAMAGED = "refusal.room_damaged" ();
    REFUSAL_INTERNAL = "refusal.internal" ();
    REFUSAL_BAD_NAME_TOO_LONG = "refusal.bad_name.too_long" ();
    REFUSAL_BAD_NAME_CHARACTERS = "refusal.bad_name.characters" ();
    REFUSAL_BAD_NAME_MARKS = "refusal.bad_name.marks" ();
    REFUSAL_NAME_DURING_GAME = "refusal.name_during_game" ();
    REFUSAL_BAD_CLOCK = "refusal.bad_clock" (detail);
    REFUSAL_NO_SUCH_ROOM = "refusal.no_such_room" ();
    REFUSAL_ROOM_FULL_WATCH = "refusal.room_full.watch" ();
    REFUSAL_ROOM_FULL_CLOSED = "refusal.room_full.closed" ();
    REFUSAL_WATCHING_FULL = "refusal.watching_full" ();
    REFUSAL_ALREADY_SEATED = "refusal.already_seated" (room);
    REFUSAL_NOT_IN_ROOM = "refusal.not_in_room" ();
    REFUSAL_NOT_SEATED = "refusal.not_seated" ();
    REFUSAL_SUPERSEDED = "refusal.superseded" ();
    REFUSAL_TOO_MANY_ROOMS = "refusal.too_many_rooms" ();
    REFUSAL_ROOMS_TOO_FAST = "refusal.rooms_too_fast" (count);
    REFUSAL_JOINS_TOO_FAST = "refusal.joins_too_fast" (count);
    REFUSAL_NOT_QUEUED = "refusal.not_queued" ();
    REFUSAL_OUT_OF_ORDER = "refusal.out_of_order" (expected);
    REFUSAL_NO_GAME = "refusal.no_game" ();
    REFUSAL_GAME_RUNNING = "refusal.game_running" ();
    REFUSAL_STALE = "refusal.stale" ();
    REFUSAL_NOT_YOUR_TURN = "refusal.not_your_turn" ();
    REFUSAL_CELL_OUTSIDE = "refusal.cell_outside" (count);
    REFUSAL_CELL_TAKEN = "refusal.cell_taken" (cell);
    REFUSAL_TOO_LATE_TO_ABORT = "refusal.too_late_to_abort" ();
    REFUSAL_OPPONENT_PRESENT = "refusal.opponent_present" ();
    REFUSAL_GRACE_RUNNING = "refusal.grace_running" (count);
    REFUSAL_CLAIM_ON_YOUR_TURN = "refusal.claim_on_your_turn" ();
    REFUSAL_LINES_OPEN = "refusal.lines_open" ();
    REFUSAL_NO_OPPONENT = "refusal.no_opponent" ();
    REFUSAL_OFFER_OPEN = "refusal.offer_open" ();
    REFUSAL_NO_SUCH_OFFER = "refusal.no_such_offer" ();
    REFUSAL_OWN_OFFER = "refusal.own_offer" ();
    REFUSAL_OFFER_COOLDOWN = "refusal.offer_cooldown" (count);
    REFUSAL_BAD_TAKEBACK = "refusal.bad_takeback" (count);
    REFUSAL_NOT_HOST = "refusal.not_host" ();
    REFUSAL_GUEST_HAS_MOVED = "refusal.guest_has_moved" ();
    // The link.
    LINK_UP_DISK = "link.up.disk" (server);
    LINK_UP_MEMORY = "link.up.memory" (server);
    LINK_LOST = "link.lost" ();
    LINK_LOST_SEAT = "link.lost.seat" (count);
    LINK_LOST_BYE = "link.lost.bye" (reason);
    LINK_COUNT = "link.count" (count, left);
    LINK_OVERDUE = "link.overdue" ();
    LINK_STILL = "link.still" (seconds);
    LINK_BACK = "link.back" ();
    LINK_DOWN = "link.down" ();
    LINK_DROPPED = "link.dropped" ();
    LINK_UNKNOWN_HOST = "link.unknown_host" (address);
    LINK_REFUSED = "link.refused" (address);
    LINK_TIMEOUT = "link.timeout" (address);
    LINK_BROKEN = "link.broken" (address);
    LINK_NOT_OXO = "link.not_oxo" (address);
    LINK_NOT_OXO_STATUS = "link.not_oxo.status" (address, status);
    LINK_TLS = "link.tls" (address, detail);
    LINK_VERSION = "link.version" (address, ours, supported);
    LINK_SUPERSEDED = "link.superseded" ();
    LINK_GONE = "link.gone" ();
    LINK_DISMISSED = "link.dismissed" ();
    BYE_RESTARTING = "bye.restarting" ();
    BYE_DISK_FAILED = "bye.disk_failed" ();
    BYE_HELLO_TIMEOUT = "bye.hello_timeout" ();
    BYE_VERSION = "bye.version" ();
    BYE_SILENT = "bye.silent" ();
    BYE_FLOOD = "bye.flood" ();
    BYE_MALFORMED = "bye.malformed" ();
    BYE_BAD_FRAME = "bye.bad_frame" ();
    BYE_INTERNAL = "bye.internal" ();
    // Waiting.
    QUEUE_WAITING = "queue.waiting" (count);
    QUEUE_WAIT = "queue.wait" (count);
    QUEUE_REPLACED = "queue.replaced" ();
    QUEUE_UNANSWERED = "queue.unanswered" ();
    QUEUE_FAILED = "queue.failed" ();
    QUEUE_MATCHED = "queue.matched" ();
    ROOM_CREATED = "room.created" (room);
    ROOM_JOIN_LINE = "room.join_line" (url);
    ROOM_WAITING = "room.waiting" ();
    ROOM_JOINED = "room.joined" (room);
    ROOM_WATCHING = "room.watching" (room);
    ROOM_RULES = "room.rules" (clock, height, line, width);
    CLOCK_NONE = "clock.none" ();
    CLOCK_PER_MOVE = "clock.per_move" (time);
    CLOCK_TOTAL = "clock.total" (increment, initial);
    ROOMS_NONE = "rooms.none" ();
    ROOMS_WAITING = "rooms.waiting" (clock, players, room, rules);
    ROOMS_PLAYING = "rooms.playing" (clock, players, room, rules);
    ROOMS_AND = "rooms.and" (first, second);
    // At the table.
    TABLE_YOUR_TURN = "table.your_turn" (mark);
    TABLE_CELLS = "table.cells" (example);
    TABLE_CELLS_DIGITS = "table.cells_digits" (example);
    TABLE_THEIR_TURN = "table.their_turn" (name);
    TABLE_SENT = "table.sent" ();
    TABLE_ANSWER = "table.answer" ();
    TABLE_AGAIN = "table.again" ();
    TABLE_DEAD = "table.dead" ();
    TABLE_MAY_CLAIM = "table.may_claim" (name);
    TABLE_SAID_YOU = "table.said.you" (phrase);
    TABLE_SAID_OTHER = "table.said.other" (name, phrase);
    TABLE_CLOCKS = "table.clocks" (guest, guest_time, host, host_time);
    TABLE_NO_CLOCKS = "table.no_clocks" ();
    TABLE_MOVE_DUE = "table.move_due" (name, time);
    TABLE_NO_BOARD = "table.no_board" ();
    TABLE_BOARD = "table.board" (mark, ply);
    TABLE_BOARD_OVER = "table.board_over" (ply);
    PHRASE_HELLO = "phrase.hello" ();
    PHRASE_GOOD_LUCK = "phrase.good_luck" ();
    PHRASE_WELL_PLAYED = "phrase.well_played" ();
    PHRASE_THANKS = "phrase.thanks" ();
    PHRASE_OOPS = "phrase.oops" ();
    PHRASE_ONE_MORE = "phrase.one_more" ();
    PHRASE_MUST_GO = "phrase.must_go" ();
    PHRASE_GOODBYE = "phrase.goodbye" ();
    // Typed.
    TYPED_UNKNOWN = "typed.unknown" (example, text);
    TYPED_OUTSIDE = "typed.outside" (last, text);
    TYPED_DIGITS = "typed.digits" (example);
    TYPED_TAKEN = "typed.taken" (cell, free);
    TYPED_TAKEN_MANY = "typed.taken_many" (cell);
    TYPED_NOT_YOUR_TURN = "typed.not_your_turn" (name);
    TYPED_NO_GAME = "typed.no_game" ();
    TYPED_NO_OFFER = "typed.no_offer" ();
    TYPED_OWN_OFFER = "typed.own_offer" ();
    TYPED_WATCHING = "typed.watching" ();
    TYPED_TAKEBACK = "typed.takeback" (most);
    TYPED_CLAIM = "typed.claim" ();
    TYPED_NAME = "typed.name" ();
    TYPED_SAY = "typed.say" (phrases);
    TYPED_PENDING = "typed.pending" ();
    TYPED_NO_ROOM = "typed.no_room" ();
    HELP_PLAYER = "help.player" ();
    HELP_WATCHER = "help.watcher" ();
    // Finished games.
    GAMES_NONE = "games.none" ();
    GAMES_OWN = "games.own" (name, room, score);
    GAMES_WATCHED = "games.watched" (players, room, score);
    GAMES_GAME = "games.game" (count, handle, result, time);
    GAMES_GAME_RULES = "games.game.rules" (count, handle, result, rules, time);
    GAMES_SEVERAL = "games.several" (names, text);
    GAMES_UNKNOWN = "games.unknown" (text);
    GAMES_NOT_KEPT = "games.not_kept" (address, id);
    FLAW_IO = "games.flaw.io" (detail, what);
    FLAW_TOO_LARGE = "games.flaw.too_large" (what);
    FLAW_NOT_A_RECORD = "games.flaw.not_a_record" (what);
    FLAW_NEWER = "games.flaw.newer" (format, what);
    FLAW_UNFINISHED = "games.flaw.unfinished" (what);
    FLAW_MOVE = "games.flaw.move" (number, what);
    FLAW_RESULT = "games.flaw.result" (what);
    FORGET_NAME = "forget.name" (address, id);
    FORGET_GAME = "forget.game" (address, id);
    FORGET_REFUSED = "forget.refused" (address, id);
    FORGET_NO_KEY = "forget.no_key" (id);
    FORGET_ONLY_HERE = "forget.only_here" ();
    FORGET_COPY = "forget.copy" ();
    FORGET_NO_COPY = "forget.no_copy" ();
    REPLAY_HEADING = "replay.heading" (game, o, room, time, x);
    REPLAY_BEGIN = "replay.begin" (count);
    REPLAY_MOVE = "replay.move" (cell, mark, name, number, of, time);
    REPLAY_KEYS = "replay.keys" ();
    REPLAY_START = "replay.start" ();
    REPLAY_END = "replay.end" ();
    REPLAY_OUTSIDE = "replay.outside" (most);
    REPLAY_UNKNOWN = "replay.unknown" (text);
    REPLAY_STOPPED = "replay.stopped" ();
    // Beginning and end.
    ASK_NAME = "ask.name" ();
    ASK_RESUME = "ask.resume" (room);
    ASK_WHICH = "ask.which" (count);
    ASK_SEAT = "ask.seat" (address, number, room);
    RESUME_NONE = "resume.none" ();
    RESUME_GONE = "resume.gone" (room);
    END_KEPT = "end.kept" ();
    END_THANKS = "end.thanks" ();
    END_BYE = "end.bye" ();
    // Mistakes on the command line and on disk.
    USAGE_ADDRESS_EMPTY = "usage.address.empty" ();
    USAGE_ADDRESS_UNREADABLE = "usage.address.unreadable" (text);
    USAGE_ADDRESS_SCHEME = "usage.address.scheme" (text);
    USAGE_ADDRESS_CREDENTIALS = "usage.address.credentials" ();
    USAGE_ADDRESS_NOT_A_CODE = "usage.address.not_a_code" (text);
    USAGE_ADDRESS_NO_ROOM = "usage.address.no_room" (text);
    USAGE_RULES_TEXT = "usage.rules.text" (text);
    USAGE_RULES_SIDE = "usage.rules.side" (text);
    USAGE_RULES_LINE = "usage.rules.line" (most, text);
    USAGE_CLOCK = "usage.clock" (text);
    USAGE_CLOCK_BOUNDS = "usage.clock.bounds" (text);
    USAGE_CHOICE = "usage.choice" (choices, option, text);
    USAGE_SPEED = "usage.speed" (text);
    USAGE_CONFIG = "usage.config" (detail, path);
    DISK_SEATS = "disk.seats" (detail, path);
    DISK_CONFIG = "disk.config" (detail, path);
    DISK_GAMES = "disk.games" (detail, path);
    DISK_HOME = "disk.home" ();
    SYSTEM_RANDOMNESS = "system.randomness" ();
}

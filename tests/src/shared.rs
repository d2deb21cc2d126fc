//! Everything that is bounded for the whole server, and what a single address may hold of it: the
//! one table. `docs/security.md` is made from it, and a test fails for a semaphore, a cap or a
//! field of `Limits` that stands in no row (`tests/tests/structure/shared.rs`).

/// Something that everybody shares.
#[derive(Clone, Copy, Debug)]
pub struct SharedThing {
    /// Its name.
    pub name: &'static str,
    /// Its bounds: fields of `Limits`, options of the server, and constants or constructions (`file:NAME`: the crate
    /// and the path below its source; the server's own by the path alone).
    pub bounds: &'static [&'static str],
    /// Part of it that one address may hold.
    pub one: &'static str,
    /// The cost of holding it.
    pub cost: &'static str,
    /// When it comes back once its holder has gone.
    pub back: &'static str,
    /// The lot of others while one address holds all that it may.
    pub others: &'static str,
    /// The tests that prove it. One at least walks the row, and names it: it says what one address gets
    /// and what fifty get, what somebody meets who comes then, and when it comes back.
    pub tests: &'static [&'static str],
}

/// The row of that name.
pub fn row(name: &str) -> Option<&'static SharedThing> {
    SHARED.iter().find(|row| row.name == name)
}

/// All of them.
pub const SHARED: &[SharedThing] = &[
    SharedThing {
        name: "connections",
        bounds: &[
            "connections",
            "connections_per_address",
            "admission/limiter.rs:QUIET_FACTOR",
            "admission/capacity.rs:RESERVED_FILES",
            "admission/capacity.rs:FILES_PER_THREAD",
        ],
        one: "`connections_per_address`; five times as many while less than half are taken",
        cost: "`Cost::CONNECTION`, `HANDSHAKE`",
        back: "at once; without a frame after `dead_ms`",
        others: "places, until all are taken; then the doorway, where an idle one of the address that has most gives way to a seat in a game",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "the_newest_idle_connection_of_the_address_with_most_makes_way_for_a_returning_player",
        ],
    },
    SharedThing {
        name: "connections before `hello`",
        bounds: &["ungreeted_per_address"],
        one: "`ungreeted_per_address`, then the doorway",
        cost: "as connections",
        back: "at once; after `hello_ms`",
        others: "nothing",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "connections_without_a_hello_are_bounded",
        ],
    },
    SharedThing {
        name: "the doorway of a full server",
        bounds: &[
            "admission/capacity.rs:DOORWAY",
            "admission/limiter.rs:DOORWAY_PER_ADDRESS",
        ],
        one: "4 of 512",
        cost: "as connections",
        back: "at once; after 2 s",
        others: "places in it",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "a_connection_without_a_place_waits_in_the_doorway",
        ],
    },
    SharedThing {
        name: "HTTP streams",
        bounds: &[
            "admission/capacity.rs:VISITS",
            "admission/visits.rs:PER_ADDRESS",
            "admission/visits.rs:KEPT_OPEN",
            "accept.rs:Semaphore::new",
            "accept.rs:BATCH",
        ],
        one: "512; then its own that waits longest gives way",
        cost: "`Cost::CONNECTION`, and each request its own",
        back: "at once; after `hello_ms`",
        others: "places: of the address that has most a stream that waits gives way to theirs",
        tests: &[
            "one_address_or_fifty_that_fill_the_server_lose_a_connection_to_a_newcomer",
            "at_capacity_the_address_with_most_connections_loses_its_oldest_waiting_one",
        ],
    },
    SharedThing {
        name: "HTTP streams that are refused",
        bounds: &[
            "admission/capacity.rs:REFUSALS",
            "node/lib.rs:Semaphore::new",
        ],
        one: "all 256, each for a second",
        cost: "`Cost::CONNECTION`",
        back: "when its client closes; after 1 s",
        others: "a closed stream instead of a sentence, while the server has no place anyway",
        tests: &["one_address_and_fifty_hold_each_refusal_for_a_second"],
    },
    SharedThing {
        name: "the processor: requests, page loads, handshakes",
        bounds: &[
            "work_us_per_s",
            "work_burst_us",
            "admission/budget.rs:CORE_US_PER_S",
            "admission/budget.rs:QUEUE_MS",
            "admission/budget.rs:TURN_MS",
            "admission/budget.rs:PROMPT",
            "connection/sweep.rs:AT_ONCE",
        ],
        one: "`work_us_per_s`, `work_burst_us` of it at once",
        cost: "the table of costs",
        back: "by itself, in time",
        others: "nothing; when half of the processor is used, turns, the frugal first",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "a_spent_budget_refuses_expensive_requests_and_spares_players",
        ],
    },
    SharedThing {
        name: "TLS handshakes",
        bounds: &["work_us_per_s"],
        one: "its budget",
        cost: "`Cost::TLS_HANDSHAKE`, before it begins",
        back: "by itself, in time",
        others: "nothing",
        tests: &["handshakes_are_paid_for_by_their_address"],
    },
    SharedThing {
        name: "networks that are counted one by one",
        bounds: &[
            "admission/budget.rs:NETWORKS",
            "admission/guesses.rs:REMEMBERED",
        ],
        one: "one of IPv4, three of IPv6: its /64, /56 and /48; a /48 of IPv6 all 65,536",
        cost: "a request of each",
        back: "when its budget is full again",
        others: "from then on IPv4 is counted by /16 and IPv6 by /48",
        tests: &["the_accounts_of_very_many_networks_are_bounded"],
    },
    SharedThing {
        name: "codes that are tried in vain",
        bounds: &["failed_joins_per_minute"],
        one: "`failed_joins_per_minute` distinct ones, and as many again of connections that have tried none",
        cost: "the request",
        back: "one by one within a minute",
        others: "nothing, but those behind the same address wait",
        tests: &["one_address_and_fifty_meet_the_limits_of_each_shared_thing"],
    },
    SharedThing {
        name: "rooms",
        bounds: &["rooms", "rooms_per_address"],
        one: "`rooms_per_address` that have not ended",
        cost: "300 µs and one of `rooms_per_minute`",
        back: "when the room ends: `empty_room_ms` after its people have gone, or after their game",
        others: "the rest; then `too_many_rooms` with `server`",
        tests: &["one_address_and_fifty_meet_the_limits_of_each_shared_thing"],
    },
    SharedThing {
        name: "correspondence rooms",
        bounds: &["correspondence_rooms", "correspondence_rooms_per_address"],
        one: "`correspondence_rooms_per_address` that have not ended",
        cost: "as rooms",
        back: "when the room ends: `correspondence_wait_ms` after its game, or its opening",
        others: "the rest; then one each for those who have none, up to twice as many, and rooms for people who play now",
        tests: &["one_address_and_fifty_meet_the_limits_of_each_shared_thing"],
    },
    SharedThing {
        name: "rooms opened a minute",
        bounds: &["rooms_per_minute"],
        one: "`rooms_per_minute`",
        cost: "300 µs",
        back: "one by one within a minute",
        others: "nothing",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "rooms_a_minute_are_bounded_by_address",
        ],
    },
    SharedThing {
        name: "the list of rooms",
        bounds: &[
            "rooms/listing.rs:PAGE",
            "rooms/public_list.rs:FORMER",
            "rooms/public_list.rs:Cache::new(FORMER)",
        ],
        one: "all of its rooms, one behind the first of every other address",
        cost: "as rooms",
        back: "when nobody can join or watch the room any more",
        others: "their first room before anybody's second",
        tests: &["one_address_and_fifty_leave_others_their_rooms_in_the_list"],
    },
    SharedThing {
        name: "people who wait for an opponent",
        bounds: &[
            "lobby/lib.rs:LISTED",
            "lobby/lib.rs:LISTED_PER_ADDRESS",
            "lobby/queue.rs:FAIL_AT_ONCE",
            "lobby/queue/usual.rs:REMEMBERED",
        ],
        one: "one a connection; 4 of the 20 that are listed, or what others leave",
        cost: "300 µs and one of `rooms_per_minute`",
        back: "with its connection",
        others: "their own places in the list; in the queue, partners who may leave again",
        tests: &["one_address_and_fifty_leave_others_a_partner"],
    },
    SharedThing {
        name: "computers that play",
        bounds: &["computers"],
        one: "a tenth (ten at least), half while less than half play; who comes back to a game always one, beyond that one which no other lacks",
        cost: "what their moves take of the processor",
        back: "at once when the last connection has gone for which they play",
        others: "the rest; one each also when all play, up to twice as many",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "computers_in_empty_rooms_are_available_to_others",
        ],
    },
    SharedThing {
        name: "exhibitions",
        bounds: &["computers", "rooms_per_address"],
        one: "as computers: who has watched for longest holds it",
        cost: "as computers",
        back: "its computers at once when nobody watches, its room after `empty_room_ms`",
        others: "as computers and rooms",
        tests: &["one_address_and_fifty_meet_the_limits_of_each_shared_thing"],
    },
    SharedThing {
        name: "searches for moves",
        bounds: &["compute/lib.rs:LEAST_NODES"],
        one: "its turn; less of a search the more of its budget is spent, the least with half of it",
        cost: "what they took, afterwards",
        back: "when the computer has moved, or the room needs no move",
        others: "their turns, one after the other",
        tests: &[
            "one_address_and_fifty_wait_in_bounded_numbers_and_take_turns",
            "an_address_that_has_spent_half_of_its_budget_gets_the_least_search",
        ],
    },
    SharedThing {
        name: "hints",
        bounds: &["compute/lib.rs:WAITING_PER_ADDRESS"],
        one: "its turn, and 32 that wait; none with half of its budget spent",
        cost: "`Cost::HINT`, and afterwards what it took beyond that",
        back: "after 1.5 s",
        others: "their turns",
        tests: &[
            "one_address_and_fifty_wait_in_bounded_numbers_and_take_turns",
            "an_address_that_has_spent_half_of_its_budget_gets_the_least_search",
        ],
    },
    SharedThing {
        name: "reviews",
        bounds: &["compute/lib.rs:WAITING_PER_ADDRESS"],
        one: "as hints",
        cost: "`Cost::REVIEW`, and afterwards what it took beyond that",
        back: "after 1.5 s",
        others: "their turns",
        tests: &[
            "one_address_and_fifty_wait_in_bounded_numbers_and_take_turns",
            "reviews_of_thirty_connections_are_paid_by_their_address",
        ],
    },
    SharedThing {
        name: "pictures of boards",
        bounds: &[
            "http/site.rs:PICTURES",
            "http/site.rs:Cache::new(PICTURES)",
            "compute/lib.rs:WAITING_PER_ADDRESS",
        ],
        one: "its turn, and 32 that wait; all 128 that are kept, one after the other",
        cost: "`Cost::PICTURE`, and afterwards what it took beyond that",
        back: "after 10 s; a kept one when a newer takes its place",
        others: "their turns; what was kept is drawn again",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "one_address_and_fifty_wait_in_bounded_numbers_and_take_turns",
            "a_cache_filled_by_one_address_or_fifty_takes_entries_of_others",
        ],
    },
    SharedThing {
        name: "QR codes that are kept",
        bounds: &["http/site.rs:QR_CODES", "http/site.rs:Cache::new(QR_CODES)"],
        one: "all 256, one after the other",
        cost: "`Cost::QR_CODE`",
        back: "when a newer takes its place",
        others: "theirs is drawn again, in 60 µs",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "a_cache_filled_by_one_address_or_fifty_takes_entries_of_others",
        ],
    },
    SharedThing {
        name: "spectators of a room",
        bounds: &[
            "spectators",
            "rooms/broadcast.rs:CHUNK",
            "carrying/room_feed.rs:TAIL",
        ],
        one: "half of them, a tenth (ten at least) once half have come",
        cost: "200 µs and a connection",
        back: "with its connection",
        others: "the rest; then `watching_full`",
        tests: &["one_address_and_fifty_meet_the_limits_of_each_shared_thing"],
    },
    SharedThing {
        name: "events and bytes of a room",
        bounds: &[
            "room_events",
            "rooms/room.rs:TAIL",
            "rooms/playing.rs:MOST_BYTES",
        ],
        one: "those of its rooms",
        cost: "40 µs a command; `commands_per_s` a connection",
        back: "when the room ends",
        others: "nothing",
        tests: &[
            "rooms_of_one_address_and_of_fifty_have_their_own_events",
            "a_room_at_its_event_limit_ends_with_the_game",
        ],
    },
    SharedThing {
        name: "codes of rooms that have ended",
        bounds: &["rooms/lookup.rs:ENDED", "rooms/lookup.rs:Cache::new(ENDED)"],
        one: "all 4,096, one after the other",
        cost: "as rooms",
        back: "when a newer takes its place",
        others: "an old link says that there is no room instead of that it is over",
        tests: &["a_cache_filled_by_one_address_or_fifty_takes_entries_of_others"],
    },
    SharedThing {
        name: "the disk: events and finished games",
        bounds: &["--journal-mb", "--free-disk-mb", "--keep-games-days"],
        one: "what its connections write, `commands_per_s` events each: it has no share of its own",
        cost: "40 µs a command",
        back: "a room's when it ends, a game's after `--keep-games-days`",
        others: "moves; no new rooms once all is used",
        tests: &[
            "on_a_full_disk_nobody_opens_a_room_and_everybody_moves",
            "a_disk_that_is_nearly_full_has_no_room_for_rooms_and_moves_go_on",
        ],
    },
    SharedThing {
        name: "the journal's queue",
        bounds: &[
            "journal-sqlite/open.rs:mpsc::channel(options.queue)",
            "journal-sqlite/shared/mod.rs:RECORD_BYTES",
            "journal-sqlite/writer.rs:BATCH",
        ],
        one: "one a room that acts: a room's steps come one after the other",
        cost: "as events",
        back: "with the next commit, some milliseconds",
        others: "the same commits, in batches of 1,024",
        tests: &[
            "each_room_has_at_most_one_step_waiting_for_a_stuck_disk",
            "a_slow_disk_is_told_of_and_pings_are_answered_meanwhile",
        ],
    },
    SharedThing {
        name: "notifications of a turn that are on their way",
        bounds: &[
            "rooms/notifications.rs:AT_ONCE",
            // Calls of webhooks have as many hosts and lookups in common with them, and permits of their own.
            "rooms/webhooks.rs:AT_ONCE",
            "rooms/outgoing.rs:Semaphore::new",
            "push/connect.rs:LOOKUPS",
            "push/connect.rs:Semaphore::new",
            "push/host_turns.rs:MOST_AT_HOST",
        ],
        one: "a notification of each of its `correspondence_rooms_per_address`: 20 of the 64",
        cost: "two steps of the journal; 20 a day and a seat",
        back: "after 5 s for each that waits at the same host, 16 at most; then after a minute, and twice as late each time",
        others: "the rest; who finds none is told 5 to 10 s later",
        tests: &["notifications_that_hang_keep_others_only_until_they_are_given_up"],
    },
    SharedThing {
        name: "rooms and games that are read at once",
        bounds: &[
            "journal-sqlite/lib.rs:READERS",
            "journal-sqlite/open.rs:Semaphore::new",
            "journal-files/reader.rs:SLICE",
            "rooms/scheduler.rs:AT_ONCE",
            "rooms/scheduler.rs:Semaphore::new",
            "rooms/transaction.rs:FOLDED_AT_ONCE",
        ],
        one: "all 8, for a slice of 256 rows each; it is let in by its budget",
        cost: "200 µs a room, `Cost::GAME` a game",
        back: "after a slice; a room is read once after a start",
        others: "their slices in between",
        tests: &["while_a_long_room_is_read_others_have_their_turns"],
    },
    SharedThing {
        name: "lines of the log",
        bounds: &[
            "admission/refusals.rs:MINUTE_MS",
            "logging/queue.rs:LOG_LINES",
            "logging/queue.rs:mpsc::channel(LOG_LINES)",
        ],
        one: "none of its own: refusals are counted, and told once a minute",
        cost: "nothing",
        back: "each minute",
        others: "nothing",
        tests: &[
            "refusals_are_a_line_a_minute_without_addresses",
            "refusals_of_a_minute_are_one_line_of_counts",
            "lines_beyond_a_full_log_queue_are_dropped_and_counted",
        ],
    },
    SharedThing {
        name: "the operator's socket",
        bounds: &[
            "admin/socket.rs:CLIENTS",
            "admin/socket.rs:REQUEST",
            "few.rs:Semaphore::new",
            "admission/blocks.rs:MOST",
            "nodes/operator/overview.rs:NETWORKS",
        ],
        one: "nothing: it is a file of the user who runs the server",
        cost: "a thread that serves no players",
        back: "at once; after 30 s of silence",
        others: "nothing; the operator's other commands wait",
        tests: &[
            "a_client_that_holds_the_operators_socket_keeps_only_the_operator_waiting",
            "a_hostile_operator_harms_nobody",
        ],
    },
    SharedThing {
        name: "scrapes of the metrics",
        bounds: &["http/scrape/mod.rs:SCRAPES"],
        one: "all 8 of `--metrics-listen`, which is not for strangers; else its budget",
        cost: "`Cost::METRICS`",
        back: "when its stream ends; after 60 s",
        others: "other monitors wait",
        tests: &[
            "one_address_and_fifty_meet_the_limits_of_each_shared_thing",
            "a_client_that_holds_the_figures_keeps_only_other_monitors_waiting",
        ],
    },
];

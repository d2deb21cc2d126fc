// Version 1 of the wire of OXO. Generated from the Rust types; `docs/protocol.md` is the contract.
//
// A client sends `Request` and reads `Frame`; `View` is what a room's events fold into;
// `Record` is what `/games/ID.json` gives, `Invitation` what `/r/CODE.json` gives.
// Numbers are whole and below 2^53. A server of this version may send fields, frames and events
// that do not stand here: ignore them, but count an event's `seq`.

/**
 * What was done. `seq` is the last event that belongs to it; the reply comes
 * after every event up to that.
 */
export type Accepted =
  | { "type": "welcome" } & Welcome
  | {
    "type": "queued";
    /** The ticket's public id, by which others may know it. */
    ticket: string;
    /**
     * Its place among the tickets that could be paired with one of the
     * same games, from 1.
     */
    position: number;
  }
  | { "type": "cancelled" }
  | { "type": "created" } & Entered
  | { "type": "joined" } & Entered
  | {
    "type": "watching";
    /** The room. */
    room: string;
  }
  | { "type": "unwatched" }
  | { "type": "resumed" } & Entered
  | {
    "type": "named";
    /** The name as it is kept, or nothing for a numbered guest. */
    name?: string | null;
  }
  | {
    "type": "hint";
    /** The game's number. */
    game: number;
    /** The move's number in the game, from 0. */
    ply: number;
    /** Where the computer would play. */
    cell: number;
  }
  | { "type": "review" } & Review
  | { "type": "analysis" } & Ranking
  | { "type": "reacted" }
  | {
    "type": "rooms";
    /** A page of rooms. */
    rooms: Array<Listed>;
    /** Where the next page begins, if there is one. */
    next?: string;
    /**
     * Who waits for anybody and may be seen, who waited longest first: 20
     * at most, and with the first page only.
     */
    waiting?: Array<WaitingPlayer>;
    /** How many connections have said `hello`, the asking one included. */
    online?: number;
  }
  | {
    "type": "seats";
    /** How it stands in the room of each secret, in their order; `null` where one holds no seat. */
    seats: Array<HeldSeat | null>;
  }
  | { "type": "subscribed" }
  | { "type": "unsubscribed" }
  | {
    "type": "seat_shared";
    /** Until when the token leads to it, once. */
    until_ms: number;
    /** How many devices hold it now. */
    devices: number;
  }
  | { "type": "seat_taken" } & Entered
  | {
    "type": "seat_unshared";
    /** How many devices hold it no longer. */
    devices: number;
  }
  | { "type": "webhook_set" }
  | { "type": "webhook_removed" }
  | {
    "type": "moved";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "chosen";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "resigned";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "aborted";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "claimed";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "left";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "offered";
    /** The last event that belongs to it. */
    seq: number;
    /** Its number. */
    offer: number;
  }
  | {
    "type": "accepted";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "declined";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "computer_seated";
    /** The last event that belongs to it. */
    seq: number;
  }
  | {
    "type": "removed";
    /** The last event that belongs to it. */
    seq: number;
    /** The room's new code. */
    room: string;
  };

/** Who begins the games after the first. */
export type Alternate = "yes" | "fixed";

export type AnalysePosition = {
  /** Board and line. */
  rules: Rules;
  /** The cells that were marked until then, in order. */
  moves: Array<number>;
  /** How many moves are wanted. */
  best?: number;
  /** How many positions may be searched, while nobody else waits. */
  positions?: number;
};

/** Done, or refused. */
export type Answer = { "ok": Accepted } | { "error": Refused };

export type AnswerOffer = {
  /** The number of the offer that is answered. */
  offer: number;
};

/** The word for `Choice::Any`. */
export type Any = "any";

/** Why a name is refused. */
export type BadName = "too_long" | "characters" | "marks";

/** A thing that each seat has one of. */
export type BySeat<T> = {
  /** The host's. */
  host: T;
  /** The guest's. */
  guest: T;
};

/** The last frame before the server closes. */
export type Bye = {
  /** Why. */
  reason: Reason;
  /** When to come back, if coming back makes sense. */
  retry_in_ms?: number | null;
  /** Where to come back to, if not here: another base address of the same service. */
  address?: string | null;
};

/** Why a ticket of the queue cannot be answered. */
export type CannotPlay = "gone" | "own" | "people_only" | "other_games";

/** How a player came to be away. */
export type Cause = "link" | "left" | "restart";

/** The boards, or the clocks, that a player in the queue would accept. */
export type Choice<T> = Any | Array<T>;

/**
 * Refused as `stale` unless it is about the present
 * game and ply.
 */
export type Choose = {
  /** The game's number in the room, from 1. */
  game: number;
  /** How many moves have been made. */
  ply: number;
  /** What is chosen. */
  choice: OpeningChoice;
};

/**
 * Refused as `stale` unless it is about the present
 * game.
 */
export type Claim = {
  /** The game's number in the room, from 1. */
  game: number;
  /** What for. */
  result: Claimed;
};

/** What can be claimed. */
export type Claimed = "win" | "draw";

/** How thinking time is counted. */
export type ClockSetting =
  | { "type": "none" }
  | {
    "type": "per_move";
    /** Milliseconds a move, 1 s to 1 h. */
    move_ms: number;
  }
  | {
    "type": "total";
    /** Milliseconds at the start, 5 s to 3 h. */
    initial_ms: number;
    /** Milliseconds added after each move, up to 3 min. */
    increment_ms: number;
  }
  | {
    "type": "correspondence";
    /** Days a move, 1 to 14. */
    move_days: number;
  };

/** Why an offer is no longer open. */
export type Closed = "declined" | "expired";

/** How a computer plays. */
export type Computer = {
  /** From 1, which a child beats, to 5, its best. */
  level: number;
  /** Whether it opens in the centre when it begins on an empty board. */
  centre?: boolean;
};

/** An opening rule needs a board and a line that leave something to choose. */
export type CreateRoom = {
  /** What its games are played by; what is absent has its default. */
  settings?: Settings;
  /** The computer that sits down opposite at once, if one is to. */
  computer?: Computer;
  /** The secret of the host's seat. */
  secret: string;
};

/** A seat was taken or taken up again. */
export type Entered = {
  /** The room's code. */
  room: string;
  /** The seat. */
  seat: Seat;
  /** The number of the seat's last command; 0 before the first. */
  n: number;
  /** That command's answer. */
  last?: Answer | null;
  /** The address to give to a friend. */
  url: string;
};

/** An event with its number and time. */
export type EventFrame = {
  /** The room's code, as it is after the event. */
  room: string;
  /** 1, 2, 3 … without gaps. */
  seq: number;
  /** The server's time. */
  at_ms: number;
} & (
  | {
    "type": "created";
    /** What its games are played by. */
    settings: Settings;
    /** Who opened it. */
    host: Player;
    /** When the room ends at the latest. */
    closes_ms: number;
    /** When it ends if nobody comes to play; in a correspondence room only. */
    empty_until_ms?: number | null;
  }
  | {
    "type": "joined";
    /** Which. */
    seat: Seat;
    /** Who. */
    player: Player;
    /** The score between these two; none won and none drawn when absent. */
    score?: Score;
    /** Whose place it takes in the running game, if a computer does. */
    replaced?: Replaced | null;
    /** Who is to move in that game, and until when. */
    turn?: NextTurn | null;
  }
  | {
    "type": "started";
    /** Its number in the room, from 1. */
    game: number;
    /** Who plays X. Who begins is whose turn it is. */
    x: Seat;
    /** The clocks, if there are any. */
    clocks?: BySeat<number> | null;
    /** Who is to move, and until when; always with its limit. */
    turn: NextTurn;
    /** What they may do, where an opening rule is played by. */
    opening?: OpeningStage | null;
  }
  | {
    "type": "moved";
    /** The game's number. */
    game: number;
    /** The move's number in the game, from 0. */
    ply: number;
    /** Where. */
    cell: number;
    /** What was drawn, where it is not the mover's own mark. */
    mark?: Mark | null;
    /** The part of the thinking time that was the network's and not charged. */
    credit_ms?: number;
    /** The mover's clock after the move; unchanged when absent. */
    clock_ms?: number | null;
    /** Who is to move now; nobody once the game is over. */
    turn?: NextTurn | null;
    /** The winning lines this move completed. */
    lines?: Array<Array<number>>;
    /** Whether no line is open for either side any more. */
    no_open_lines?: boolean;
    /** The number of the offer that this move laid aside. */
    lapsed_offer?: number | null;
    /** How the game ended, if this move ended it. */
    over?: Over | null;
    /** The score after it; unchanged when absent. */
    score?: Score | null;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number | null;
    /** What may be done now, while the game is being opened. */
    opening?: OpeningStage | null;
  }
  | {
    "type": "chosen";
    /** The game's number. */
    game: number;
    /** What. */
    choice: OpeningChoice;
    /** Who plays X from now on; unchanged when absent. */
    x?: Seat | null;
    /** The chooser's clock after it; unchanged when absent. */
    clock_ms?: number | null;
    /** Who is to act now. */
    turn: NextTurn;
    /** What they may do, while the marks are not settled. */
    opening?: OpeningStage | null;
    /** The offer that lapsed with it. */
    lapsed_offer?: number | null;
  }
  | {
    "type": "finished";
    /** The game's number. */
    game: number;
    /** The clocks as they stood; unchanged when absent. */
    clocks?: BySeat<number> | null;
    /** How it ended. */
    over: Over;
    /** The score after it; unchanged when absent. */
    score?: Score | null;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number | null;
    /** The number of the offer that this laid aside. */
    lapsed_offer?: number | null;
  }
  | {
    "type": "taken_back";
    /** The game's number. */
    game: number;
    /** How many moves are left on the board. */
    ply: number;
    /** Whose offer it was. */
    by: Seat;
    /**
     * The clocks, as they were when that move was to be made; unchanged
     * when absent.
     */
    clocks?: BySeat<number> | null;
    /** Who is to move. */
    turn: NextTurn;
    /** Whether no line is open for either side in that position. */
    no_open_lines?: boolean;
  }
  | {
    "type": "offered";
    /** What, by whom, until when. */
    offer: Offer;
  }
  | {
    "type": "offer_closed";
    /** Its number. */
    offer: number;
    /** Why. */
    reason: Closed;
    /** Whose it was. */
    by: Seat;
    /** From when on that seat may offer again. */
    again_ms: number;
  }
  | {
    "type": "lost";
    /** Who. */
    seat: Seat;
    /** How it came. */
    cause: Cause;
    /** From when on the other may claim the game. */
    deadline_ms: number;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number | null;
  }
  | {
    "type": "returned";
    /** Who. */
    seat: Seat;
    /** The computer's turn, if its clock has stood because nobody was connected. */
    turn?: NextTurn | null;
  }
  | {
    "type": "left";
    /** Which. */
    seat: Seat;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number | null;
  }
  | {
    "type": "removed";
    /** The seat that is free. */
    seat: Seat;
    /** When the room ends if nobody comes. */
    empty_until_ms?: number | null;
  }
  | {
    "type": "renamed";
    /** Which seat. */
    seat: Seat;
    /** The new name. */
    player: Player;
  }
  | {
    "type": "away";
    /** How long. */
    lost_ms: number;
    /** When the room ends at the latest. */
    closes_ms: number;
    /** The clocks after the refund; unchanged when absent. */
    clocks?: BySeat<number> | null;
    /** Who is to move, and until when, if a game is running. */
    turn?: NextTurn | null;
    /** The open offer with its new deadline. */
    offer?: Offer | null;
    /** From when on an absent player's game may be claimed; absent in a correspondence room, where nobody is lost. */
    deadline_ms?: number | null;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number | null;
  }
  | {
    "type": "ended";
    /** Why. */
    reason: RoomEnd;
    /** How the running game ended with it, if one was running. */
    over?: Over | null;
  }
);

/** The host begins, then they take turns. */
export type Exhibit = {
  /** Board and line; classic when absent. */
  rules?: Rules;
  /** The two. */
  computers: BySeat<Computer>;
  /** Who may watch, which cannot be nobody; who has the code when absent. */
  watching?: Watching;
};

/** Who begins the room's first game. */
export type First = "host" | "guest" | "random";

/** How a record is written. A reader refuses what it does not know. */
export type Format = "oxo.game.v1";

/** Everything a server sends. */
export type Frame =
  | { "type": "reply" } & Reply
  | { "type": "room" } & Snapshot
  | { "type": "now" } & NowFrame
  | { "type": "saving" } & Saving
  | { "type": "queue" } & QueuePlace
  | {
    "type": "unqueued";
    /** Why. */
    reason: Unqueued;
  }
  | { "type": "matched" } & Matched
  | {
    "type": "superseded";
    /** The room. */
    room: string;
  }
  | {
    "type": "dismissed";
    /** The room, by its old code. */
    room: string;
  }
  | { "type": "pong" } & Pong
  | { "type": "notice" } & Notice
  | { "type": "bye" } & Bye
  | { "type": "error" } & Refusal
  | EventFrame;

/** The three ways in which a game can count. */
export type GameResult = "won" | "drawn" | "aborted";

/** A game as it stands. */
export type GameView = {
  /** Its number in the room, from 1. */
  number: number;
  /** Who plays X. */
  x: Seat;
  /** When it began. */
  started_ms: number;
  /** The clocks it began with, if there are any. */
  first_clocks?: BySeat<number> | null;
  /** The clocks when the present turn began: the one of who is to move runs. */
  clocks?: BySeat<number> | null;
  /** The moves, first to last. */
  moves?: Array<Played>;
  /** Who is to move; nobody once the game is over. */
  turn?: Turn | null;
  /** The winning lines. */
  lines?: Array<Array<number>>;
  /** Whether no line is open for either side any more. */
  no_open_lines?: boolean;
  /** How it ended, if it did. */
  over?: Over | null;
  /** Whose place a computer took in it, if one did. */
  replaced?: Replaced | null;
  /** What whose turn it is may do in the opening; absent once the marks are settled. */
  opening?: OpeningStage | null;
  /** The choices made in its opening, first to last. */
  choices?: Array<MadeChoice>;
};

/** A seat, and how it stands in its room. */
export type HeldSeat = {
  /** The room's code. */
  room: string;
  /** The seat. */
  seat: Seat;
  /** Board and line. */
  rules: Rules;
  /** Clock. */
  clock: ClockSetting;
  /** Who sits where; `null` is a free seat. */
  players: BySeat<Player | null>;
  /** The running score. */
  score: Score;
  /** Whose turn it is, and until when, if a game is running. */
  turn?: Turn;
  /** The open offer. */
  offer?: Offer;
};

/** Unknown fields in it are ignored. */
export type Hello = {
  /** The versions the client speaks. */
  versions: Array<number>;
  /** The client's own name and version, for the server's operator. */
  client?: string;
  /** The player's name; empty for a numbered guest. */
  name?: string;
  /** Whether a program plays, not a person. */
  bot?: boolean;
};

/** How a game came to its end. */
export type How =
  | "line"
  | "full"
  | "resigned"
  | "agreed"
  | "no_open_lines"
  | "flag"
  | "idle"
  | "claimed_win"
  | "claimed_draw"
  | "called_off"
  | "no_first_move"
  | "restarted"
  | "room_ended";

/**
 * Refused as `stale` unless
 * it is about the present game.
 */
export type InGame = {
  /** The game's number in the room, from 1. */
  game: number;
};

/** What a room's link leads to. */
export type Invitation = {
  /** The code that was asked for. */
  room: string;
  /** Whether there is a seat. */
  state: InvitationState;
  /** Who is there and what is played. Shown while a seat is free or the room may be watched. */
  table?: InvitedTable;
};

/** Whether somebody with a room's link can sit down. */
export type InvitationState = "free" | "full" | "over" | "none";

/** Who is at a table and what is played there. */
export type InvitedTable = {
  /** Who sits where; `null` is a free seat. */
  players: BySeat<Player | null>;
  /** What its games are played by. */
  settings: Settings;
  /** Who begins the next game; absent while that is to be drawn. */
  begins?: Seat;
  /**
   * How long a game waits for each side's first move before it is called off; absent at correspondence, where it is the
   * time of any move, and where the server is older than this field.
   */
  first_move_ms?: number;
};

export type JoinRoom = {
  /** The room's code. */
  room: string;
  /** The secret of the seat. */
  secret: string;
};

/** What is said of one move. */
export type Judged = {
  /** What it did. */
  verdict: Verdict;
  /** Whether that is proved. Otherwise it is likely, in the computer's opinion. */
  proved: boolean;
  /**
   * The moves that keep the value, and win soonest or lose latest; none if the one played is
   * among them. As an opinion: what the computer would have played instead of a lost move.
   */
  best: Array<number>;
};

/** Where something is kept. */
export type Kept = "disk" | "memory";

/** Whose limit was reached. */
export type LimitOf = "server" | "address";

/** What a server allows. `welcome` and `/info` carry the values in force. */
export type Limits = {
  /** bytes of a message or frame from a client */
  message_bytes: number;
  /** how deep the JSON of a message may nest */
  nesting: number;
  /** milliseconds from connecting to a whole request, and from the answer to the next request or `hello` */
  hello_ms: number;
  /** milliseconds between the server's pings */
  ping_ms: number;
  /** milliseconds without any frame after which a connection counts as dead */
  dead_ms: number;
  /** milliseconds without any frame after which a seat in a running game is pinged; three times as many where it asks for nothing */
  seat_ping_ms: number;
  /** milliseconds without any frame after which a seat in a running game is away, at the latest */
  seat_dead_ms: number;
  /** milliseconds a write may stay untaken */
  write_ms: number;
  /** milliseconds the server reads on after it has sent a close */
  linger_ms: number;
  /** messages a second from a connection */
  commands_per_s: number;
  /** messages that may come at once after silence */
  commands_burst: number;
  /** changes of its name and its devices a second from a connection */
  names_per_s: number;
  /** changes of its name and its devices that may come at once */
  names_burst: number;
  /** control frames a second from a connection */
  control_per_s: number;
  /** connections in all; fewer where the system allows fewer open files */
  connections: number;
  /** connections from one address; five times as many while the server is less than half full */
  connections_per_address: number;
  /** connections from one address that have not said `hello` yet */
  ungreeted_per_address: number;
  /** rooms in all */
  rooms: number;
  /** rooms that one address has opened and that have not ended */
  rooms_per_address: number;
  /** correspondence rooms, whose clock counts days, in all; a share of their own beside the other rooms */
  correspondence_rooms: number;
  /** correspondence rooms that one address has opened and that have not ended */
  correspondence_rooms_per_address: number;
  /** microseconds of the server's work a second for one address */
  work_us_per_s: number;
  /** microseconds of such work that may come at once after silence */
  work_burst_us: number;
  /** rooms created a minute from one address */
  rooms_per_minute: number;
  /** wrong codes a minute from one address; as many again, each the first of its connection in a minute */
  failed_joins_per_minute: number;
  /** milliseconds away before a seat counts as lost */
  lost_after_ms: number;
  /** milliseconds a lost player has before the other may claim */
  lost_grace_ms: number;
  /** the least that grace shrinks to under a short clock, in milliseconds */
  short_grace_ms: number;
  /** milliseconds a player who left on purpose has before the other may claim */
  left_grace_ms: number;
  /** milliseconds for each side's first move */
  first_move_ms: number;
  /** milliseconds for a move in a game without clocks */
  idle_move_ms: number;
  /** milliseconds an empty room waits for somebody to come back */
  empty_room_ms: number;
  /** milliseconds a room lives at most */
  room_age_ms: number;
  /** milliseconds a correspondence room waits for its guest, and after a game for the next */
  correspondence_wait_ms: number;
  /** events of a room; it ends with the game in which it has had as many */
  room_events: number;
  /** milliseconds an offer stays open */
  offer_ms: number;
  /** milliseconds before the next offer after a declined or expired one */
  offer_cooldown_ms: number;
  /** spectators of a room */
  spectators: number;
  /** the most of a round trip that is credited to a player's clock, in milliseconds */
  rtt_credit_ms: number;
  /** milliseconds in which both halves of a new pair must answer a ping */
  match_answer_ms: number;
  /** computers that play at once; a tenth of them for one address, half while less than half play */
  computers: number;
  /** milliseconds from the beginning of a computer's turn to its move */
  computer_move_ms: number;
  /** the same between two computers, so that one can follow */
  exhibition_move_ms: number;
  /** milliseconds from the end of a game between two computers to their next */
  exhibition_pause_ms: number;
};

/** A seat's connection at this moment. */
export type LinkNow = {
  /** How it is. */
  state: LinkState;
  /** The round trip measured last. */
  rtt_ms?: number | null;
};

/** How a connection is. */
export type LinkState = "linked" | "shaky" | "away";

/** A room in the list. */
export type Listed = {
  /** The room's code. */
  room: string;
  /** Board and line. */
  rules: Rules;
  /** Clock. */
  clock: ClockSetting;
  /** How games are opened there. */
  opening?: OpeningRule;
  /** Who sits there, host first. */
  players: Array<Player>;
  /** Whether one may sit down. */
  waiting: boolean;
  /** Whether one may watch. */
  watchable: boolean;
  /** The running score. */
  score: Score;
  /** How many watch. */
  spectators: number;
};

/** A player who is away. */
export type Lost = {
  /** How it came. */
  cause: Cause;
  /** Since when it counts. */
  since_ms: number;
  /** From when on the other may claim the game. */
  deadline_ms: number;
};

/** A choice that was made in the opening of a game. */
export type MadeChoice = {
  /** How many moves had been made. */
  ply: number;
  /** Who chose. */
  by: Seat;
  /** What. */
  choice: OpeningChoice;
  /** The clocks after it, if there are any. */
  clocks?: BySeat<number> | null;
};

/**
 * An offer that crosses one of the same kind (and
 * ply) is its acceptance. Refused as `stale` unless it is about the present
 * game or, when none is being played, the last one.
 */
export type MakeOffer = {
  /** The game's number in the room, from 1. */
  game: number;
  /** What is offered. */
  kind: OfferKind;
  /** For a takeback, and only for one: how many moves would be left on the board. */
  ply?: number;
};

/**
 * One of the two sides; X makes the first move.
 *
 * Written and serialised as `X` and `O`.
 */
export type Mark = "X" | "O";

/** Somebody was found. */
export type Matched = {
  /** The room's code. */
  room: string;
  /** The seat one has in it, by the secret sent with `quick_match`. */
  seat: Seat;
};

/**
 * Refused as `stale` unless it is about the present
 * game and ply.
 */
export type Move = {
  /** The game's number in the room, from 1. */
  game: number;
  /** The move's number in the game, from 0. */
  ply: number;
  /** The square, row by row from 0 at the top left. */
  cell: number;
};

/** A turn as an event tells it: without what the fold assigns by itself. */
export type NextTurn = {
  /** Who is to move. */
  seat: Seat;
  /** When the turn is over. */
  due_ms: number;
  /** When it began; with the event when absent. */
  since_ms?: number | null;
  /** What happens when it is over; the same as for the turn before when absent. */
  limit?: TurnLimit | null;
  /** When the computer moves whose turn it is. */
  moves_ms?: number | null;
};

/** What the operator tells everybody at the moment. An empty one takes back what was told before. */
export type Notice = {
  /** A message in the operator's own words: plain text, one line. */
  text?: string | null;
  /** When that was said. */
  at_ms?: number | null;
  /** When it is taken back, if that is known. */
  until_ms?: number | null;
  /** Whether the server opens no more rooms, because it is about to stop. */
  closing?: boolean;
};

/** The present state beside the view. */
export type Now = {
  /** Each seat's connection. */
  links: BySeat<LinkNow>;
  /** How many watch. */
  spectators: number;
  /** The latest reaction of a player. */
  reaction?: Reaction | null;
  /** Whose webhook tells a chat of this room's games, if there is one. */
  webhook?: Seat;
};

/** What is true at this moment in a room. */
export type NowFrame = {
  /** The room's code. */
  room: string;
  /** The server's time. */
  at_ms: number;
  /** What is true. */
  now: Now;
};

/** An open offer. */
export type Offer = {
  /** Its number in the room, from 1. */
  id: number;
  /** Whose it is. */
  by: Seat;
  /** What is offered. */
  kind: OfferKind;
  /** For a takeback: how many moves would be left on the board. */
  ply?: number | null;
  /** When it expires. */
  deadline_ms: number;
};

/** What can be offered. */
export type OfferKind = "draw" | "takeback" | "rematch" | "restart";

/** A choice in an opening. */
export type OpeningChoice = "X" | "O" | "place_two";

/** How a game is opened, so that who begins has no advantage. */
export type OpeningRule = "free" | "pie" | "swap2";

/** What the seat to act may do, while the marks of a game are not settled. */
export type OpeningStage = "place" | "place_or_choose" | "choose" | "choose_or_place_two";

/** Which mark makes the first move of a game. */
export type Opens = "x" | "o";

/** How a game ended, and what follows from it. */
export type Over = {
  /** Won, drawn or called off. */
  result: GameResult;
  /** Who won, if it was won. */
  winner?: Seat | null;
  /**
   * Whose doing it was that it does not count: who called it off, or did not make the first move
   * in time.
   */
  by?: Seat | null;
  /** How it came about. */
  reason: How;
  /** The id under which the server keeps the game, if it does. */
  id?: string;
  /** Who begins the next game. */
  next_first: Seat;
  /** When the next game begins by itself, between two computers. */
  next_ms?: number | null;
};

/** What players can say to each other; clients word it. */
export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "thanks"
  | "oops"
  | "one_more"
  | "must_go"
  | "goodbye";

export type Ping = {
  /** Comes back as it is. */
  data?: unknown;
};

/**
 * A ticket of the same key, and one of the same
 * connection, makes way for it.
 */
export type Play = {
  /** Whose ticket it answers. */
  ticket: string;
  /** The boards that will do; any that the other would play when absent. */
  boards?: Choice<Rules>;
  /** The clocks that will do, but no correspondence; any that the other would play when absent. */
  clocks?: Choice<ClockSetting>;
  /** The secret of the seat to come. */
  secret: string;
  /** As in `quick_match`. */
  key: string;
};

/** A move that was made. */
export type Played = {
  /** Where. */
  cell: number;
  /** What was drawn. */
  mark: Mark;
  /** When. */
  at_ms: number;
  /** The mover's clock after it, where it changed. */
  clock_ms?: number | null;
};

/**
 * Who sits in a seat, as everybody may know them: a name, or a number for
 * somebody who gave none (clients word it: "Guest 2").
 */
export type Player = {
  /** The name, cleaned by the server. */
  name?: string;
  /** The number of a player without a name. */
  guest?: number;
  /** How it plays, if it is the server's own computer. */
  computer?: Computer;
  /** Whether it is somebody's program. */
  bot?: boolean;
};

/** The answer to `ping`. */
export type Pong = {
  /** The request's number. */
  id: number;
  /** What the request carried. */
  data?: unknown;
  /** The server's time. */
  at_ms: number;
};

/** What a server promises about what is acknowledged and known. */
export type Promise = {
  /** Where something acknowledged is at that moment. */
  acknowledged: Kept;
  /** How long a finished game can still be asked for, at most. */
  games_kept_ms: number;
  /** Whether network addresses are written to logs. */
  addresses_logged: boolean;
};

/** What best play leads to, for the side to move. */
export type Prospect = "win" | "loss" | "draw";

/** The subscription of one device. Its debug output shows nothing: who knows it may send to the device. */
export type PushSubscription = {
  /** The address that its push service gave it, `https` and at most 1,024 bytes of ASCII. */
  endpoint: string;
  /** The device's public key: 65 bytes as base64url without padding. */
  p256dh: string;
  /** The device's authentication secret: 16 bytes as base64url without padding. */
  auth: string;
  /**
   * The private key, drawn by the device, whose public key it subscribed with: the server signs with it.
   * 32 bytes as base64url without padding.
   */
  key: string;
};

/** A place in the queue. */
export type QueuePlace = {
  /** From 1, among those who wait for the same game. */
  position: number;
  /** A rough wait, if there is something to guess from. */
  wait_ms?: number | null;
};

export type QuickMatch = {
  /** The boards that will do; the classic one when absent. */
  boards?: Choice<Rules>;
  /** The clocks that will do, but no correspondence: such a game waits in the list of rooms; only none when absent. */
  clocks?: Choice<ClockSetting>;
  /** The secret of the seat to come. */
  secret: string;
  /**
   * Drawn once per process or page load, 8 to 64 characters: nobody is
   * paired with the same key, and a newer ticket of a key replaces the older.
   */
  key: string;
  /** Whether a program will do as the opponent too; not when absent. */
  bots?: boolean;
  /**
   * Whether the ticket stays out of the list of those who wait, so that
   * nobody can answer it by `play`; it is in the list when absent.
   */
  unseen?: boolean;
};

/** A move, and what is known of it: a prospect, or else an estimate. */
export type RankedMove = {
  /** The move itself, and the best play after it as far as it is known; at most 12 moves. */
  line: Array<number>;
  /** What it leads to; nothing where only an estimate is known. */
  prospect?: Prospect;
  /** After how many moves, this one counted, the win is complete; nothing in a draw, or where that is not known. */
  plies?: number;
  /** Whether the prospect is proved. Otherwise it is likely: not every answer was looked at. */
  proved?: boolean;
  /** An estimate for the side to move, in points: 0 is even. Nothing beside a prospect. */
  points?: number;
};

/** The best moves of a position. */
export type Ranking = {
  /** How many moves the estimates look ahead, not counting forced ones. */
  depth: number;
  /** Whether all of it is proved, and more time would change nothing. */
  complete: boolean;
  /** The best first; none once the game is over. */
  moves: Array<RankedMove>;
};

export type React = {
  /** Which phrase. */
  phrase: Phrase;
};

/** A phrase that a player sent. */
export type Reaction = {
  /** Who. */
  by: Seat;
  /** Which. */
  phrase: Phrase;
  /** When. */
  at_ms: number;
};

/** Why the server closes a connection. */
export type Reason =
  | "restarting"
  | "disk_failed"
  | "hello_timeout"
  | "version_unsupported"
  | "full"
  | "silent"
  | "flood"
  | "malformed"
  | "bad_frame"
  | "blocked"
  | "internal";

/** A finished game. */
export type Record = {
  /** How this is written. */
  format: Format;
  /** Its id on the server that keeps it; nothing where none does. */
  id?: string;
  /** The code that the room had. */
  room: string;
  /** What it was played by. */
  settings: Settings;
  /** Who played; `null` for somebody who had their name removed. */
  players: BySeat<Player | null>;
  /** The score between the two when it had ended. */
  score: Score;
  /** The moves with their times, the clocks, the result and how it came about. */
  game: GameView;
  /**
   * The frames of its events, the exact texts that the server kept; none in
   * a copy made by somebody who had not seen them all.
   */
  events?: Array<EventFrame>;
};

/** A refusal. On the wire `{"code": "cell_taken", "params": {"cell": 4}}`. */
export type Refusal =
  | {
    "code": "bad_message";
    "params": {
      /** What is wrong, in English, for developers of clients. */
      detail: string;
    }
  }
  | {
    "code": "unknown_type";
    "params": {
      /** The type. */
      got: string;
    }
  }
  | {
    "code": "unknown_field";
    "params": {
      /** The field. */
      field: string;
    }
  }
  | {
    "code": "bad_field";
    "params": {
      /** The field. */
      field: string;
      /** What is wrong, in English, for developers of clients. */
      detail: string;
    }
  }
  | { "code": "hello_first" }
  | { "code": "already_greeted" }
  | {
    "code": "version_unsupported";
    "params": {
      /** What the server speaks. */
      supported: Array<number>;
    }
  }
  | {
    "code": "too_fast";
    "params": {
      /** When the next one will be heard. */
      retry_in_ms: number;
    }
  }
  | {
    "code": "unavailable";
    "params": {
      /** When to try again. */
      retry_in_ms: number;
    }
  }
  | { "code": "shutting_down" }
  | { "code": "room_damaged" }
  | { "code": "internal" }
  | {
    "code": "bad_name";
    "params": {
      /** Why. */
      reason: BadName;
    }
  }
  | { "code": "name_during_game" }
  | { "code": "no_such_room" }
  | {
    "code": "room_full";
    "params": {
      /** Whether one may watch. */
      may_watch: boolean;
    }
  }
  | { "code": "watching_full" }
  | {
    "code": "already_seated";
    "params": {
      /** Which. */
      room: string;
    }
  }
  | { "code": "not_in_room" }
  | { "code": "not_seated" }
  | { "code": "superseded" }
  | {
    "code": "too_many_rooms";
    "params": {
      /** Whose limit it is. */
      of: LimitOf;
    }
  }
  | {
    "code": "rooms_too_fast";
    "params": {
      /** When to try again. */
      retry_in_ms: number;
    }
  }
  | {
    "code": "joins_too_fast";
    "params": {
      /** When to try again. */
      retry_in_ms: number;
    }
  }
  | { "code": "not_queued" }
  | {
    "code": "cannot_play";
    "params": {
      /** Why. */
      reason: CannotPlay;
    }
  }
  | {
    "code": "too_many_computers";
    "params": {
      /** Whose limit it is. */
      of: LimitOf;
    }
  }
  | { "code": "no_notifications" }
  | { "code": "no_shared_seat" }
  | { "code": "too_many_devices" }
  | { "code": "no_webhooks" }
  | { "code": "no_hint" }
  | {
    "code": "out_of_order";
    "params": {
      /** The number that would be. */
      expected: number;
    }
  }
  | { "code": "no_game" }
  | { "code": "game_running" }
  | {
    "code": "stale";
    "params": {
      /** The present game. */
      game: number;
      /** The present ply. */
      ply: number;
    }
  }
  | { "code": "not_your_turn" }
  | {
    "code": "cell_outside";
    "params": {
      /** The cell. */
      cell: number;
      /** How many the board has, numbered from 0. */
      cells: number;
    }
  }
  | {
    "code": "cell_taken";
    "params": {
      /** The cell. */
      cell: number;
    }
  }
  | { "code": "too_late_to_abort" }
  | { "code": "opponent_present" }
  | {
    "code": "grace_running";
    "params": {
      /** Until when. */
      deadline_ms: number;
    }
  }
  | { "code": "claim_on_your_turn" }
  | { "code": "lines_open" }
  | { "code": "no_opponent" }
  | {
    "code": "offer_open";
    "params": {
      /** Its number. */
      offer: number;
    }
  }
  | { "code": "no_such_offer" }
  | { "code": "own_offer" }
  | {
    "code": "offer_cooldown";
    "params": {
      /** When you may again. */
      again_ms: number;
    }
  }
  | {
    "code": "bad_takeback";
    "params": {
      /** How many moves have been made. */
      ply: number;
    }
  }
  | { "code": "not_host" }
  | { "code": "guest_has_moved" };

/** A refusal, and the room's last event when it was decided. */
export type Refused = {
  /** The last event, if a room decided. */
  seq?: number | null;
} & (
  | {
    "code": "bad_message";
    "params": {
      /** What is wrong, in English, for developers of clients. */
      detail: string;
    }
  }
  | {
    "code": "unknown_type";
    "params": {
      /** The type. */
      got: string;
    }
  }
  | {
    "code": "unknown_field";
    "params": {
      /** The field. */
      field: string;
    }
  }
  | {
    "code": "bad_field";
    "params": {
      /** The field. */
      field: string;
      /** What is wrong, in English, for developers of clients. */
      detail: string;
    }
  }
  | { "code": "hello_first" }
  | { "code": "already_greeted" }
  | {
    "code": "version_unsupported";
    "params": {
      /** What the server speaks. */
      supported: Array<number>;
    }
  }
  | {
    "code": "too_fast";
    "params": {
      /** When the next one will be heard. */
      retry_in_ms: number;
    }
  }
  | {
    "code": "unavailable";
    "params": {
      /** When to try again. */
      retry_in_ms: number;
    }
  }
  | { "code": "shutting_down" }
  | { "code": "room_damaged" }
  | { "code": "internal" }
  | {
    "code": "bad_name";
    "params": {
      /** Why. */
      reason: BadName;
    }
  }
  | { "code": "name_during_game" }
  | { "code": "no_such_room" }
  | {
    "code": "room_full";
    "params": {
      /** Whether one may watch. */
      may_watch: boolean;
    }
  }
  | { "code": "watching_full" }
  | {
    "code": "already_seated";
    "params": {
      /** Which. */
      room: string;
    }
  }
  | { "code": "not_in_room" }
  | { "code": "not_seated" }
  | { "code": "superseded" }
  | {
    "code": "too_many_rooms";
    "params": {
      /** Whose limit it is. */
      of: LimitOf;
    }
  }
  | {
    "code": "rooms_too_fast";
    "params": {
      /** When to try again. */
      retry_in_ms: number;
    }
  }
  | {
    "code": "joins_too_fast";
    "params": {
      /** When to try again. */
      retry_in_ms: number;
    }
  }
  | { "code": "not_queued" }
  | {
    "code": "cannot_play";
    "params": {
      /** Why. */
      reason: CannotPlay;
    }
  }
  | {
    "code": "too_many_computers";
    "params": {
      /** Whose limit it is. */
      of: LimitOf;
    }
  }
  | { "code": "no_notifications" }
  | { "code": "no_shared_seat" }
  | { "code": "too_many_devices" }
  | { "code": "no_webhooks" }
  | { "code": "no_hint" }
  | {
    "code": "out_of_order";
    "params": {
      /** The number that would be. */
      expected: number;
    }
  }
  | { "code": "no_game" }
  | { "code": "game_running" }
  | {
    "code": "stale";
    "params": {
      /** The present game. */
      game: number;
      /** The present ply. */
      ply: number;
    }
  }
  | { "code": "not_your_turn" }
  | {
    "code": "cell_outside";
    "params": {
      /** The cell. */
      cell: number;
      /** How many the board has, numbered from 0. */
      cells: number;
    }
  }
  | {
    "code": "cell_taken";
    "params": {
      /** The cell. */
      cell: number;
    }
  }
  | { "code": "too_late_to_abort" }
  | { "code": "opponent_present" }
  | {
    "code": "grace_running";
    "params": {
      /** Until when. */
      deadline_ms: number;
    }
  }
  | { "code": "claim_on_your_turn" }
  | { "code": "lines_open" }
  | { "code": "no_opponent" }
  | {
    "code": "offer_open";
    "params": {
      /** Its number. */
      offer: number;
    }
  }
  | { "code": "no_such_offer" }
  | { "code": "own_offer" }
  | {
    "code": "offer_cooldown";
    "params": {
      /** When you may again. */
      again_ms: number;
    }
  }
  | {
    "code": "bad_takeback";
    "params": {
      /** How many moves have been made. */
      ply: number;
    }
  }
  | { "code": "not_host" }
  | { "code": "guest_has_moved" }
);

/** A seat that a computer took over during a game. */
export type Replaced = {
  /** The seat. */
  seat: Seat;
  /** Who had it, and left. */
  player: Player;
  /** How many moves had been made. */
  ply: number;
};

/** A reply frame: the request's number and its answer. */
export type Reply = {
  /** The request's number. */
  id: number;
} & ({ "ok": Accepted } | { "error": Refused });

/** A request with the number its reply will carry. */
export type Request = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
} & (
  | { "type": "hello" } & Hello
  | { "type": "quick_match" } & QuickMatch
  | { "type": "play" } & Play
  | { "type": "cancel" }
  | { "type": "create_room" } & CreateRoom
  | { "type": "join_room" } & JoinRoom
  | { "type": "watch_room" } & WatchRoom
  | { "type": "unwatch" }
  | { "type": "exhibit" } & Exhibit
  | { "type": "resume" } & Resume
  | { "type": "hint" }
  | { "type": "set_name" } & SetName
  | { "type": "review" } & ReviewGame
  | { "type": "analyse" } & AnalysePosition
  | { "type": "react" } & React
  | { "type": "rooms" } & Rooms
  | { "type": "seats" } & Seats
  | { "type": "subscribe" } & Subscribe
  | { "type": "unsubscribe" } & Unsubscribe
  | { "type": "share_seat" } & ShareSeat
  | { "type": "take_seat" } & TakeSeat
  | { "type": "unshare_seat" }
  | { "type": "set_webhook" } & SetWebhook
  | { "type": "remove_webhook" }
  | { "type": "ping" } & Ping
  | SeatRequest
);

export type Resume = {
  /** The room's code as the client last knew it; the secret decides. */
  room: string;
  /** The secret of the seat. */
  secret: string;
  /** The last event the client has folded; 0 for none. */
  last_seq?: number;
  /** Whether the seat is left where another of its devices is connected to it; taken when absent. */
  yields?: boolean;
};

/** What is said of a game. */
export type Review = {
  /** Whether all of it is proved. */
  exact: boolean;
  /** One for each move, first to last; nothing where nothing can be said. */
  moves: Array<Judged | null>;
};

export type ReviewGame = {
  /** Board and line. */
  rules: Rules;
  /** The cells in the order in which they were marked. */
  moves: Array<number>;
};

/** Why a room is over. */
export type RoomEnd = "left" | "empty" | "age" | "events" | "operator";

export type Rooms = {
  /** Where the page before ended; absent for the first page. */
  cursor?: string;
};

/**
 * What is played: a board of `width` × `height` cells on which `line` marks in a row, column
 * or diagonal win; more than `line` win as well, unless it has to be *exactly* `line`. In *misère*
 * who makes such a line loses.
 *
 * Every value in existence is playable: sides of 1 to `MAX_SIDE` cells and a line of at
 * least `MIN_LINE` that fits along the longer side. Written `WxHxL` (`3x3x3`), serialised as
 * `{"width":3,"height":3,"line":3}`; misère is written `3x3x3-misere` and serialised with
 * `"misere":true`, which is left out otherwise; and exactly five `15x15x5-exact`, with `"exact":true`.
 */
export type Rules = {
  width: number;
  height: number;
  line: number;
  misere?: boolean;
  exact?: boolean
};

/** A command waits for the disk: first after a second, then every two seconds. */
export type Saving = {
  /** The number of the request that is not answered yet. */
  id: number;
  /** For how long it has been waiting. */
  waited_ms: number;
};

/** Games won by each seat and drawn, since these two sat down together. */
export type Score = {
  /** Won by the host. */
  host: number;
  /** Won by the guest. */
  guest: number;
  /** Drawn. */
  draws: number;
};

/** One of a room's two seats. Which of them plays X changes from game to game. */
export type Seat = "host" | "guest";

export type SeatComputer = {
  /** How it plays. */
  computer: Computer;
};

/** A command of a seat with that seat's own counter. */
export type SeatRequest = {
  /** The room in which the seat is. */
  room: string;
  /**
   * 1, 2, 3 …: the number of a command that was done gets the same reply
   * again and does nothing. A refused command uses none up.
   */
  n: number;
} & (
  | { "type": "move" } & Move
  | { "type": "choose" } & Choose
  | { "type": "resign" } & InGame
  | { "type": "abort" } & InGame
  | { "type": "claim" } & Claim
  | { "type": "leave" }
  | { "type": "offer" } & MakeOffer
  | { "type": "accept" } & AnswerOffer
  | { "type": "decline" } & AnswerOffer
  | { "type": "remove_guest" }
  | { "type": "seat_computer" } & SeatComputer
);

/** A taken seat. */
export type Seated = {
  /** Who sits there. */
  player: Player;
  /** Since when and how they are away, if they are. */
  lost?: Lost | null;
  /** From when on this seat may offer again. */
  may_offer_ms?: number | null;
  /** Whether they have made a move since they sat down. */
  moved?: boolean;
};

export type Seats = {
  /** The secrets, 1 to `MOST_SEATS`. */
  secrets: Array<string>;
};

/** Who the server is. */
export type ServerName = {
  /** The program. */
  name: string;
  /** Its version. */
  version: string;
};

export type SetName = {
  /** The new name; empty for a numbered guest. */
  name: string;
};

/** It takes the place of the room's present one. */
export type SetWebhook = {
  /** Where the chat takes it. */
  webhook: Webhook;
};

/**
 * What a room's games are played by: each setting's type has its bounds, and
 * its default is absent on the wire.
 */
export type Settings = {
  /** Board and length of the winning line. */
  rules?: Rules;
  /** How thinking time is counted. */
  clock?: ClockSetting;
  /** Who begins the first game. */
  first?: First;
  /** Who begins afterwards. */
  alternate?: Alternate;
  /** Which mark makes the first move. */
  opens?: Opens;
  /** How a game is opened so that it is fair; on a board of at least 5×5 with a line of at least 4. */
  opening?: OpeningRule;
  /** Who may watch. */
  watching?: Watching;
  /** Whether the room stands in the list while it waits for a guest. */
  listed?: boolean;
};

/** A newer token of the seat takes the place of the older. */
export type ShareSeat = {
  /** Drawn for this once, as a secret is. The server keeps its hash. */
  token: string;
};

/** The whole room as it stands. */
export type Snapshot = {
  /** The room's code. */
  room: string;
  /** The last event in it. */
  seq: number;
  /** The server's time. */
  at_ms: number;
  /** The fold of all events. */
  view: View;
  /** What is true at this moment. */
  now: Now;
};

/** A device that subscribes again stays one. */
export type Subscribe = {
  /** Where the device takes them. */
  subscription: PushSubscription;
};

export type TakeSeat = {
  /** The room's code. */
  room: string;
  /** The token with which the seat is shared. */
  token: string;
  /** The secret with which this device comes back to it. */
  secret: string;
};

/** Who is to move, since when, and until when, complete as the view has it. */
export type Turn = {
  /** Who. */
  seat: Seat;
  /** When the turn began. */
  since_ms: number;
  /** When it is over. */
  due_ms: number;
  /** What happens then. */
  limit: TurnLimit;
  /** When the computer moves whose turn it is. */
  moves_ms?: number | null;
};

/** What bounds a turn. */
export type TurnLimit = "first_move" | "clock" | "idle";

/** Why a connection waits no longer. */
export type Unqueued = "replaced" | "unanswered" | "gone" | "failed" | "shutting_down";

export type Unsubscribe = {
  /** The endpoint that the device subscribed with. */
  endpoint: string;
};

/** What a move did to the value of its position. */
export type Verdict = "kept" | "lost" | "only";

/** A room as everybody in it sees it. */
export type View = {
  /** The number of the last event folded; 0 before the first. */
  seq: number;
  /** That event's time. */
  at_ms: number;
  /** What its games are played by. */
  settings: Settings;
  /** Who sits where; `null` is a free seat. */
  seats: BySeat<Seated | null>;
  /** The running score. */
  score: Score;
  /** The game that is running or was played last. */
  game?: GameView | null;
  /** The open offer. */
  offer?: Offer | null;
  /** The number of the last offer made; 0 before the first. */
  offers?: number;
  /** When the room ends at the latest. */
  closes_ms: number;
  /** When it ends because nobody is there. */
  empty_until_ms?: number | null;
  /** Why it is over, if it is. */
  ended?: RoomEnd | null;
};

/** Somebody who waits for anybody, as others see them. */
export type WaitingPlayer = {
  /** The ticket's public id, which `play` answers. */
  ticket: string;
  /** Who waits; without a name or a number for somebody who gave no name. */
  player: Player;
  /** The boards they would play, the dearest first. */
  boards: Choice<Rules>;
  /** The clocks they would play with, the dearest first. */
  clocks: Choice<ClockSetting>;
  /** Whether a program will do as the opponent too. */
  bots?: boolean;
};

export type WatchRoom = {
  /** The room's code. */
  room: string;
};

/** Who may watch. */
export type Watching = "open" | "link" | "none";

/** The webhook of a room. Its debug output shows nothing: who knows its address may write to the chat. */
export type Webhook = {
  /** The address, `https` and at most 1,024 bytes of ASCII. */
  url: string;
  /** The key, drawn by the client, that each call is signed with. Libraries for Standard Webhooks want 24 bytes or more. */
  key: string;
  /** The language of the line of text, as a language tag; English when absent or not known. */
  language?: string;
};

/** The answer to `hello`. */
export type Welcome = {
  /** The version that both speak from here on. */
  version: number;
  /** What this server can do beyond version 1's contract. */
  features: Array<string>;
  /** Who the server is. */
  server: ServerName;
  /** The name under which the player will be seen, if it is not empty. */
  name?: string | null;
  /** The limits in force. */
  limits: Limits;
  /** The server's time. */
  at_ms: number;
  /** Addresses under which others can reach this server. */
  addresses: Array<string>;
  /** What the server promises. */
  promise: Promise;
  /** A room where two computers always play, if the server keeps one. */
  exhibition?: string;
  /**
   * Where to connect from the next time on: another base address of the
   * same service.
   */
  address?: string | null;
  /** What the operator tells everybody at the moment, if anything. */
  notice?: Notice;
};

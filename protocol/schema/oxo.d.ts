// Version 1 of the wire of OXO. Generated from the JSON Schema; `docs/protocol.md` is the contract.
//
// A client sends `Request` and reads `Frame`; `View` is what a room's events fold into;
// `Record` is what `/games/ID.json` gives, `Invitation` what `/r/CODE.json` gives.
// Numbers are whole and below 2^53. An optional field is absent, never `null`, but for
// what `pong` echoes. A server of this version may send fields, frames and events that do not stand
// here: ignore them, but count an event's `seq`.

/** Call the game off, before both have moved. Refused as `stale` unless it is about the present game. */
export type AbortRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "abort";
  /** The game's number in the room, from 1. */
  game: number;
};

/** Accept the open offer. */
export type AcceptRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "accept";
  /** The number of the offer that is answered. */
  offer: number;
};

/** Result of a request that was done. `seq` is the last event that belongs to it; the reply comes after every event up to that. */
export type Accepted =
  /** To `hello`. */
  | { type: "welcome" } & Welcome
  /** To `quick_match` and `play`: the connection waits. */
  | {
    type: "queued";
    /** The ticket's public id, by which others may know it. */
    ticket: string;
    /** Its place among the tickets that could be paired with one of the same games, from 1. */
    position: number;
  }
  /** To `cancel`. */
  | { type: "cancelled" }
  /** To `create_room`; the `room` frame follows. */
  | { type: "created" } & Entered
  /** To `join_room`; the `room` frame follows. */
  | { type: "joined" } & Entered
  /** To `watch_room` and `exhibit`; the `room` frame follows. */
  | {
    type: "watching";
    /** The room. */
    room: string;
  }
  /** To `unwatch`. */
  | { type: "unwatched" }
  /** To `resume`; missing events or the `room` frame follow. */
  | { type: "resumed" } & Entered
  /** To `set_name`. */
  | {
    type: "named";
    /** The name as it is kept, or nothing for a numbered guest. */
    name?: string;
  }
  /** To `hint`. */
  | {
    type: "hint";
    /** The game's number. */
    game: number;
    /** The move's number in the game, from 0. */
    ply: number;
    /** Where the computer would play. */
    cell: number;
  }
  /** To `review`. */
  | { type: "review" } & Review
  /** To `analyse`. */
  | { type: "analysis" } & Ranking
  /** To `react`. */
  | { type: "reacted" }
  /** To `rooms`. */
  | {
    type: "rooms";
    /** A page of rooms. */
    rooms: Array<Listed>;
    /** Where the next page begins, if there is one. */
    next?: string;
    /** Number of connections that have said `hello`, the asking one included. */
    online?: number;
    /** Those who wait for anybody and may be seen, who waited longest first: 20 at most, and with the first page only. */
    waiting?: Array<WaitingPlayer>;
  }
  /** To `seats`. */
  | {
    type: "seats";
    /** How it stands in the room of each secret, in their order; `null` where one holds no seat. */
    seats: Array<HeldSeat | null>;
  }
  /** To `subscribe`. */
  | { type: "subscribed" }
  /** To `unsubscribe`. */
  | { type: "unsubscribed" }
  /** To `share_seat`. */
  | {
    type: "seat_shared";
    /** Until when the token leads to it, once. */
    until_ms: number;
    /** Number of devices that hold it now. */
    devices: number;
  }
  /** To `take_seat`; the `room` frame follows. */
  | { type: "seat_taken" } & Entered
  /** To `unshare_seat`. */
  | {
    type: "seat_unshared";
    /** Number of devices that hold it no longer. */
    devices: number;
  }
  /** To `set_webhook`. */
  | { type: "webhook_set" }
  /** To `remove_webhook`. */
  | { type: "webhook_removed" }
  /** To `move`. */
  | {
    type: "moved";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `choose`. */
  | {
    type: "chosen";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `resign`. */
  | {
    type: "resigned";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `abort`. */
  | {
    type: "aborted";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `claim`. */
  | {
    type: "claimed";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `leave`. */
  | {
    type: "left";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `offer`: it is open. */
  | {
    type: "offered";
    /** The last event that belongs to it. */
    seq: number;
    /** Its number. */
    offer: number;
  }
  /** To `accept`, and to an `offer` that crossed one of its kind. */
  | {
    type: "accepted";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `decline`. */
  | {
    type: "declined";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `seat_computer`. */
  | {
    type: "computer_seated";
    /** The last event that belongs to it. */
    seq: number;
  }
  /** To `remove_guest`. */
  | {
    type: "removed";
    /** The last event that belongs to it. */
    seq: number;
    /** The room's new code. */
    room: string;
  };

/** Seat that begins the games after the first. */
export type Alternate =
  /** The two take turns. */
  | "yes"
  /** Always who began the first. */
  | "fixed";

/** The best moves of a position. */
export type AnalyseRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "analyse";
  /** Board and line. */
  rules: Rules;
  /** The cells that were marked until then, in order. */
  moves: Array<number>;
  /** Number of moves that are wanted. */
  best?: number;
  /** Number of positions that may be searched, while nobody else waits. */
  positions?: number;
};

/** Done, or refused. */
export type Answer =
  /** It is done, and kept as `welcome` promises. */
  | { ok: Accepted }
  /** It was refused and changed nothing. */
  | { error: Refused };

/** The word for `Choice::Any`. */
export type AnyWord =
  /** Any. */
  | "any";

/** Why a name is refused. */
export type BadName =
  /** More than `GRAPHEMES`, `COLUMNS` or `BYTES`. */
  | "too_long"
  /** A control, format, private, surrogate or unassigned character outside of an emoji, or a bracket. */
  | "characters"
  /** A letter under a pile of combining marks. */
  | "marks";

/** A thing that each seat has one of. */
export type BySeat_Computer = {
  /** The host's. */
  host: Computer;
  /** The guest's. */
  guest: Computer;
};

/** A thing that each seat has one of. */
export type BySeat_LinkNow = {
  /** The host's. */
  host: LinkNow;
  /** The guest's. */
  guest: LinkNow;
};

/** A thing that each seat has one of. */
export type BySeat_Nullable_Player = {
  /** The host's. */
  host: Player | null;
  /** The guest's. */
  guest: Player | null;
};

/** A thing that each seat has one of. */
export type BySeat_Nullable_Seated = {
  /** The host's. */
  host: Seated | null;
  /** The guest's. */
  guest: Seated | null;
};

/** A thing that each seat has one of. */
export type BySeat_uint64 = {
  /** The host's. */
  host: number;
  /** The guest's. */
  guest: number;
};

/** The last frame before the server closes. */
export type Bye = {
  /** Why. */
  reason: Reason;
  /** Where to come back to, if not here: another base address of the same service. */
  address?: string;
  /** When to come back, if coming back makes sense. */
  retry_in_ms?: number;
};

/** Wait no longer. */
export type CancelRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "cancel";
};

/** Why a ticket of the queue cannot be answered. */
export type CannotPlay =
  /** The one who waited has gone, or is about to play somebody else. */
  | "gone"
  /** It is one's own, or of the same key. */
  | "own"
  /** Its owner does not play programs. */
  | "people_only"
  /** None of those games is played there. */
  | "other_games";

/** How a player came to be away. */
export type Cause =
  /** The connection broke. */
  | "link"
  /** They left in the middle of a game. */
  | "left"
  /** The server restarted. */
  | "restart";

/** The boards, or the clocks, that a player in the queue would accept. */
export type Choice_ClockSetting =
  /** Any that the other accepts. */
  | AnyWord
  /** One of these, 1 to `CHOICES`, in order of preference. */
  | Array<ClockSetting>;

/** The boards, or the clocks, that a player in the queue would accept. */
export type Choice_Rules =
  /** Any that the other accepts. */
  | AnyWord
  /** One of these, 1 to `CHOICES`, in order of preference. */
  | Array<Rules>;

/** Take a mark in the opening, or place two more. Refused as `stale` unless it is about the present game and ply. */
export type ChooseRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "choose";
  /** The game's number in the room, from 1. */
  game: number;
  /** Number of moves made. */
  ply: number;
  /** The choice. */
  choice: OpeningChoice;
};

/** Claim the game against a player who is not there, or a draw when no line is open any more. Refused as `stale` unless it is about the present game. */
export type ClaimRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "claim";
  /** The game's number in the room, from 1. */
  game: number;
  /** The result that is claimed. */
  result: Claimed;
};

/** A result that can be claimed. */
export type Claimed =
  /** The game for oneself. */
  | "win"
  /** The game as drawn. */
  | "draw";

/** How thinking time is counted. */
export type ClockSetting =
  /** Not at all; a move only has to come within the limit for untimed moves. */
  | { type: "none" }
  /** The same time for every move. */
  | {
    type: "per_move";
    /** Milliseconds a move, 1 s to 1 h. */
    move_ms: number;
  }
  /** A store of time for the game, refilled a little by each move. */
  | {
    type: "total";
    /** Milliseconds at the start, 5 s to 3 h. */
    initial_ms: number;
    /** Milliseconds added after each move, up to 3 min. */
    increment_ms: number;
  }
  /** Days for every move: a correspondence game, between people who are seldom there at the same time. */
  | {
    type: "correspondence";
    /** Days a move, 1 to 14. */
    move_days: number;
  };

/** Why an offer is no longer open. */
export type Closed =
  /** The other side declined it. */
  | "declined"
  /** Nobody answered in time. */
  | "expired";

/** How a computer plays. */
export type Computer = {
  /** From 1, which a child beats, to 5, its best. */
  level: Level;
  /** Whether it opens in the centre when it begins on an empty board. */
  centre?: boolean;
};

/** Open a room and sit down as its host. An opening rule needs a board and a line that leave something to choose. */
export type CreateRoomRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "create_room";
  /** The secret of the host's seat. */
  secret: string;
  /** The computer that sits down opposite at once, if one is to. */
  computer?: Computer;
  /** Settings of its games; absent ones have their defaults. */
  settings?: Settings;
};

/** Decline the open offer. */
export type DeclineRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "decline";
  /** The number of the offer that is answered. */
  offer: number;
};

/** How a game came to its end. */
export type EndReason =
  /** A winning line. */
  | "line"
  /** The board is full. */
  | "full"
  /** One side gave it up. */
  | "resigned"
  /** Both agreed to a draw. */
  | "agreed"
  /** A draw was claimed because no line was open any more. */
  | "no_open_lines"
  /** A clock fell. */
  | "flag"
  /** No move came within the limit for untimed moves. */
  | "idle"
  /** A win was claimed against a player who did not come back. */
  | "claimed_win"
  /** A draw was claimed with a player who did not come back. */
  | "claimed_draw"
  /** It was called off. */
  | "called_off"
  /** A first move did not come in time. */
  | "no_first_move"
  /** Both agreed to begin anew. */
  | "restarted"
  /** The room ended. */
  | "room_ended";

/** A seat was taken or taken up again. */
export type Entered = {
  /** The room's code. */
  room: string;
  /** The seat. */
  seat: Seat;
  /** The number of the seat's last command; 0 before the first. */
  n: number;
  /** The address to give to a friend. */
  url: string;
  /** That command's answer. */
  last?: Answer;
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
  /** The room was opened; always number 1. */
  | {
    type: "created";
    /** Settings of its games. */
    settings: Settings;
    /** Player who opened it. */
    host: Player;
    /** When the room ends at the latest. */
    closes_ms: number;
    /** When it ends if nobody comes to play; in a correspondence room only. */
    empty_until_ms?: number;
  }
  /** Somebody sat down in a free seat. */
  | {
    type: "joined";
    /** Which. */
    seat: Seat;
    /** Who. */
    player: Player;
    /** Player whose place a computer takes in the running game, if one does. */
    replaced?: Replaced;
    /** The score between these two; none won and none drawn when absent. */
    score?: Score;
    /** Turn in that game: the seat to move, and until when. */
    turn?: NextTurn;
  }
  /** A game began. */
  | {
    type: "started";
    /** Its number in the room, from 1. */
    game: number;
    /** Seat that plays X. The one that begins has the turn. */
    x: Seat;
    /** Seat to move, and until when; always with its limit. */
    turn: NextTurn;
    /** The clocks, if there are any. */
    clocks?: BySeat_uint64;
    /** Choices of the seat to move, where there is an opening rule. */
    opening?: OpeningStage;
  }
  /** A move was made, by the seat whose turn it was. */
  | {
    type: "moved";
    /** The game's number. */
    game: number;
    /** The move's number in the game, from 0. */
    ply: number;
    /** Where. */
    cell: number;
    /** The mover's clock after the move; unchanged when absent. */
    clock_ms?: number;
    /** The part of the thinking time that was the network's and not charged. */
    credit_ms?: number;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number;
    /** The number of the offer that this move laid aside. */
    lapsed_offer?: number;
    /** The winning lines this move completed. */
    lines?: Array<Array<number>>;
    /** The mark that was drawn, where it is not the mover's own. */
    mark?: Mark;
    /** Whether no line is open for either side any more. */
    no_open_lines?: boolean;
    /** Choices of the seat to move now, while the game is being opened. */
    opening?: OpeningStage;
    /** How the game ended, if this move ended it. */
    over?: Over;
    /** The score after it; unchanged when absent. */
    score?: Score;
    /** Seat to move now; nobody once the game is over. */
    turn?: NextTurn;
  }
  /** A choice was made in the opening, by the seat whose turn it was. */
  | {
    type: "chosen";
    /** The game's number. */
    game: number;
    /** What. */
    choice: OpeningChoice;
    /** Seat to act now. */
    turn: NextTurn;
    /** The chooser's clock after it; unchanged when absent. */
    clock_ms?: number;
    /** The offer that lapsed with it. */
    lapsed_offer?: number;
    /** Choices of the seat to move, while the marks are not settled. */
    opening?: OpeningStage;
    /** Seat that plays X from now on; unchanged when absent. */
    x?: Seat;
  }
  /** A game ended otherwise than by a move. */
  | {
    type: "finished";
    /** The game's number. */
    game: number;
    /** How it ended. */
    over: Over;
    /** The clocks as they stood; unchanged when absent. */
    clocks?: BySeat_uint64;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number;
    /** The number of the offer that this laid aside. */
    lapsed_offer?: number;
    /** The score after it; unchanged when absent. */
    score?: Score;
  }
  /** Moves were taken back by agreement. */
  | {
    type: "taken_back";
    /** The game's number. */
    game: number;
    /** Number of moves left on the board. */
    ply: number;
    /** Seat that made the offer. */
    by: Seat;
    /** Seat to move. */
    turn: NextTurn;
    /** The clocks, as they were when that move was to be made; unchanged when absent. */
    clocks?: BySeat_uint64;
    /** Whether no line is open for either side in that position. */
    no_open_lines?: boolean;
  }
  /** Something was offered. */
  | {
    type: "offered";
    /** What, by whom, until when. */
    offer: Offer;
  }
  /** An offer is no longer open and was not accepted. */
  | {
    type: "offer_closed";
    /** Its number. */
    offer: number;
    /** Why. */
    reason: Closed;
    /** Seat that made it. */
    by: Seat;
    /** From when on that seat may offer again. */
    again_ms: number;
  }
  /** A player has been away long enough for it to count. */
  | {
    type: "lost";
    /** Who. */
    seat: Seat;
    /** How it came. */
    cause: Cause;
    /** From when on the other may claim the game. */
    deadline_ms: number;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number;
  }
  /** A lost player is back, or one for whom a computer's clock has stood. */
  | {
    type: "returned";
    /** Who. */
    seat: Seat;
    /** The computer's turn, if its clock has stood because nobody was connected. */
    turn?: NextTurn;
  }
  /** A player gave a seat up for good; it is free. */
  | {
    type: "left";
    /** Which. */
    seat: Seat;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number;
  }
  /** The host removed a guest who had not moved yet; the room has a new code. */
  | {
    type: "removed";
    /** The seat that is free. */
    seat: Seat;
    /** When the room ends if nobody comes. */
    empty_until_ms?: number;
  }
  /** A player goes by another name. */
  | {
    type: "renamed";
    /** The seat. */
    seat: Seat;
    /** The new name. */
    player: Player;
  }
  /** The server was away. Turn, offer and the room's age moved by as much, and both seats, unless a computer's, have a fresh grace where there is one. */
  | {
    type: "away";
    /** Time given back: the outages and standstills since the room's last event that count for it, and the time to come back after each. */
    lost_ms: number;
    /** When the room ends at the latest. */
    closes_ms: number;
    /** The clocks after the refund; unchanged when absent. */
    clocks?: BySeat_uint64;
    /** From when on an absent player's game may be claimed; absent in a correspondence room, where nobody is lost. */
    deadline_ms?: number;
    /** When the room ends if nobody comes back. */
    empty_until_ms?: number;
    /** The open offer with its new deadline. */
    offer?: Offer;
    /** Seat to move, and until when, if a game is running. */
    turn?: NextTurn;
  }
  /** The room is over; nothing comes after this. */
  | {
    type: "ended";
    /** Why. */
    reason: RoomEnd;
    /** How the running game ended with it, if one was running. */
    over?: Over;
  }
);

/** Open a room where two computers play, and watch it. The host begins, then they take turns. */
export type ExhibitRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "exhibit";
  /** The two. */
  computers: BySeat_Computer;
  /** Board and line; classic when absent. */
  rules?: Rules;
  /** Those who may watch, which cannot be nobody; everybody with the code when absent. */
  watching?: Watching;
};

/** Seat that begins the room's first game. */
export type First =
  /** The host. */
  | "host"
  /** The guest. */
  | "guest"
  /** The server draws. */
  | "random";

/** How a record is written. A reader refuses what it does not know. */
export type Format =
  /** The only one so far; fields may be added to it. */
  | "oxo.game.v1";

/** Everything a server sends. */
export type Frame =
  /** The answer to a request. */
  | { type: "reply" } & Reply
  /** The whole room. */
  | { type: "room" } & Snapshot
  /** The present state of a room. */
  | { type: "now" } & NowFrame
  /** A command waits for the disk. */
  | { type: "saving" } & Saving
  /** Where one stands in the queue. */
  | { type: "queue" } & QueuePlace
  /** The connection waits no longer, and not because it was matched. */
  | {
    type: "unqueued";
    /** Why. */
    reason: Unqueued;
  }
  /** Somebody was found; the `room` frame follows. */
  | { type: "matched" } & Matched
  /** A newer connection holds the seat. Do not come back by yourself. */
  | {
    type: "superseded";
    /** The room. */
    room: string;
  }
  /** The host has removed this guest. */
  | {
    type: "dismissed";
    /** The room, by its old code. */
    room: string;
  }
  /** The answer to `ping`. */
  | { type: "pong" } & Pong
  /** The operator's notice to everybody from now on, in place of the last one. */
  | { type: "notice" } & Notice
  /** The server closes the connection. */
  | { type: "bye" } & Bye
  /** Something is wrong that belongs to no request. */
  | { type: "error" } & Refusal
  | EventFrame;

/** The three ways in which a game can count. */
export type GameResult =
  /** One side has it. */
  | "won"
  /** Neither has. */
  | "drawn"
  /** It does not count. */
  | "aborted";

/** A game as it stands. */
export type GameView = {
  /** Its number in the room, from 1. */
  number: number;
  /** Seat that plays X. */
  x: Seat;
  /** When it began. */
  started_ms: number;
  /** The choices made in its opening, first to last. */
  choices?: Array<MadeChoice>;
  /** The clocks when the present turn began: the one of who is to move runs. */
  clocks?: BySeat_uint64;
  /** The clocks it began with, if there are any. */
  first_clocks?: BySeat_uint64;
  /** The winning lines. */
  lines?: Array<Array<number>>;
  /** The moves, first to last. */
  moves?: Array<Played>;
  /** Whether no line is open for either side any more. */
  no_open_lines?: boolean;
  /** Choices in the opening of the seat to move; absent once the marks are settled. */
  opening?: OpeningStage;
  /** How it ended, if it did. */
  over?: Over;
  /** Player whose place a computer took in it, if one did. */
  replaced?: Replaced;
  /** Seat to move; nobody once the game is over. */
  turn?: Turn;
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
  /** Players by seat; `null` is a free seat. */
  players: BySeat_Nullable_Player;
  /** The running score. */
  score: Score;
  /** The open offer. */
  offer?: Offer;
  /** Seat to move, and until when, if a game is running. */
  turn?: Turn;
};

/** The first frame of a connection. Unknown fields in it are ignored. */
export type HelloRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "hello";
  /** The versions the client speaks. */
  versions: Array<number>;
  /** Whether a program plays, not a person. */
  bot?: boolean;
  /** The client's own name and version, for the server's operator. */
  client?: string;
  /** The player's name; empty for a numbered guest. */
  name?: string;
};

/** The move the computer would make in one's place, in a game against it. */
export type HintRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "hint";
};

/** Target of a room's link. */
export type Invitation = {
  /** The code that was asked for. */
  room: string;
  /** Whether there is a seat. */
  state: InvitationState;
  /** Players and settings. Shown while a seat is free or the room may be watched. */
  table?: InvitedTable;
};

/** Whether somebody with a room's link can sit down. */
export type InvitationState =
  /** A seat is free. */
  | "free"
  /** Both seats are taken. */
  | "full"
  /** The room has ended. Remembered for a while; afterwards it is `none`. */
  | "over"
  /** No room has this code. */
  | "none";

/** Players and settings of a table. */
export type InvitedTable = {
  /** Players by seat; `null` is a free seat. */
  players: BySeat_Nullable_Player;
  /** Settings of its games. */
  settings: Settings;
  /** Seat that begins the next game; absent while that is to be drawn. */
  begins?: Seat;
  /** Time for each side's first move before a game is called off; absent at correspondence, where it is the time of any move, and where the server is older than this field. */
  first_move_ms?: number;
};

/** Sit down in a room. */
export type JoinRoomRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "join_room";
  /** The room's code. */
  room: string;
  /** The secret of the seat. */
  secret: string;
};

/** Judgement of one move. */
export type Judged = {
  /** Effect of the move. */
  verdict: Verdict;
  /** Whether that is proved. Otherwise it is likely, in the computer's opinion. */
  proved: boolean;
  /** The moves that keep the value, and win soonest or lose latest; none if the one played is among them. As an opinion: what the computer would have played instead of a lost move. */
  best: Array<number>;
};

/** Where something is kept. */
export type Kept =
  /** On disk, synced. */
  | "disk"
  /** In memory: a restart forgets it. */
  | "memory";

/** Give the seat up; during a game, after a short grace. */
export type LeaveRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "leave";
};

/** How strong the computer plays: from 1, which a child beats, to 5, its best. */
export type Level = number;

/** Holder of the limit that was reached. */
export type LimitOf =
  /** That of the whole server. */
  | "server"
  /** That of the address from which it was asked. */
  | "address";

/** Limits of a server. `welcome` and `/info` carry the values in force. */
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
  rtt_ms?: number;
};

/** How a connection is. */
export type LinkState =
  /** Answers. */
  | "linked"
  /** Is there, but a pong is late. */
  | "shaky"
  /** Is not there. */
  | "away";

/** A room in the list. */
export type Listed = {
  /** The room's code. */
  room: string;
  /** Board and line. */
  rules: Rules;
  /** Clock. */
  clock: ClockSetting;
  /** Players there, host first. */
  players: Array<Player>;
  /** Whether one may sit down. */
  waiting: boolean;
  /** Whether one may watch. */
  watchable: boolean;
  /** The running score. */
  score: Score;
  /** Number of spectators. */
  spectators: number;
  /** How games are opened there. */
  opening?: OpeningRule;
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
  /** Number of moves that had been made. */
  ply: number;
  /** Seat that chose. */
  by: Seat;
  /** What. */
  choice: OpeningChoice;
  /** The clocks after it, if there are any. */
  clocks?: BySeat_uint64;
};

/**
 * One of the two sides; X makes the first move.
 *
 * Written and serialised as `X` and `O`.
 */
export type Mark =
  /** The side that begins. */
  | "X"
  /** The side that answers. */
  | "O";

/** Somebody was found. */
export type Matched = {
  /** The room's code. */
  room: string;
  /** The seat one has in it, by the secret sent with `quick_match`. */
  seat: Seat;
};

/** Draw one's mark. Refused as `stale` unless it is about the present game and ply. */
export type MoveRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "move";
  /** The game's number in the room, from 1. */
  game: number;
  /** The move's number in the game, from 0. */
  ply: number;
  /** The square, row by row from 0 at the top left. */
  cell: number;
};

/** A turn as an event tells it: without what the fold assigns by itself. */
export type NextTurn = {
  /** Seat to move. */
  seat: Seat;
  /** When the turn is over. */
  due_ms: number;
  /** Consequence of the deadline; the same as for the turn before when absent. */
  limit?: TurnLimit;
  /** When the computer moves whose turn it is. */
  moves_ms?: number;
  /** When it began; with the event when absent. */
  since_ms?: number;
};

/** The operator's notice to everybody. An empty one takes back the last one. */
export type Notice = {
  /** When that was said. */
  at_ms?: number;
  /** Whether the server opens no more rooms, because it is about to stop. */
  closing?: boolean;
  /** A message in the operator's own words: plain text, one line. */
  text?: string;
  /** When it is taken back, if that is known. */
  until_ms?: number;
};

/** The present state beside the view. */
export type Now = {
  /** Each seat's connection. */
  links: BySeat_LinkNow;
  /** Number of spectators. */
  spectators: number;
  /** The latest reaction of a player. */
  reaction?: Reaction;
  /** Seat whose webhook tells a chat of this room's games, if there is one. */
  webhook?: Seat;
};

/** The present state of a room. */
export type NowFrame = {
  /** The room's code. */
  room: string;
  /** The server's time. */
  at_ms: number;
  /** The present state. */
  now: Now;
};

/** An open offer. */
export type Offer = {
  /** Its number in the room, from 1. */
  id: number;
  /** Seat that made it. */
  by: Seat;
  /** The offer. */
  kind: OfferKind;
  /** When it expires. */
  deadline_ms: number;
  /** For a takeback: how many moves would be left on the board. */
  ply?: number;
};

/** An offer that can be made. */
export type OfferKind =
  /** To call the running game drawn. */
  | "draw"
  /** To take moves of the running game back. */
  | "takeback"
  /** To play again. */
  | "rematch"
  /** To call the running game off and begin anew. */
  | "restart";

/** Offer something to the other side. An offer that crosses one of the same kind (and ply) is its acceptance. Refused as `stale` unless it is about the present game or, when none is being played, the last one. */
export type OfferRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "offer";
  /** The game's number in the room, from 1. */
  game: number;
  /** The offer. */
  kind: OfferKind;
  /** For a takeback, and only for one: how many moves would be left on the board. */
  ply?: number;
};

/** A choice in an opening. */
export type OpeningChoice =
  /** Play X from now on. */
  | "X"
  /** Play O from now on. */
  | "O"
  /** Place two more marks, and leave the choice to the other. */
  | "place_two";

/** How a game is opened, so that who begins has no advantage. */
export type OpeningRule =
  /** Each plays their own mark from the first move on. */
  | "free"
  /** The one who begins places one mark, then the other may take it over. */
  | "pie"
  /** The one who begins places three marks, then the other takes a mark, or places two more and leaves the choice. */
  | "swap2";

/** Stage of an opening: the choices of the seat to act, while the marks of a game are not settled. */
export type OpeningStage =
  /** Place the next mark, whichever it is. */
  | "place"
  /** Take either mark, or place the next, which takes that one. */
  | "place_or_choose"
  /** Take either mark. */
  | "choose"
  /** Take either mark, or place two more and leave the choice to the other. */
  | "choose_or_place_two";

/** Mark of the first move of a game. */
export type Opens =
  /** The one who begins plays X. */
  | "x"
  /** The one who begins plays O. */
  | "o";

/** How a game ended, and what follows from it. */
export type Over = {
  /** Won, drawn or called off. */
  result: GameResult;
  /** How it came about. */
  reason: EndReason;
  /** Seat that begins the next game. */
  next_first: Seat;
  /** Seat because of which it does not count: the one that called it off, or did not make the first move in time. */
  by?: Seat;
  /** The id under which the server keeps the game, if it does. */
  id?: string;
  /** When the next game begins by itself, between two computers. */
  next_ms?: number;
  /** Winner, if it was won. */
  winner?: Seat;
};

/** A reaction of a player to the other; clients word it. */
export type Phrase =
  /** Hello. */
  | "hello"
  /** Good luck. */
  | "good_luck"
  /** Well played. */
  | "well_played"
  /** Thank you. */
  | "thanks"
  /** Oops. */
  | "oops"
  /** One more? */
  | "one_more"
  /** I have to go. */
  | "must_go"
  /** Goodbye. */
  | "goodbye";

/** Answered by `pong` with the same `data`. */
export type PingRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "ping";
  /** Comes back as it is. */
  data?: unknown;
};

/** Play somebody who waits, by the public id of their ticket. A ticket of the same key, and one of the same connection, makes way for it. */
export type PlayRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "play";
  /** Ticket that it answers. */
  ticket: string;
  /** The secret of the seat to come. */
  secret: string;
  /** As in `quick_match`. */
  key: string;
  /** The boards that will do; any that the other would play when absent. */
  boards?: Choice_Rules;
  /** The clocks that will do, but no correspondence; any that the other would play when absent. */
  clocks?: Choice_ClockSetting;
};

/** A move that was made. */
export type Played = {
  /** Where. */
  cell: number;
  /** The mark that was drawn. */
  mark: Mark;
  /** When. */
  at_ms: number;
  /** The mover's clock after it, where it changed. */
  clock_ms?: number;
};

/** Player in a seat, as everybody may know them: a name, or a number for somebody who gave none (clients word it: "Guest 2"). */
export type Player = {
  /** Whether it is somebody's program. */
  bot?: boolean;
  /** How it plays, if it is the server's own computer. */
  computer?: Computer;
  /** The number of a player without a name. */
  guest?: number;
  /** The name, cleaned by the server. */
  name?: string;
};

/** The answer to `ping`. */
export type Pong = {
  /** The request's number. */
  id: number;
  /** The server's time. */
  at_ms: number;
  /** The data that the request carried. */
  data?: unknown;
};

/** A server's promises about acknowledged commands and known events. */
export type Promise = {
  /** Where something acknowledged is at that moment. */
  acknowledged: Kept;
  /** Longest time for which a finished game can still be asked for. */
  games_kept_ms: number;
  /** Whether network addresses are written to logs. */
  addresses_logged: boolean;
};

/** Result of best play, for the side to move. */
export type Prospect =
  /** It wins. */
  | "win"
  /** It loses. */
  | "loss"
  /** Nobody wins. */
  | "draw";

/** The subscription of one device. Its debug output shows nothing: who knows it may send to the device. */
export type PushSubscription = {
  /** The address that its push service gave it, `https` and at most 1,024 bytes of ASCII. */
  endpoint: string;
  /** The device's public key: 65 bytes as base64url without padding. */
  p256dh: string;
  /** The device's authentication secret: 16 bytes as base64url without padding. */
  auth: string;
  /** The private key, drawn by the device, whose public key it subscribed with: the server signs with it. 32 bytes as base64url without padding. */
  key: string;
};

/** A place in the queue. */
export type QueuePlace = {
  /** From 1, among those who wait for the same game. */
  position: number;
  /** A rough wait, if there is something to guess from. */
  wait_ms?: number;
};

/** Be matched with somebody who would play one of the same games. */
export type QuickMatchRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "quick_match";
  /** The secret of the seat to come. */
  secret: string;
  /** Drawn once per process or page load, 8 to 64 characters: nobody is paired with the same key, and a newer ticket of a key replaces the older. */
  key: string;
  /** The boards that will do; the classic one when absent. */
  boards?: Choice_Rules;
  /** Whether a program will do as the opponent too; not when absent. */
  bots?: boolean;
  /** The clocks that will do, but no correspondence: such a game waits in the list of rooms; only none when absent. */
  clocks?: Choice_ClockSetting;
  /** Whether the ticket stays out of the list of those who wait, so that nobody can answer it by `play`; it is in the list when absent. */
  unseen?: boolean;
};

/** A move, and what is known of it: a prospect, or else an estimate. */
export type RankedMove = {
  /** The move itself, and the best play after it as far as it is known; at most 12 moves. */
  line: Array<number>;
  /** After how many moves, this one counted, the win is complete; nothing in a draw, or where that is not known. */
  plies?: number;
  /** An estimate for the side to move, in points: 0 is even. Nothing beside a prospect. */
  points?: number;
  /** Result of best play after it; nothing where only an estimate is known. */
  prospect?: Prospect;
  /** Whether the prospect is proved. Otherwise it is likely: not every answer was looked at. */
  proved?: boolean;
};

/** The best moves of a position. */
export type Ranking = {
  /** Number of moves that the estimates look ahead, not counting forced ones. */
  depth: number;
  /** Whether all of it is proved, and more time would change nothing. */
  complete: boolean;
  /** The best first; none once the game is over. */
  moves: Array<RankedMove>;
};

/** Say one of the fixed phrases to the room. */
export type ReactRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "react";
  /** The phrase. */
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
  /** The server stops or restarts. */
  | "restarting"
  /** The server cannot write to its disk and has to stop. */
  | "disk_failed"
  /** `hello` did not come in time. */
  | "hello_timeout"
  /** Client and server have no version in common. */
  | "version_unsupported"
  /** The server has no place for this connection, or gave its place to a player who came back. */
  | "full"
  /** Nothing was heard for too long. */
  | "silent"
  /** Too many messages. */
  | "flood"
  /** Too many messages that were none. */
  | "malformed"
  /** A frame that was too big, binary or not UTF-8. */
  | "bad_frame"
  /** The operator has shut this network out. */
  | "blocked"
  /** A fault of the server. */
  | "internal";

/** A finished game. */
export type Record = {
  /** How this is written. */
  format: Format;
  /** The code that the room had. */
  room: string;
  /** Settings of the game. */
  settings: Settings;
  /** Players; `null` for somebody who had their name removed. */
  players: BySeat_Nullable_Player;
  /** The score between the two when it had ended. */
  score: Score;
  /** The moves with their times, the clocks, the result and how it came about. */
  game: GameView;
  /** The frames of its events, the exact texts that the server kept; none in a copy made by somebody who had not seen them all. */
  events?: Array<EventFrame>;
  /** Its id on the server that keeps it; nothing where none does. */
  id?: string;
};

/** A refusal. On the wire `{"code": "cell_taken", "params": {"cell": 4}}`. */
export type Refusal =
  /** The frame is not a request at all. */
  | {
    code: "bad_message";
    params: {
      /** The mistake, in English, for developers of clients. */
      detail: string;
    };
  }
  /** There is no request of that type. */
  | {
    code: "unknown_type";
    params: {
      /** The type. */
      got: string;
    };
  }
  /** That type has no such field. */
  | {
    code: "unknown_field";
    params: {
      /** The field. */
      field: string;
    };
  }
  /** A field is missing or has a value it cannot have. */
  | {
    code: "bad_field";
    params: {
      /** The field. */
      field: string;
      /** The mistake, in English, for developers of clients. */
      detail: string;
    };
  }
  /** The first request has to be `hello`. */
  | { code: "hello_first" }
  /** `hello` was said already. */
  | { code: "already_greeted" }
  /** Client and server have no version in common. */
  | {
    code: "version_unsupported";
    params: {
      /** Versions that the server speaks. */
      supported: Array<number>;
    };
  }
  /** Too many requests a second. */
  | {
    code: "too_fast";
    params: {
      /** When the next one will be heard. */
      retry_in_ms: number;
    };
  }
  /** The server cannot keep anything at the moment (its disk is full), or has no place for this connection. */
  | {
    code: "unavailable";
    params: {
      /** When to try again. */
      retry_in_ms: number;
    };
  }
  /** The server is about to stop and opens no more rooms. */
  | { code: "shutting_down" }
  /** The stored data of the room is damaged, so the room is not served. */
  | { code: "room_damaged" }
  /** A fault of the server. */
  | { code: "internal" }
  /** A name that nobody can have. */
  | {
    code: "bad_name";
    params: {
      /** Why. */
      reason: BadName;
    };
  }
  /** Names are not changed during a game. */
  | { code: "name_during_game" }
  /** There is no such room, or it is not for you. */
  | { code: "no_such_room" }
  /** Both seats are taken. */
  | {
    code: "room_full";
    params: {
      /** Whether one may watch. */
      may_watch: boolean;
    };
  }
  /** As many watch as may. */
  | { code: "watching_full" }
  /** This connection sits in a room already. */
  | {
    code: "already_seated";
    params: {
      /** Which. */
      room: string;
    };
  }
  /** This connection is in no room, or not in that one. */
  | { code: "not_in_room" }
  /** Only a player can do that, and this connection watches. */
  | { code: "not_seated" }
  /** The seat is held by a newer connection. */
  | { code: "superseded" }
  /** There are as many rooms as may be. */
  | {
    code: "too_many_rooms";
    params: {
      /** Holder of the limit. */
      of: LimitOf;
    };
  }
  /** This address opened as many rooms as it may for now. */
  | {
    code: "rooms_too_fast";
    params: {
      /** When to try again. */
      retry_in_ms: number;
    };
  }
  /** This address tried too many codes. */
  | {
    code: "joins_too_fast";
    params: {
      /** When to try again. */
      retry_in_ms: number;
    };
  }
  /** This connection waits for nobody. */
  | { code: "not_queued" }
  /** That ticket cannot be answered. */
  | {
    code: "cannot_play";
    params: {
      /** Why. */
      reason: CannotPlay;
    };
  }
  /** As many computers play as may. */
  | {
    code: "too_many_computers";
    params: {
      /** Holder of the limit. */
      of: LimitOf;
    };
  }
  /** Notifications are for correspondence, on a server that sends them. */
  | { code: "no_notifications" }
  /** No seat is shared by that token, or no longer, or it was taken by it already. */
  | { code: "no_shared_seat" }
  /** As many devices hold the seat as may, or it was shared too often. */
  | { code: "too_many_devices" }
  /** This server calls no webhooks, or the room has changed its own too often. */
  | { code: "no_webhooks" }
  /** Hints are for one's own turn in a game against the server's computer. */
  | { code: "no_hint" }
  /** A command's number is not the next one. */
  | {
    code: "out_of_order";
    params: {
      /** The number that would be. */
      expected: number;
    };
  }
  /** No game is being played. */
  | { code: "no_game" }
  /** A game is being played. */
  | { code: "game_running" }
  /** The command is about another game or ply than the present. */
  | {
    code: "stale";
    params: {
      /** The present game. */
      game: number;
      /** The present ply. */
      ply: number;
    };
  }
  /** It is for the other to move. */
  | { code: "not_your_turn" }
  /** The board has no such cell. */
  | {
    code: "cell_outside";
    params: {
      /** The cell. */
      cell: number;
      /** Number of cells of the board, numbered from 0. */
      cells: number;
    };
  }
  /** The cell is taken. */
  | {
    code: "cell_taken";
    params: {
      /** The cell. */
      cell: number;
    };
  }
  /** Both have moved; resign instead. */
  | { code: "too_late_to_abort" }
  /** The other player is there. */
  | { code: "opponent_present" }
  /** The other player still has time to come back. */
  | {
    code: "grace_running";
    params: {
      /** Until when. */
      deadline_ms: number;
    };
  }
  /** It is for you to move, so there is nothing to claim. */
  | { code: "claim_on_your_turn" }
  /** A line is still open. */
  | { code: "lines_open" }
  /** Nobody sits opposite. */
  | { code: "no_opponent" }
  /** Another offer is open; it has to be answered first. */
  | {
    code: "offer_open";
    params: {
      /** Its number. */
      offer: number;
    };
  }
  /** That offer is not open. */
  | { code: "no_such_offer" }
  /** Your own offer is for the other to answer. */
  | { code: "own_offer" }
  /** You offered a moment ago and it was not accepted. */
  | {
    code: "offer_cooldown";
    params: {
      /** When you may again. */
      again_ms: number;
    };
  }
  /** That many moves cannot be left by a takeback. */
  | {
    code: "bad_takeback";
    params: {
      /** Number of moves made. */
      ply: number;
    };
  }
  /** Only the host can do that. */
  | { code: "not_host" }
  /** The guest has moved and stays. */
  | { code: "guest_has_moved" };

/** A refusal, and the room's last event when it was decided. */
export type Refused = {
  /** The last event, if a room decided. */
  seq?: number;
} & (
  /** The frame is not a request at all. */
  | {
    code: "bad_message";
    params: {
      /** The mistake, in English, for developers of clients. */
      detail: string;
    };
  }
  /** There is no request of that type. */
  | {
    code: "unknown_type";
    params: {
      /** The type. */
      got: string;
    };
  }
  /** That type has no such field. */
  | {
    code: "unknown_field";
    params: {
      /** The field. */
      field: string;
    };
  }
  /** A field is missing or has a value it cannot have. */
  | {
    code: "bad_field";
    params: {
      /** The field. */
      field: string;
      /** The mistake, in English, for developers of clients. */
      detail: string;
    };
  }
  /** The first request has to be `hello`. */
  | { code: "hello_first" }
  /** `hello` was said already. */
  | { code: "already_greeted" }
  /** Client and server have no version in common. */
  | {
    code: "version_unsupported";
    params: {
      /** Versions that the server speaks. */
      supported: Array<number>;
    };
  }
  /** Too many requests a second. */
  | {
    code: "too_fast";
    params: {
      /** When the next one will be heard. */
      retry_in_ms: number;
    };
  }
  /** The server cannot keep anything at the moment (its disk is full), or has no place for this connection. */
  | {
    code: "unavailable";
    params: {
      /** When to try again. */
      retry_in_ms: number;
    };
  }
  /** The server is about to stop and opens no more rooms. */
  | { code: "shutting_down" }
  /** The stored data of the room is damaged, so the room is not served. */
  | { code: "room_damaged" }
  /** A fault of the server. */
  | { code: "internal" }
  /** A name that nobody can have. */
  | {
    code: "bad_name";
    params: {
      /** Why. */
      reason: BadName;
    };
  }
  /** Names are not changed during a game. */
  | { code: "name_during_game" }
  /** There is no such room, or it is not for you. */
  | { code: "no_such_room" }
  /** Both seats are taken. */
  | {
    code: "room_full";
    params: {
      /** Whether one may watch. */
      may_watch: boolean;
    };
  }
  /** As many watch as may. */
  | { code: "watching_full" }
  /** This connection sits in a room already. */
  | {
    code: "already_seated";
    params: {
      /** Which. */
      room: string;
    };
  }
  /** This connection is in no room, or not in that one. */
  | { code: "not_in_room" }
  /** Only a player can do that, and this connection watches. */
  | { code: "not_seated" }
  /** The seat is held by a newer connection. */
  | { code: "superseded" }
  /** There are as many rooms as may be. */
  | {
    code: "too_many_rooms";
    params: {
      /** Holder of the limit. */
      of: LimitOf;
    };
  }
  /** This address opened as many rooms as it may for now. */
  | {
    code: "rooms_too_fast";
    params: {
      /** When to try again. */
      retry_in_ms: number;
    };
  }
  /** This address tried too many codes. */
  | {
    code: "joins_too_fast";
    params: {
      /** When to try again. */
      retry_in_ms: number;
    };
  }
  /** This connection waits for nobody. */
  | { code: "not_queued" }
  /** That ticket cannot be answered. */
  | {
    code: "cannot_play";
    params: {
      /** Why. */
      reason: CannotPlay;
    };
  }
  /** As many computers play as may. */
  | {
    code: "too_many_computers";
    params: {
      /** Holder of the limit. */
      of: LimitOf;
    };
  }
  /** Notifications are for correspondence, on a server that sends them. */
  | { code: "no_notifications" }
  /** No seat is shared by that token, or no longer, or it was taken by it already. */
  | { code: "no_shared_seat" }
  /** As many devices hold the seat as may, or it was shared too often. */
  | { code: "too_many_devices" }
  /** This server calls no webhooks, or the room has changed its own too often. */
  | { code: "no_webhooks" }
  /** Hints are for one's own turn in a game against the server's computer. */
  | { code: "no_hint" }
  /** A command's number is not the next one. */
  | {
    code: "out_of_order";
    params: {
      /** The number that would be. */
      expected: number;
    };
  }
  /** No game is being played. */
  | { code: "no_game" }
  /** A game is being played. */
  | { code: "game_running" }
  /** The command is about another game or ply than the present. */
  | {
    code: "stale";
    params: {
      /** The present game. */
      game: number;
      /** The present ply. */
      ply: number;
    };
  }
  /** It is for the other to move. */
  | { code: "not_your_turn" }
  /** The board has no such cell. */
  | {
    code: "cell_outside";
    params: {
      /** The cell. */
      cell: number;
      /** Number of cells of the board, numbered from 0. */
      cells: number;
    };
  }
  /** The cell is taken. */
  | {
    code: "cell_taken";
    params: {
      /** The cell. */
      cell: number;
    };
  }
  /** Both have moved; resign instead. */
  | { code: "too_late_to_abort" }
  /** The other player is there. */
  | { code: "opponent_present" }
  /** The other player still has time to come back. */
  | {
    code: "grace_running";
    params: {
      /** Until when. */
      deadline_ms: number;
    };
  }
  /** It is for you to move, so there is nothing to claim. */
  | { code: "claim_on_your_turn" }
  /** A line is still open. */
  | { code: "lines_open" }
  /** Nobody sits opposite. */
  | { code: "no_opponent" }
  /** Another offer is open; it has to be answered first. */
  | {
    code: "offer_open";
    params: {
      /** Its number. */
      offer: number;
    };
  }
  /** That offer is not open. */
  | { code: "no_such_offer" }
  /** Your own offer is for the other to answer. */
  | { code: "own_offer" }
  /** You offered a moment ago and it was not accepted. */
  | {
    code: "offer_cooldown";
    params: {
      /** When you may again. */
      again_ms: number;
    };
  }
  /** That many moves cannot be left by a takeback. */
  | {
    code: "bad_takeback";
    params: {
      /** Number of moves made. */
      ply: number;
    };
  }
  /** Only the host can do that. */
  | { code: "not_host" }
  /** The guest has moved and stays. */
  | { code: "guest_has_moved" }
);

/** Remove a guest who has not moved yet. */
export type RemoveGuestRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "remove_guest";
};

/** Tell it no longer. */
export type RemoveWebhookRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "remove_webhook";
};

/** A seat that a computer took over during a game. */
export type Replaced = {
  /** The seat. */
  seat: Seat;
  /** Player who had it, and left. */
  player: Player;
  /** Number of moves that had been made. */
  ply: number;
};

/** A reply frame: the request's number and its answer. */
export type Reply = {
  /** The request's number. */
  id: number;
} & (
  /** It is done, and kept as `welcome` promises. */
  | { ok: Accepted }
  /** It was refused and changed nothing. */
  | { error: Refused }
);

/** A request with the number its reply will carry. */
export type Request =
  | HelloRequest
  | QuickMatchRequest
  | PlayRequest
  | CancelRequest
  | CreateRoomRequest
  | JoinRoomRequest
  | WatchRoomRequest
  | UnwatchRequest
  | ExhibitRequest
  | ResumeRequest
  | HintRequest
  | SetNameRequest
  | ReviewRequest
  | AnalyseRequest
  | ReactRequest
  | RoomsRequest
  | SeatsRequest
  | SubscribeRequest
  | UnsubscribeRequest
  | ShareSeatRequest
  | TakeSeatRequest
  | UnshareSeatRequest
  | SetWebhookRequest
  | RemoveWebhookRequest
  | PingRequest
  | MoveRequest
  | ChooseRequest
  | ResignRequest
  | AbortRequest
  | ClaimRequest
  | LeaveRequest
  | OfferRequest
  | AcceptRequest
  | DeclineRequest
  | RemoveGuestRequest
  | SeatComputerRequest;

/** Give the game up. Refused as `stale` unless it is about the present game. */
export type ResignRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "resign";
  /** The game's number in the room, from 1. */
  game: number;
};

/** Come back to one's seat. */
export type ResumeRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "resume";
  /** The room's code as the client last knew it; the secret decides. */
  room: string;
  /** The secret of the seat. */
  secret: string;
  /** The last event the client has folded; 0 for none. */
  last_seq?: number;
  /** Whether the seat is left where another of its devices is connected to it; taken when absent. */
  yields?: boolean;
};

/** Judgement of a game. */
export type Review = {
  /** Whether all of it is proved. */
  exact: boolean;
  /** One for each move, first to last; nothing where nothing can be said. */
  moves: Array<Judged | null>;
};

/** The worth of each move of a game. */
export type ReviewRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "review";
  /** Board and line. */
  rules: Rules;
  /** The cells in the order in which they were marked. */
  moves: Array<number>;
};

/** Why a room is over. */
export type RoomEnd =
  /** Everybody gave their seat up. */
  | "left"
  /** Nobody came back in time. */
  | "empty"
  /** It was as old as a room may be. */
  | "age"
  /** It had as many events as a room may have. */
  | "events"
  /** The operator of the server closed it. */
  | "operator";

/** List who waits for anybody, rooms that wait for somebody and games that one may watch. */
export type RoomsRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "rooms";
  /** Where the page before ended; absent for the first page. */
  cursor?: string;
};

/**
 * Rules of a game: a board of `width` × `height` cells on which `line` marks in a row, column or diagonal win; more than `line` win as well, unless it has to be *exactly* `line`. In *misère* who makes such a line loses.
 *
 * Every value in existence is playable: sides of 1 to `MAX_SIDE` cells and a line of at least `MIN_LINE` that fits along the longer side. Written `WxHxL` (`3x3x3`), serialised as `{"width":3,"height":3,"line":3}`; misère is written `3x3x3-misere` and serialised with `"misere":true`, which is left out otherwise; and exactly five `15x15x5-exact`, with `"exact":true`.
 */
export type Rules = {
  /** Cells in a row. */
  width: number;
  /** Cells in a column. */
  height: number;
  /** Marks in an unbroken line that win; no more than the longer side. */
  line: number;
  /** A longer line has no effect; left out when it wins. Not in misère. */
  exact?: boolean;
  /** A line loses; left out when it wins. */
  misere?: boolean;
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
export type Seat =
  /** The player who opened the room; after a quick match, the one who waited longer. */
  | "host"
  /** The player who joined. */
  | "guest";

/** Have a computer sit down opposite: in a free seat, or during a game in the place of a player who is lost past the grace. */
export type SeatComputerRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  /** The room in which the seat is. */
  room: string;
  /** 1, 2, 3 …: the number of a command that was done gets the same reply again and does nothing. A refused command uses none up. */
  n: number;
  type: "seat_computer";
  /** How it plays. */
  computer: Computer;
};

/** A taken seat. */
export type Seated = {
  /** The player there. */
  player: Player;
  /** Since when and how they are away, if they are. */
  lost?: Lost;
  /** From when on this seat may offer again. */
  may_offer_ms?: number;
  /** Whether they have made a move since they sat down. */
  moved?: boolean;
};

/** Tell how it stands where these secrets hold a seat. */
export type SeatsRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "seats";
  /** The secrets, 1 to `MOST_SEATS`. */
  secrets: Array<string>;
};

/** Identity of the server. */
export type ServerName = {
  /** The program. */
  name: string;
  /** Its version. */
  version: string;
};

/** Go by another name. */
export type SetNameRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "set_name";
  /** The new name; empty for a numbered guest. */
  name: string;
};

/** Tell a chat of the room's games. It takes the place of the room's present one. */
export type SetWebhookRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "set_webhook";
  /** Where the chat takes it. */
  webhook: Webhook;
};

/** Settings of a room's games: each setting's type has its bounds, and its default is absent on the wire. */
export type Settings = {
  /** Seat that begins afterwards. */
  alternate?: Alternate;
  /** How thinking time is counted. */
  clock?: ClockSetting;
  /** Seat that begins the first game. */
  first?: First;
  /** Whether the room stands in the list while it waits for a guest. */
  listed?: boolean;
  /** How a game is opened so that it is fair; on a board of at least 5×5 with a line of at least 4. */
  opening?: OpeningRule;
  /** Mark of the first move. */
  opens?: Opens;
  /** Board and length of the winning line. */
  rules?: Rules;
  /** Those who may watch. */
  watching?: Watching;
};

/** Let another device take one's seat, too. A newer token of the seat takes the place of the older. */
export type ShareSeatRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "share_seat";
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
  /** The room's present state. */
  now: Now;
};

/** Send notifications of one's turn to a device, at correspondence. A device that subscribes again stays one. */
export type SubscribeRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "subscribe";
  /** Where the device takes them. */
  subscription: PushSubscription;
};

/** Take a seat that its holder shares. */
export type TakeSeatRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "take_seat";
  /** The room's code. */
  room: string;
  /** The token with which the seat is shared. */
  token: string;
  /** The secret with which this device comes back to it. */
  secret: string;
};

/** The seat to move, since when, and until when, complete as the view has it. */
export type Turn = {
  /** Who. */
  seat: Seat;
  /** When the turn began. */
  since_ms: number;
  /** When it is over. */
  due_ms: number;
  /** Consequence of the deadline. */
  limit: TurnLimit;
  /** When the computer moves whose turn it is. */
  moves_ms?: number;
};

/** Limit of a turn. */
export type TurnLimit =
  /** Each side's first move: no clock runs, and the game is called off. */
  | "first_move"
  /** The clock: it runs, and the game is lost. */
  | "clock"
  /** The limit for moves of a game without clocks: the game is lost. */
  | "idle";

/** Why a connection waits no longer. */
export type Unqueued =
  /** A newer ticket of the same key took its place. */
  | "replaced"
  /** It did not answer when somebody was found. */
  | "unanswered"
  /** The one whom it was to `play` has gone, or did not answer. */
  | "gone"
  /** The server could not open the room. */
  | "failed"
  /** The server is about to stop and brings nobody together any more. */
  | "shutting_down";

/** Take the seat from every device but this one. */
export type UnshareSeatRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "unshare_seat";
};

/** Send them there no longer. */
export type UnsubscribeRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "unsubscribe";
  /** The endpoint that the device subscribed with. */
  endpoint: string;
};

/** Watch no longer. */
export type UnwatchRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "unwatch";
};

/** Effect of a move on the value of its position. */
export type Verdict =
  /** It kept it; so does every move of a lost position, and one without any other beside it. */
  | "kept"
  /** It threw it away. */
  | "lost"
  /** It alone kept it. */
  | "only";

/** A room as everybody in it sees it. */
export type View = {
  /** The number of the last event folded; 0 before the first. */
  seq: number;
  /** That event's time. */
  at_ms: number;
  /** Settings of its games. */
  settings: Settings;
  /** Players by seat; `null` is a free seat. */
  seats: BySeat_Nullable_Seated;
  /** The running score. */
  score: Score;
  /** When the room ends at the latest. */
  closes_ms: number;
  /** When it ends because nobody is there. */
  empty_until_ms?: number;
  /** Why it is over, if it is. */
  ended?: RoomEnd;
  /** The game that is running or was played last. */
  game?: GameView;
  /** The open offer. */
  offer?: Offer;
  /** The number of the last offer made; 0 before the first. */
  offers?: number;
};

/** Somebody who waits for anybody, as others see them. */
export type WaitingPlayer = {
  /** The ticket's public id, which `play` answers. */
  ticket: string;
  /** Player who waits; without a name or a number for somebody who gave no name. */
  player: Player;
  /** The boards they would play, the dearest first. */
  boards: Choice_Rules;
  /** The clocks they would play with, the dearest first. */
  clocks: Choice_ClockSetting;
  /** Whether a program will do as the opponent too. */
  bots?: boolean;
};

/** Watch a room. */
export type WatchRoomRequest = {
  /** Chosen by the client; up to 2^53 − 1, so that every language can hold it. */
  id: number;
  type: "watch_room";
  /** The room's code. */
  room: string;
};

/** Those who may watch. */
export type Watching =
  /** Everybody; the game stands in the list of games. */
  | "open"
  /** Everybody with the code. */
  | "link"
  /** Nobody. */
  | "none";

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
  /** Features of this server beyond version 1's contract. */
  features: Array<string>;
  /** Identity of the server. */
  server: ServerName;
  /** The limits in force. */
  limits: Limits;
  /** The server's time. */
  at_ms: number;
  /** Addresses under which others can reach this server. */
  addresses: Array<string>;
  /** Promises of the server. */
  promise: Promise;
  /** Where to connect from the next time on: another base address of the same service. */
  address?: string;
  /** A room where two computers always play, if the server keeps one. */
  exhibition?: string;
  /** The name under which the player will be seen, if it is not empty. */
  name?: string;
  /** The operator's notice to everybody, if there is one. */
  notice?: Notice;
};

// Values that the screens compute before they draw: times, addresses, choices, and the targets of keys.
import assert from "node:assert/strict";
import test from "node:test";

import { CATALOGUES } from "./support.mjs";
import { sayer } from "../../server/web/i18n/locale.js";
import { clockText } from "../../server/web/net/clock.js";
import { ROOM_SETTINGS } from "../../server/web/net/settings.js";
import { step } from "../../server/web/ui/board.js";
import { choicesFrom, clockOf, DEFAULT, isPlayable, roomOf, rulesOf, ticketOf, typeNumber } from "../../server/web/ui/choices.js";
import * as selectors from "../../server/web/ui/selectors.js";
import { stepKey } from "../../server/web/ui/moves.js";
import { asText } from "../../server/web/ui/replay.js";
import { elsewhere, pathOf, readGame, routeOf } from "../../server/web/ui/router.js";
import { MOST, stepped } from "../../server/web/ui/zoom.js";

const t = sayer("en", CATALOGUES.get("en"));
const GAME = "22222222222222222222222222";

const game = (changes = {}) => ({
  number: 1, x: "host", started_ms: 0, first_clocks: null, clocks: null, moves: [], lines: [], no_open_lines: false, over: null, replaced: null, opening: null, choices: [],
  turn: { seat: "host", since_ms: 0, due_ms: 60_000, limit: "first_move" }, ...changes,
});
const seated = (changes = {}) => ({ player: { name: "Ana" }, lost: null, may_offer_ms: null, moved: false, ...changes });
const view = (changes = {}) => ({ seats: { host: seated(), guest: seated() }, game: null, offer: null, ended: null, ...changes });

const may = (view, me, type, which, now = 0) => selectors.option({ state: { view }, me, serverNow: () => now }, type, which);

test("a clock's text changes exactly at the time it gives", () => {
  const turn = { seat: "host", since_ms: 0, due_ms: 1e9, limit: "clock" };
  for (const left of [1, 99, 100, 101, 9_900, 9_999, 10_000, 10_001, 10_999, 61_000, 61_001, 3_600_000, 86_400_000, 86_400_001, 90_000_000, 1_209_600_000]) {
    const running = game({ turn, clocks: { host: left, guest: left } });
    const { text, changes } = selectors.clock(t, running, "host", 0);
    assert(changes > 0 && changes <= left, `${left}`);
    assert.equal(selectors.clock(t, running, "host", changes - 1).text, text, `${left} before ${changes}`);
    assert.notEqual(selectors.clock(t, running, "host", changes).text, text, `${left} after ${changes}`);
  }
});

test("only a running clock near its end shows tenths, and a long one its hours", () => {
  const turn = { seat: "host", since_ms: 0, due_ms: 1e9, limit: "clock" };
  const clocks = { host: 9_900, guest: 9_900 };
  const short = game({ turn, clocks });
  assert.equal(selectors.clock(t, short, "host", 0).text, "0:09.9");
  assert.equal(selectors.clock(t, short, "guest", 0).text, "0:10");
  assert.equal(selectors.clock(t, short, "host", 20_000).text, "0:00.0");
  assert.equal(selectors.clock(t, short, "host", 20_000).changes, null);
  assert.equal(selectors.clock(t, { ...short, over: {} }, "host", 0).running, false);
  assert.equal(clockText(10_800_000), "3:00:00");
  assert.equal(selectors.clock(t, game({ clocks: { host: 252_000_001, guest: 0 } }), "host", 0).text, "2 d 23 h");
  assert.equal(selectors.clock(t, game(), "host", 0), null);
});

test("a limit that nobody chose is shown in its last 15 s", () => {
  for (const limit of ["first_move", "idle"]) {
    const waits = game({ turn: { seat: "host", since_ms: 0, due_ms: 60_000, limit } });
    assert.deepEqual(selectors.moveDue(waits, 0), { seconds: null, changes: 45_000 }, limit);
    assert.equal(selectors.moveDue(waits, 44_999).seconds, null);
    assert.deepEqual(selectors.moveDue(waits, 45_000), { seconds: 15, changes: 1_000 });
  }
  const clock = game({ turn: { seat: "host", since_ms: 0, due_ms: 60_000, limit: "clock" } });
  assert.equal(selectors.moveDue(clock, 59_999).seconds, null);
});

test("a typed number is taken unchanged if it is valid, and not at all otherwise", () => {
  const typing = (...steps) => steps.reduce(({ choices, typed }, [name, text]) => typeNumber(choices, typed, name, text), { choices: { ...DEFAULT, board: "custom" }, typed: {} });
  const seven = typing(["width", "7"], ["height", "6"], ["line", "4"]);
  assert.deepEqual([seven.typed, rulesOf(seven.choices), isPlayable(seven.choices, seven.typed)], [{}, { width: 7, height: 6, line: 4 }, true]);
  for (const text of ["25", "0", "", "-3", "4.5", "1e1"]) {
    const { choices, typed } = typing(["width", text]);
    assert.deepEqual([typed, choices.width, isPlayable(choices, typed)], [{ width: text }, DEFAULT.width, false], text);
    assert(isPlayable({ ...choices, board: "classic" }, typed), "a field that is not open is in nobody's way");
  }
  const { choices, typed } = typing(["width", "25"], ["width", "9"]);
  assert.deepEqual([typed, choices.width], [{}, 9]);
  const long = typing(["line", "9"]);
  assert.deepEqual([long.typed, long.choices.line], [{ line: "9" }, DEFAULT.line], "longer than the board");
  const shrunk = typing(["width", "3"], ["height", "3"]);
  assert.deepEqual([shrunk.choices.line, isPlayable(shrunk.choices, shrunk.typed)], [4, false], "the board shrank beneath its line");
});

test("a connection's state is one word", () => {
  const word = (state, rtt_ms) => selectors.linkWord({ state, rtt_ms });
  assert.deepEqual([word("linked"), word("linked", null), word("linked", 0), word("linked", 399), word("linked", 400)], ["linked", "linked", "linked", "linked", "slow"]);
  assert.deepEqual([word("shaky", 900), word("away", 900)], ["shaky", "away"]);
});

test("a takeback goes to before one's own last move", () => {
  const moves = ["X", "O", "X"].map((mark, cell) => ({ cell, mark, at_ms: 0 }));
  const ply = (moves, seat) => may(view({ game: game({ moves }) }), seat, "offer", "takeback")?.ply ?? null;
  assert.equal(ply(moves, "host"), 2);
  assert.equal(ply(moves, "guest"), 1);
  assert.equal(ply(moves.slice(0, 1), "guest"), null);
  assert(!may(view({ game: game({ moves }) }), "host", "abort"));
  assert(may(view({ game: game({ moves }) }), "host", "resign"));
  assert(may(view({ game: game({ moves: moves.slice(1, 2) }) }), "host", "abort"));
});

test("an offer asks the other side, a host alone waits for a friend, and a guest who has not moved may be removed", () => {
  const offer = { id: 1, by: "guest", kind: "draw", deadline_ms: 0 };
  assert.equal(selectors.asked(view({ offer }), "host"), offer);
  assert.equal(selectors.asked(view({ offer }), "guest"), null);
  assert.equal(selectors.asked(view({ offer }), null), null);
  const alone = { host: seated(), guest: null };
  assert(selectors.waitsForFriend(view({ seats: alone }), "host"));
  assert(!selectors.waitsForFriend(view(), "host"));
  assert(selectors.waitsForFriend(view({ seats: alone, game: game({ over: { reason: "called_off" } }) }), "host"));
  assert(!selectors.waitsForFriend(view({ seats: alone, game: game({ over: { reason: "line" } }) }), "host"));
  assert(may(view(), "host", "remove_guest"));
  assert(!may(view(), "guest", "remove_guest"));
  assert(!may(view({ seats: { host: seated(), guest: seated({ moved: true }) } }), "host", "remove_guest"));
});

test("only the opponent's absence counts, and only while the game runs", () => {
  const seats = { host: seated(), guest: seated({ lost: { cause: "link", since_ms: 0, deadline_ms: 7 } }) };
  assert.deepEqual(selectors.absent(view({ seats, game: game() }), "host"), { seat: "guest", lost: seats.guest.lost });
  assert.equal(selectors.absent(view({ seats, game: game() }), "guest"), null);
  assert.equal(selectors.absent(view({ seats, game: game({ over: {} }) }), "host"), null);
  const paused = view({ seats: { host: seated({ may_offer_ms: 5 }), guest: seated() } });
  assert.equal(may(paused, "host", "offer", "rematch", 4).from_ms, 5);
  assert.equal(may(paused, "host", "offer", "rematch", 5).from_ms, undefined);
});

test("an address and its screen are converted both ways, under a base path, too", () => {
  for (const base of ["", "/oxo"]) {
    for (const route of [
      { page: "start" },
      { page: "room", code: "K7QX-4MTR", watch: false },
      { page: "room", code: "K7QX-4MTR", watch: true },
      { page: "game", id: "k7qx4mtr9w2fh6nsb3cdpeajv5" },
      { page: "kept", key: "K7QX-4MTR-1-1795229012000" },
    ]) {
      const { pathname, hash } = new URL(pathOf(base, route), "http://example.org");
      assert.deepEqual(routeOf(base, { pathname, hash }), route);
    }
  }
  assert.deepEqual(routeOf("", { pathname: "/r/k7qx4mtr", hash: "" }).code, "K7QX-4MTR");
  assert.deepEqual(routeOf("", { pathname: "/r/nonsense", hash: "" }), { page: "room", code: null, watch: false });
  assert.deepEqual(routeOf("", { pathname: "/r/%", hash: "" }).code, null);
});

test("the token of a seat is read from an address, and never written into one", () => {
  const token = "EBESExQVFhcYGRobHB0eHw";
  const route = routeOf("/oxo", { pathname: "/oxo/r/K7QX-4MTR", hash: `#take=${token}` });
  assert.deepEqual(route, { page: "room", code: "K7QX-4MTR", watch: false, take: token });
  assert.equal(pathOf("/oxo", route), "/oxo/r/K7QX-4MTR");
  for (const hash of ["#take=", "#take=short", `#take=${token}%20`, `#take=${"A".repeat(65)}`]) {
    assert(!("take" in routeOf("", { pathname: "/r/K7QX-4MTR", hash })), hash);
  }
});

test("a link of another server is distinguished from one's own", () => {
  const own = ["http://192.168.1.20:1952", "https://oxo.example/play"];
  for (const link of [
    "http://192.168.1.20:1952/r/K7QX-4MTR", " https://oxo.example/play/r/k7qx4mtr ", "wss://oxo.example/play/r/K7QX-4MTR", "192.168.1.20:1952/r/K7QX-4MTR",
    "K7QX-4MTR", "k7qx 4mtr", "", "javascript:alert(1)/r/K7QX-4MTR", "ftp://oxo.example/r/K7QX-4MTR", "http://[/r/K7QX-4MTR",
  ]) assert.equal(elsewhere(link, own), null, link);
  for (const [link, href] of [
    ["https://oxo.example/r/K7QX-4MTR", "https://oxo.example/r/K7QX-4MTR"],
    ["http://oxo.example/play/r/K7QX-4MTR", "http://oxo.example/play/r/K7QX-4MTR"],
    ["ws://192.168.1.20:1953/r/K7QX-4MTR", "http://192.168.1.20:1953/r/K7QX-4MTR"],
    ["friend.example/r/K7QX-4MTR", "http://friend.example/r/K7QX-4MTR"],
    [`https://friend.example/play/games/${GAME}`, `https://friend.example/play/games/${GAME}`],
  ]) assert.equal(elsewhere(link, own)?.href, href, link);
  assert.equal(elsewhere("http://127.0.0.1:1952/r/K7QX-4MTR", ["http://localhost:1952"]), null);
  assert.equal(elsewhere("http://localhost:1953/r/K7QX-4MTR", ["http://127.0.0.1:1952"])?.port, "1953");
  assert.equal(elsewhere(`${own[0]}/games/${GAME}`, own), null);
  assert.deepEqual([`${own[0]}/games/${GAME}`, `/games/${GAME}#1`, "/games/short", "K7QX-4MTR"].map(readGame), [GAME, GAME, null, null]);
});

test("choices become settings that the server accepts, whatever was stored", () => {
  assert.deepEqual(roomOf(choicesFrom(null)), { settings: {} }, "what is a default is not sent");
  const chosen = { ...DEFAULT, board: "four", clock: "move30", first: "host", opens: "o", alternate: "fixed", watching: "open", listed: true };
  assert.deepEqual(roomOf(choicesFrom(chosen)), { settings: {
    rules: { width: 4, height: 4, line: 4 }, clock: { type: "per_move", move_ms: 30_000 }, first: "host", opens: "o", alternate: "fixed", watching: "open", listed: true,
  } });
  for (const [name, range] of Object.entries(ROOM_SETTINGS)) {
    const other = "value" in range ? (range.value === range.least ? range.most : range.least) : range[1];
    // An opening is for a larger board.
    const board = name === "opening" ? { board: "gomoku" } : {};
    const rules = name === "opening" ? { rules: { width: 15, height: 15, line: 5 } } : {};
    assert.deepEqual(roomOf(choicesFrom({ [name]: other, ...board })), { settings: { [name]: other, ...rules } });
  }
  assert.deepEqual(roomOf({ ...DEFAULT, opening: "pie" }), { settings: {} }, "a small board has no opening");
  assert.deepEqual(ticketOf(DEFAULT), {});
  assert.deepEqual(ticketOf({ ...chosen, bots: true }), { boards: [rulesOf(chosen)], clocks: [clockOf(chosen)], bots: true });
  assert.equal(choicesFrom({ opens: "z" }).opens, "x");
  assert.deepEqual(choicesFrom({ board: "nonsense", clock: 7, listed: "yes", other: 1 }), DEFAULT);
  assert.equal(choicesFrom({ ...DEFAULT, clock: "total5" }).clock, "total5");
  const custom = { ...DEFAULT, board: "custom", clock: "custom" };
  assert.deepEqual(rulesOf({ ...custom, width: 7, height: 4, line: 9 }), { width: 7, height: 4, line: 7 });
  assert.deepEqual(rulesOf({ ...custom, width: 1, height: 3, line: 1 }), { width: 1, height: 3, line: 3 });
  assert.deepEqual(clockOf({ ...custom, by: "move", move_s: 20 }), { type: "per_move", move_ms: 20_000 });
  assert.deepEqual(clockOf({ ...custom, by: "total", initial_min: 5, increment_s: 0 }), { type: "total", initial_ms: 300_000, increment_ms: 0 });
});

test("arrow keys keep the cursor on the board", () => {
  const rules = { width: 4, height: 3, line: 3 };
  const to = (at, key, ctrlKey = false) => step(rules, at, { key, ctrlKey });
  assert.equal(to(5, "ArrowUp"), 1);
  assert.equal(to(1, "ArrowUp"), 1);
  assert.equal(to(5, "ArrowLeft"), 4);
  assert.equal(to(4, "ArrowLeft"), 4);
  assert.equal(to(7, "ArrowRight"), 7);
  assert.equal(to(9, "ArrowDown"), 9);
  assert.equal(to(5, "Home"), 4);
  assert.equal(to(5, "End"), 7);
  assert.equal(to(5, "Home", true), 0);
  assert.equal(to(5, "End", true), 11);
  assert.equal(to(5, "a"), null);
});

test("stepping keys stay within the moves of the game", () => {
  assert.equal(stepKey("ArrowLeft", 0, 5), 0);
  assert.equal(stepKey("PageUp", 3, 5), 2);
  assert.equal(stepKey("]", 5, 5), 5);
  assert.equal(stepKey("Home", 3, 5), 0);
  assert.equal(stepKey("End", 3, 5), 5);
  assert.equal(stepKey("x", 3, 5), null);
});

test("zoom changes by bounded steps, back to the whole board", () => {
  let zoom = 1;
  for (let presses = 0; presses < 9; presses += 1) zoom = stepped(zoom, 1);
  assert.equal(zoom, MOST);
  for (let presses = 0; presses < 9; presses += 1) zoom = stepped(zoom, -1);
  assert.equal(zoom, 1);
  assert.equal(stepped(1.6, -1), 1, "nearly whole is whole");
});

test("an exported text has the game's players, moves and address", () => {
  const moves = [4, 0, 8].map((cell, n) => ({ cell, mark: n % 2 ? "O" : "X", at_ms: n }));
  const record = {
    format: "oxo.game.v1", room: "K7QX-4MTR", players: { host: { name: "Ana" }, guest: null },
    settings: { rules: { width: 3, height: 3, line: 3 }, clock: { type: "none" } },
    game: game({ moves, over: { result: "drawn", reason: "agreed", next_first: "guest" } }),
  };
  const lines = asText(Object.assign((key) => key, { has: () => true }), "en", record, "http://example.org/games/x").split("\n");
  assert.equal(lines[1], "X Ana · O who.nobody");
  assert.deepEqual(lines.slice(2), ["brief.game", "", "1. b2 a3", "2. c1", "", "over.agreed", "http://example.org/games/x"]);
  const swap2 = { ...record, settings: { ...record.settings, opening: "swap2" } };
  assert.equal(asText(t, "en", swap2, null).split("\n")[3], "Opening: Swap2");
});

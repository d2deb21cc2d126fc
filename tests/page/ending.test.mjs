// The end of a game: its scene for each side, the score, the shared text, and the position where a review begins.
import assert from "node:assert/strict";
import test from "node:test";

import { fullGame } from "../../server/web/net/view.js";
import { sayer } from "../../server/web/i18n/locale.js";
import { tally } from "../../server/web/storage/tally.js";
import { afterGame, celebration, emblem, outcome, roomEnded, watching } from "../../server/web/ui/ending.js";
import { askReview, decisive, mistakes } from "../../server/web/ui/review.js";
import { load, replayOf } from "../../server/web/ui/replay.js";
import { grid, resultMessage, share } from "../../server/web/ui/share.js";
import { status } from "../../server/web/ui/status.js";
import { timeline, transport } from "../../server/web/ui/timeline.js";
import { viewer } from "../../server/web/ui/viewer.js";
import { CATALOGUES } from "./support.mjs";

globalThis.location = new URL("https://oxo.example/");
const t = sayer("en", CATALOGUES.get("en"));
const RULES = { width: 3, height: 3, line: 3 };
const WON = { result: "won", winner: "host", reason: "line", next_first: "guest" };
const DRAWN = { result: "drawn", reason: "full", next_first: "guest" };
const VOID = { result: "aborted", reason: "called_off", next_first: "host" };
const ANA = { name: "Ana" };
const BIA = { name: "Bia" };

const played = (cells) => cells.map((cell, n) => ({ cell, mark: n % 2 ? "O" : "X", at_ms: n }));
const game = (over, changes = {}) => fullGame({ number: 1, x: "host", started_ms: 1, moves: played([0, 3, 1, 4, 2]), lines: [[0, 1, 2]], over, ...changes });
const record = (over, players = { host: ANA, guest: BIA }, changes = {}) => ({
  format: "oxo.game.v1", room: "K7QX-4MTR", settings: { rules: RULES, clock: { type: "none" } }, players, game: game(over, changes),
});
const seat = (player) => player && { player, lost: null, may_offer_ms: null, moved: true };
const view = (over, changes = {}) => ({
  settings: { rules: RULES, clock: { type: "none" } }, seats: { host: seat(ANA), guest: seat(BIA) }, score: { host: 1, guest: 0, draws: 0 },
  game: game(over), offer: null, offers: 0, ended: null, ...changes,
});

/** As much of the page as an end needs. */
function appOf(me, at, changes = {}) {
  const asked = [];
  const app = {
    t, me, asked, base: "", settings: { coordinates: false }, locale: { language: () => "en" }, serverNow: () => 0, redrawWithin() {}, speak: (said) => asked.push(said), say() {}, go: (route) => asked.push(route),
    ui: { back: null, sat: null, games: [], choices: { adapts: false, level: 3 }, message: null, done: null, replay: null, reviewing: false, cursor: 0, route: { page: "room" }, ...changes.ui },
    state: { link: { phase: "open" }, welcome: null, pending: null, queue: null, view: at, place: { kind: me ? "seat" : "watch", seat: me, room: "K7QX-4MTR" }, ...changes.state },
    storage: { games: () => changes.kept ?? [] },
    session: { review: async () => changes.answer },
    set: (part) => Object.assign(app.ui, part),
  };
  return app;
}

/** What of a description can be pressed, by its name for tests; what is off is left out. */
function ids(found) {
  if (Array.isArray(found)) return found.flatMap(ids);
  if (!found || typeof found !== "object") return [];
  const own = ["button", "a", "input"].includes(found.tag) && found.props["aria-disabled"] !== "true" ? [found.props["data-testid"]] : [];
  return [...own, ...ids(found.children)];
}
const words = (found) => typeof found === "string" ? found : Array.isArray(found) ? found.map(words).join("") : found ? words(found.children ?? []) : "";
const press = (found, id) => {
  if (Array.isArray(found)) return found.forEach((one) => press(one, id));
  if (found?.props?.["data-testid"] === id) return found.props.on.click();
  if (found?.children) press(found.children, id);
};

test("an end has a scene of its own for the winner, the loser and spectators", () => {
  assert.deepEqual(["host", "guest", null].map((me) => outcome(view(WON), me)), ["won", "lost", "decided"]);
  assert.deepEqual(["host", null].map((me) => outcome(view(DRAWN), me)), ["drawn", "drawn"]);
  assert.deepEqual(["host", null].map((me) => outcome(view(VOID), me)), ["void", "void"]);
  assert.equal(outcome(view(null), "host"), null);
  assert.equal(outcome(view(WON, { ended: "left" }), "host"), null);
  const scene = (me, over) => emblem(appOf(me, view(over)), view(over))?.props["data-testid"];
  assert.deepEqual([scene("host", WON), scene("guest", WON), scene(null, WON), scene("guest", DRAWN), scene("host", VOID)],
    ["scene-won", "scene-lost", "scene-decided", "scene-drawn", undefined]);
});

test("only the winner is celebrated, and only at the last position", () => {
  assert(celebration(appOf("host", view(WON)), view(WON)));
  for (const me of ["guest", null]) assert.equal(celebration(appOf(me, view(WON)), view(WON)), null);
  const back = appOf("host", view(WON), { ui: { back: 2 } });
  assert.deepEqual([celebration(back, view(WON)), emblem(back, view(WON))], [null, null]);
});

test("after a game players and spectators each get their own buttons", () => {
  assert.deepEqual(ids(afterGame(appOf("host", view(WON)), view(WON), "host")), ["rematch", "share-result", "review", "say"]);
  const alone = view(WON, { seats: { host: seat(ANA), guest: null } });
  assert.deepEqual(ids(afterGame(appOf("host", alone), alone, "host")), ["invite-again", "seat-computer", "share-result", "review", "leave-between"]);
  const computer = view(WON, { seats: { host: seat(ANA), guest: seat({ computer: { level: 3 } }) } });
  assert.deepEqual(ids(afterGame(appOf("host", computer), computer, "host")), ["rematch", "level", "share-result", "review"]);
  assert.deepEqual(ids(watching(appOf(null, view(WON)), view(WON))), ["review", "share-result", "next-game"]);
  assert.deepEqual(ids(watching(appOf(null, alone), alone)), ["sit", "review", "share-result", "next-game"]);
  assert.deepEqual(ids(watching(appOf(null, view(null)), view(null))), ["next-game", "leave-watching"]);
  assert.deepEqual(ids(roomEnded(appOf("host", view(WON)), view(WON, { ended: "left" }))), ["home", "share-result", "review"]);
});

test("a player who has offered a rematch sees that it was offered", () => {
  const offered = view(WON, { offer: { id: 1, by: "host", kind: "rematch", deadline_ms: 9 } });
  assert.match(words(afterGame(appOf("host", offered), offered, "host")), /^Asked/);
  assert.deepEqual(ids(afterGame(appOf("host", offered), offered, "host")), ["share-result", "review", "say"]);
});

test("the review button leads to the stored game, for spectators and players", () => {
  for (const [me, changes, route] of [
    ["host", {}, { page: "kept", key: "K7QX-4MTR-1-1" }],
    [null, { ...WON, id: "abc" }, { page: "game", id: "abc" }],
  ]) {
    const at = view({ ...WON, ...changes });
    const app = appOf(me, at);
    press(me ? afterGame(app, at, me) : watching(app, at), "review");
    assert.deepEqual([app.asked, app.ui.reviewing], [[route], true]);
  }
});

test("the tally counts each game against a name once, without aborted games and other players", () => {
  const kept = (over, players, me, started_ms, changes) => ({ record: record(over, players, { started_ms, ...changes }), seat: me, secrets: [], at: started_ms });
  const other = { host: BIA, guest: ANA };
  const now = record(WON, { host: ANA, guest: BIA }, { started_ms: 9 });
  const games = [
    kept(WON, now.players, "host", 9), // the same game once more
    kept(WON, other, "guest", 2), kept(WON, other, "guest", 3), kept(DRAWN, now.players, "host", 4), kept(VOID, now.players, "host", 5),
    kept(WON, { host: ANA, guest: { name: "Bia", bot: true } }, "host", 6), kept(WON, { host: ANA, guest: { name: "Caio" } }, "host", 7),
    kept(WON, now.players, null, 8), kept(WON, now.players, "host", 10, { replaced: { seat: "guest", player: BIA, ply: 1 } }),
  ];
  assert.deepEqual(tally(games, now, "host"), { won: 1, lost: 2, drawn: 1 });
  assert.equal(tally(games, record(WON, { host: ANA, guest: { guest: 2 } }), "host"), null, "a number is no name");
  assert.equal(tally(games, record(WON, { host: ANA, guest: null }), "host"), null);
  const level = (n) => ({ host: ANA, guest: { computer: { level: n } } });
  assert.deepEqual(tally([kept(WON, level(3), "host", 2), kept(WON, level(4), "host", 3)], record(DRAWN, level(3)), "host"), { won: 1, lost: 0, drawn: 1 });
});

test("the score of all games is shown by name where it is more than the room's, and only then", () => {
  const before = [2, 3].map((started_ms) => ({ record: record(WON, { host: BIA, guest: ANA }, { started_ms }), seat: "guest", secrets: [], at: 1 }));
  const said = (games, changes) => words(status(appOf("host", view(WON, changes), { ui: { games } }), view(WON, changes)));
  assert.equal(said(before), "You made a line: you win!All games against the name Bia in this browser: 1 won, 2 lost, 0 drawn.");
  assert.equal(said([]), "You made a line: you win!");
  assert.equal(said(before, { score: { host: 1, guest: 2, draws: 0 } }), "You made a line: you win!");
});

test("the board is shared in squares of one width", () => {
  assert.equal(grid(RULES, played([4, 0, 8]), []), "⭕⬜⬜\n⬜❌⬜\n⬜⬜❌");
  assert.equal(grid(RULES, [], []), "⬜⬜⬜\n⬜⬜⬜\n⬜⬜⬜");
  const wide = { width: 19, height: 15, line: 5 };
  const cell = (column, row) => row * 19 + column;
  const line = [0, 1, 2, 3, 4].map((n) => cell(14 + n, 14 - n));
  const rows = grid(wide, line.map((at) => ({ cell: at, mark: "X" })), [line]).split("\n");
  assert.deepEqual([rows.length, ...new Set(rows.map((row) => [...row].length))], [9, 9]);
  assert.equal(rows.join("").split("❌").length - 1, 5, "the whole line is seen");
  assert.equal([...rows[8]].indexOf("❌"), 4, "its lowest end stands in the last row");
});

test("a result is shared with names, sentence, board and address, for everybody alike", () => {
  const { text, url } = resultMessage(t, record(WON), "https://oxo.example/games/abc");
  assert.deepEqual(text.split("\n"), ["OXO  ❌ Ana – ⭕ Bia", "Ana made a line and wins.", "", "❌❌❌", "⭕⭕⬜", "⬜⬜⬜"]);
  assert.equal(url, "https://oxo.example/games/abc");
  const opened = { ...record(WON), settings: { ...record(WON).settings, opening: "pie" } };
  assert.equal(resultMessage(t, opened, null).text.split("\n")[2], "Opening: Pie rule");
});

test("a message goes to the system's sheet, and else to the clipboard", async (context) => {
  const copied = [];
  const give = (navigator) => Object.defineProperty(globalThis, "navigator", { configurable: true, value: { clipboard: { writeText: async (text) => copied.push(text) }, ...navigator } });
  context.after(() => delete globalThis.navigator);
  const sheet = [];
  const message = { text: "a", url: "https://b" };
  give({ share: async (what) => sheet.push(what) });
  await share(appOf("host"), "result", message);
  assert.deepEqual([sheet, copied], [[{ title: "OXO – noughts and crosses", text: "a", url: "https://b" }], []]);
  give({ share: () => Promise.reject(new DOMException("closed", "AbortError")) });
  await share(appOf("host"), "result", message);
  assert.deepEqual(copied, [], "closed by the person");
  give({ share: () => Promise.reject(new DOMException("no", "NotAllowedError")) });
  const app = appOf("host");
  await share(app, "result", message);
  assert.deepEqual([copied, app.ui.done], [["a\n\nhttps://b"], "result"]);
  give({});
  await share(appOf("host"), "result", { text: "a", url: null });
  assert.equal(copied.at(-1), "a");
});

const judged = (...verdicts) => ({ type: "review", exact: true, moves: verdicts.map((verdict) => ({ verdict, best: [7] })) });

test("the deciding move is the loser's last mistake that the winner did not give back", () => {
  const at = (...verdicts) => decisive(judged(...verdicts), record(WON));
  assert.equal(at("kept", "lost", "kept", "lost", "kept"), 4);
  assert.equal(at("lost", "lost", "kept", "kept", "kept"), 2);
  assert.equal(at("kept", "lost", "lost", "kept", "kept"), null, "the winner gave it back, and nothing else was a mistake");
  assert.equal(at("kept", "kept", "kept", "kept", "kept"), null);
  assert.equal(decisive(judged("kept", "lost"), record(DRAWN)), null);
  assert.deepEqual(mistakes(judged("lost", "only", "lost")), [1, 3]);
});

test("a review opens at the deciding move, unless somebody has stepped to another", async () => {
  const begin = async (ply, review, over = WON) => {
    const replay = { ...replayOf({ record: record(over), seat: "host", secrets: [], at: 0 }), ply };
    const app = appOf("host", null, { answer: { ok: review }, ui: { replay, reviewing: true } });
    await askReview(app);
    return [app.ui.replay.ply, app.asked[0]];
  };
  assert.deepEqual(await begin(5, judged("lost", "lost", "kept", "lost", "kept")), [4, "3 mistakes; decided at move 4."]);
  assert.deepEqual(await begin(2, judged("lost", "lost", "kept", "lost", "kept")), [2, "3 mistakes; decided at move 4."]);
  assert.deepEqual(await begin(5, judged("kept", "lost", "lost", "kept", "kept"), DRAWN), [3, "2 mistakes."]);
  assert.deepEqual(await begin(5, judged("kept", "kept", "kept", "kept", "kept")), [5, "No mistakes."]);
});

test("the server's copy of a game replaces the browser's, and the review stays at its position", async (context) => {
  const kept = { record: { ...record({ ...WON, id: "abc" }), id: "abc" }, seat: "host", secrets: ["s"], at: 0 };
  const app = appOf("host", null, { kept: [kept], answer: { ok: judged("kept", "kept", "kept", "lost", "kept") }, ui: { reviewing: true, route: { page: "game", id: "abc" } } });
  context.mock.method(globalThis, "fetch", async () => ({ ok: true, json: async () => kept.record }));
  await load(app, "abc");
  assert.deepEqual([app.ui.replay.ply, app.ui.replay.secrets, app.ui.replay.review.exact], [4, ["s"], true]);
});

test("the slider marks the mistakes, and buttons step from one to the next", () => {
  const review = judged("lost", "kept", "kept", "lost", "kept");
  const replay = (ply) => ({ ...replayOf({ record: record(WON), seat: "host", secrets: [], at: 0 }), ply, review });
  const slider = timeline(appOf("host"), replay(4), record(WON), review);
  assert.deepEqual(slider.children[0].children[0].map(({ props }) => [props.style["--at"], props.class]), [[0.2, ""], [0.8, "decided"]]);
  assert.equal(slider.children[1].props["aria-valuetext"], "4 / 5, mistake");
  const steps = { t, moves: record(WON).game.moves, at: 4, go() {} };
  const to = (ply, id) => {
    const app = appOf("host", null, { ui: { replay: replay(ply) } });
    press(transport(app, replay(ply), steps, review), id);
    return app.ui.replay.ply;
  };
  assert.deepEqual([to(5, "mistake-before"), to(4, "mistake-before"), to(0, "mistake-after"), to(1, "mistake-after")], [4, 1, 1, 4]);
  assert(!ids(transport(appOf("host"), replay(4), steps, review)).includes("mistake-after"));
  assert(!ids(transport(appOf("host"), replay(4), steps, null)).includes("mistake-before"));
});

test("a finished game's first button for a stranger starts a game, and nobody is marked as to move", () => {
  const over = { ...WON, id: "abc" };
  const seen = (me) => viewer(appOf(me, null, { state: me ? {} : { place: null } }), replayOf({ record: record(over), seat: null, secrets: [], at: 0 }), { ...record(over), id: "abc" });
  const all = ids(seen(null));
  assert(all.indexOf("play-a-game") > 0 && all.indexOf("play-a-game") < all.indexOf("json"));
  assert(!JSON.stringify(seen(null)).includes("turn\""));
  assert(ids(seen("host")).includes("to-table"), "who still sits at a table goes back there");
  assert(!ids(seen("host")).includes("play-a-game"));
  const offered = view(WON, { offer: { id: 1, by: "guest", kind: "rematch", deadline_ms: 9 } });
  const asked = viewer(appOf("host", offered), replayOf({ record: record(over), seat: null, secrets: [], at: 0 }), record(over));
  assert.match(words(asked), /Bia offers another game\./);
});

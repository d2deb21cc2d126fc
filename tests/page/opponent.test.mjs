// Computers on the screens: the choice of one, the words for its turn, the actions against it, and
// its verdicts on moves.
import assert from "node:assert/strict";
import test from "node:test";

import { choicesFrom, computerOf, computerRoomOf, DEFAULT, exhibitOf, hasCentre, levelAfter, rulesOf, ticketOf } from "../../server/web/ui/choices.js";
import { play as playCell } from "../../server/web/ui/actions.js";
import { options } from "../../server/web/net/options.js";
import * as selectors from "../../server/web/ui/selectors.js";
import { briefBoard } from "../../server/web/i18n/names.js";
import { analysisPanel, rankedSigns } from "../../server/web/ui/lazy/analysis.js";
import { askReview, shownReview, signsAt, verdict } from "../../server/web/ui/review.js";
import { endOf } from "../../server/web/ui/replay.js";
import { moveList } from "../../server/web/ui/moves.js";
import { player } from "../../server/web/ui/players.js";
import { prompt, status, title } from "../../server/web/ui/status.js";
import { sayer } from "../../server/web/i18n/locale.js";
import { CATALOGUES } from "./support.mjs";

const t = sayer("en", CATALOGUES.get("en"));
const computer = (level = 3) => ({ player: { computer: { level } }, lost: null, may_offer_ms: null, moved: false });
const person = (name, changes) => ({ ...computer(), player: { name }, ...changes });
const turn = (seat) => ({ seat, since_ms: 0, due_ms: 30_000, limit: "first_move", moves_ms: 500 });
const game = (changes) => ({ number: 1, x: "host", started_ms: 0, first_clocks: null, clocks: null, moves: [], lines: [], no_open_lines: false, over: null, replaced: null, opening: null, choices: [], turn: turn("guest"), ...changes });
const view = (changes) => ({ settings: { rules: { width: 3, height: 3, line: 3 }, clock: { type: "none" } }, seats: { host: person("Ana"), guest: computer() }, game: game(), offer: null, ended: null, score: { host: 0, guest: 0, draws: 0 }, ...changes });
const over = { result: "won", winner: "guest", reason: "line", next_first: "guest" };

/** As much of the page as a screen needs. */
function appOf(seat, changes = {}) {
  const asked = [];
  return {
    t, asked, ui: { back: null, message: null, sat: null, lockedUntil: 0, reviewing: true, replay: null, ...changes.ui },
    state: { link: { phase: "open" }, welcome: null, place: seat && { kind: "seat", seat, room: "K7QX-4MTR" }, pending: null, queue: null, ...changes.state },
    me: seat,
    serverNow: () => 1_000,
    session: { review: (...what) => { asked.push(what); return changes.answer; }, analyse: (...what) => { asked.push(what); return changes.answer; } },
    redraw() {},
    redrawWithin: (ms) => void asked.push(ms),
    set(part) { Object.assign(this.ui, part); },
    speak() {},
    say(text, tone) { this.ui.message = { text, tone }; },
  };
}

/** All words of what is described. */
function words(what) {
  if (Array.isArray(what)) return what.map(words).join("");
  if (what && typeof what === "object") return words(what.children);
  return what === null || what === undefined || what === false ? "" : String(what);
}

test("the choices for the computer become the request for its room", () => {
  assert.deepEqual(computerOf(DEFAULT), { level: 1 }, "it begins friendly");
  const choices = { ...DEFAULT, level: 5, begins: "guest", centre: true, listed: true, opens: "o", alternate: "fixed", misere: true };
  assert.deepEqual(computerRoomOf(choices), {
    settings: { rules: { width: 3, height: 3, line: 3, misere: true }, first: "guest" }, computer: { level: 5, centre: true },
  });
  assert.equal(computerRoomOf(choices, "host").settings.first, "host", "who taps the board begins");
  assert.deepEqual(computerOf({ ...choices, board: "four" }), { level: 5 }, "a board of 4 by 4 has no centre");
  assert.deepEqual([[3, 5], [4, 5], [5, 4], [1, 3]].map(([width, height]) => hasCentre({ width, height })), [true, false, false, true]);
});

test("the level follows the results, unless somebody picked it", () => {
  const after = (start, ...results) => results.reduce((choices, result) => ({ ...choices, ...levelAfter(choices, result) }), { ...DEFAULT, ...start }).level;
  for (const [start, results, level] of [
    [{ level: 1 }, ["won"], 2],
    [{ level: 1 }, ["won", "won", "won", "won", "won"], 5],
    [{ level: 3 }, ["lost"], 3],
    [{ level: 3 }, ["lost", "lost"], 2],
    [{ level: 3 }, ["lost", "drawn", "lost"], 3],
    [{ level: 3 }, ["lost", "lost", "lost"], 2],
    [{ level: 3 }, ["lost", "lost", "lost", "lost"], 1],
    [{ level: 1 }, ["lost", "lost", "lost", "lost"], 1],
    [{ level: 3 }, ["drawn", "drawn"], 4],
    [{ level: 3 }, ["drawn", "won"], 4],
    [{ level: 3, adapts: false }, ["won", "won", "lost", "lost"], 3],
  ]) assert.equal(after(start, ...results), level, `${JSON.stringify(start)} ${results}`);
});

test("a game between two computers can always be watched", () => {
  const exhibit = (watching) => exhibitOf({ ...DEFAULT, board: "gomoku", level_first: 2, level_second: 5, watching });
  assert.deepEqual(exhibit("none"), { rules: rulesOf({ ...DEFAULT, board: "gomoku" }), computers: { host: { level: 2 }, guest: { level: 5 } }, watching: "link" });
  assert.equal(exhibit("open").watching, "open");
});

test("programs are admitted only by choice, and an invalid stored level becomes the default", () => {
  assert(!("bots" in ticketOf(DEFAULT)));
  assert.equal(ticketOf({ ...DEFAULT, bots: true }).bots, true);
  assert.equal(choicesFrom({ level: 5 }).level, 5);
  for (const level of [0, 6, 2.5, "4", NaN]) assert.equal(choicesFrom({ level }).level, DEFAULT.level, `${level}`);
});

test("a server without computers offers none", () => {
  assert(selectors.hasComputers({ welcome: null }));
  assert(selectors.hasComputers({ welcome: { features: ["computer"] } }));
  assert(!selectors.hasComputers({ welcome: { features: [] } }));
});

test("the computer opposite is recognised, and cannot be removed", () => {
  assert.deepEqual(selectors.opposite(view(), "host"), { level: 3 });
  assert.equal(selectors.opposite(view(), "guest"), null);
  assert.equal(selectors.opposite(view(), null), null);
  assert(selectors.isExhibition(view({ seats: { host: computer(1), guest: computer(5) } })));
  assert(!selectors.isExhibition(view()));
  const removes = (of) => options(of, "host", 0).some(({ type }) => type === "remove_guest");
  assert(!removes(view()));
  assert(removes(view({ seats: { host: person("Ana"), guest: person("Bia") } })));
});

test("a computer that is to move is said to be thinking, without a countdown", () => {
  const app = appOf("host");
  assert.equal(words(status(app, view())), "The computer is thinking.");
  assert.deepEqual(app.asked, [], "nothing runs down");
  assert.equal(title(app, view()), "The computer is thinking.");
  const watched = view({ seats: { host: computer(5), guest: computer(2) } });
  assert.equal(words(status(appOf(null), watched)), "Computer (level 2) is thinking.");
  assert.match(words(status(app, view({ game: game({ turn: turn("host") }) }))), /^Your turn: place X(?!.* s for this move)/);
});

test("while the server is saving the status says so without alarm, and the controls are disabled", () => {
  const app = appOf("host", { state: { saving: true } });
  const mine = view({ game: game({ turn: turn("host") }) });
  const shown = status(app, mine);
  assert.match(words(shown), /^The server is saving\./);
  assert.doesNotMatch(shown.props.class, /broken/);
  Object.assign(app.state, { view: mine });
  app.session.move = () => assert.fail("it rests");
  playCell(app, 4, false);
  assert.deepEqual(app.ui.message, { text: "The server is saving.", tone: undefined });
});

test("spectators of two computers see when the next game begins", () => {
  const app = appOf(null);
  const ended = view({ seats: { host: computer(5), guest: computer(2) }, game: game({ turn: null, over: { ...over, next_ms: 5_500 } }) });
  assert.match(words(status(app, ended)), /The next game begins in 5 s\.$/);
  assert.deepEqual(app.asked, [500]);
  assert.doesNotMatch(words(status(app, { ...ended, ended: "age" })), /next game/);
});

test("no remaining time is shown as 0 s", () => {
  const at = (app, now) => ({ ...app, serverNow: () => now });
  const people = { host: person("Ana"), guest: person("Bia") };
  const asked = view({ seats: people, offer: { id: 1, by: "guest", kind: "draw", deadline_ms: 2_000 } });
  const due = view({ seats: people, game: game({ turn: { ...turn("host"), due_ms: 2_000 } }) });
  const over2 = view({ seats: { host: computer(5), guest: computer(2) }, game: game({ turn: null, over: { ...over, next_ms: 2_000 } }) });
  for (const [app, shown] of [[appOf("host"), asked], [appOf("host"), due], [appOf(null), over2]]) {
    assert.match(words(status(at(app, 1_999), shown)), /1 s/);
    for (const now of [2_000, 2_500]) assert.doesNotMatch(words(status(at(app, now), shown)), /\d s/);
  }
});

test("a computer can take over for somebody who has not come back", () => {
  const lost = { cause: "link", since_ms: 0, deadline_ms: 900 };
  const seats = { host: person("Ana"), guest: person("Bia", { lost }) };
  const app = appOf("host");
  app.state.view = view({ seats });
  const { answers } = prompt(app, app.state.view);
  assert.match(words(answers), /Let the computer play on/);
});

test("a game that a computer finished says so wherever its end is shown", () => {
  const replaced = { seat: "guest", player: { name: "Bia" }, ply: 3 };
  const finished = game({ turn: null, over, replaced });
  assert.match(words(status(appOf("host"), view({ game: finished }))), /From move 4 on, Computer \(level 3\) played for Bia\./);
  const record = { settings: view().settings, players: { host: { name: "Ana" }, guest: { computer: { level: 3 } } }, game: finished };
  assert.equal(endOf(t, null, record)[1], "From move 4 on, Computer (level 3) played for Bia.");
});

const MOVES = [0, 4, 1, 2, 8].map((cell, n) => ({ cell, mark: n % 2 ? "O" : "X", at_ms: 0 }));
const RECORD = { settings: view().settings, players: {}, game: game({ moves: MOVES, turn: null, over }) };
const REVIEW = {
  type: "review", exact: true,
  moves: [{ verdict: "kept", proved: false, best: [0, 4] }, { verdict: "only", proved: false, best: [4] }, null, { verdict: "lost", proved: true, best: [2, 6] }, { verdict: "lost", proved: true, best: [6, 3] }],
};
const replay = (changes) => ({ record: RECORD, seat: "host", ply: 5, playing: false, fresh: false, problem: null, review: null, ...changes });

test("a mistake is marked on the board, and so are the better cells", () => {
  const at = (ply) => [...signsAt(REVIEW, RECORD, ply)];
  assert.deepEqual([0, 1, 3].map(at), [[], [], []], "the beginning, a good move, and one without a verdict");
  assert.deepEqual(at(2), [[4, "only"]]);
  assert.deepEqual(at(4), [[6, "better"], [2, "lost"]], "the cell itself is not better than itself");
  assert.deepEqual(at(5), [[6, "better"], [3, "better"], [8, "lost"]]);
  assert.deepEqual([...signsAt(null, RECORD, 5)], []);
});

test("a verdict is a sentence that says how certain it is", () => {
  const said = (ply, exact = true, found = REVIEW) => verdict(appOf("host"), replay({ ply, review: { ...found, exact } }), RECORD);
  assert.deepEqual(said(4), { move: "c3 is a mistake. Better: a1.", game: "2 mistakes; decided at move 5. Certain: this board is solved." });
  assert.deepEqual(said(2, false), { move: "Likely: b2 is the only good move.", game: "2 mistakes; decided at move 5. What is likely is the computer\u2019s opinion." });
  assert.equal(said(4, false).move, "Proved: c3 is a mistake. Better: a1.");
  assert.equal(said(1).move, "a3 is a good move.");
  assert.deepEqual([said(0).move, said(3).move, said(5).move], ["", "", undefined], "at the end stands how it ended");
  const many = { ...REVIEW, moves: [{ verdict: "lost", best: [0, 1, 2, 3, 4] }] };
  assert.equal(said(1, true, many).move, "a3 is a mistake. Better: b3, c3, a2.");
  assert.equal(said(1, true, { ...REVIEW, moves: [{ verdict: "lost", best: [] }] }).move, "a3 is a mistake.");
});

test("a review says which marks were the opening's, and sets them apart in the list of moves", () => {
  const record = { ...RECORD, game: { ...RECORD.game, choices: [{ ply: 3, by: "guest", choice: "X" }] } };
  const review = { ...REVIEW, moves: REVIEW.moves.map((found, ply) => ply < 3 ? null : found) };
  const said = (ply) => verdict(appOf("host"), replay({ record, ply, review }), record);
  assert.deepEqual(said(2), { move: "b2 was placed in the opening and is not judged.", game: "2 mistakes; decided at move 5. The opening\u2019s 3 marks are not judged. Certain: this board is solved." });
  assert.equal(said(4).move, "c3 is a mistake. Better: a1.");
  assert.equal(said(0).move, "");
  assert.match(said(3).move, /in the opening/);
  const shown = (settled) => {
    const buttons = moveList({ t, rules: record.settings.rules, moves: MOVES, at: 5, go() {}, reviewed: review.moves, settled }).children.flat().map((item) => item.children.flat().find((child) => child?.tag === "button"));
    return buttons.map(({ props }) => [props.class.includes("settled"), /opening|mistake/.exec(props["aria-label"])?.[0]]);
  };
  assert.deepEqual(shown(3), [[true, "opening"], [true, "opening"], [true, "opening"], [false, "mistake"], [false, "mistake"]]);
  assert.deepEqual(shown(0).map(([settled]) => settled), [false, false, false, false, false]);
});

test("a review is requested once, and only while it is switched on", async () => {
  const app = appOf("host", { ui: { replay: replay() }, answer: Promise.resolve({ ok: REVIEW }) });
  app.ui.reviewing = false;
  await askReview(app);
  assert.deepEqual(app.asked, []);
  app.ui.reviewing = true;
  const answer = askReview(app);
  assert.deepEqual(verdict(app, app.ui.replay, RECORD), { game: "The computer is reviewing the game." });
  await Promise.all([answer, askReview(app)]);
  assert.deepEqual(app.asked, [[RECORD.settings.rules, [0, 4, 1, 2, 8]]]);
  assert.deepEqual(shownReview(app, app.ui.replay), REVIEW);
  app.ui.reviewing = false;
  assert.equal(shownReview(app, app.ui.replay), null);
});

test("a review that is refused or comes too late changes only the message", async () => {
  const refused = appOf("host", { ui: { replay: replay() }, answer: Promise.resolve({ error: { code: "too_many_computers", params: { of: "server" } } }) });
  await askReview(refused);
  assert.deepEqual([refused.ui.reviewing, refused.ui.replay.review], [false, null]);
  assert.match(verdict(refused, refused.ui.replay, RECORD).game, /Too many computers are playing/);
  const late = appOf("host", { ui: { replay: replay() }, answer: Promise.resolve({ ok: REVIEW }) });
  const answer = askReview(late);
  const other = replay({ record: { ...RECORD, game: game({ started_ms: 7 }) } });
  late.ui.replay = other;
  await answer;
  assert.equal(late.ui.replay, other);
});

test("the exact rule holds only where a line can be too long, and not together with misère", () => {
  const rules = (choices) => rulesOf({ ...DEFAULT, exact: true, ...choices });
  assert.deepEqual(rules({ board: "gomoku" }), { width: 15, height: 15, line: 5, exact: true });
  assert.deepEqual(rules({ board: "classic" }), { width: 3, height: 3, line: 3 });
  assert.deepEqual(rules({ board: "gomoku", misere: true }), { width: 15, height: 15, line: 5, misere: true });
  assert.equal(briefBoard(t, rules({ board: "gomoku" })), "15 by 15, exactly 5 in a row");
});

test("the best moves are requested once stepping has stopped, and each prospect names its mark", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.document ??= { hidden: false };
  const moves = [{ line: [2, 6], prospect: "loss", plies: 3, proved: true }, { line: [6], prospect: "draw", proved: true }, { line: [3], points: -4 }, { line: [5, 7], prospect: "win", plies: 3 }, { line: [7], prospect: "loss", proved: true }];
  const app = appOf("host", { ui: { replay: replay({ ply: 3 }), analysing: true }, answer: Promise.resolve({ ok: { type: "analysis", depth: 1, complete: true, moves } }) });
  const shown = () => words(analysisPanel(app, app.ui.replay, RECORD));
  assert.match(shown(), /Looking for the best moves/);
  assert.deepEqual(app.asked, [], "not while somebody steps through");
  mock.timers.tick(250);
  assert.deepEqual(app.asked, [[RECORD.settings.rules, [0, 4, 1], null]], "a server that takes no limit gets none");
  await Promise.resolve();
  assert.match(shown(), /c3 X wins in 3 moves, proved a1.*a1 draw, proved.*a2 estimate -4.*c2 O likely wins in 3 moves b1.*b1 X wins, proved.*All of this is proved/);
  assert.deepEqual([...rankedSigns(app, app.ui.replay)], [[2, "better"]]);
  assert.deepEqual([...rankedSigns(app, { ...app.ui.replay, ply: 2 })], []);
  assert.match(words(analysisPanel(app, replay({ ply: 5 }), RECORD)), /The game is over/);
});

test("a lost move of one room is not reported in the next", async () => {
  const play = async (after) => {
    const app = appOf("host", { ui: { chosen: null, back: null }, state: { view: view({ game: game({ turn: turn("host") }) }) } });
    const { promise, resolve } = withResolve();
    app.session.move = () => promise;
    playCell(app, 4, false);
    app.state.place = after;
    resolve({ lost: true });
    await promise;
    await null;
    return app.ui.message?.text ?? null;
  };
  assert.match(await play({ kind: "seat", seat: "host", room: "K7QX-4MTR" }), /connection was lost/);
  assert.equal(await play({ kind: "seat", seat: "guest", room: "W9FA-2HKE" }), null);
});

/** A promise that the test settles. */
function withResolve() {
  const made = {};
  made.promise = new Promise((resolve) => { made.resolve = resolve; });
  return made;
}

const LINKED = { links: { host: { state: "linked", rtt_ms: 56 }, guest: { state: "linked", rtt_ms: 70 } }, spectators: 0 };

test("without a connection no player's link is shown, nobody is to move, and no clock runs", () => {
  const timed = view({ game: game({ turn: { ...turn("host"), limit: "clock" }, clocks: { host: 9_000, guest: 9_000 } }), seats: { host: person("Ana"), guest: person("Bia") } });
  const seen = (link, notice = {}) => {
    const app = appOf("host", { state: { view: timed, now: LINKED, link, notice } });
    const panels = ["host", "guest"].map((seat) => player(app, timed, LINKED, seat, "below"));
    const clock = JSON.stringify(panels[0]);
    return { words: words(panels), turn: panels[0].props.class.includes("turn"), runs: clock.includes("running"), status: words(status(app, timed)) };
  };
  const open = seen({ phase: "open", loss: null });
  assert.match(open.words, /connected/);
  assert.doesNotMatch(open.words, / ms/);
  assert.deepEqual([open.turn, open.runs], [true, true]);
  for (const phase of ["waiting", "connecting"]) {
    const lost = seen({ phase, loss: "silent" });
    assert.doesNotMatch(lost.words, / ms|away|unsteady|connected/);
    assert.deepEqual([lost.turn, lost.runs], [false, false]);
    assert.equal(lost.status, "No answer from the server; trying again.Your seat is kept.");
    assert.match(seen({ phase, loss: "down" }).status, /^The server is down; no clock runs/);
    // It said beforehand that it was going; of a network that is gone it said nothing.
    for (const loss of ["down", "restarting"]) assert.match(seen({ phase, loss }, { closing: true }).status, /^This server has closed as announced/);
    assert.equal(seen({ phase, loss: "silent" }, { closing: true }).status, lost.status);
  }
});

test("an absence is one line, by its cause", () => {
  const said = (lost, changes = {}) => {
    const app = appOf("host", { state: { view: view({ seats: { host: person("Ana"), guest: person("Bia", { lost }) }, game: game(changes) }), now: LINKED } });
    return words(status(app, app.state.view));
  };
  const lost = (cause, deadline_ms = 11_000) => ({ cause, since_ms: 0, deadline_ms });
  assert.match(said(lost("link")), /Bia is away. You can claim the game in 10 s./);
  assert.match(said(lost("left")), /Bia left the game. You can claim it in 10 s./);
  assert.doesNotMatch(said(lost("left")), /away/);
  assert.match(said(lost("restart")), /Bia has not come back since the server restarted. You can claim the game in 10 s./);
  assert.match(said(lost("of a later version")), /Bia is away./);
  assert.match(said(lost("left", 0)), /Bia has not come back. Claim the game, or keep waiting./);
  assert.match(said(lost("link", 0), { turn: turn("host") }), /Move, then you can claim the game./);
});

// The page says what the terminal says: for every event of every transcript, from every side,
// in every language. The spoken lines are written by the terminal's own test.
import assert from "node:assert/strict";
import test from "node:test";

import { EMPTY, fold, isEvent } from "../../server/web/net/fold.js";
import { fullGame, fullSeated, fullView } from "../../server/web/net/view.js";
import { playerName } from "../../server/web/i18n/names.js";
import { sayer } from "../../server/web/i18n/locale.js";
import * as speech from "../../server/web/i18n/speech.js";
import { CATALOGUES, paramsIn, read, TRANSCRIPTS } from "./support.mjs";

const EN = CATALOGUES.get("en");
const SIDES = [["host", "host"], ["guest", "guest"], ["watching", null]];

/** Says sentences of a language, and insists on keys that exist and on exactly their parameters. */
function strict(language, said = new Set()) {
  const messages = CATALOGUES.get(language);
  const say = sayer(language, messages);
  const t = (key, params = {}) => {
    assert(Object.hasOwn(messages, key), `${language} has no ${key}`);
    const expected = paramsIn(EN[key]);
    if (typeof EN[key] === "object") expected.add("count");
    // An ending by its reason and side is given both names, and says those that it needs.
    const spare = /^over\.[\w.]+\.(won|lost|watched)$/.test(key) ? ["winner", "loser"].filter((name) => !expected.has(name)) : [];
    assert.deepEqual(Object.keys(params).filter((name) => !spare.includes(name)).sort(), [...expected].sort(), key);
    for (const value of Object.values(params)) assert(["string", "number"].includes(typeof value), `${key}: ${value}`);
    said.add(key);
    return say(key, params);
  };
  return Object.assign(t, { has: say.has });
}

/** A transcript's spoken lines. */
function spoken(t, me, lines) {
  let view = EMPTY;
  const said = [];
  for (const { frame } of lines) {
    if (frame.type === "room") view = fullView(frame.view);
    if (!isEvent(frame)) continue;
    const before = view;
    view = fold(view, frame);
    const sentences = speech.event({ t, me, view }, before, frame);
    // Only the terminal says by which command a game is seen again.
    const id = frame.over?.id;
    if (id) sentences.push(t("over.kept", { id }));
    said.push(`${frame.seq}\t${sentences.join(" ")}\n`);
  }
  return said.join("");
}

for (const language of CATALOGUES.keys()) {
  for (const [name, lines] of TRANSCRIPTS) {
    for (const [side, me] of SIDES) {
      const file = `${language}/${name}.${side}.txt`;
      test(`spoken as in ${file}`, () => {
        const expected = read(`tests/spoken/${file}`).split("\n");
        const said = spoken(strict(language), me, lines).split("\n");
        // Line by line: the difference between two long texts takes minutes to work out.
        said.forEach((line, i) => assert.equal(line, expected[i]));
        assert.equal(said.length, expected.length);
      });
    }
  }
}

const seat = (name) => fullSeated({ player: { name } });
const game = fullGame({ number: 1, x: "host", started_ms: 0 });
const SCORE = { host: 1, guest: 2, draws: 3 };
const VIEW = { ...EMPTY, score: SCORE, seats: { host: seat("Ana"), guest: seat("Bia") }, game };
const frameOf = (event) => ({ ...event, room: "K7QX-4MTR", seq: 1, at_ms: 10_000 });
const scene = (t, me) => ({ t, me, view: VIEW });

/** A game that a computer finished in somebody's place. */
const COMPUTER = { computer: { level: 4 } };
const REPLACED = {
  ...VIEW, seats: { ...VIEW.seats, guest: { ...seat(""), player: COMPUTER } }, game: { ...game, replaced: { seat: "guest", player: { name: "Caio" }, ply: 2 } },
};

const OFFERS = ["draw", "takeback", "rematch", "restart"].flatMap((kind) => ["host", "guest"].map((by) => ({ id: 1, by, kind, ...(kind === "takeback" ? { ply: 2 } : {}), deadline_ms: 1 })));
const LOST = ["link", "left", "restart"].map((cause) => ({ type: "lost", seat: "host", cause, deadline_ms: 12_001 }));
const WAYS = {
  won: ["line", "resigned", "flag", "idle", "claimed_win", "of a later version"],
  drawn: ["full", "agreed", "no_open_lines", "claimed_draw", "line"],
  aborted: ["called_off", "no_first_move", "restarted", "room_ended", "idle"],
};
const OVERS = Object.entries(WAYS).flatMap(([result, ways]) => ways.map((reason) => ({
  result, reason, winner: result === "won" ? "host" : null, next_first: "host",
}))).flatMap((over, _, all) => over === all.at(-1) ? [over, ...all.filter(({ result }) => result === "aborted").map((one) => ({ ...one, by: "host" }))] : [over]);

test("every sentence about events and ends is said by something that can happen", () => {
  for (const language of CATALOGUES.keys()) {
    const said = new Set();
    const t = strict(language, said);
    for (const [, me] of SIDES) {
      for (const lines of TRANSCRIPTS.values()) spoken(t, me, lines);
      for (const happened of [...OFFERS.map((offer) => ({ type: "offered", offer })), ...LOST]) speech.event(scene(t, me), VIEW, frameOf(happened));
      for (const over of OVERS) speech.result(scene(t, me), over);
      speech.event(scene(t, me), REPLACED, frameOf({ type: "finished", game: 1, over: OVERS[0] }));
      for (const reason of ["left", "empty", "age", "operator"]) speech.event(scene(t, me), VIEW, frameOf({ type: "ended", reason }));
      for (const reason of ["declined", "expired"]) speech.event(scene(t, me), VIEW, frameOf({ type: "offer_closed", offer: 1, reason, by: "host", again_ms: 1 }));
      for (const seat of ["host", "guest"]) {
        for (const type of ["returned", "left"]) speech.event(scene(t, me), VIEW, frameOf({ type, seat }));
        speech.event(scene(t, me), VIEW, frameOf({ type: "joined", seat, player: { guest: 1 } }));
        speech.event(scene(t, me), VIEW, frameOf({ type: "joined", seat, player: COMPUTER, replaced: { seat, player: { name: "Caio" }, ply: 2 } }));
        speech.event(scene(t, me), VIEW, frameOf({ type: "renamed", seat, player: {} }));
        speech.event(scene(t, me), VIEW, frameOf({ type: "taken_back", game: 1, ply: 1, by: seat }));
      }
      speech.event(scene(t, me), VIEW, frameOf({ type: "danced" }));
    }
    const keys = Object.keys(EN).filter((key) => /^(event|over|score)(\.|$)/.test(key) && key !== "over.kept");
    assert.deepEqual(keys.filter((key) => !said.has(key)), [], language);
  }
});

test("the player who begins has the mark that opens the game", () => {
  const t = strict("en");
  const started = (me, first) => speech.event(scene(t, me), VIEW, frameOf({ type: "started", game: 2, x: "host", turn: { seat: first, due_ms: 1, limit: "first_move" } })).join(" ");
  assert.equal(started("host", "host"), "Game 2: you play X and begin.");
  assert.equal(started("host", "guest"), "Game 2: you play X. Bia plays O and begins.");
  assert.equal(started("guest", "guest"), "Game 2: you play O and begin.");
  assert.equal(started(null, "guest"), "Game 2: Bia plays O and begins, Ana plays X.");
});

test("every stage of an opening is said to who acts and to the others", () => {
  const stages = ["place", "place_or_choose", "choose", "choose_or_place_two"];
  for (const language of CATALOGUES.keys()) {
    const said = new Set();
    const t = strict(language, said);
    for (const opening of stages) {
      const game = { ...VIEW.game, moves: [{ cell: 4, mark: "X", at_ms: 1 }], turn: { seat: "host", due_ms: 1, limit: "idle" }, opening };
      for (const [, me] of SIDES) assert(speech.opening(scene(t, me), game));
    }
    assert.deepEqual(Object.keys(EN).filter((key) => /^opening\.(?!rule)/.test(key) && !said.has(key)), [], language);
  }
  assert.equal(speech.opening(scene(strict("en"), "host"), { ...VIEW.game, moves: [], turn: { seat: "host" }, opening: null }), null);
});

test("an opening says how many marks are left to place", () => {
  const t = strict("en");
  const two = { ply: 3, by: "guest", choice: "place_two" };
  for (const [rule, placed, choices, said] of [
    ["pie", 0, [], "Your turn: place X. Afterwards your opponent chooses a mark."],
    ["swap2", 0, [], "Your turn: place X (3 to go). Your opponent chooses next."],
    ["swap2", 1, [], "Your turn: place O (2 to go). Your opponent chooses next."],
    ["swap2", 2, [], "Your turn: place X. Afterwards your opponent chooses a mark."],
    ["swap2", 3, [two], "Your turn: place O (2 to go). Your opponent chooses next."],
    ["swap2", 4, [two], "Your turn: place X. Afterwards your opponent chooses a mark."],
  ]) {
    const moves = Array.from({ length: placed }, (_, n) => ({ cell: n, mark: n % 2 ? "O" : "X", at_ms: 1 }));
    const game = { ...VIEW.game, moves, choices, turn: { seat: "host", due_ms: 1, limit: "idle" }, opening: "place" };
    const of = (me) => speech.opening({ t, me, view: { ...VIEW, settings: { ...VIEW.settings, opening: rule } } }, game);
    assert.equal(of("host"), said);
    assert.match(of("guest"), said.includes("to go") ? /^Ana places [XO] \([23] to go\)\.$/ : /^Ana places X\.$/);
  }
});

test("sentences address the person they concern", () => {
  const t = strict("en");
  const lost = (me) => speech.event(scene(t, me), VIEW, frameOf(LOST[0])).join(" ");
  assert.equal(lost("host"), "You were disconnected.");
  assert.equal(lost("guest"), "Ana is away. You can claim the game in 3 s.");
  assert.equal(lost(null), "Ana has disconnected.", "who watches cannot claim");
  const idle = { ...scene(t, null), view: { ...VIEW, game: null } };
  assert.deepEqual(speech.event(idle, idle.view, frameOf(LOST[0])), ["Ana has disconnected."]);
  assert.equal(speech.result(scene(t, "guest"), OVERS[1]), "You resigned: Ana wins.");
  assert.equal(speech.score(scene(t, "guest"), SCORE), "Score: Ana 1, Bia (you) 2, drawn 3.");
  const left = { ...VIEW, seats: { ...VIEW.seats, guest: null } };
  assert.deepEqual(speech.event({ t, me: "host", view: left }, VIEW, frameOf({ type: "left", seat: "guest" })), ["Bia gave up the seat, which is now free."]);
});

test("computers and programs are called what they are, and so is who they stood in for", () => {
  const t = strict("en");
  assert.equal(playerName(t, COMPUTER), "Computer (level 4)");
  assert.equal(playerName(t, { name: "Deep\u202eO", bot: true }), "Deep?O (program)");
  assert.equal(playerName(t, { guest: 3, bot: true }, { guest: 1 }), "Guest 3 (program)");
  const took = { type: "joined", seat: "guest", player: COMPUTER, replaced: REPLACED.game.replaced };
  assert.deepEqual(speech.event({ t, me: "host", view: fold(VIEW, frameOf(took)) }, VIEW, frameOf(took)), ["Computer (level 4) takes over from Caio."]);
  assert.deepEqual(speech.event({ t, me: "host", view: REPLACED }, REPLACED, frameOf({ type: "finished", game: 1, over: OVERS[0] })), [
    "You made a line: you win!", "From move 3 on, Computer (level 4) played for Caio.", "Score: Ana (you) 1, Computer (level 4) 2, drawn 3.",
  ]);
});

test("reactions, goodbyes and the end of a search are said", () => {
  const said = new Set();
  const t = strict("en", said);
  for (const phrase of speech.PHRASES) speech.reaction(scene(t, null), { by: "host", phrase, at_ms: 0 });
  assert.equal(speech.reaction(scene(t, "host"), { by: "host", phrase: "oops", at_ms: 0 }), "You say: Oops!");
  assert.equal(speech.reaction(scene(t, "guest"), { by: "host", phrase: "oops", at_ms: 0 }), "Ana says: Oops!");
  for (const why of ["restarting", "disk_failed", "hello_timeout", "version_unsupported", "full", "silent", "flood", "malformed", "bad_frame", "blocked", "internal"]) speech.bye(t, why);
  assert.equal(speech.bye(t, "restarting"), "The server closed the connection: it is restarting.");
  for (const why of ["replaced", "unanswered", "gone", "failed", "shutting_down"]) speech.unqueued(t, why);
  const notice = { closing: true, text: "Back at nine", at_ms: 1_795_229_060_000 };
  assert.deepEqual(speech.noticeLines({ t, language: () => "en" }, {}), []);
  const [closing, message] = speech.noticeLines({ t, language: () => "en" }, notice);
  assert.match(closing, /about to close/);
  assert.match(message, /operator of this server \(.*\): Back at nine$/);
  const keys = Object.keys(EN).filter((key) => /^(phrase|bye|table\.said)\./.test(key));
  assert.deepEqual(keys.filter((key) => !said.has(key)), []);
  assert(said.has("queue.replaced") && said.has("queue.unanswered") && said.has("queue.gone") && said.has("queue.failed"));
});

test("every refusal of the protocol has its sentence", () => {
  const { Refusal } = JSON.parse(read("protocol/schema/oxo.schema.json")).$defs;
  const codes = new Map(Refusal.oneOf.map(({ properties: { code, params } }) => [code.const, params?.required ?? []]));
  assert(codes.size > 40);
  const params = { detail: "x", got: "x", field: "x", supported: [2, 3], retry_in_ms: 1_500, room: "K7QX-4MTR", expected: 4, game: 1, ply: 2, cell: 4, cells: 9, deadline_ms: 12_001, again_ms: 5, offer: 1 };
  const variants = [{ reason: "too_long", may_watch: true, of: "server" }, { reason: "characters", may_watch: false, of: "address" }, ...["marks", "gone", "own", "people_only", "other_games"].map((reason) => ({ reason }))];
  for (const language of CATALOGUES.keys()) {
    const said = new Set();
    const t = strict(language, said);
    const only = (names, all) => Object.fromEntries(names.map((name) => [name, all[name]]));
    const ways = [...codes].map(([code, names]) => new Set(variants.map((variant) => speech.refusal({ t, view: VIEW }, { code, params: only(names, { ...params, ...variant }) }, 10_000))));
    assert.equal(new Set(ways.flatMap((sentences) => [...sentences])).size, codes.size + 8, `${language}: a sentence each`);
    const keys = Object.keys(EN).filter((key) => key.startsWith("refusal."));
    assert.deepEqual(keys.filter((key) => !said.has(key)), [], language);
  }
  assert.deepEqual(codes.get("bad_field"), ["field", "detail"]);
  const refusal = (code, view = VIEW) => speech.refusal({ t: strict("en"), view }, { code, params }, 10_000);
  assert.equal(refusal("cell_taken"), "b2 is taken. Choose a free cell.");
  assert.equal(refusal("cell_taken", null), "4 is taken. Choose a free cell.");
  assert.equal(refusal("grace_running"), "The other player may still come back. You can claim in 3 s.");
  assert.equal(refusal("offer_cooldown"), "Your last offer was not accepted. You can offer again in 1 s.");
  assert.equal(refusal("too_fast"), "That was too fast. Try again in 2 s.");
  assert.match(refusal("version_unsupported"), /speaks 2, 3, this program 1\./);
  assert.equal(speech.refusal({ t: strict("en"), view: VIEW }, { code: "of a later version" }, 10_000), EN["refusal.internal"]);
});

// Languages, parameters, plurals, names, clocks.
import assert from "node:assert/strict";
import test from "node:test";

import { clockText, clockLeft, createServerClock, seconds, untilNextSecond } from "../../server/web/net/clock.js";
import { chooseLanguage, createLocale, LANGUAGES, languageName, sayer, together } from "../../server/web/i18n/locale.js";
import { briefGame, cellName, cellOfDigit, digitOf, neutral, playerName, readCode } from "../../server/web/i18n/names.js";
import { CATALOGUES, handClock } from "./support.mjs";

const t = sayer("en", CATALOGUES.get("en"));
const rules = (width, height) => ({ width, height, line: 3 });

test("the language is the chosen one, or else the browser's first that there is", () => {
  for (const [stored, preferences, expected] of [
    [null, [], "en"],
    [null, ["de-DE", "fr"], "en"],
    [null, ["de", "pt-PT", "en"], "pt-BR"],
    [null, ["pt"], "pt-BR"],
    [null, ["en-GB", "pt"], "en"],
    [null, ["zh"], "zh-CN"],
    [null, ["zh-SG"], "zh-CN"],
    [null, ["zh-Hans-TW"], "zh-CN"],
    [null, ["zh-Hant"], "zh-TW"],
    [null, ["zh-TW"], "zh-TW"],
    [null, ["zh-HK"], "zh-TW"],
    [null, ["zh-MO"], "zh-TW"],
    [null, ["ZH_tw"], "zh-TW"],
    ["zh-TW", ["en"], "zh-TW"],
    ["tlh", ["pt"], "pt-BR"],
  ]) {
    assert.equal(chooseLanguage(stored, preferences), expected, `${stored} ${preferences}`);
  }
});

test("every language has a catalogue and a name of its own", () => {
  assert.deepEqual([...CATALOGUES.keys()].sort(), [...LANGUAGES].sort());
  assert.equal(new Set(LANGUAGES.map(languageName)).size, LANGUAGES.length);
  assert.equal(languageName("zh-TW"), "繁體中文");
});

test("parameters are filled in one pass, and are harmless", () => {
  const say = sayer("en", { both: "a {x} b {y} {z}" });
  assert.equal(say("both", { x: "{y}", y: "\u202eAna\u0007" }), "a {y} b ?Ana? {z}");
  assert.equal(say("both", { x: "$&", y: "$1" }), "a $& b $1 {z}");
  assert.equal(say("not.there"), "not.there");
});

test("plurals follow the language", () => {
  assert.equal(t("spectators", { count: 1 }), "1 spectator is watching.");
  assert.equal(t("spectators", { count: 0 }), "0 spectators are watching.");
  const forms = { n: { one: "um", many: "milhões", other: "vários" } };
  const pt = sayer("pt-BR", forms);
  assert.deepEqual([0, 1, 2, 1_000_000].map((count) => pt("n", { count })), ["um", "um", "vários", "milhões"]);
  assert.equal(sayer("zh-CN", { n: { other: "{count} 个" } })("n", { count: 1 }), "1 个");
});

test("the language can be changed at once, and the last choice counts", async () => {
  const asked = [];
  const load = (language) => new Promise((done) => asked.push({ language, done: () => done({ word: language }) }));
  const locale = createLocale({ load, preferences: () => ["pt"] });
  let changes = 0;
  locale.subscribe(() => (changes += 1));
  const first = locale.use(null);
  const second = locale.use("zh-TW");
  assert.deepEqual(asked.map(({ language }) => language), ["pt-BR", "zh-TW"]);
  asked[1].done();
  await second;
  asked[0].done();
  await first;
  assert.equal(locale.t("word"), "zh-TW");
  assert.equal(locale.language(), "zh-TW");
  assert.equal(changes, 1);
});

test("catalogues are fetched from beside the page, and a failure changes nothing", async (context) => {
  const asked = [];
  context.mock.method(globalThis, "fetch", async (url) => {
    asked.push(String(url));
    return { url, ok: asked.length === 1, status: 404, json: async () => ({ word: "palavra" }) };
  });
  const locale = createLocale({ preferences: () => ["pt"] });
  await locale.use(null);
  assert.match(asked[0], /\/web\/locales\/pt-BR\.json$/);
  await assert.rejects(locale.use("zh-CN"), /404/);
  assert.deepEqual([locale.language(), locale.t("word")], ["pt-BR", "palavra"]);
});

test("other people's text is neutralised and bounded", () => {
  assert.equal(neutral("\u001b]0;x\u0007Ana\r\n\u202ex\u2028\u200d\ud800"), "?]0;x?Ana???x???");
  assert.equal(neutral("Olá, 王! 𝄞"), "Olá, 王! 𝄞");
  for (const emoji of ["👨‍👩‍👧‍👦", "👩🏽‍🌾", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"]) assert.equal(neutral(emoji), emoji);
  assert.equal(neutral("a\u200db 👨\u200d🚗"), "a?b 👨?🚗");
  assert.equal(neutral("a".repeat(10_000)).length, 500);
  assert.equal([...neutral("𝄞".repeat(10_000))].length, 500);
});

test("players are called by name or number", () => {
  assert.equal(playerName(t, { name: "Ana\u202e" }), "Ana?");
  assert.equal(playerName(t, { guest: 2 }), "Guest");
  assert.equal(playerName(t, { guest: 2 }, { name: "Ana" }), "Guest");
  assert.equal(playerName(t, { guest: 2 }, { guest: 1 }), "Guest 2");
  assert.equal(playerName(t, {}), "Guest");
  assert.equal(playerName(t, null), "somebody");
});

test("sentences are joined with the spacing of their language", () => {
  assert.equal(together(["One.", null, "", false, "Two."]), "One. Two.");
  assert.equal(together(["2 人在等对手。", "2 人在线。"]), "2 人在等对手。2 人在线。");
  assert.equal(together([]), "");
});

test("cells are named as on a chessboard", () => {
  assert.equal(cellName(rules(3, 3), 0), "a3");
  assert.equal(cellName(rules(3, 3), 8), "c1");
  assert.equal(cellName(rules(19, 19), 18), "s19");
  assert.equal(cellName(rules(7, 2), 7), "a1");
  assert.equal(cellName(rules(3, 3), 9), "9");
});

test("digits name the cells of the small board, in either layout", () => {
  const small = rules(3, 3);
  assert.equal(digitOf(small, "keypad", 0), "7");
  assert.equal(digitOf(small, "phone", 0), "1");
  assert.equal(digitOf(rules(3, 4), "phone", 0), null);
  assert.equal(digitOf(small, "phone", 9), null);
  for (const layout of ["keypad", "phone"]) {
    for (let cell = 0; cell < 9; cell += 1) assert.equal(cellOfDigit(small, layout, digitOf(small, layout, cell)), cell);
    for (const other of ["0", "", "12", "a"]) assert.equal(cellOfDigit(small, layout, other), null);
  }
  assert.equal(cellOfDigit(rules(4, 4), "keypad", "7"), null);
});

test("codes are read in either case, with or without dash, and out of links", () => {
  for (const text of ["K7QX-4MTR", " k7qx4mtr ", "k7qx 4mtr", "https://h/oxo/r/K7QX-4MTR", "h:1952/r/k7qx-4mtr#watch", "/r/K7QX%204MTR?x=/r/1"]) {
    assert.equal(readCode(text), "K7QX-4MTR", text);
  }
  for (const text of ["", "K7QX-4MT", "K7QX-4MTRR", "K7QX-4MT0", "K7QX-4MTI", "https://h/games/K7QX4MTR", "/r/"]) {
    assert.equal(readCode(text), null, text);
  }
});

test("boards and clocks have a brief form", () => {
  const brief = (clock) => briefGame(t, rules(3, 3), clock);
  assert.equal(brief({ type: "none" }), "3 by 3, 3 in a row; no clock");
  assert.equal(brief({ type: "per_move", move_ms: 20_000 }), "3 by 3, 3 in a row; 0:20 per move");
  assert.equal(brief({ type: "total", initial_ms: 300_000, increment_ms: 2_000 }), "3 by 3, 3 in a row; 5:00+0:02");
});

test("durations round up", () => {
  assert.equal(seconds(1), 1);
  assert.equal(seconds(-1), 0);
  assert.equal(clockText(59_001), "1:00");
  assert.equal(clockText(0), "0:00");
  for (const ms of [1, 999, 1_000, 1_001, 59_001]) {
    const next = untilNextSecond(ms);
    assert.equal(clockText(ms - next + 1), clockText(ms), `${ms}`);
    assert.notEqual(clockText(ms - next), clockText(ms), `${ms}`);
  }
  assert.equal(untilNextSecond(0), 0);
});

test("the server's clock follows the least late frame", () => {
  const { now, pass } = handClock();
  const clock = createServerClock(now);
  clock.set(50_000);
  pass(500);
  assert.equal(clock.serverNow(), 50_500);
  clock.heard(50_400);
  assert.equal(clock.serverNow(), 50_500, "a late frame");
  clock.heard(50_600);
  clock.heard(NaN);
  clock.heard(undefined);
  pass(100);
  assert.equal(clock.serverNow(), 50_700);
  clock.set(10);
  assert.equal(clock.serverNow(), 10, "another link");
});

test("only the clock of who is to move runs, and not in the first two plies", () => {
  const clocks = { host: 5_000, guest: 9_000 };
  const game = (limit) => ({ clocks, turn: { seat: "host", since_ms: 100, due_ms: 5_100, limit } });
  assert.equal(clockLeft(game("clock"), "host", 1_100), 4_000);
  assert.equal(clockLeft(game("clock"), "host", 99_000), 0);
  assert.equal(clockLeft(game("clock"), "host", 50), 5_000, "a turn that begins later than now");
  assert.equal(clockLeft(game("clock"), "guest", 1_100), 9_000);
  assert.equal(clockLeft(game("first_move"), "host", 1_100), 5_000);
  assert.equal(clockLeft({ clocks, turn: null }, "host", 1_100), 5_000);
  assert.equal(clockLeft({ clocks: null, turn: null }, "host", 1_100), null);
});

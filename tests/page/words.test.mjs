// Every word that a person reads on the page stands in the catalogue, is sent to the page, and
// is said with exactly its parameters.
//
// The rule that the code keeps: a sentence is said by `t(key, params)`, where the key is a
// literal, or a choice between literals, and the parameters an object literal. A key that is
// reached otherwise (by a table) has no parameters. A key may be derived from a code of the
// protocol (`page.choice.${name}`): each such place has a test that says them all. `i18n/` may hand
// parameters on by name: speech.test.mjs holds them to the catalogue as they are said.
import assert from "node:assert/strict";
import test from "node:test";

import { namesIn, saying, scan } from "./scan.mjs";
import { lineRule } from "../../server/web/i18n/names.js";
import { ROOM_SETTINGS } from "../../server/web/net/settings.js";
import { LEVELS } from "../../server/web/ui/choices.js";
import { CATALOGUES, files, paramsIn, read } from "./support.mjs";

const EN = CATALOGUES.get("en");
const PARTS = JSON.parse(read("server/web/catalogue.json"));
const SOURCES = files(".js").map(({ path, text }) => ({ path, ...scan(text) }));

const isKey = (text) => Object.hasOwn(EN, text);
const isSent = (text) => PARTS.some((part) => `${text}.`.startsWith(`${part}.`));
const FIRST = new Set(PARTS.map((part) => part.split(".")[0]));
const looksLikeKey = (text) => /^[a-z_]+(\.[a-z_]+)+$/.test(text) && FIRST.has(text.split(".")[0]);

/** What keys derived from a code begin with. */
const isStem = (text) => text.endsWith(".") && looksLikeKey(`${text}code`);

/** The names of keys on a keyboard, as events have them, and the game's own name. */
const NAMES = /^(Arrow(Up|Down|Left|Right)?|Enter|Escape|Home|End|Page(Up|Down)|Tab|Spacebar|OXO|Bearer)$/;

/** Whether a text is for people to read. */
function isWords(text) {
  const plain = text.trim();
  return !NAMES.test(plain) && (
    /^\p{Lu}\p{Ll}+$/u.test(plain) // Word
    || /\p{Lu}?\p{Ll}+ \p{Ll}+[.!?…:]/u.test(plain) // some words.
    || /(^|\s)\p{Lu}\p{Ll}+ [\p{L}\d]{2,}/u.test(plain) // Some words
    || /\p{L}+(,? \p{L}+){3,}/u.test(plain) // more than a list of classes
    || /[^\p{ASCII}]/u.test(plain.replace(/[^\p{L}\p{ASCII}]/gu, "")) // letters of no programming language
  );
}

test("the rule recognises words", () => {
  for (const words of ["Draw", "You win!", "Your turn", "waiting for somebody.", "it is your turn now", "velha até", "认输", "Room K7QX-4MTR"]) {
    assert(isWords(words), words);
  }
  for (const code of ["", "draw", "status over", "card queue stack", "M9 5l7 7-7 7", "K7QX-4MTR", "aria-label", "ArrowLeft", "input, select, textarea", "change a b", "×", " · ", "application/json"]) {
    assert(!isWords(code), code);
  }
});

test("the scanner reads literals, templates, comments and regular expressions", () => {
  const source = 'a = "x\\"y" + `p${ t("k", { n: `q` }) }r`; // "no"\n/* `no` */ b = c / 2 / "z"; d = /["/]"/.test(e); f = a ? t(g ? "m" : "n", {h, i: j(1, 2)}) : u.t("o")';
  const found = scan(source);
  assert.deepEqual(found.literals.map(({ text }) => text), ['x\\"y', "p", "k", "q", "r", "z", "m", "n", "o"]);
  const calls = saying(found);
  assert.deepEqual(calls.map(({ args }) => args.map(({ text }) => text)), [['"k"', "{ n: `q` }"], ['g ? "m" : "n"', "{h, i: j(1, 2)}"], ['"o"']]);
  assert.deepEqual(calls.map(({ args }) => args[1] && namesIn(args[1].text)), [["n"], ["h", "i"], undefined]);
  assert.equal(namesIn("who"), null);
});

test("every key that the page uses has its sentence, and is sent to it", () => {
  for (const { path, code, literals } of SOURCES) {
    for (const { text } of literals) {
      if (isStem(text)) {
        assert(Object.keys(EN).some((key) => key.startsWith(text)), `${path}: nothing begins with ${text}`);
        assert(isSent(text.replace(/\.$/, "")), `${path}: ${text} is not sent`);
      }
      if (looksLikeKey(text)) assert(isKey(text), `${path}: there is no ${text}`);
      if (isKey(text) && text.includes(".")) assert(isSent(text.replace(/\.$/, "")), `${path}: ${text} is not sent`);
    }
    for (const { args } of saying({ code, literals })) {
      const direct = /^"([^"]*)"$/.exec(args[0]?.text ?? "")?.[1];
      if (direct !== undefined) assert(isKey(direct) && isSent(direct), `${path}: there is no ${direct}`);
    }
  }
});

test("every sentence is said with exactly its parameters", () => {
  for (const { path, code, literals } of SOURCES) {
    const calls = saying({ code, literals });
    for (const { text, start } of literals.filter(({ text }) => isKey(text))) {
      const call = calls.find(({ args }) => args[0] && start > args[0].start && start < args[0].end);
      const plural = typeof EN[text] === "object" ? ["count"] : [];
      const expected = [...new Set([...paramsIn(EN[text]), ...plural])].sort();
      if (!call) {
        // A bare word may be something else than a key.
        if (text.includes(".")) assert.deepEqual([], expected, `${path}: ${text} has parameters, so it has to be said directly`);
        continue;
      }
      const given = call.args[1] ? namesIn(call.args[1].text) : [];
      if (given) assert.deepEqual(given.sort(), expected, `${path}: ${text}`);
      else assert(path.startsWith("i18n/"), `${path}: ${text} needs its parameters as an object literal`);
    }
  }
});

test("every key of the page is used", () => {
  const used = new Set(SOURCES.flatMap(({ literals }) => literals.map(({ text }) => text)));
  const derived = [...used].filter(isStem);
  const idle = Object.keys(EN).filter((key) => key.startsWith("page.") && !used.has(key) && !derived.some((stem) => key.startsWith(stem)));
  assert.deepEqual(idle, []);
});

test("every level of the computer has its sentences", () => {
  for (const name of LEVELS) assert(isKey(`page.level.${name}`) && isKey(`page.level.${name}.about`), name);
});

test("every setting of a room, and each of its values, has its sentence", () => {
  for (const [name, range] of Object.entries(ROOM_SETTINGS)) {
    const values = Array.isArray(range) ? range.filter((value) => typeof value === "string" && value.length > 1) : [];
    for (const key of [name, ...values.map((value) => `${name}.${value}`)]) assert(isKey(`page.choice.${key}`), `there is no page.choice.${key}`);
  }
});

test("every rule of lines has its sentences", () => {
  for (const rules of [{}, { exact: true }, { misere: true }]) {
    for (const stem of ["brief.board", "invitation.board", "page.rule"]) assert(isKey(`${stem}.${lineRule(rules)}`), `${stem}.${lineRule(rules)}`);
  }
});

test("every part that is sent is used", () => {
  const used = SOURCES.flatMap(({ literals }) => literals.map(({ text }) => text)).filter((text) => isKey(text) || isStem(text));
  assert.deepEqual(PARTS.filter((part) => !used.some((key) => `${key}.`.startsWith(`${part}.`))), []);
});

test("no sentence stands in the code", () => {
  for (const { path, literals } of SOURCES) {
    for (const { text } of literals) assert(!isWords(text), `${path}: ${JSON.stringify(text)}`);
  }
});

test("no sentence stands in the document, but for whom scripts are off", () => {
  for (const { path, text } of files(".html")) {
    const seen = text.replace(/<!--[^]*?-->|<noscript>[^]*?<\/noscript>/g, "");
    const words = seen.replace(/<[^>]*>/g, " ").split(/\s+/).filter((word) => /\p{L}/u.test(word) && word !== "OXO");
    assert.deepEqual(words, [], path);
    for (const [, name, value] of seen.matchAll(/\b(alt|title|aria-label|placeholder)="([^"]*)"/g)) {
      assert(value === "" || value === "OXO", `${path}: ${name}="${value}"`);
    }
  }
});

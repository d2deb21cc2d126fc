/**
 * The message catalogue: sentences by key with `{name}` parameters and CLDR plurals, and the choice of the language.
 * Parameters are neutralised here, for all screens at once.
 */

import { neutral } from "./names.js";

/** The languages there are, the fallback first. */
export const LANGUAGES = /** @type {const} */ (["en", "pt-BR", "zh-CN", "zh-TW"]);

/**
 * @typedef {typeof LANGUAGES[number]} Language
 * @typedef {{ [key: string]: string | { [category: string]: string } }} Messages
 * @typedef {{ [name: string]: string | number }} Params
 */

/**
 * Says the sentence of a key. A parameter named `count` chooses the plural. `has` tells whether a key has a sentence.
 * @typedef {{ (key: string, params?: Params): string, has: (key: string) => boolean }} Say
 */

/**
 * @typedef {object} Locale
 * @property {Say} t
 * @property {() => Language} language
 * @property {(chosen: Language | null) => Promise<void>} use  changes the language; null for the browser's
 * @property {(f: () => void) => () => void} subscribe  called after each change; the answer ends it
 */

/**
 * The language chosen before, or else the first that the browser prefers.
 * @param {string | null} stored
 * @param {readonly string[]} preferences  the most wanted first
 * @returns {Language}
 */
export function chooseLanguage(stored, preferences) {
  for (const tag of stored ? [stored, ...preferences] : preferences) {
    const language = languageFor(tag);
    if (language) return language;
  }
  return LANGUAGES[0];
}

/**
 * @param {string} tag  such as `pt`, `zh-Hant-HK`, `en_GB`
 * @returns {Language | null}
 */
function languageFor(tag) {
  const parts = tag.toLowerCase().split(/[-_]/);
  if (parts[0] === "en") return "en";
  if (parts[0] === "pt") return "pt-BR";
  if (parts[0] !== "zh") return null;
  if (parts.includes("hans")) return "zh-CN";
  return parts.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-TW" : "zh-CN";
}

/** What a language calls itself. @param {Language} language */
export function languageName(language) {
  const tag = { en: "en", "pt-BR": "pt-BR", "zh-CN": "zh-Hans", "zh-TW": "zh-Hant" }[language];
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}

/**
 * Says the sentences of one catalogue.
 * @param {Language} language
 * @param {Messages} messages
 * @returns {Say}
 */
export function sayer(language, messages) {
  const plurals = new Intl.PluralRules(language);
  /** @param {string} key @param {Params} [params] */
  function say(key, params = {}) {
    const message = messages[key];
    const template = typeof message === "object"
      ? (message[plurals.select(Number(params.count))] ?? message.other)
      : message;
    // Tests find keys without a sentence; the key is still better than nothing.
    return template === undefined ? key : fill(template, params);
  }
  return Object.assign(say, { has: (/** @type {string} */ key) => Object.hasOwn(messages, key) });
}

/**
 * The sentence of a code of the protocol; the one of the code `otherwise` for a code of a later version.
 * @param {Say} t
 * @param {string} stem  what all keys of these codes begin with, up to and including a dot
 * @param {string} code
 * @param {string} otherwise
 * @param {Params} [params]
 */
export function coded(t, stem, code, otherwise, params) {
  return t(stem + (t.has(stem + code) ? code : otherwise), params);
}

/**
 * Sentences one after the other, as far as there are any. A full stop of Chinese brings its own space along.
 * @param {Array<string | false | null | undefined>} sentences
 */
export function together(sentences) {
  let text = "";
  for (const sentence of sentences) if (sentence) text += text && !/[\u3002\uff01\uff1f]$/.test(text) ? ` ${sentence}` : sentence;
  return text;
}

/**
 * Puts the values where `{name}` stands, in one pass: a value that looks like a parameter
 * stays as it is.
 * @param {string} template
 * @param {Params} params
 */
function fill(template, params) {
  return template.replace(/\{([^{}]*)\}/g, (whole, name) =>
    Object.hasOwn(params, name) ? neutral(String(params[name])) : whole);
}

/**
 * The language of the page, which can be changed at any time. Begins with no sentences: wait
 * for the first `use`.
 * @param {object} [from]
 * @param {(language: Language) => Promise<Messages>} [from.load]  gets a catalogue
 * @param {() => readonly string[]} [from.preferences]  the languages that the browser prefers, the most wanted first
 * @returns {Locale}
 */
export function createLocale({ load = fetchMessages, preferences = () => navigator.languages } = {}) {
  /** @type {Language} */
  let language = LANGUAGES[0];
  let say = sayer(language, {});
  let calls = 0;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    t: Object.assign(/** @type {typeof say} */ ((key, params) => say(key, params)), { has: (/** @type {string} */ key) => say.has(key) }),
    language: () => language,
    async use(stored) {
      const call = ++calls;
      const chosen = chooseLanguage(stored, preferences());
      const messages = await load(chosen);
      if (call !== calls) return; // another was chosen meanwhile
      language = chosen;
      say = sayer(chosen, messages);
      for (const f of listeners) f();
    },
    subscribe(f) {
      listeners.add(f);
      return () => listeners.delete(f);
    },
  };
}

/** @type {(language: Language) => Promise<Messages>} */
async function fetchMessages(language) {
  const response = await fetch(new URL(`../locales/${language}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.json();
}

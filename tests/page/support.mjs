/**
 * Helpers shared by the tests of the page: a clock moved by hand, a socket without a network, a
 * browser's storage, the transcripts and catalogues of the project.
 */

import { readFileSync, readdirSync } from "node:fs";
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto;

const ROOT = new URL("../../", import.meta.url);

export const WEB = new URL("server/web/", ROOT);

export const read = (path) => readFileSync(new URL(path, ROOT), "utf8");

/** The languages that have a catalogue, and each one's sentences. */
export const CATALOGUES = new Map(
  readdirSync(new URL("locales/", ROOT))
    .filter((file) => file.endsWith(".json"))
    .map((file) => [file.slice(0, -5), JSON.parse(read(`locales/${file}`))]),
);

/** The files of JSON lines in a folder, by name. */
function jsonLines(folder) {
  const files = readdirSync(new URL(folder, ROOT)).filter((file) => file.endsWith(".jsonl"));
  return new Map(files.map((file) => [file.slice(0, -6), read(folder + file).trim().split("\n").map((line) => JSON.parse(line))]));
}

/** The transcripts of rooms by name: lines of `{frame, view}`. */
export const TRANSCRIPTS = jsonLines("protocol/transcripts/");

/** What each seat may do after each line of those. */
export const OPTIONS = jsonLines("protocol/transcripts/options/");

/** The transcripts of connections by name: a step a line. */
export const CONNECTIONS = jsonLines("protocol/transcripts/connections/");

/** Every file below a folder of the page whose name ends so: path and text. */
export function files(ending, folder = WEB) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return files(ending, new URL(`${entry.name}/`, folder));
    const path = new URL(entry.name, folder);
    return entry.name.endsWith(ending) ? [{ path: path.href.slice(WEB.href.length), text: readFileSync(path, "utf8") }] : [];
  });
}

/** The parameters that stand in a sentence, or in any form of it. */
export function paramsIn(message) {
  const forms = typeof message === "string" ? [message] : Object.values(message);
  return new Set(forms.flatMap((form) => [...form.matchAll(/\{([^{}]*)\}/g)].map((found) => found[1])));
}

/** A clock and timers that stand still until they are moved. */
export function handClock() {
  let time = 1_000;
  let last = 0;
  const due = new Map();
  return {
    now: () => time,
    timers: {
      set(f, ms) {
        due.set(++last, { at: time + ms, f });
        return last;
      },
      clear: (id) => due.delete(id),
    },
    /** Moves the time on, and lets happen what is due, in order. */
    pass(ms) {
      const end = time + ms;
      for (let turns = 0; turns < 10_000; turns += 1) {
        const next = [...due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
        if (!next) break;
        due.delete(next[0]);
        time = Math.max(time, next[1].at);
        next[1].f();
      }
      time = end;
    },
    /** The machine sleeps: the time goes on, and what was due happens late. */
    sleep(ms) {
      time += ms;
      this.pass(0);
    },
    waiting: () => due.size,
  };
}

/** A class like WebSocket whose instances the test plays the server for. */
export function fakeSocket() {
  return class Socket {
    static made = [];
    static get last() {
      return Socket.made.at(-1);
    }
    sent = [];
    closed = false;
    /** Whether it swallows what is sent to it without a word; else it answers pings. */
    silent = false;
    constructor(url, protocols) {
      Object.assign(this, { url, protocols });
      Socket.made.push(this);
    }
    send(text) {
      const request = JSON.parse(text);
      this.sent.push(request);
      if (request.type === "ping" && !this.silent) this.say({ type: "pong", id: request.id, at_ms: 0 });
    }
    close() {
      this.closed = true;
    }
    /** What the server says. */
    say(...frames) {
      for (const frame of frames) this.onmessage?.({ data: typeof frame === "string" ? frame : JSON.stringify(frame) });
    }
    /** The link breaks. */
    cut() {
      this.onclose?.({});
    }
    /** The last request of a type. */
    request(type) {
      return this.sent.filter((request) => request.type === type).at(-1);
    }
    count(type) {
      return this.sent.filter((request) => request.type === type).length;
    }
    ok(type, ok) {
      this.say({ type: "reply", id: this.request(type).id, ok });
    }
    refuse(type, error) {
      this.say({ type: "reply", id: this.request(type).id, error });
    }
  };
}

/** A browser's storage, in memory. */
export function fakeLocal(entries = {}) {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (i) => [...map.keys()][i] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, String(value)),
    removeItem: (key) => void map.delete(key),
  };
}

/** A page that the test hides and wakes. */
export function fakePage() {
  const wakes = new Set();
  const losses = new Set();
  const leavings = new Set();
  let hidden = false;
  let online = true;
  return {
    hidden: () => hidden,
    online: () => online,
    /** The network of this machine goes, or comes. */
    network(has) {
      online = has;
      for (const f of [...(has ? wakes : losses)]) f();
    },
    onOffline(f) {
      losses.add(f);
      return () => losses.delete(f);
    },
    onLeave(f) {
      leavings.add(f);
      return () => leavings.delete(f);
    },
    /** The browser puts the page away. */
    leave() {
      hidden = true;
      for (const f of [...leavings]) f();
    },
    onWake(f) {
      wakes.add(f);
      return () => wakes.delete(f);
    },
    hide() {
      hidden = true;
    },
    wake() {
      hidden = false;
      for (const f of [...wakes]) f();
    },
    listeners: () => wakes.size + losses.size + leavings.size,
  };
}

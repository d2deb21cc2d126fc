// Text of an invitation, the same as in sentences/src/invitation.rs.
import assert from "node:assert/strict";
import test from "node:test";

import { invitationText, watchable } from "../../server/web/i18n/invitation.js";
import { sayer } from "../../server/web/i18n/locale.js";
import { askInvitation } from "../../server/web/net/invitation.js";
import { CATALOGUES } from "./support.mjs";

const t = sayer("en", CATALOGUES.get("en"));
const table = (more = {}) => ({ players: { host: { name: "Ana" }, guest: null }, settings: {}, begins: "guest", ...more });
const free = (more) => ({ room: "K7QX-4MTR", state: "free", table: table(more) });

test("an invitation says who, what and who begins", () => {
  const clock = { type: "total", initial_ms: 300_000, increment_ms: 3_000 };
  assert.deepEqual(invitationText(t, free({ settings: { clock } })), {
    title: "Ana invites you to a game", about: null, warning: null,
    facts: [["Board", "3 by 3, 3 in a row wins"], ["Clock", "5:00 for the game plus 0:03 per move"], ["First move", "you"]],
  });
  assert.equal(invitationText(t, free({ begins: "host" })).facts[2][1], "Ana");
  assert.equal(invitationText(t, free({ first_move_ms: 60_000 })).facts[2][1], "you; within 60 s");
  assert.equal(invitationText(t, free({ begins: undefined })).facts[2][1], "decided at random");
  for (const [opening, rule] of [["pie", "pie rule, "], ["swap2", "swap2, "]]) {
    const [label, said] = invitationText(t, free({ settings: { opening } })).facts[2];
    assert(label === "Opening" && said.startsWith(rule), said);
  }
});

test("a board on which a line loses has a warning beside its rule", () => {
  const said = invitationText(t, free({ settings: { rules: { width: 4, height: 4, line: 3, misere: true } } }));
  assert.equal(said.warning, "3 in a row LOSES");
  assert.equal(said.facts[0][1], "4 by 4, 3 in a row LOSES");
});

test("an invitation without a free seat says why, and whether one can watch", () => {
  const full = { room: "K7QX-4MTR", state: "full", table: table({ players: { host: { name: "Ana" }, guest: { computer: { level: 5 } } } }) };
  assert.equal(invitationText(t, full).about, "Ana and Computer (level 5) are playing.");
  assert(watchable(full));
  for (const state of ["full", "over", "none"]) {
    const said = invitationText(t, { room: "K7QX-4MTR", state });
    assert(said.title && said.about && said.facts.length === 0, state);
    assert(!watchable({ room: "K7QX-4MTR", state }));
  }
  assert(!watchable(free({ settings: { watching: "none" } })));
});

test("every language has the sentences of an invitation", () => {
  for (const [language, messages] of CATALOGUES) {
    const said = JSON.stringify(invitationText(sayer(language, messages), free({ settings: { rules: { width: 3, height: 3, line: 3, misere: true } } })));
    assert(!said.includes("invitation.") && !said.includes("{"+"name"), said);
  }
});

test("a failed request for an invitation gives its cause and the time to ask again", async (context) => {
  const headers = (seconds) => ({ get: () => seconds });
  for (const [answer, expected] of [
    [{ ok: true, json: async () => free() }, { facts: free() }],
    [{ ok: false, status: 429, headers: headers("7") }, { why: "joins_too_fast", waitMs: 7_000 }],
    [{ ok: false, status: 503, headers: headers("4") }, { why: "unavailable", waitMs: 4_000 }],
    [{ ok: false, status: 502, headers: headers(null) }, { why: "unavailable", waitMs: 5_000 }],
    [null, { why: "silent", waitMs: 5_000 }],
  ]) {
    const fetch = context.mock.method(globalThis, "fetch", async () => answer ?? Promise.reject(new TypeError("no network")));
    assert.deepEqual(await askInvitation("", "K7QX-4MTR"), expected);
    fetch.mock.restore();
  }
});

// The search for the best moves of a position, step by step: its requests, their times, and their end.
import assert from "node:assert/strict";
import test from "node:test";

import { createDeepening, ONE_STEP, STEPS } from "../../server/web/ui/lazy/deepening.js";
import { analysisPanel } from "../../server/web/ui/lazy/analysis.js";
import { sayer } from "../../server/web/i18n/locale.js";
import { CATALOGUES, handClock } from "./support.mjs";

const RECORD = { settings: { rules: { width: 15, height: 15, line: 5 } }, game: { x: "host", moves: [], over: null } };
const TOO_FAST = (ms) => ({ error: { code: "too_fast", params: { retry_in_ms: ms } } });
const FOUND = (depth, changes) => ({ ok: { type: "analysis", depth, complete: false, moves: [{ line: [depth], points: depth }], ...changes } });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A search whose server the test plays, and whose clock it moves. */
function begin({ steps = STEPS } = {}) {
  const clock = handClock();
  const scene = {
    clock, asked: [], failures: [], found: 0, underWay: 0, most: 0, wanted: { record: RECORD, ply: 4 },
    /** Moves the clock, and lets happen what follows. */
    async pass(ms) {
      clock.pass(ms);
      await settled();
    },
    async answer(outcome) {
      scene.underWay -= 1;
      scene.settle(outcome);
      await settled();
    },
    async look(ply) {
      scene.wanted = ply === null ? null : { record: RECORD, ply };
      scene.deepening.follow();
    },
    depth: (ply = 4) => scene.deepening.known({ record: RECORD, ply })?.ranking.depth ?? null,
    isOver: (ply = 4) => scene.deepening.known({ record: RECORD, ply })?.isOver ?? null,
  };
  scene.deepening = createDeepening({
    wanted: () => scene.wanted,
    steps: () => steps,
    ask: ({ ply }, positions) => {
      scene.asked.push([ply, positions]);
      scene.underWay += 1;
      scene.most = Math.max(scene.most, scene.underWay);
      return new Promise((settle) => { scene.settle = settle; });
    },
    found: () => { scene.found += 1; },
    failed: (outcome) => scene.failures.push(outcome),
    timers: clock.timers,
  });
  scene.deepening.follow();
  return scene;
}

/** Goes one step on, and has it answered. */
async function step(scene, n, outcome) {
  await scene.pass(STEPS[n].afterMs);
  await scene.answer(outcome);
}

test("each answer is followed by a larger request, until the largest", async () => {
  const scene = begin();
  await scene.pass(STEPS[0].afterMs - 1);
  assert.deepEqual(scene.asked, [], "not while somebody steps through");
  await scene.pass(1);
  for (const [n, { positions }] of STEPS.entries()) {
    assert.deepEqual(scene.asked.at(-1), [4, positions]);
    await scene.pass(60_000);
    assert.equal(scene.asked.length, n + 1, "none while one is under way");
    await scene.answer(FOUND(n + 1));
    assert.deepEqual([scene.depth(), scene.isOver(), scene.found], [n + 1, n === STEPS.length - 1, n + 1]);
    await scene.pass(STEPS[n + 1]?.afterMs ?? 600_000);
  }
  assert.deepEqual([scene.asked.length, scene.clock.waiting()], [STEPS.length, 0]);
  assert.ok(STEPS.every(({ positions }, n) => n === 0 || positions > STEPS[n - 1].positions));
});

test("the search ends with a complete answer, or with the first of a server that takes no limit", async () => {
  for (const [steps, answer] of [[STEPS, FOUND(3, { complete: true })], [ONE_STEP, FOUND(3)]]) {
    const scene = begin({ steps });
    await step(scene, 0, answer);
    await scene.pass(600_000);
    assert.deepEqual([scene.asked.length, scene.isOver(), scene.clock.waiting()], [1, true, 0]);
  }
});

test("a shallower answer replaces a deeper one only if it is complete", async () => {
  const scene = begin();
  await step(scene, 0, FOUND(5));
  await step(scene, 1, FOUND(3));
  assert.equal(scene.depth(), 5);
  await step(scene, 2, FOUND(2, { complete: true }));
  assert.equal(scene.depth(), 2);
});

test("a request for another position waits for the one under way, and each position's search continues where it stood", async () => {
  const scene = begin();
  await step(scene, 0, FOUND(3));
  await scene.pass(STEPS[1].afterMs);
  scene.look(5);
  await scene.pass(60_000);
  assert.deepEqual(scene.asked.length, 2, "one under way at a time");
  await scene.answer(FOUND(4));
  await step(scene, 0, FOUND(2));
  assert.deepEqual([scene.asked.at(-1), scene.depth(4), scene.depth(5), scene.most], [[5, STEPS[0].positions], 4, 2, 1]);
  scene.look(4);
  await scene.pass(STEPS[2].afterMs);
  assert.deepEqual(scene.asked.at(-1), [4, STEPS[2].positions]);
});

test("stepping quickly through positions requests only the last one", async () => {
  const scene = begin();
  for (const ply of [5, 6, 7]) {
    await scene.pass(STEPS[0].afterMs - 50);
    scene.look(ply);
  }
  await scene.pass(STEPS[0].afterMs);
  assert.deepEqual(scene.asked, [[7, STEPS[0].positions]]);
});

test("nothing is requested while the panel is closed or the page hidden, and the search continues where it stood", async () => {
  const scene = begin();
  await step(scene, 0, FOUND(3));
  // The panel is closed, which draws nothing that follows; or the page is hidden while a request is under way.
  scene.wanted = null;
  await scene.pass(60_000);
  assert.equal(scene.asked.length, 1);
  scene.look(4);
  await scene.pass(STEPS[1].afterMs);
  scene.wanted = null;
  await scene.answer(FOUND(4));
  await scene.pass(60_000);
  assert.deepEqual([scene.asked.length, scene.clock.waiting(), scene.depth()], [2, 0, 4]);
  scene.look(4);
  await scene.pass(STEPS[2].afterMs);
  assert.deepEqual(scene.asked.at(-1), [4, STEPS[2].positions]);
});

test("after `too_fast` the search waits without a message, on every position", async () => {
  const scene = begin();
  await step(scene, 0, FOUND(3));
  await step(scene, 1, TOO_FAST(7_000));
  await scene.pass(6_000);
  assert.equal(scene.asked.length, 2);
  scene.look(5);
  await scene.pass(999);
  assert.equal(scene.asked.length, 2, "the address is refused, not the position");
  await scene.pass(1);
  assert.deepEqual(scene.asked.at(-1), [5, STEPS[0].positions]);
  await scene.answer(TOO_FAST(0));
  await scene.pass(1_999);
  assert.equal(scene.asked.length, 3, "and not all the time");
  scene.look(4);
  await scene.pass(1);
  assert.deepEqual([scene.asked.at(-1), scene.failures, scene.depth()], [[4, STEPS[1].positions], [], 3]);
});

test("repeated refusals double the wait up to 16 s, and an answer resets it", async () => {
  const scene = begin();
  await scene.pass(STEPS[0].afterMs);
  for (const seconds of [1, 2, 4, 8, 16, 16]) {
    await scene.answer(TOO_FAST(10));
    const { length } = scene.asked;
    await scene.pass(1_000 * seconds - 1);
    assert.equal(scene.asked.length, length);
    await scene.pass(1);
    assert.equal(scene.asked.length, length + 1, `${seconds} s`);
  }
  await scene.answer(FOUND(3));
  await step(scene, 1, TOO_FAST(10));
  await scene.pass(1_000);
  assert.deepEqual(scene.asked.length, 9);
});

test("a failed first request is reported; a later one leaves the last answer, without a message", async () => {
  const failure = { error: { code: "bad_field", params: {} } };
  const scene = begin();
  await step(scene, 0, failure);
  assert.deepEqual(scene.failures, [failure]);
  const later = begin();
  await step(later, 0, FOUND(3));
  await step(later, 1, { lost: true });
  await later.pass(600_000);
  assert.deepEqual([later.failures, later.asked.length, later.depth(), later.isOver()], [[], 2, 3, true]);
});

test("another game's search starts anew, and the failure of a position that was left is not reported", async () => {
  const scene = begin();
  await step(scene, 0, FOUND(3));
  await scene.pass(STEPS[1].afterMs);
  const other = { record: { ...RECORD }, ply: 4 };
  const depth = () => scene.deepening.known(other)?.ranking.depth ?? null;
  scene.wanted = other;
  scene.deepening.follow();
  await scene.answer(FOUND(5));
  assert.equal(depth(), null);
  await step(scene, 0, FOUND(1));
  assert.deepEqual([depth(), scene.asked.at(-1)], [1, [4, STEPS[0].positions]]);
  scene.wanted = { ...other, ply: 5 };
  scene.deepening.follow();
  await scene.pass(STEPS[0].afterMs);
  scene.wanted = { ...other, ply: 6 };
  await scene.answer({ lost: true });
  assert.deepEqual(scene.failures, []);
});

test("the panel shows how deep the search is, and whether it goes on", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.document ??= { hidden: false };
  const words = (what) => Array.isArray(what) ? what.map(words).join("") : what && typeof what === "object" ? words(what.children) : what ? String(what) : "";
  const replay = { record: RECORD, ply: 0, playing: false };
  const answers = [];
  const app = {
    t: sayer("en", CATALOGUES.get("en")), ui: { analysing: true, replay }, state: { welcome: { features: ["analysis", "positions"] } }, redraw() {},
    session: { analyse: (_rules, _moves, positions) => new Promise((settle) => answers.push({ positions, settle })) },
  };
  const shown = () => words(analysisPanel(app, replay, RECORD));
  const answer = async (n, outcome) => {
    mock.timers.tick(STEPS[n].afterMs);
    assert.equal(answers[n].positions, STEPS[n].positions);
    answers[n].settle(outcome);
    await settled();
  };
  shown();
  await answer(0, FOUND(3));
  assert.match(shown(), /estimate \+3.*Depth 3, looking deeper\.$/);
  await answer(1, FOUND(4));
  await answer(2, FOUND(6));
  await answer(3, FOUND(7));
  assert.match(shown(), /Depth 7\.$/);
});

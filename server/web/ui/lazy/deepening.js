/** The search for the best moves of a position: one request after the other, each of which may search more, one at a time. */

/** @import { Ranking } from "oxo" */
/** @import { Outcome } from "../../net/state.js" */
/** @import { FullRecord } from "../../net/view.js" */
/** @import { Timers } from "../../net/watchdog.js" */

/**
 * How much the requests about a position may search, and how long it, or the answer before, is looked at first: who steps through a game looks
 * at few positions, and the budget of an address fills up meanwhile.
 * @type {Step[]}
 */
export const STEPS = [
  { positions: 50_000, afterMs: 250 }, { positions: 150_000, afterMs: 500 }, { positions: 400_000, afterMs: 1_000 }, { positions: 1_000_000, afterMs: 5_000 },
];
/** The one request to a server that searches as much as it likes. @type {Step[]} */
export const ONE_STEP = [{ positions: null, afterMs: 250 }];
/** The least time until a refused request is made again; twice as long after each of the next `DOUBLED`. */
const RETRY_MS = 1_000;
const DOUBLED = 4;

/**
 * @typedef {{ positions: number | null, afterMs: number }} Step
 * @typedef {{ record: FullRecord, ply: number }} Position
 * @typedef {{ ranking: Ranking, isOver: boolean }} Known  the best that was found so far, and whether nothing more is asked
 */

/** @typedef {ReturnType<typeof createDeepening>} Deepening */

/**
 * @param {object} from
 * @param {() => Position | null} from.wanted  the position that somebody looks at now
 * @param {() => Step[]} from.steps
 * @param {(position: Position, positions: number | null) => Promise<Outcome>} from.ask
 * @param {() => void} from.found  called when more is known
 * @param {(outcome: Outcome) => void} from.failed  called when nothing can be known of the position that is wanted
 * @param {Timers} from.timers
 */
export function createDeepening({ wanted, steps, ask, found, failed, timers }) {
  /** The game, and what is known of its positions. */
  let game = /** @type {FullRecord | null} */ (null);
  /** @type {Map<number, { ranking: Ranking, asked: number }>} */
  let known = new Map();
  let ply = -1;
  let timer = /** @type {number | null} */ (null);
  /** Whether the server is left in peace until then, whichever position is wanted. */
  let isRefused = false;
  /** How many requests in a row were refused. */
  let refusals = 0;
  let isAsking = false;

  /** @param {number} at */
  const isComplete = (at) => {
    const there = known.get(at);
    return there !== undefined && (there.ranking.complete || there.asked >= steps().length);
  };

  /** Goes on with the position that is wanted now. To be called after each change. */
  function follow() {
    const now = wanted();
    if (now && now.record !== game) {
      game = now.record;
      known = new Map();
      ply = -1;
    }
    if (!isRefused && timer !== null && now?.ply !== ply) {
      timers.clear(timer);
      timer = null;
    }
    if (!now) return;
    ply = now.ply;
    const step = steps()[known.get(ply)?.asked ?? 0];
    if (!isAsking && timer === null && step && !isComplete(ply)) wait(step.afterMs);
  }

  /** @param {number} ms */
  function wait(ms) {
    timer = timers.set(() => {
      timer = null;
      isRefused = false;
      const now = wanted();
      if (now && now.record === game && !isComplete(now.ply)) void search(now);
    }, ms);
  }

  /** @param {Position} position */
  async function search(position) {
    const asked = known.get(position.ply)?.asked ?? 0;
    isAsking = true;
    const outcome = await ask(position, steps()[asked]?.positions ?? null);
    isAsking = false;
    if (position.record === game) answered(position.ply, asked + 1, outcome);
    follow();
  }

  /** @param {number} at @param {number} asked @param {Outcome} outcome */
  function answered(at, asked, outcome) {
    const before = known.get(at);
    if ("ok" in outcome && outcome.ok.type === "analysis") {
      const { ok } = outcome;
      refusals = 0;
      // A busy server searches less than it was asked to.
      const ranking = before && !ok.complete && ok.depth < before.ranking.depth ? before.ranking : ok;
      known.set(at, { ranking, asked });
      return found();
    }
    const params = "error" in outcome && "params" in outcome.error ? outcome.error.params : null;
    if (params && "retry_in_ms" in params) {
      isRefused = true;
      const ms = Math.max(params.retry_in_ms, RETRY_MS * 2 ** Math.min(refusals, DOUBLED));
      refusals += 1;
      return wait(ms);
    }
    // What is known stays.
    if (before) known.set(at, { ...before, asked: Infinity });
    else if (wanted()?.ply === at) failed(outcome);
  }

  return {
    follow,
    /** @param {Position} position @returns {Known | null} */
    known({ record, ply: at }) {
      const there = record === game ? known.get(at) : undefined;
      return there ? { ranking: there.ranking, isOver: isComplete(at) } : null;
    },
  };
}

/**
 * Heartbeat that detects dead connections. Pages cannot see the server's own pings.
 */

/**
 * From one ping to the next, and how long nothing may come after a ping, in milliseconds. With a seat in a running game a
 * dead connection is found out 3 s after the last frame, where nothing happens in the game 4 s: a phone's radio is awake for
 * some time after each frame. Pings go on while others are on their way, so that on a slow line the answers come as often.
 */
const PACES = {
  game: { ask: 1_000, answer: 2_000 },
  calm: { ask: 2_000, answer: 2_000 },
  seen: { ask: 10_000, answer: 3_000 },
  hidden: { ask: 25_000, answer: 3_000 },
};
/** A timer so much too late, in milliseconds, means that the machine slept. */
const SLEPT_MS = 1_000;

/** @typedef {keyof typeof PACES} Pace */

/**
 * @typedef {object} Timers
 * @property {(f: () => void, ms: number) => number} set
 * @property {(id: number) => void} clear
 */

/** @typedef {ReturnType<typeof createWatchdog>} Watchdog */

/**
 * A watchdog for one connection, which begins with the first `ask`.
 * @param {object} needs
 * @param {() => number} needs.now
 * @param {Timers} needs.timers
 * @param {() => Pace} needs.pace
 * @param {() => void} needs.ping
 * @param {() => void} needs.dead
 */
export function createWatchdog({ now, timers, pace, ping, dead }) {
  let asked = 0;
  /** When the first ping left since anything was heard. @type {number | null} */
  let unanswered = null;
  /** Whether a sleep has been put up with since. */
  let slept = false;
  let due = 0;
  let timer = 0;

  function ask() {
    asked = now();
    unanswered ??= asked;
    ping();
    arm();
  }

  function arm() {
    timers.clear(timer);
    const { ask, answer } = PACES[pace()];
    due = Math.min(asked + ask, unanswered === null ? Infinity : unanswered + answer);
    timer = timers.set(look, Math.max(0, due - now()));
  }

  function look() {
    const { ask: every, answer } = PACES[pace()];
    if (unanswered !== null && now() >= unanswered + answer) {
      // After a sleep the answer may only now be read. A second late timer counts, though: in hidden pages all are late.
      if (slept || now() - due <= SLEPT_MS) return dead();
      slept = true;
      unanswered = null;
      return ask();
    }
    if (now() >= asked + every) ask();
    else arm();
  }

  return {
    /** Pings now; a ping that is still unanswered keeps its deadline. */
    ask: () => {
      if (unanswered === null) ask();
    },
    /** Anything at all came from the other end. */
    heard: () => {
      unanswered = null;
      slept = false;
    },
    /** The pace may have changed. */
    arm,
    stop: () => timers.clear(timer),
  };
}

/**
 * Heartbeat that detects dead connections. Pages cannot see the server's own pings, so these measure the round trip too.
 */

/** From one ping to the next, in milliseconds: while the page is seen, and while it is hidden. */
const ASK_MS = 10_000;
const ASK_HIDDEN_MS = 25_000;
/** Silence after a ping that counts as death, in milliseconds. */
const DEAD_MS = 8_000;
/** A timer so much too late, in milliseconds, means that the machine slept. */
const SLEPT_MS = 4_000;

/**
 * @typedef {object} Timers
 * @property {(f: () => void, ms: number) => number} set
 * @property {(id: number) => void} clear
 */

/** @typedef {ReturnType<typeof createWatchdog>} Watchdog */

/**
 * A watchdog for one connection; it pings at once.
 * @param {object} needs
 * @param {() => number} needs.now
 * @param {Timers} needs.timers
 * @param {() => boolean} needs.hidden  whether nobody sees the page
 * @param {() => void} needs.ping
 * @param {() => void} needs.dead
 */
export function createWatchdog({ now, timers, hidden, ping, dead }) {
  let pinged = 0;
  /** Pings since anything was heard. */
  let unanswered = 0;
  let due = 0;
  let timer = 0;

  function ask() {
    unanswered += 1;
    pinged = now();
    ping();
    arm();
  }

  function arm() {
    timers.clear(timer);
    due = pinged + (unanswered === 0 ? pause() : DEAD_MS);
    timer = timers.set(look, Math.max(0, due - now()));
  }

  const pause = () => (hidden() ? ASK_HIDDEN_MS : ASK_MS);

  function look() {
    // After a sleep the answer may only now be read. A second late timer counts, though: in hidden pages all are late.
    const slept = unanswered === 1 && now() - due > SLEPT_MS;
    if (unanswered > 0 && !slept) dead();
    else if (slept || now() - pinged >= pause()) ask();
    else arm();
  }

  ask();
  return {
    /** Pings now; a ping that is still unanswered keeps its deadline. */
    ask: () => {
      if (unanswered === 0) ask();
    },
    /** Anything at all came from the other end. */
    heard: () => {
      unanswered = 0;
    },
    stop: () => timers.clear(timer),
  };
}

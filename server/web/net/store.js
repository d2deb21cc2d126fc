/** An observable state, replaced with each change, with events beside it. */

/**
 * @template S
 * @template H
 * @typedef {object} Store
 * @property {() => S} state
 * @property {(change: Partial<S>) => void} set
 * @property {<K extends keyof H>(what: K, happening: H[K]) => void} emit
 * @property {<T>(f: () => T) => T} batch  notifies subscribers once of all changes within, then of the events
 * @property {(f: (state: S, before: S) => void) => () => void} subscribe
 * @property {<K extends keyof H>(what: K, f: (happening: H[K]) => void) => () => void} on
 */

/**
 * @template S
 * @template H
 * @param {S} start
 * @returns {Store<S, H>}
 */
export function createStore(start) {
  let state = start;
  let published = start;
  let depth = 0;
  /** @type {(() => void)[]} */
  let happened = [];
  /** @type {Set<(state: S, before: S) => void>} */
  const subscribers = new Set();
  /** @type {Map<keyof H, Set<(happening: any) => void>>} */
  const listeners = new Map();

  function publish() {
    const before = published;
    published = state;
    const emits = happened;
    happened = [];
    if (before !== state) for (const f of [...subscribers]) guarded(() => f(published, before));
    for (const emit of emits) emit();
  }

  return {
    state: () => state,
    set: (change) => {
      state = { ...state, ...change };
    },
    emit: (what, happening) => {
      happened.push(() => {
        for (const f of [...(listeners.get(what) ?? [])]) guarded(() => f(happening));
      });
    },
    batch(f) {
      depth += 1;
      try {
        return f();
      } finally {
        depth -= 1;
        if (depth === 0) publish();
      }
    },
    subscribe(f) {
      subscribers.add(f);
      return () => subscribers.delete(f);
    },
    on(what, f) {
      const known = listeners.get(what) ?? new Set();
      listeners.set(what, known.add(f));
      return () => known.delete(f);
    },
  };
}

/** A listener's exception is reported as usual and does not stop the others. @param {() => void} f */
function guarded(f) {
  try {
    f();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

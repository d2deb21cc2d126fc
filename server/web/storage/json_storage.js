/** Untrusted JSON values by name in a storage of the browser, or in memory where that is missing, full or refused. */

/**
 * @param {(() => Storage)[]} stores  each gives a storage of the browser, or throws; the first that works is used
 * @param {string} prefix  of all names
 */
export function createJsonStorage(stores, prefix) {
  /** What the browser would not take. @type {Map<string, string>} */
  const memory = new Map();
  const opened = stores.map((open) => attempt(() => proven(open(), prefix), null));
  const local = opened.find((storage) => storage !== null) ?? null;

  const names = () => [...new Set([...memory.keys(), ...attempt(() => namesIn(local, prefix), [])])];

  const entries = {
    /** Whether everything stored so far outlives a reload of the page. */
    lasting: () => local !== null && memory.size === 0,
    /** Nothing if there is none or it is damaged. @param {string} name @returns {unknown} */
    get: (name) => parse(memory.get(name) ?? attempt(() => local?.getItem(prefix + name), null)),
    /** Whether the browser took it. @param {string} name @param {unknown} value */
    set(name, value) {
      const text = JSON.stringify(value);
      memory.delete(name);
      const kept = attempt(() => {
        local?.setItem(prefix + name, text);
        return true;
      }, false);
      if (!kept || !local) memory.set(name, text);
      return kept;
    },
    /** @param {string} name */
    remove(name) {
      memory.delete(name);
      attempt(() => local?.removeItem(prefix + name), undefined);
    },
    /** The values whose names begin so. @param {string} start */
    all: (start) => names().filter((name) => name.startsWith(start)).map(entries.get),
    clear: () => names().forEach(entries.remove),
  };
  return entries;
}

/**
 * The storage, if it takes something: some browsers have one that is always full.
 * @param {Storage} local
 * @param {string} prefix
 */
function proven(local, prefix) {
  local.setItem(`${prefix}try`, "");
  local.removeItem(`${prefix}try`);
  return local;
}

/** @param {Storage | null} local @param {string} prefix @returns {string[]} */
function namesIn(local, prefix) {
  const names = Array.from({ length: local?.length ?? 0 }, (_, i) => local?.key(i) ?? "");
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/** @param {string | null | undefined} text */
function parse(text) {
  return text == null ? undefined : attempt(() => JSON.parse(text), undefined);
}

/**
 * @template T
 * @template F
 * @param {() => T} f
 * @param {F} fallback  the answer if it throws
 * @returns {T | F}
 */
function attempt(f, fallback) {
  try {
    return f();
  } catch {
    return fallback;
  }
}

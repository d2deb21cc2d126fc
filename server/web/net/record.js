/**
 * Finished games as the server keeps them.
 *
 * @import { FullRecord } from "./view.js"
 */

import { fullRecord } from "./view.js";

/** How long the server may take to answer, in milliseconds. */
const ANSWER_MS = 10_000;

/** @param {string} url @returns {Promise<FullRecord | null>} */
export async function fetchRecord(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const record = response.ok ? await response.json() : null;
    return record?.format === "oxo.game.v1" && record.game ? fullRecord(record) : null;
  } catch {
    return null;
  }
}

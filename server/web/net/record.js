/**
 * Finished games as the server keeps them.
 *
 * @import { FullRecord } from "./view.js"
 */

import { deadline } from "./deadline.js";
import { fullRecord } from "./view.js";

/** @param {string} url @returns {Promise<FullRecord | null>} */
export async function fetchRecord(url) {
  try {
    const response = await fetch(url, { signal: deadline() });
    const record = response.ok ? await response.json() : null;
    return record?.format === "oxo.game.v1" && record.game ? fullRecord(record) : null;
  } catch {
    return null;
  }
}

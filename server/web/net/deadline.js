/** Deadline of plain requests. */

/** How long the server may take to answer, in milliseconds. */
const ANSWER_MS = 10_000;

/** Ends a request that is not answered in time; each needs its own. */
export const deadline = () => AbortSignal.timeout(ANSWER_MS);

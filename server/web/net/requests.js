/**
 * Requests under way: numbers the seat's commands, one at a time, and settles each request across reconnects.
 *
 * @import { Accepted, Entered, Refused, Reply } from "oxo"
 * @import { Body } from "./connection.js"
 * @import { Command, Outcome } from "./state.js"
 */

/** Requests that may wait for the link. */
const WAITING = 32;

/** Commands of a seat, each of which carries the seat's own counter, and the answers to them. @type {{ [type: string]: string }} */
const COMMANDS = {
  move: "moved", choose: "chosen", resign: "resigned", abort: "aborted", claim: "claimed", leave: "left", offer: "offered accepted",
  accept: "accepted", decline: "declined", remove_guest: "removed", seat_computer: "computer_seated",
};

/** Asked again on a new link: doing it twice is doing it once. */
const REPEATABLE = new Set(["quick_match", "play", "create_room", "join_room", "watch_room", "resume", "set_name", "rooms", "seats", "subscribe", "share_seat", "take_seat", "unshare_seat", "set_webhook", "remove_webhook", "review", "analyse"]);

/**
 * @typedef {object} Sent
 * @property {Body} body
 * @property {boolean} own  the session asked for itself
 * @property {boolean} again  its number was put right once already
 * @property {number | null} n  the number of a command, once it was sent
 * @property {(outcome: Outcome) => void} settle
 */

/**
 * @typedef {{ ok: Accepted } | { error: Refused }} Answer
 * @typedef {(sent: Sent, answer: Answer) => void} Decided  called with each answer before the promise settles
 */

/** @typedef {ReturnType<typeof createRequests>} Requests */

/** @param {(body: Body) => number} send  gives the request its number */
export function createRequests(send) {
  /** In the order in which they were sent. @type {Map<number, Sent>} */
  const sent = new Map();
  /** Those that wait for the link, or for the seat's command under way. @type {Sent[]} */
  let waiting = [];
  /** Asked on the old link, to be asked again. @type {Sent[]} */
  let repeated = [];
  /** The seat's command whose answer went down with the link. @type {Sent | null} */
  let unanswered = null;
  /** The number of the seat's last command that was done: a refused one uses none up. */
  let n = 0;
  let isUp = false;
  let isEnded = false;

  /** @param {(sent: Sent) => boolean} test */
  const underWay = (test) => [...sent.values()].find(test) ?? null;

  /** @param {Sent} request */
  function put(request) {
    const { body } = request;
    sent.set(send(request.n === null ? body : { ...body, n: request.n }), request);
  }

  /** Sends what waits, in order, one command of the seat at a time. */
  function pump() {
    const resuming = underWay(({ own, body }) => own && body.type === "resume");
    while (isUp && !resuming && !unanswered && waiting[0]) {
      if (isCommand(waiting[0])) {
        if (underWay(isCommand)) return;
        waiting[0].n = n + 1;
      }
      put(/** @type {Sent} */ (waiting.shift()));
    }
  }

  /** @param {Sent} request */
  function lose(request) {
    request.settle({ lost: true });
  }

  /** There is no seat to take up any more. */
  function left() {
    if (unanswered) lose(unanswered);
    unanswered = null;
    // Replies of the room that was left are ignored.
    for (const [id, request] of sent) if (isCommand(request) && sent.delete(id)) lose(request);
    waiting.filter(isCommand).forEach(lose);
    waiting = waiting.filter((request) => !isCommand(request));
  }

  return {
    /** @param {Body} body @returns {Promise<Outcome>} */
    ask: (body) => new Promise((settle) => {
      const request = { body, own: false, again: false, n: null, settle };
      if (isEnded || waiting.length >= WAITING) return lose(request);
      waiting.push(request);
      pump();
    }),
    /** At once; only while connected. @param {Body} body */
    askOwn: (body) => put({ body, own: true, again: false, n: null, settle: () => {} }),
    /** A new connection: first the session asks for itself. @param {() => void} own */
    up(own) {
      isUp = true;
      own();
      repeated.splice(0).forEach(put);
      pump();
    },
    down() {
      isUp = false;
      const lost = [...sent.values()].filter(({ own }) => !own);
      sent.clear();
      for (const request of lost) {
        if (isCommand(request)) unanswered = request;
        else if (REPEATABLE.has(request.body.type)) repeated.push(request);
        else lose(request);
      }
    },
    /** @param {Reply} reply @param {Decided} decided */
    reply(reply, decided) {
      const request = sent.get(reply.id);
      if (!request) return;
      sent.delete(reply.id);
      const answer = "error" in reply ? { error: reply.error } : { ok: reply.ok };
      if (request.n !== null) {
        const expected = "error" in reply && reply.error.code === "out_of_order" ? reply.error.params.expected : 0;
        if (expected > 0 && !request.again) {
          // The room counts otherwise than we thought, and has done nothing: the same once more
          // by its count.
          n = expected - 1;
          return put(Object.assign(request, { n: expected, again: true }));
        }
        if ("ok" in reply) n = Math.max(n, request.n);
      }
      decided(request, answer);
      request.settle(answer);
      pump();
    },
    /** A seat was taken or taken up again. @param {Entered} entered @param {Decided} decided */
    entered(entered, decided) {
      n = entered.n;
      const request = unanswered;
      unanswered = null;
      if (!request || request.n === null) return;
      const last = request.n === entered.n && fits(request, entered.last) ? entered.last : null;
      if (request.n > entered.n) put(request);
      else if (!last) lose(request);
      // To come back is to take a seat up again that was left during a game: leave it once more.
      else if (request.body.type === "leave" && "ok" in last) waiting.unshift({ ...request, n: null });
      else {
        decided(request, last);
        request.settle(last);
      }
    },
    left,
    /** Nothing is sent any more. */
    end() {
      isEnded = true;
      left();
      for (const request of [...sent.values(), ...waiting, ...repeated]) lose(request);
      sent.clear();
      waiting = [];
      repeated = [];
    },
    /** The command that has no answer yet; of several the move, which is drawn and made once. */
    pending() {
      const all = [...(unanswered ? [unanswered] : []), ...sent.values(), ...waiting].filter(isCommand);
      const request = all.find(({ body }) => body.type === "move") ?? all[0] ?? null;
      return request && /** @type {Command} */ (/** @type {unknown} */ (request.body));
    },
  };
}

/** @param {Sent} request */
function isCommand({ body }) {
  return body.type in COMMANDS;
}

/** Whether it may be the answer to that command: another device of the seat counts by the same numbers. @param {Sent} request @param {Entered["last"]} last */
function fits({ body }, last) {
  return last && (!("ok" in last) || (COMMANDS[body.type] ?? "").split(" ").includes(last.ok.type));
}

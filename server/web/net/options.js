/**
 * The options of a seat: the commands that the referee would accept now, as a function of the view. Held to
 * `protocol/transcripts/options/`, as the same function in Rust is.
 *
 * @import { Computer, OpeningChoice, OpeningStage, Seat } from "oxo"
 * @import { Command } from "./state.js"
 * @import { FullGame, FullView } from "./view.js"
 */

import { bothActed, countsDays, markOf, other, running, settledPlies } from "./view.js";

/**
 * A command, complete but for the room and its number.
 * @typedef {Command extends infer C ? C extends unknown ? Omit<C, "room"> : never : never} Option
 *
 * `from_ms` is the server's time from which it is accepted, unless that is now.
 * @typedef {Option & { from_ms?: number }} Available
 */

/** The computer that is proposed unless somebody chose another. @type {Computer} */
const COMPUTER = { level: 3 };

/** What may be chosen in the stages of an opening. @type {{ [stage in OpeningStage]: OpeningChoice[] }} */
const CHOICES = { place: [], place_or_choose: ["X", "O"], choose: ["X", "O"], choose_or_place_two: ["X", "O", "place_two"] };

/**
 * The most urgent first. Moves are not listed: `game.turn` says whose turn it is. Also left out is what the referee accepts
 * but what leads nowhere: a draw offered to a computer or where it can be claimed, and removing a computer.
 * @param {FullView} view
 * @param {Seat} seat
 * @param {number} now  the server's time
 */
export function options(view, seat, now) {
  /** @type {Available[]} */
  const list = [];
  const [mine, theirs] = [view.seats[seat], view.seats[other(seat)]];
  if (view.ended || !mine) return list;
  const computer = theirs?.player.computer ?? null;
  const game = running(view);

  /** @param {Option} command @param {number | null} [from] */
  function add(command, from = null) {
    list.push(from !== null && from > now ? { ...command, from_ms: from } : command);
  }

  /** @param {Extract<Option, { type: "offer" }>["kind"]} kind @param {{ ply?: number }} [at] */
  function addOffer(kind, at = {}) {
    if (!view.offer && theirs) add({ type: "offer", game: view.game?.number ?? 0, kind, ...at }, mine?.may_offer_ms);
  }

  if (view.offer && view.offer.by !== seat) {
    add({ type: "accept", offer: view.offer.id });
    add({ type: "decline", offer: view.offer.id });
  }
  if (game) {
    const { number, no_open_lines: drawn } = game;
    const from = theirs?.lost && game.turn?.seat !== seat ? theirs.lost.deadline_ms : null;
    const ply = takebackPly(game, seat);
    if (game.turn?.seat === seat) {
      for (const choice of CHOICES[game.opening ?? "place"]) add({ type: "choose", game: number, ply: game.moves.length, choice });
    }
    if (from !== null) add({ type: "claim", game: number, result: "win" }, from);
    if (drawn || from !== null) add({ type: "claim", game: number, result: "draw" }, drawn ? null : from);
    if (!drawn && !computer) addOffer("draw");
    if (ply !== null) addOffer("takeback", { ply });
    addOffer("restart");
    if (!bothActed(game)) add({ type: "abort", game: number });
    add({ type: "resign", game: number });
  } else {
    addOffer("rematch");
  }
  if (seat === "host" && theirs && !theirs.moved && !computer) add({ type: "remove_guest" });
  if (countsDays(view)) {
    // No computer plays it.
  } else if (!theirs) add({ type: "seat_computer", computer: COMPUTER });
  else if (computer && !game) add({ type: "seat_computer", computer });
  else if (!computer && theirs.lost) add({ type: "seat_computer", computer: COMPUTER }, theirs.lost.deadline_ms);
  add({ type: "leave" });
  return list;
}

/**
 * The plies that a takeback would leave; nothing without a move of one's own that the opening has not settled.
 * @param {FullGame} game
 * @param {Seat} seat
 */
function takebackPly(game, seat) {
  const mine = game.moves.findLastIndex((played) => played.mark === markOf(game, seat));
  return mine < settledPlies(game) ? null : mine;
}

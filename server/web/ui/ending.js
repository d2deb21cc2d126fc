/** The end of a game at the table: a scene for each outcome and side, and what one may do next. */
import { other, recordOf } from "../net/view.js";
import { playerName } from "../i18n/names.js";
import { tally } from "../storage/tally.js";
import { leave, sitDown, watchNext } from "./actions.js";
import { again, againWords, choose } from "./computer.js";
import { button } from "./components.js";
import { h } from "./dom.js";
import { mark } from "./icons.js";
import * as selectors from "./selectors.js";
import { keyOf } from "./replay.js";
import { shareButton } from "./share.js";

/** @import { App } from "./app.js" */
/** @import { Seat } from "oxo" */
/** @import { FullGame, FullRecord, FullView } from "../net/view.js" */

/**
 * How a game ended for somebody: `decided` for who watched others win, `void` if it does not count.
 * @typedef {"won" | "lost" | "drawn" | "decided" | "void"} Outcome
 */

/** How many pieces fly when one has won. */
const PIECES = 16;

/** The outcome for a seat, or for a spectator; null while nothing has ended. @param {FullView} view @param {Seat | null} me @returns {Outcome | null} */
export function outcome({ game, ended }, me) {
  const over = game?.over;
  if (!over || ended) return null;
  if (over.result === "aborted") return "void";
  if (over.result === "drawn" || !over.winner) return "drawn";
  return me === null ? "decided" : over.winner === me ? "won" : "lost";
}

/** The same while it is looked at: not while one looks back. @param {App} app @param {FullView} view */
export function shownOutcome({ me, ui }, view) {
  return ui.back === null ? outcome(view, me) : null;
}

/** The emblem beside the sentence: the winner's mark, one's own that fell, or both that met. @param {App} app @param {FullView} view */
export function emblem(app, view) {
  const found = shownOutcome(app, view);
  const { game } = view;
  if (!found || found === "void" || !game) return null;
  const winner = game.over?.winner ?? null;
  const shown = found === "lost" && app.me ? app.me : winner;
  const marks = found === "drawn" ? [mark("X"), mark("O")] : [shown && mark(selectors.markOf(game, shown))];
  return h("span", { class: `emblem ${found}`, key: `emblem-${game.started_ms}`, "aria-hidden": "true", "data-testid": `scene-${found}`, mounted: interruptible }, marks);
}

/** What flies over the board when one has won; it takes no taps. @param {App} app @param {FullView} view */
export function celebration(app, view) {
  if (shownOutcome(app, view) !== "won") return null;
  const pieces = Array.from({ length: PIECES }, (_, n) =>
    h("i", { class: n % 2 ? "ring" : "cross", style: { "--turn": `${(n * 360) / PIECES + (n % 3) * 9}deg`, "--far": 0.62 + 0.38 * ((n * 7) % 5) / 4 } }));
  return h("div", { class: "celebration", key: `celebration-${view.game?.started_ms}`, "aria-hidden": "true" }, pieces);
}

/** Ends the listeners of the last motion, which nobody may have interrupted. */
let over = new AbortController();

/** A key or a tap, wherever it goes, ends the motion. @param {Element} element */
function interruptible(element) {
  over.abort();
  over = new AbortController();
  const { signal } = over;
  const end = () => {
    over.abort();
    for (const motion of element.closest("main")?.getAnimations({ subtree: true }) ?? []) {
      if (motion.effect?.getComputedTiming().endTime !== Infinity) motion.finish();
    }
  };
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, end, { capture: true, signal });
}

/** The record found last, and of which game: storage is read once a game. @type {{ game: FullGame | null, record: FullRecord | null }} */
let last = { game: null, record: null };

/** The game as a record, as stored or else from the view: who played in it may have gone since. @param {App} app @param {FullView} view */
export function finished(app, view) {
  if (last.game !== view.game) last = { game: view.game, record: recordAtEnd(app, view) };
  return last.record;
}

/** @param {App} app @param {FullView} view */
function recordAtEnd(app, view) {
  const record = recordOf(app.state.place?.room ?? "", view);
  if (!record) return null;
  const kept = app.storage.games().find((one) => one.record.game.started_ms === record.game.started_ms);
  const { sat } = app.ui;
  const players = { host: record.players.host ?? sat?.host?.player ?? null, guest: record.players.guest ?? sat?.guest?.player ?? null };
  return kept?.record ?? { ...record, players };
}

/** All games against this opponent, where there are more than the score of this room has. @param {App} app @param {FullView} view */
export function allGames(app, view) {
  const { t, me } = app;
  const record = me && finished(app, view);
  const all = record && tally(app.ui.games, record, me);
  if (!record || !all) return "";
  const { score } = view;
  const { won, lost, drawn } = all;
  if (won + lost + drawn <= score.host + score.guest + score.draws) return "";
  const player = record.players[other(me)];
  return player?.computer
    ? t("page.end.all.level", { level: player.computer.level, won, lost, drawn })
    : t("page.end.all.name", { name: playerName(t, player), won, lost, drawn });
}

/** What a player may do after a game. @param {App} app @param {FullView} view @param {Seat} me */
export function afterGame(app, view, me) {
  const { t } = app;
  const record = finished(app, view);
  if (!view.seats[other(me)]) {
    return h("div", { class: "tiles between" },
      button(t("page.action.invite"), () => app.set({ dialog: "invite" }), { look: "primary", sign: "invite", id: "invite-again" }),
      selectors.hasComputers(app.state) && !selectors.countsDays(view) && tile("computer", t("page.start.computer"), () => app.set({ dialog: "level" }), "seat-computer"),
      record && [shareButton(app, record), reviewTile(app, record)],
      tile("leave", t("page.action.leave"), () => leave(app), "leave-between"));
  }
  const computer = selectors.opposite(view, me);
  const asked = view.offer?.kind === "rematch" && view.offer.by === me;
  return h("div", { class: "tiles between", "data-testid": "actions" },
    button(asked ? t("page.end.asked") : againWords(app, view), () => again(app, view),
      { look: "primary", sign: "again", id: "rematch", off: !selectors.ready(app, "offer", "rematch") }),
    computer && tile("level", t("page.action.level"), () => { choose(app, { level: computer.level }); app.set({ dialog: "level" }); }, "level"),
    record && [shareButton(app, record), reviewTile(app, record)],
    !computer && tile("say", t("page.action.say"), () => app.set({ dialog: "say" }), "say"));
}

/** What is left to do once a room is over. @param {App} app @param {FullView} view */
export function roomEnded(app, view) {
  const record = view.game?.over ? finished(app, view) : null;
  return h("div", { class: "tiles between" },
    button(app.t("page.action.home"), () => leave(app), { look: "primary", id: "home" }),
    record && [shareButton(app, record), reviewTile(app, record)]);
}

/** What a spectator may do: sit down where nobody sits, see what it was worth, go on to another game. @param {App} app @param {FullView} view */
export function watching(app, view) {
  const { t } = app;
  const room = app.state.place?.room ?? "";
  const free = !view.seats.host || !view.seats.guest;
  const record = view.game?.over ? finished(app, view) : null;
  return h("div", { class: "tiles between watched", "data-testid": "watching" },
    free && button(t("page.arrive.sit"), () => void sit(), { look: "primary", sign: "friend", id: "sit" }),
    record && [reviewTile(app, record, free ? "tile" : "primary"), shareButton(app, record)],
    button(t("page.watch.next"), () => void watchNext(app), { look: free || record ? "tile" : "", sign: "watch", id: "next-game" }),
    !record && tile("leave", t("page.action.leave"), () => leave(app), "leave-watching"));
  async function sit() {
    if (!await sitDown(app, room) && app.ui.problem) app.say(app.ui.problem, "alert");
  }
}

/** Leads to the game, with a review of its moves where the server can make one. @param {App} app @param {FullRecord} record */
function reviewTile(app, record, look = "tile") {
  const judged = selectors.hasComputers(app.state);
  const see = () => {
    app.set({ reviewing: judged });
    app.go(record.id ? { page: "game", id: record.id } : { page: "kept", key: keyOf(record) });
  };
  return button(app.t(judged ? "page.review" : "page.action.review"), see, { look, sign: judged ? "review" : "list", id: "review", key: "review" });
}

/**
 * @param {import("./icons.js").IconName} sign
 * @param {string} label
 * @param {() => void} press
 * @param {string} id
 */
function tile(sign, label, press, id) {
  return button(label, press, { look: "tile", sign, id, key: id });
}

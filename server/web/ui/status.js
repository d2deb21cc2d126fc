/** The status of the table: headline, last message, and the prompt that waits for an answer. */
import { coded } from "../i18n/locale.js";
import { cellName, seatName } from "../i18n/names.js";
import { bye, ended, offer as offered, opening, refusal, replaced, result } from "../i18n/speech.js";
import { DAY_MS } from "../net/clock.js";
import { notifyOffer, pushOffer } from "./consent.js";
import { act, answer, play, seatComputer } from "./actions.js";
import { h } from "./dom.js";
import { allGames, emblem, outcome } from "./ending.js";
import * as selectors from "./selectors.js";
import { button, signButton } from "./components.js";

/** @import { App } from "./app.js" */
/** @import { Child } from "./dom.js" */
/** @import { Lost, Offer, OfferKind, OpeningChoice, Over, Seat } from "oxo" */
/** @import { FullGame, FullView } from "../net/view.js" */
/** @import { Loss } from "../net/state.js" */

/**
 * The trouble with the own connection; null while there is none.
 * @param {App} app
 * @returns {{ line: string, calm?: boolean, do?: { label: string, press: () => void, id: string } } | null}
 */
function trouble(app) {
  const { t, session, state: { link } } = app;
  const now = { label: t("page.link.now"), press: () => session.retryNow(), id: "retry" };
  switch (link.phase) {
    case "open": return app.state.saving ? { line: t("page.link.saving"), calm: true } : null;
    case "superseded":
      return { line: t("page.link.superseded"), do: { label: t("page.link.here"), press: () => { app.set({ dialog: null }); session.takeOver(); }, id: "take-over" } };
    case "refused": return refused(app);
    case "closed": return { line: t("page.link.closed") };
    default: return link.loss ? { line: loss(app), do: now } : { line: t("page.link.connecting") };
  }
}

/** That the connection is lost, as far as is known. @param {App} app */
export function loss({ t, state: { link, notice, view } }) {
  if (link.phase === "superseded") return t("page.link.superseded");
  // A clock of days does not stand for that.
  if (selectors.countsDays(view) && (link.loss === "restarting" || link.loss === "down")) return t("link.days");
  // It said beforehand that it was going.
  if (notice.closing && (link.loss === "restarting" || link.loss === "down")) return t("link.back_soon");
  return link.loss ? t(LOSSES[link.loss]) : t("page.link.closed");
}

/** @type {{ [loss in Loss]: string }} */
const LOSSES = { cut: "link.lost", silent: "link.silent", down: "link.outage", restarting: "link.restarting", offline: "page.link.offline", blocked: "page.link.blocked" };

/** The server refused this page. @param {App} app */
function refused(app) {
  const { t, session, state: { link } } = app;
  const old = link.why?.code === "version_unsupported" || link.reason === "version_unsupported";
  if (old) return { line: t("page.link.old"), do: { label: t("page.link.reload"), press: () => location.reload(), id: "reload" } };
  const line = link.why ? refusal({ t, view: null }, link.why, app.serverNow())
    : link.reason ? bye(t, link.reason) : t("page.link.closed");
  return { line, do: { label: t("page.link.now"), press: () => session.retryNow(), id: "retry" } };
}

/** The same as a line of its own, where there is no table. It stays between attempts. @param {App} app */
export function troubleLine(app) {
  const { phase, loss } = app.state.link;
  const found = trouble(app);
  if (!found || (phase === "connecting" && !loss)) return null;
  return h("p", { class: "notice", "data-testid": "link" }, h("span", null, found.line, meanwhile(app)),
    found.do && button(found.do.label, found.do.press, { id: found.do.id, off: phase === "connecting" }));
}

/** What is possible without a server, which the browser can open the page without. @param {App} app */
function meanwhile({ t, state, ui }) {
  return state.welcome === null && ui.games.length > 0 && ` ${t("page.link.meanwhile")}`;
}

/** The button against trouble with the connection, in place of the actions. @param {App} app */
export function remedy(app) {
  const found = trouble(app);
  return found?.do && button(found.do.label, found.do.press, { look: "wide remedy", id: found.do.id, off: app.state.link.phase === "connecting" });
}

/** @param {App} app @param {FullView} view */
export function status(app, view) {
  const broken = trouble(app);
  const { line, look, due = null } = broken ? { line: broken.line, look: broken.calm ? "" : "broken" } : headline(app, view);
  return h("section", { class: `status ${look}`, "data-testid": "status" },
    !broken && emblem(app, view),
    h("p", { class: "headline", "data-testid": "headline" }, line),
    look === "looking" && button(app.t("page.back.now"), () => app.set({ back: null }), { look: "primary", id: "now" }),
    broken && !broken.calm ? keptSeat(app)
      : app.state.queue && app.ui.message?.tone !== "alert" ? waiting(app)
      : (app.ui.message?.tone !== "alert" && unseen(app, view)) || message(app, view, due));
}

/** The search for an opponent during a game against the computer. @param {App} app */
function waiting(app) {
  const { t } = app;
  return h("p", { class: "meanwhile", key: "waiting", "data-testid": "waiting" },
    h("span", null, t("page.computer.waits")),
    button(t("page.computer.wait_no_more"), () => void app.session.cancel(), { id: "wait-no-more" }));
}

/** How to hear of the next turn, after one that came unseen, or while days pass. @param {App} app @param {FullView} view */
function unseen(app, view) {
  const offer = pushOffer(app, view) || (app.ui.missed && notifyOffer(app, "turn"));
  return offer && h("p", { class: "meanwhile", key: "missed", "data-testid": "message" }, h("span", null, app.ui.message?.text), offer);
}

/** What becomes of the seat while disconnected. @param {App} app */
function keptSeat({ t, state }) {
  return h("p", { class: "message", key: "kept" }, state.place?.kind === "seat" && state.link.phase !== "superseded" ? t("link.kept") : "");
}

/** The prompt, or else the last message; and when a move is due. @param {App} app @param {FullView} view @param {number | null} due */
function message(app, view, due) {
  const waits = prompt(app, view);
  const last = app.ui.message;
  if (waits && last?.tone !== "alert") {
    return h("p", { class: "message prompt", key: "prompt", "data-testid": "prompt" },
      waits.sentence, waits.left && h("span", { class: "left" }, waits.left));
  }
  return h("p", { class: `message ${last?.tone ?? ""}`, key: "message", "data-testid": "message" },
    last?.text || under(app, view), pause(app), nextGame(app, view),
    due !== null && due > 0 && h("span", { class: "left", key: "due" }, app.t("page.status.due", { count: due })));
}

/** The pause after an offer that was not accepted. @param {App} app */
function pause(app) {
  const again = selectors.option(app, "offer")?.from_ms;
  return again && h("span", { class: "left" }, app.t("page.again", { count: selectors.secondsTo(app, again) }));
}

/**
 * How the game stands, and the whole seconds left for a move without a clock.
 * @param {App} app
 * @param {FullView} view
 * @returns {{ line: string, look: string, due?: number | null }}
 */
function headline(app, view) {
  const { t, ui, me } = app;
  const { game } = view;
  if (ui.back !== null && game) return { line: t("page.back.at", { ply: ui.back, count: game.moves.length }), look: "looking" };
  if (view.ended) return { line: ended(t, view.ended), look: "over" };
  if (!game) return { line: t("page.status.no_game"), look: "" };
  if (game.over) return { line: ending(app, view, game.over), look: `over ${outcome(view, me)}` };
  if (!game.turn) return { line: "", look: "" };
  const due = selectors.moveDue(game, app.serverNow());
  const mine = selectors.myTurn(view, me);
  const thinks = selectors.computerIn(view, game.turn.seat) !== null;
  if (!thinks) app.redrawWithin(due.changes);
  const line = opening({ t, me, view }, game) ?? (mine ? t("page.status.your_turn", { mark: selectors.markOf(game, game.turn.seat) }) : theirs(app, view, game.turn.seat));
  return { line, look: mine ? "mine" : "", due: thinks ? null : due.seconds };
}

/** When two computers begin anew. @param {App} app @param {FullView} view */
function nextGame(app, { game, ended }) {
  if (!game?.over?.next_ms || ended) return null;
  const count = selectors.secondsTo(app, game.over.next_ms);
  return count > 0 && h("span", { class: "left", key: "next" }, app.t("page.status.next", { count }));
}

/** Whose turn it is, if not this seat's. @param {App} app @param {FullView} view @param {Seat} seat */
function theirs({ t, me }, view, seat) {
  const name = seatName({ t, me }, view, seat);
  if (!selectors.computerIn(view, seat)) return t("page.status.their_turn", { name });
  return me ? t("page.status.thinking") : t("page.status.thinking.watched", { name });
}

/** How a game ended, by the names of those who played it. @param {App} app @param {FullView} view @param {Over} over */
function ending(app, view, over) {
  return result(atItsEnd(app, view), over);
}

/** The table with those who sat there when the game ended. @param {App} app @param {FullView} view */
function atItsEnd({ t, me, ui }, view) {
  const seats = { host: view.seats.host ?? ui.sat?.host ?? null, guest: view.seats.guest ?? ui.sat?.guest ?? null };
  return { t, me, view: { ...view, seats } };
}

/** What stands beneath the headline without a message. @param {App} app @param {FullView} view */
function under(app, view) {
  const { t, me, state, ui } = app;
  if (ui.back !== null && selectors.myTurn(view, me)) return t("page.back.your_turn");
  if (state.pending?.type === "move") return t("page.status.sent");
  if (selectors.running(view)?.no_open_lines) return t("page.status.no_open_lines");
  if (view.game?.over) return view.game.replaced ? replaced(atItsEnd(app, view), view.game.replaced) : allGames(app, view);
  return "";
}

/**
 * A prompt: a sentence, the time left, and the buttons that answer it, if it is for this seat to answer.
 * @typedef {{ sentence: string, left?: string, answers?: Child }} Prompt
 */

/** @param {App} app @param {FullView} view @returns {Prompt | null} */
export function prompt(app, view) {
  const { me } = app;
  if (me === null || view.ended) return null;
  const question = selectors.asked(view, me);
  if (question) return offerToMe(app, view, me, question);
  const gone = selectors.absent(view, me);
  if (gone) return absence(app, view, gone);
  return view.offer && { sentence: offered({ t: app.t, me, view }, view.offer), left: left(app, view.offer.deadline_ms) };
}

/** Whether the small cell that was tapped is meant. @param {App} app @param {FullView} view @param {number} cell */
export function confirmation(app, view, cell) {
  const name = cellName(view.settings.rules, cell);
  return h("div", { class: "confirm", key: "confirm", "data-testid": "confirm" },
    button(app.t("page.board.confirm", { cell: name }), () => play(app, cell, true), { look: "primary", sign: "check", id: "confirm-move" }),
    signButton("close", app.t("page.cancel"), () => app.set({ chosen: null }), { look: "", id: "confirm-cancel" }));
}

/** @param {App} app @param {FullView} view @param {Seat} me @param {Offer} question @returns {Prompt} */
function offerToMe(app, view, me, question) {
  const { t } = app;
  const wait = app.ui.lockedUntil - performance.now();
  const locked = wait > 0;
  if (locked) app.redrawWithin(wait);
  const [yes, no] = ANSWERS[question.kind];
  return {
    sentence: offered({ t, me, view }, question),
    left: left(app, question.deadline_ms),
    answers: h("div", { class: `pair answers ${locked ? "locked" : ""}`, key: `offer-${question.id}`, "data-testid": "offer" },
      button(t(yes), () => answer(app, "accept"), { look: "primary", id: "accept", off: locked }),
      button(t(no), () => answer(app, "decline"), { id: "decline", off: locked })),
  };
}

/** What yes and no mean, each by the name of what it does. @type {{ [kind in OfferKind]: [string, string] }} */
const ANSWERS = {
  draw: ["page.answer.draw", "page.answer.play_on"],
  takeback: ["page.answer.takeback", "page.answer.not_takeback"],
  rematch: ["page.answer.rematch", "page.answer.not_now"],
  restart: ["page.answer.restart", "page.answer.play_on"],
};

/** The time that is left; nothing once the server is to say how it ends. @param {App} app @param {number} deadline */
function left(app, deadline) {
  // An offer of correspondence stays open for days.
  if (deadline - app.serverNow() > DAY_MS) return "";
  const count = selectors.secondsTo(app, deadline);
  return count > 0 ? app.t("page.left", { count }) : "";
}

/** The other side is away: how it came and how long yet, then what may be claimed. @param {App} app @param {FullView} view @param {{ seat: Seat, lost: Lost }} gone @returns {Prompt} */
function absence(app, view, gone) {
  const { t } = app;
  const name = seatName(app, view, gone.seat);
  const left = selectors.secondsTo(app, gone.lost.deadline_ms);
  if (left > 0) return { sentence: coded(t, "absent.", gone.lost.cause, "link", { name, count: left }) };
  if (!selectors.ready(app, "claim", "win")) return { sentence: t("page.absent.move_first", { name }) };
  return {
    sentence: t("page.absent.claim", { name }),
    answers: h("div", { class: "pair answers", key: "absent", "data-testid": "absent" },
      button(t("page.absent.win"), () => act(app, "claim", "win"), { look: "primary", id: "claim-win" }),
      button(t("page.absent.draw"), () => act(app, "claim", "draw"), { id: "claim-draw" }),
      selectors.hasComputers(app.state) && button(t("page.absent.computer"), () => seatComputer(app), { sign: "computer", id: "let-computer" })),
  };
}

/** The buttons that choose in an opening, when it is for this seat. @param {App} app */
export function choosing(app) {
  const choose = (/** @type {OpeningChoice} */ choice) => selectors.option(app, "choose", choice)
    && button(choice === "place_two" ? app.t("page.opening.two") : app.t("page.opening.take", { mark: choice }), () => act(app, "choose", choice), { look: "primary", id: `choose-${choice}` });
  return selectors.option(app, "choose") && h("div", { class: "pair answers", key: "choosing", "data-testid": "choosing" },
    choose("X"), choose("O"), choose("place_two"));
}

/** What the title of the window says. @param {App} app @param {FullView} view */
export function title(app, view) {
  const { t, me } = app;
  if (app.state.link.loss) return loss(app);
  const game = /** @type {FullGame | null} */ (view.game);
  if (game?.over) return ending(app, view, game.over);
  if (selectors.myTurn(view, me)) return t("page.title.your_turn");
  if (game?.turn) return theirs(app, view, game.turn.seat);
  return app.state.place?.room ?? "";
}

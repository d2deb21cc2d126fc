/** The table: board, players, status and actions; spectators see the same without the actions. */
import { cellName, clockSetting, digitOf, lineLoses, lineRule } from "../i18n/names.js";
import { chatNotice } from "../i18n/speech.js";
import { mustChoose, nextMark } from "../net/view.js";
import { board, isLarge } from "./board.js";
import { act, askHint, leave, play } from "./actions.js";
import { h } from "./dom.js";
import { afterGame, celebration, roomEnded, shownOutcome, watching } from "./ending.js";
import * as selectors from "./selectors.js";
import { icon } from "./icons.js";
import { invite } from "./invite.js";
import { moveList, stepper } from "./moves.js";
import { button, signButton } from "./components.js";
import { player, sides } from "./players.js";
import { choosing, confirmation, prompt, remedy, status } from "./status.js";
import * as zoom from "./zoom.js";

/** @import { App } from "./app.js" */
/** @import { Child } from "./dom.js" */
/** @import { IconName } from "./icons.js" */
/** @import { Picture } from "./board.js" */
/** @import { OfferKind, Played } from "oxo" */
/** @import { FullGame, FullView } from "../net/view.js" */
/** @import { State } from "../net/state.js" */

/** @param {App} app @param {FullView} view */
export function table(app, view) {
  const { state } = app;
  const me = app.me;
  if (selectors.waitsForFriend(view, me) && state.place?.kind === "seat") return invite(app, view, state.place);
  const { above, below } = sides(app);
  const steps = stepsOf(app, view);
  const look = ["table", isLarge(view.settings.rules) && "large", shownOutcome(app, view)].filter(Boolean).join(" ");
  return h("main", { id: "main", class: look, key: "table", tabindex: -1 },
    h("h1", { class: "spoken" }, app.t("page.table.name", { room: state.place?.room ?? "" })),
    player(app, view, state.now, above, "above"),
    position(app, view),
    celebration(app, view),
    player(app, view, state.now, below, "below"),
    h("div", { class: "beside", key: "beside" }, about(app, view), steps && moveList(steps)),
    status(app, view),
    h("div", { class: state.saving ? "actions resting" : "actions" }, remedy(app)
      || app.ui.chosen !== null && confirmation(app, view, app.ui.chosen)
      || prompt(app, view)?.answers
      || [choosing(app), actions(app, view)]),
    strip(app, view, steps));
}

/** The moves, as far as there are any. @param {App} app @param {FullView} view */
function stepsOf(app, { game, settings }) {
  if (!game || game.moves.length === 0) return null;
  const count = game.moves.length;
  const go = (/** @type {number} */ ply) => app.set({ back: ply < count ? ply : null, chosen: null, fresh: false });
  return { t: app.t, rules: settings.rules, moves: game.moves, at: app.ui.back ?? count, go };
}

/** What is played and where, beside a board that has room there; and until the first move, by which keys. @param {App} app @param {FullView} view */
function about(app, view) {
  const { settings: { rules, clock, watching, opening }, game } = view;
  const { t, state } = app;
  const { width, height, line } = rules;
  return [
    h("dl", { class: "facts" },
      h("dt", null, t("invitation.board")),
      h("dd", { class: lineLoses(rules) ? "losing-rule" : "" }, t(`invitation.board.${lineRule(rules)}`, { width, height, line })),
      h("dt", null, t("invitation.clock")), h("dd", null, clockSetting(t, clock)),
      opening !== "free" && [h("dt", null, t("invitation.opening")), h("dd", null, t(`opening.rule.${opening}`))],
      h("dt", null, t("page.choice.watching")), h("dd", null, t(`page.choice.watching.${watching}`)),
      h("dt", null, t("page.table.code")), h("dd", { class: "where" }, state.place?.room ?? "")),
    state.now?.webhook && h("p", { class: "hint", "data-testid": "chat-notice" }, chatNotice(app, view, state.now.webhook)),
    !game?.moves.length && app.me && h("p", { class: "hint" }, t("page.table.keys")),
  ];
}

/** @param {App} app @param {FullView} view @param {ReturnType<typeof stepsOf>} steps */
function strip(app, view, steps) {
  return h("div", { class: "strip" },
    steps && stepper(steps),
    isLarge(view.settings.rules) && zoomButtons(app));
}

/** @param {App} app */
function zoomButtons(app) {
  const { t, ui } = app;
  const to = (/** @type {1 | -1} */ direction) => {
    const next = zoom.stepped(ui.zoom, direction);
    const place = document.querySelector(".place");
    if (place instanceof HTMLElement) zoom.around(place, next);
    app.set({ zoom: next });
  };
  return h("span", { class: "zoom" },
    signButton("minus", t("page.zoom.out"), () => to(-1), { id: "zoom-out", off: ui.zoom <= 1 }),
    signButton("plus", t("page.zoom.in"), () => to(1), { id: "zoom-in", off: ui.zoom >= zoom.MOST }));
}

/**
 * The memoised board with its dependencies, none of which changes while clocks run.
 * @type {{ from: unknown[], what: Child } | null}
 */
let before = null;

/** @param {App} app @param {FullView} view */
function position(app, view) {
  const { state, ui, settings } = app;
  const me = app.me;
  const pending = state.pending?.type === "move" ? state.pending.cell : null;
  const from = [view.game, view.settings, me, pending, selectors.isLinked(app), ui.back, ui.cursor, ui.chosen, ui.zoom, ui.fresh,
    settings.cell_names, settings.digits, settings.hints, app.locale.language(), view.ended, ui.hint];
  if (before && before.from.every((value, n) => value === from[n])) return before.what;
  const what = h("div", {
    class: "place",
    key: "place",
    // It stays from one table to the next, whose board may be another.
    mounted: (element) => zoom.follow(element, () => (hasZoom(app) ? app.ui.zoom : 1), (to) => { if (hasZoom(app)) app.set({ zoom: to }); }),
  }, board(picture(app, view, pending), { play: (cell, small) => play(app, cell, small), at: (cell) => { if (cell !== app.ui.cursor) app.set({ cursor: cell }); } }));
  before = { from, what };
  return what;
}

/** Whether the board on the table is zoomed at all. @param {App} app */
function hasZoom({ state: { view } }) {
  return view !== null && isLarge(view.settings.rules);
}

/** @param {App} app @param {FullView} view @param {number | null} pending @returns {Picture} */
function picture(app, view, pending) {
  const { ui, settings, t } = app;
  const { rules } = view.settings;
  const me = app.me;
  const game = view.game;
  const acts = selectors.isLinked(app) && selectors.myTurn(view, me) && ui.back === null && !(game && mustChoose(game));
  const mine = game && me ? (game.opening ? nextMark(view, game) : selectors.markOf(game, me)) : null;
  return {
    rules,
    moves: shownMoves(game, ui.back),
    lines: game && ui.back === null ? game.lines : [],
    mine: acts && pending === null ? mine : null,
    pending: ui.back === null ? pending : null,
    pendingMark: mine,
    chosen: ui.chosen,
    cursor: ui.cursor,
    coordinates: settings.cell_names || isLarge(rules),
    digits: settings.hints && acts ? (cell) => digitOf(rules, settings.digits, cell) : null,
    signs: ui.hint && ui.hint !== "asked" && acts ? new Map([[ui.hint.cell, "hint"]]) : new Map(),
    zoom: isLarge(rules) ? ui.zoom : 1,
    fresh: ui.fresh,
    name: (cell) => cellName(rules, cell),
    t,
  };
}

/** @param {FullGame | null} game @param {number | null} back @returns {Played[]} */
function shownMoves(game, back) {
  if (!game) return [];
  return back === null ? game.moves : game.moves.slice(0, back);
}

/** The actions as buttons. @param {App} app @param {FullView} view */
function actions(app, view) {
  if (view.ended) return roomEnded(app, view);
  if (app.me === null) return watching(app, view);
  const game = selectors.running(view);
  return game ? playing(app, view, game) : afterGame(app, view, app.me);
}

/** @param {App} app @param {FullView} view @param {FullGame} game */
function playing(app, view, game) {
  const { t } = app;
  // A computer has nothing to say.
  const alike = selectors.opposite(view, app.me) === null;
  const mine = selectors.myTurn(view, app.me);
  const way = selectors.option(app, "abort") ? "abort" : "resign";
  return h("div", { class: "tiles", "data-testid": "actions" },
    game.no_open_lines
      ? tile("draw", t("page.action.claim_draw"), () => act(app, "claim", "draw"), { id: "claim-no-open-lines" })
      : alike && offerTile(app, "draw", "draw", t("page.action.draw"), "draw"),
    !alike && tile("hint", t("page.action.hint"), () => void askHint(app), { id: "hint", off: !mine || app.ui.hint !== null || game.opening !== null && game.opening !== "place" }),
    offerTile(app, "takeback", "take_back", t("page.action.take_back"), "take-back"),
    offerTile(app, "restart", "again", t("page.action.restart"), "restart"),
    tile("flag", way === "abort" ? t("page.action.abort") : t("page.action.resign"), () => app.set({ dialog: way }), { id: way }),
    alike && tile("say", t("page.action.say"), () => app.set({ dialog: "say" }), { id: "say" }));
}

/** @param {App} app @param {OfferKind} kind @param {IconName} sign @param {string} label @param {string} id */
function offerTile(app, kind, sign, label, id) {
  return tile(sign, label, () => act(app, "offer", kind), { id, off: !selectors.ready(app, "offer", kind) });
}

/**
 * @param {IconName} sign
 * @param {string} label
 * @param {() => void} press
 * @param {{ id: string, off?: boolean }} more
 */
function tile(sign, label, press, more) {
  return button(label, press, { ...more, look: "tile", sign, key: more.id });
}

/** The bar above a table: what a line does, who watches, and buttons. @param {App} app @param {State} state */
export function tableBar(app, { place, view, now }) {
  const { t } = app;
  if (!place || !view || selectors.waitsForFriend(view, app.me)) return null;
  const { rules } = view.settings;
  const spectators = now?.spectators ?? 0;
  return [
    h("span", { class: lineLoses(rules) ? "rule losing-rule" : "rule", "data-testid": "rule" }, t(`page.rule.${lineRule(rules)}`, { line: rules.line })),
    spectators > 0 && h("span", { class: "watching", title: t("spectators", { count: spectators }), "data-testid": "spectators" },
      icon("watch"), h("span", { class: "spoken" }, t("spectators", { count: spectators })), h("span", { "aria-hidden": "true" }, String(spectators))),
    signButton("invite", t("page.action.invite"), () => app.set({ dialog: "invite" }), { id: "invite" }),
    signButton("leave", t("page.action.leave"), () => leave(app), { id: "leave" }),
  ];
}

/** The screen of a finished game: board, players, steps, and ways to export it. */
import { clockText } from "../net/clock.js";
import { briefGame, cellName, own, playerName } from "../i18n/names.js";
import { board, isLarge } from "./board.js";
import { copy } from "./actions.js";
import { h } from "./dom.js";
import { forgetting } from "./forget.js";
import * as selectors from "./selectors.js";
import { icon, mark } from "./icons.js";
import { moveList, stepper } from "./moves.js";
import { button, signButton } from "./components.js";
import { asText, dateOf, endOf, step, toggle } from "./replay.js";
import { shownReview, signsAt, toggleReview, verdict } from "./review.js";

/** @import { App } from "./app.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Seat } from "oxo" */
/** @import { FullRecord } from "../net/view.js" */

/** @param {App} app @param {Replay} replay @param {FullRecord} record */
export function viewer(app, replay, record) {
  const { t } = app;
  const { settings: { rules, clock }, game } = record;
  const count = game.moves.length;
  const review = shownReview(app, replay);
  const [ending, instead] = endOf(t, replay.seat, record);
  const steps = { t, rules, moves: game.moves, at: replay.ply, go: (/** @type {number} */ ply) => step(app, ply), reviewed: review?.moves };
  const ended = replay.ply >= count && game.over;
  return h("main", { id: "main", class: "table viewer", key: "viewer", tabindex: -1 },
    h("h1", { class: "spoken" }, t("page.game.name")),
    side(app, replay, record, "O", "above"),
    h("div", { class: "place", key: "place" }, board({
      rules, moves: game.moves.slice(0, replay.ply), lines: ended ? game.lines : [],
      mine: null, pending: null, pendingMark: null, chosen: null, cursor: app.ui.cursor,
      coordinates: app.settings.cell_names || isLarge(rules),
      digits: null, signs: signsAt(review, record, replay.ply), zoom: 1, fresh: replay.fresh, name: (cell) => cellName(rules, cell), t,
    }, { play: () => {}, at: (cell) => app.set({ cursor: cell }) })),
    side(app, replay, record, "X", "below"),
    moveList(steps),
    h("section", { class: "status over", "data-testid": "status" },
      h("p", { class: "headline", "data-testid": "headline" }, ending),
      instead && h("p", { class: "message", key: "instead" }, instead),
      verdict(app, replay, record)
        || h("p", { class: "message", key: "about" }, `${briefGame(t, rules, clock)} · ${dateOf(app.locale.language(), game.started_ms)}`)),
    h("div", { class: "actions" }, take(app, record), forgetting(app, replay)),
    h("div", { class: "strip play" },
      h("input", {
        type: "range", class: "slider", min: 0, max: count, value: String(replay.ply), "aria-label": t("page.step.slider"),
        "aria-valuetext": t("page.step.at", { ply: replay.ply, count }), "data-testid": "slider",
        on: { input: (event) => step(app, Number(event.target.value)) },
      }),
      stepper(steps, signButton(replay.playing ? "pause" : "play", t(replay.playing ? "page.step.pause" : "page.step.play"),
        () => toggle(app), { id: "play", look: "primary round" }))));
}

/** A player with the clock as it stood then. @param {App} app @param {Replay} replay @param {FullRecord} record @param {"X" | "O"} which @param {"above" | "below"} where */
function side(app, replay, record, which, where) {
  const { t } = app;
  const { game, players } = record;
  const o = game.x === "host" ? "guest" : "host";
  const seat = /** @type {Seat} */ (which === "X" ? game.x : o);
  const clock = game.moves.slice(0, replay.ply).findLast((move) => move.mark === which && move.clock_ms != null)?.clock_ms
    ?? game.first_clocks?.[seat];
  const moved = game.moves[replay.ply - 1]?.mark === which;
  return h("section", { class: `player ${where} ${moved ? "turn" : ""}` },
    h("span", { class: "sign" }, mark(which), h("span", { class: "spoken" }, which)),
    h("span", { class: "who" }, h("b", { class: "name" }, own(t, replay.seat === seat, playerName(t, players[seat])))),
    clock != null && h("span", { class: "clock" }, clockText(clock)));
}

/** Ways to take the game along. @param {App} app @param {FullRecord} record */
function take(app, record) {
  const { t, ui } = app;
  const url = record.id ? `${location.origin}${app.base}/games/${record.id}` : null;
  return h("div", { class: "tiles", "data-testid": "take" },
    selectors.hasComputers(app.state) && button(t("page.review"), () => toggleReview(app),
      { look: "tile", sign: "review", id: "ask-review", pressed: ui.reviewing }),
    url && button(t(ui.done === "game" ? "page.invite.copied" : "page.game.link"), () => void copy(app, "game", url),
      { look: "tile", sign: ui.done === "game" ? "check" : "invite", id: "copy-address" }),
    button(t(ui.done === "text" ? "page.invite.copied" : "page.game.text"), () => void copy(app, "text", asText(t, app.locale.language(), record, url)),
      { look: "tile", sign: ui.done === "text" ? "check" : "copy", id: "copy-text" }),
    button("JSON", () => download(record), { look: "tile", sign: "download", id: "json", spoken: t("page.game.json") }),
    record.id && h("a", {
      class: "button tile", href: `${app.base}/games/${record.id}.sgf`, download: `oxo-${record.id}.sgf`,
      "aria-label": t("page.game.sgf"), "data-testid": "sgf",
    }, icon("download"), h("span", null, "SGF")));
}

/** @param {FullRecord} record */
function download(record) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: `oxo-${record.id ?? record.room}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

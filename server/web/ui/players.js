/** The panels of the two players: mark, name, score, clock, connection, phrases. */
import { other } from "../net/view.js";
import { own, seatName } from "../i18n/names.js";
import { h } from "./dom.js";
import * as selectors from "./selectors.js";
import { mark } from "./icons.js";
import { signButton } from "./components.js";
import { dateOf } from "./replay.js";

/** @import { App } from "./app.js" */
/** @import { Now, Seat } from "oxo" */
/** @import { FullView } from "../net/view.js" */

/** Who sits above the board and who below: oneself below. @param {App} app @returns {{ above: Seat, below: Seat }} */
export function sides(app) {
  const below = app.me ?? "host";
  return { above: other(below), below };
}

/**
 * @param {App} app
 * @param {FullView} view
 * @param {Now | null} now
 * @param {Seat} seat
 * @param {"above" | "below"} where
 */
export function player(app, view, now, seat, where) {
  const { t, me } = app;
  const { game } = view;
  const seated = view.seats[seat];
  const turn = selectors.isLinked(app) && selectors.running(view)?.turn?.seat === seat;
  const winner = app.ui.back === null && game?.over?.winner === seat;
  const name = seated ? own(t, me === seat, seatName(app, view, seat)) : t("page.player.free");
  const bubble = app.ui.bubble?.seat === seat && app.ui.bubble.until > performance.now() ? app.ui.bubble : null;
  if (bubble) app.redrawWithin(bubble.until - performance.now());
  return h("section", {
    class: `player ${where} ${turn ? "turn" : ""} ${winner ? "winner" : ""} ${seated ? "" : "nobody"}`,
    role: "group",
    "data-testid": `player-${seat}`,
    "aria-label": name,
  },
    h("span", { class: "sign" }, game && seated && mark(selectors.markOf(game, seat)),
      game && seated && h("span", { class: "spoken" }, selectors.markOf(game, seat))),
    h("span", { class: "who" },
      h("b", { class: "name" }, name),
      seated && now && selectors.isLinked(app) && !selectors.computerIn(view, seat) && connection(app, view, now, seat)),
    seat === "guest" && selectors.option(app, "remove_guest")
      && signButton("remove", t("page.action.remove"), () => app.set({ dialog: "remove_guest" }), { id: "remove" }),
    seated && h("span", { class: "score", title: t("page.player.won") },
      h("span", { class: "spoken" }, t("page.player.won")), String(view.score[seat])),
    clockElement(app, view, seat),
    bubble && h("span", { class: "bubble", key: "bubble" }, bubble.text));
}

/** @param {App} app @param {FullView} view @param {Seat} seat */
function clockElement(app, view, seat) {
  const time = view.game && selectors.clock(app.t, view.game, seat, app.serverNow());
  if (!time) return null;
  app.redrawWithin(time.changes);
  return h("span", {
    class: `clock ${time.running && selectors.isLinked(app) ? "running" : ""} ${time.short ? "short" : ""}`,
    role: "timer",
    "aria-live": "off",
    "data-testid": `clock-${seat}`,
  }, time.text);
}

/** The state of a player's connection, in a word. @param {App} app @param {FullView} view @param {Now} now @param {Seat} seat */
function connection(app, view, now, seat) {
  const { t } = app;
  const lost = view.seats[seat]?.lost;
  if (lost) {
    if (lost.cause === "left") return state("away", t("page.link.left"));
    const left = selectors.secondsTo(app, lost.deadline_ms);
    const words = left > 0 && selectors.running(view) ? t("page.link.away_for", { count: left }) : t("page.link.away");
    return state("away", words);
  }
  const word = selectors.linkWord(now.links[seat]);
  if (word === "away" && selectors.countsDays(view)) {
    const last = selectors.lastMove(view, seat);
    return last && state("idle", t("page.link.moved", { time: dateOf(app.locale.language(), last.at_ms) }));
  }
  return state(word, t(`page.link.${word}`));
}

/** @param {string} look @param {string} words */
function state(look, words) {
  return h("span", { class: `connection ${look}`, "data-testid": "connection" }, h("i", { "aria-hidden": "true" }), h("span", null, words));
}

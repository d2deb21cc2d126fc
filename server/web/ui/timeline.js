/** The slider through a finished game with marks where something was thrown away, and the ways from one to the next. */
import { h } from "./dom.js";
import { signButton } from "./components.js";
import { stepper } from "./moves.js";
import { step, toggle } from "./replay.js";
import { decisive, mistakes } from "./review.js";

/** @import { App } from "./app.js" */
/** @import { Replay } from "./replay.js" */
/** @import { Steps } from "./moves.js" */
/** @import { Review } from "oxo" */
/** @import { FullRecord } from "../net/view.js" */

/** @param {App} app @param {Replay} replay @param {FullRecord} record @param {Review | null} review */
export function timeline(app, replay, record, review) {
  const { t } = app;
  const count = record.game.moves.length;
  const marked = review ? mistakes(review) : [];
  const decided = review && decisive(review, record);
  const at = t("page.step.at", { ply: replay.ply, count });
  return h("div", { class: "timeline" },
    h("span", { class: "ticks", "aria-hidden": "true" }, marked.map((ply) =>
      h("i", { key: ply, class: ply === decided ? "decided" : "", style: { "--at": ply / count } }))),
    h("input", {
      type: "range", class: "slider", min: 0, max: count, value: String(replay.ply), "aria-label": t("page.step.slider"),
      "aria-valuetext": marked.includes(replay.ply) ? `${at}, ${t("page.cell.lost")}` : at, "data-testid": "slider",
      on: { input: (event) => step(app, Number(event.target.value)) },
    }));
}

/** The buttons beneath it. @param {App} app @param {Replay} replay @param {Steps} steps @param {Review | null} review */
export function transport(app, replay, steps, review) {
  const { t } = app;
  return h("div", { class: "strip play" },
    signButton(replay.playing ? "pause" : "play", t(replay.playing ? "page.step.pause" : "page.step.play"),
      () => toggle(app), { id: "play", look: "round" }),
    stepper(steps),
    review ? jumps(app, replay, review) : h("span", { class: "jumps", key: "jumps" }));
}

/** To the mistake before the move shown, and to the one after it. @param {App} app @param {Replay} replay @param {Review} review */
function jumps(app, { ply }, review) {
  const { t } = app;
  const all = mistakes(review);
  const before = all.findLast((one) => one < ply);
  const after = all.find((one) => one > ply);
  const to = (/** @type {number | undefined} */ one) => () => { if (one !== undefined) step(app, one); };
  return h("span", { class: "jumps", key: "jumps" },
    signButton("mistake_before", t("page.review.before"), to(before), { id: "mistake-before", off: before === undefined }),
    signButton("mistake_after", t("page.review.after"), to(after), { id: "mistake-after", off: after === undefined }));
}

/** Entry point of a frame on another page: a table that is played at, or a finished game, to be looked at. */
import { painter } from "./ui/app.js";
import { h } from "./ui/dom.js";
import { mark } from "./ui/icons.js";
import { miniature } from "./ui/miniature.js";
import { stepper } from "./ui/moves.js";
import { clock } from "./ui/selectors.js";
import { cellName, seatName } from "./i18n/names.js";
import { createLocale } from "./i18n/locale.js";
import { ended, refusal, result } from "./i18n/speech.js";
import { fetchRecord } from "./net/record.js";
import { createSession, socketOf } from "./net/session.js";
import { other, running, viewOf } from "./net/view.js";
import { createStorage } from "./storage/storage.js";

/** @import { Mark } from "oxo" */
/** @import { Child } from "./ui/dom.js" */
/** @import { Session } from "./net/session.js" */
/** @import { State } from "./net/state.js" */
/** @import { FullView } from "./net/view.js" */

/** What stands before every path of the server: this module lies at BASE/a/HASH/embed.js. */
const BASE = /^(.*)\/a\/[^/]+\/embed\.js$/.exec(new URL(import.meta.url).pathname)?.[1] ?? "";

/**
 * What the frame shows: the room, of a finished game as it was at its end; how many moves of that; and a line in place of how
 * it stands, once it is not known any more.
 * @typedef {{ path: string, view: FullView | null, at: number | null, line: string | null, now: () => number }} Scene
 */

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {{ room?: string, game?: string } | null} */
const facts = JSON.parse(root.dataset["invitation"] || "null");
const locale = createLocale();
const { t } = locale;

/** @type {Scene} */
const scene = { path: "", view: null, at: null, line: null, now: Date.now };
const { redraw, redrawWithin } = painter(root, () => [frame()]);

if (facts?.game) await showGame(facts.game);
else if (facts?.room) await follow(facts.room);

/** A finished game, to be stepped through. @param {string} id */
async function showGame(id) {
  const [record] = await Promise.all([fetchRecord(`${BASE}/games/${id}.json`), locale.use(null)]);
  if (!record) return;
  show({ path: `/games/${id}`, view: viewOf(record), at: record.game.moves.length });
}

/** A room, as long as somebody sees this frame: what is not seen costs the server nothing. @param {string} room */
async function follow(room) {
  await locale.use(null);
  scene.path = `/r/${room}`;
  const forgotten = () => { throw new DOMException(); };
  /** @type {Session | null} */
  let session = null;
  let isInSight = false;
  let isOver = false;

  function look() {
    const isSeen = isInSight && !document.hidden && !isOver;
    if (isSeen === (session !== null)) return;
    session?.close();
    session = isSeen ? open() : null;
  }

  function open() {
    const opened = createSession({ url: socketOf(BASE), storage: createStorage({ local: forgotten, session: forgotten }) });
    scene.now = opened.clock.serverNow;
    opened.subscribe(() => changed(opened.state));
    opened.on("gone", () => end(t("page.embed.gone")));
    void watch(opened);
    return opened;
  }

  /** Watches; where the server cannot have it now, again when it says so. @param {Session} opened */
  async function watch(opened) {
    const outcome = await opened.watch(room);
    if (!("error" in outcome) || opened !== session) return;
    const params = "params" in outcome.error ? outcome.error.params : null;
    if (!params || !("retry_in_ms" in params)) return end(refusal({ t, view: scene.view }, outcome.error, scene.now()));
    setTimeout(() => { if (opened === session) void watch(opened); }, params.retry_in_ms);
  }

  /** @param {State} state */
  function changed({ view, link }) {
    if (view && !isOver) show({ view, line: link.loss !== null ? t("link.lost") : null });
    if (link.phase === "refused") end(t("page.embed.gone"));
    if (view?.ended) end(null);
  }

  /** @param {string | null} line */
  function end(line) {
    if (isOver) return;
    isOver = true;
    if (line !== null) show({ line });
    // Not within the call of a session that is to be closed.
    queueMicrotask(look);
  }

  new IntersectionObserver((entries) => {
    const { width, height } = entries.at(-1)?.intersectionRect ?? { width: 0, height: 0 };
    isInSight = width * height > 0;
    look();
  }).observe(root);
  document.addEventListener("visibilitychange", look);
}

/** What the server rendered stays until there is something else. @param {Partial<Scene>} part */
function show(part) {
  Object.assign(scene, part);
  redraw();
}

/** All that the frame shows. @returns {Child} */
function frame() {
  const { view, at, path } = scene;
  const moves = view?.game?.moves ?? [];
  const steps = view && at !== null && { t, rules: view.settings.rules, moves, at, go: (/** @type {number} */ ply) => {
    scene.at = Math.min(Math.max(ply, 0), moves.length);
    redraw();
  } };
  return h("main", { id: "main", class: "embed" },
    h("h1", { class: "spoken" }, t("page.title")),
    h("div", { class: "versus" }, view && [side(view, "X"), side(view, "O")]),
    h("div", { class: "place" }, view && position(view, at ?? moves.length)),
    h("div", { class: "standing", role: "status" }, h("p", { class: "headline" }, scene.line ?? (view && headline(view)))),
    h("div", { class: "foot" },
      steps && stepper(steps),
      h("a", { class: "button", href: `${BASE}${path}`, target: "_blank", rel: "noopener", "data-testid": "open" }, h("span", null, t("page.embed.open")))));
}

/** The board, and the same for those who hear it. @param {FullView} view @param {number} ply */
function position({ settings: { rules }, game }, ply) {
  const moves = game?.moves.slice(0, ply) ?? [];
  const lines = game && ply === game.moves.length ? game.lines : [];
  return [
    miniature(rules, moves, lines),
    h("p", { class: "spoken" }, moves.map(({ mark, cell }, n) => t("page.moves.one", { number: n + 1, mark, cell: cellName(rules, cell) })).join("; ")),
  ];
}

/** A player, whose turn it is or who has won stands out. @param {FullView} view @param {Mark} which */
function side(view, which) {
  const { game } = view;
  const x = game?.x ?? "host";
  const seat = which === "X" ? x : other(x);
  const turn = running(view)?.turn?.seat === seat;
  const time = game && clock(t, game, seat, scene.now());
  if (time && scene.at === null) redrawWithin(time.changes);
  return h("div", { class: `side ${turn ? "turn" : ""} ${game?.over?.winner === seat ? "winner" : ""}` },
    h("span", { class: "sign" }, mark(which), h("span", { class: "spoken" }, which)),
    h("b", { class: "name" }, view.seats[seat] || scene.at !== null ? seatName({ t, me: null }, view, seat) : t("page.player.free")),
    time && h("span", { class: "clock" }, time.text));
}

/** How it stands. @param {FullView} view */
function headline(view) {
  const { game } = view;
  if (view.ended) return ended(t, view.ended);
  if (!game) return t("page.status.no_game");
  if (game.over) return result({ t, me: null, view }, game.over);
  return game.turn ? t("page.status.their_turn", { name: seatName({ t, me: null }, view, game.turn.seat) }) : "";
}

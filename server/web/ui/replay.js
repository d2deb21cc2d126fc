/** Replay of a finished game: loading, stepping, playing by itself, and its text. */
import { briefGame, cellName, nameIn } from "../i18n/names.js";
import { replaced, result } from "../i18n/speech.js";
import { askReview } from "./review.js";
import { fetchRecord } from "../net/record.js";
import { viewOf } from "../net/view.js";

/** @import { App } from "./app.js" */
/** @import { StoredGame } from "../storage/storage.js" */
/** @import { Review, Seat } from "oxo" */
/** @import { Removal } from "../net/forget.js" */
/** @import { FullRecord } from "../net/view.js" */
/** @import { Say } from "../i18n/locale.js" */

/**
 * @typedef {object} Replay
 * @property {FullRecord | null} record nothing while it is fetched, or when there is none
 * @property {Seat | null} seat whose game it was
 * @property {number} ply how many moves are shown
 * @property {boolean} playing whether it plays by itself
 * @property {boolean} fresh whether the last shown move was stepped to
 * @property {string | null} problem
 * @property {Review | "asked" | null} review what its moves were worth, once that was asked
 * @property {string[]} secrets by which the server, which keeps the game, takes out the names of those who played it here
 * @property {Removal | "asked" | null} removal what came of that, once it was asked
 */

/** A move a second, when it plays by itself. */
const PACE_MS = 1_000;

/** The key of a stored game in an address. @param {FullRecord} record */
export function keyOf({ room, game }) {
  return `${room}-${game.number}-${game.started_ms}`;
}

/** @param {StoredGame | undefined} kept @returns {Replay} */
export function replayOf(kept) {
  const record = kept?.record ?? null;
  const seat = kept?.seat ?? null;
  return { record, seat, ply: record?.game.moves.length ?? 0, playing: false, fresh: false, problem: null, review: null, secrets: [], removal: null };
}

/**
 * Fetches a game from the server; a copy stored here stands in for one that the server has no more.
 * @param {App} app
 * @param {string} id
 */
export async function load(app, id) {
  const kept = app.storage.games().find(({ record }) => record.id === id);
  show(app, replayOf(kept));
  const record = await fetchRecord(`${app.base}/games/${encodeURIComponent(id)}.json`);
  const { route } = app.ui;
  if (route.page !== "game" || route.id !== id) return;
  const [seat, secrets] = [kept?.seat ?? null, kept?.secrets ?? []];
  // Whoever looks at the copy goes on where they are: review and moves are those of the game.
  const { review = null, ply = record?.game.moves.length ?? 0 } = kept ? app.ui.replay ?? {} : {};
  if (record) app.set({ replay: { ...replayOf({ record, seat, secrets, at: 0 }), review, ply, secrets } });
  if (record) void askReview(app);
  else if (!kept) app.set({ replay: { ...replayOf(undefined), problem: app.t("page.game.none") } });
}

/** Shows a game from its end. @param {App} app @param {Replay} replay */
export function show(app, replay) {
  app.set({ replay, message: null });
  void askReview(app);
}

/** Shows the position after `ply` moves. @param {App} app @param {number} ply */
export function step(app, ply) {
  const { replay } = app.ui;
  if (!replay?.record) return;
  const count = replay.record.game.moves.length;
  app.set({ replay: { ...replay, ply: Math.min(Math.max(ply, 0), count), playing: false, fresh: ply === replay.ply + 1 } });
}

/** Starts or stops; at the end it begins anew. @param {App} app */
export function toggle(app) {
  const { replay } = app.ui;
  if (!replay?.record) return;
  const ended = replay.ply >= replay.record.game.moves.length;
  app.set({ replay: { ...replay, playing: !replay.playing, ply: !replay.playing && ended ? 0 : replay.ply, fresh: false } });
  if (!replay.playing) setTimeout(() => next(app), PACE_MS);
}

/** @param {App} app */
function next(app) {
  const { replay } = app.ui;
  if (!replay?.record || !replay.playing) return;
  const ply = replay.ply + 1;
  const more = ply < replay.record.game.moves.length;
  app.set({ replay: { ...replay, ply, fresh: true, playing: more } });
  if (more) setTimeout(() => next(app), PACE_MS);
}

/**
 * How it ended, and who played in whose place.
 * @param {Say} t
 * @param {Seat | null} me
 * @param {FullRecord} record
 */
export function endOf(t, me, record) {
  const { over, replaced: instead } = record.game;
  const scene = { t, me, view: viewOf(record) };
  return [over ? result(scene, over) : "", ...(instead ? [replaced(scene, instead)] : [])];
}

/** By which rule it was opened, unless freely. @param {Say} t @param {FullRecord} record */
export function openedBy(t, { settings: { opening } }) {
  return !opening || opening === "free" ? "" : t("page.game.opening", { rule: t(`page.choice.opening.${opening}`) });
}

/** The day and time of a game, as the language writes it. @param {string} language @param {number} at */
export function dateOf(language, at) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/**
 * The whole game as text.
 * @param {Say} t
 * @param {string} language
 * @param {FullRecord} record
 * @param {string | null} url
 */
export function asText(t, language, record, url) {
  const { settings, players, game } = record;
  const names = game.moves.map((move) => cellName(settings.rules, move.cell));
  const rows = names.flatMap((name, n) => n % 2 === 0 ? [`${n / 2 + 1}. ${name}${names[n + 1] ? ` ${names[n + 1]}` : ""}`] : []);
  const o = game.x === "host" ? "guest" : "host";
  const opened = openedBy(t, record);
  return [
    `OXO · ${dateOf(language, game.started_ms)}`,
    `X ${nameIn(t, players, game.x)} · O ${nameIn(t, players, o)}`,
    briefGame(t, settings.rules, settings.clock),
    ...(opened ? [opened] : []),
    "",
    ...rows,
    "",
    ...endOf(t, null, record),
    ...(url ? [url] : []),
  ].join("\n");
}

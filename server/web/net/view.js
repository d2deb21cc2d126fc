/**
 * The view of a room with everything in it: the wire leaves out what is empty, zero, false or a
 * default; whoever draws a room finds it here.
 *
 * @import { BySeat, GameView, Record as GameRecord, Seated, Settings, View } from "oxo"
 */

/**
 * @typedef {Required<Settings>} FullSettings
 * @typedef {Required<Seated>} FullSeated
 * @typedef {Required<GameView>} FullGame
 * @typedef {Omit<Required<View>, "settings" | "seats" | "game"> & {
 *   settings: FullSettings, seats: BySeat<FullSeated | null>, game: FullGame | null,
 * }} FullView
 * @typedef {Omit<GameRecord, "settings" | "game"> & { settings: FullSettings, game: FullGame }} FullRecord
 */

/** What a room's games are played by unless somebody chose otherwise. @type {FullSettings} */
export const DEFAULT_SETTINGS = {
  rules: { width: 3, height: 3, line: 3 },
  clock: { type: "none" },
  first: "random",
  alternate: "yes",
  opens: "x",
  watching: "link",
  listed: false,
};

/** Nobody has won yet. */
export const NO_SCORE = { host: 0, guest: 0, draws: 0 };

/**
 * @param {Settings} settings
 * @returns {FullSettings}
 */
export function fullSettings(settings) {
  return { ...DEFAULT_SETTINGS, ...settings };
}

/**
 * Settings as they are sent: without those that have their default.
 * @param {FullSettings} settings
 * @returns {Settings}
 */
export function briefSettings(settings) {
  const defaults = /** @type {{ [name: string]: unknown }} */ (DEFAULT_SETTINGS);
  const chosen = Object.entries(settings).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]));
  return Object.fromEntries(chosen);
}

/**
 * @param {Seated} seated
 * @returns {FullSeated}
 */
export function fullSeated(seated) {
  return { lost: null, may_offer_ms: null, moved: false, ...seated };
}

/**
 * @param {GameView} game
 * @returns {FullGame}
 */
export function fullGame(game) {
  return {
    first_clocks: null, clocks: null, moves: [], turn: null, lines: [], no_open_lines: false, over: null, replaced: null,
    ...game,
  };
}

/**
 * @param {View} view
 * @returns {FullView}
 */
export function fullView({ settings, seats: { host, guest }, game, ...more }) {
  return {
    offer: null, offers: 0, empty_until_ms: null, ended: null,
    ...more,
    settings: fullSettings(settings),
    seats: { host: host && fullSeated(host), guest: guest && fullSeated(guest) },
    game: game ? fullGame(game) : null,
  };
}

/**
 * @param {GameRecord} record
 * @returns {FullRecord}
 */
export function fullRecord({ settings, game, ...more }) {
  return { ...more, settings: fullSettings(settings), game: fullGame(game) };
}

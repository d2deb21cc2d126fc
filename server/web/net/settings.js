/**
 * The settings of a room: their values, their defaults, and how they are sent.
 *
 * @import { Settings } from "oxo"
 */

/**
 * The values of a choice, the default first; or the bounds of a whole number.
 * @template V
 * @typedef {readonly V[] | { readonly value: number, readonly least: number, readonly most: number }} Range
 */

/**
 * @typedef {Required<Settings>} FullSettings
 * @typedef {Omit<FullSettings, "rules" | "clock">} RoomSettings
 */

/**
 * Every setting besides board and clock, in the order in which the page shows them. A new one is added here and as
 * `page.choice.NAME` in the catalogues; its values, too, unless it is a number or yes and no.
 * @satisfies {{ [N in keyof RoomSettings]: Range<RoomSettings[N]> }}
 */
export const ROOM_SETTINGS = /** @type {const} */ ({
  first: ["random", "host", "guest"],
  opens: ["x", "o"],
  opening: ["free", "pie", "swap2"],
  alternate: ["yes", "fixed"],
  watching: ["link", "open", "none"],
  listed: [false, true],
});

/**
 * The defaults of a table of ranges.
 * @template {{ [name: string]: Range<unknown> }} T
 * @param {T} ranges
 */
export function defaultsOf(ranges) {
  const entries = Object.entries(ranges).map(([name, range]) => [name, "value" in range ? range.value : range[0]]);
  return /** @type {{ [N in keyof T]: T[N] extends readonly (infer V)[] ? V : number }} */ (Object.fromEntries(entries));
}

/**
 * What was found somewhere, as far as it is within a table of ranges; the rest has its default.
 * @template {{ [name: string]: Range<unknown> }} T
 * @param {T} ranges
 * @param {{ [name: string]: any }} found
 */
export function within(ranges, found) {
  const usable = Object.entries(ranges).filter(([name, range]) => "value" in range
    ? Number.isInteger(found[name]) && found[name] >= range.least && found[name] <= range.most
    : range.includes(found[name]));
  return { ...defaultsOf(ranges), ...Object.fromEntries(usable.map(([name]) => [name, found[name]])) };
}

/** @type {FullSettings} */
export const DEFAULT_SETTINGS = {
  rules: { width: 3, height: 3, line: 3 },
  clock: { type: "none" },
  ...defaultsOf(ROOM_SETTINGS),
};

/** @param {Settings} settings @returns {FullSettings} */
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
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name])));
}

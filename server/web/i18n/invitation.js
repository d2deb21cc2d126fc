/**
 * Text of an invitation: who invites, what is played, who begins.
 *
 * @import { Invitation, InvitedTable, Rules, Seat } from "oxo"
 * @import { Say } from "./locale.js"
 */

import { seconds } from "../net/clock.js";
import { fullSettings } from "../net/settings.js";
import { clockSetting, isNamed, lineLoses, lineRule, nameIn, playerName } from "./names.js";

/** @typedef {{ title: string, warning: string | null, about: string | null, facts: Array<[string, string]> }} InvitationText */

/** @type {readonly Seat[]} */
const SEATS = ["host", "guest"];

/** The seat that a newcomer would get. @param {InvitedTable} table */
function freeSeat({ players }) {
  return SEATS.find((seat) => !players[seat]) ?? null;
}

/** Whether somebody with the code may watch. @param {Invitation} invitation */
export function watchable({ state, table }) {
  return table ? table.settings.watching !== "none" : state === "free";
}

/** @param {Say} t @param {Invitation} invitation @returns {InvitationText} */
export function invitationText(t, { state, table }) {
  const rules = table ? fullSettings(table.settings).rules : null;
  return {
    ...heading(t, state, table),
    warning: rules && lineLoses(rules) ? t("invitation.warning.loses", { line: rules.line }) : null,
    facts: table && rules ? facts(t, table, rules) : [],
  };
}

/** @param {Say} t @param {Invitation["state"]} state @param {InvitedTable} [table] */
function heading(t, state, table) {
  if (state === "over") return { title: t("invitation.over"), about: t("invitation.over.about") };
  if (state === "none") return { title: t("invitation.none"), about: t("invitation.none.about") };
  if (state === "full") {
    const [first, second] = table ? SEATS.filter((seat) => table.players[seat]).map((seat) => nameIn(t, table.players, seat)) : [];
    const about = first !== undefined && second !== undefined ? t("invitation.full.players", { first, second }) : t("invitation.full.closed");
    return { title: t("invitation.full"), about };
  }
  const host = SEATS.map((seat) => table?.players[seat]).find((player) => player != null);
  return { title: host && isNamed(host) ? t("invitation.by", { name: playerName(t, host) }) : t("invitation.unnamed"), about: null };
}

/** @param {Say} t @param {InvitedTable} table @param {Rules} rules @returns {Array<[string, string]>} */
function facts(t, table, rules) {
  const free = freeSeat(table);
  /** @type {Array<[string, string]>} */
  const found = [
    [t("invitation.board"), t(`invitation.board.${lineRule(rules)}`, { width: rules.width, height: rules.height, line: rules.line })],
    [t("invitation.clock"), clockSetting(t, fullSettings(table.settings).clock)],
  ];
  const { opening } = fullSettings(table.settings);
  if (opening !== "free") found.push([t("invitation.opening"), t(`opening.rule.${opening}`)]);
  if (free) {
    const begins = !table.begins ? t("invitation.begins.drawn")
      : table.begins === free ? t("invitation.begins.you") : playerName(t, table.players[table.begins]);
    const { first_move_ms: within } = table;
    found.push([t("invitation.begins"), within == null ? begins : t("invitation.begins.within", { begins, count: seconds(within) })]);
  }
  return found;
}

// The settings of a room: their defaults, which are left out of every text.

export const DEFAULTS = Object.freeze({ first: 'random', alternate: 'yes', watching: 'link', listed: false });

// The settings that are not the default.
export function unusual(settings) {
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== DEFAULTS[name]));
}

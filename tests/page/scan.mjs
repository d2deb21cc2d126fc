/**
 * Reads JavaScript as far as the tests of the page's words need: its text literals, and the
 * arguments of its calls.
 */

/** What may stand before a division; before anything else a slash begins a regular expression. */
const VALUE_ENDS = /[\w$)\]}"'`]$/;
const KEYWORD_ENDS = /\b(return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/;

/**
 * The source with comments blanked, and its literals: where each begins and ends, and its text.
 * A template gives one literal for each part between its `${…}`.
 */
export function scan(source) {
  const literals = [];
  let code = "";
  let at = 0;

  function blank(end) {
    code += source.slice(at, end).replace(/[^\n]/g, " ");
    at = end;
  }

  function literal(end) {
    literals.push({ start: at, end, text: source.slice(at, end) });
    code += source.slice(at, end);
    at = end;
  }

  function copy(length = 1) {
    code += source.slice(at, at + length);
    at += length;
  }

  /** Where the text that begins here ends: before an unescaped character of `ends`. */
  function until(...ends) {
    let i = at;
    while (i < source.length && !ends.some((end) => source.startsWith(end, i))) i += source[i] === "\\" ? 2 : 1;
    return i;
  }

  function template() {
    copy();
    for (;;) {
      literal(until("`", "${"));
      if (source[at] !== "$") break;
      copy(2);
      run("}");
      copy();
    }
    copy();
  }

  function regex() {
    let inClass = false;
    copy();
    while (at < source.length && (source[at] !== "/" || inClass)) {
      if (source[at] === "[") inClass = true;
      if (source[at] === "]") inClass = false;
      copy(source[at] === "\\" ? 2 : 1);
    }
    copy();
  }

  /** Reads on to a closing bracket of its own level, or to the end. */
  function run(close) {
    let depth = 0;
    while (at < source.length) {
      const char = source[at];
      if (char === close && depth === 0) return;
      if (source.startsWith("//", at)) blank(until("\n"));
      else if (source.startsWith("/*", at)) blank(source.indexOf("*/", at) + 2);
      else if (char === '"' || char === "'") {
        copy();
        literal(until(char));
        copy();
      } else if (char === "`") template();
      else if (char === "/" && (!VALUE_ENDS.test(code.trimEnd()) || KEYWORD_ENDS.test(code.trimEnd()))) regex();
      else {
        if (char === "{") depth += 1;
        if (char === "}") depth -= 1;
        copy();
      }
    }
  }

  run(null);
  return { code, literals };
}

/** The calls of `t`, by that name or as somebody's: where they begin and end, and the arguments. */
export function saying({ code, literals }) {
  const inside = (i) => literals.some(({ start, end }) => i >= start && i < end);
  return [...code.matchAll(/(?<![\w$])t\(/g)].filter(({ index }) => !inside(index)).map(({ index }) => {
    const args = [];
    let depth = 0;
    let from = index + 2;
    let i = from;
    for (; i < code.length; i += 1) {
      if (inside(i)) continue;
      if (depth === 0 && (code[i] === "," || code[i] === ")")) {
        args.push({ start: from, end: i, text: code.slice(from, i).trim() });
        from = i + 1;
        if (code[i] === ")") break;
      }
      if ("([{".includes(code[i])) depth += 1;
      if (")]}".includes(code[i])) depth -= 1;
    }
    return { start: index, end: i, args: args.filter(({ text }) => text !== "") };
  });
}

/** The names in an object literal; nothing for anything else. */
export function namesIn(text) {
  if (!/^\{[^]*\}$/.test(text) || text.includes("...")) return null;
  const { code, literals } = scan(text.slice(1, -1));
  const names = [];
  let depth = 0;
  let part = "";
  for (let i = 0; i <= code.length; i += 1) {
    const char = literals.some(({ start, end }) => i >= start && i < end) ? "_" : code[i];
    if (char === undefined || (char === "," && depth === 0)) {
      if (part.trim()) names.push(part.split(":")[0].trim());
      part = "";
      continue;
    }
    if ("([{".includes(char)) depth += 1;
    if (")]}".includes(char)) depth -= 1;
    part += char;
  }
  return names;
}

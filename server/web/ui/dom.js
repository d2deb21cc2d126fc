/**
 * A small virtual DOM: `h` describes elements, and `draw` patches the document where it differs. An element is kept while
 * its key and tag are, and with it focus, scrolling and animations. Text is never parsed as markup.
 */

/**
 * @typedef {string | number | boolean | null | undefined} Value
 * @typedef {{ [name: string]: (event: any) => void }} Listeners
 * @typedef {{
 *   key?: string | number,
 *   on?: Listeners,
 *   style?: { [property: string]: string | number },
 *   mounted?: (element: any) => void,
 *   removed?: (element: any) => void,
 *   [attribute: string]: any,
 * }} Props
 * @typedef {{ tag: string, props: Props, children: Child[] }} Described
 * @typedef {Described | string | number | false | null | undefined | Child[]} Child
 * @typedef {{ what: Described | string, node: Node, key: string }} Drawn
 */

const SVG = "http://www.w3.org/2000/svg";
/** Set as properties, for the attribute is only where these begin. */
const PROPERTIES = new Set(["value", "checked", "indeterminate"]);
/** Not attributes at all. */
const OWN = new Set(["key", "on", "style", "mounted", "removed"]);

/** What each element was last made to contain. @type {WeakMap<Node, Drawn[]>} */
const contents = new WeakMap();
/** The listeners that an element calls at present. @type {WeakMap<Node, Listeners>} */
const listening = new WeakMap();

/**
 * Describes an element.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {Described}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children };
}

/** `mounted` callbacks to call when the outermost `draw` is done. @type {Array<() => void>} */
let arrivals = [];
/** How deep `draw` is within itself. */
let depth = 0;

/** Makes an element contain what is described. @param {Element} parent @param {...Child} children */
export function draw(parent, ...children) {
  depth += 1;
  const wanted = slots(children);
  /** @type {Map<string, Drawn>} */
  const before = new Map();
  for (const drawn of contents.get(parent) ?? served(parent, wanted)) before.set(drawn.key, drawn);
  const after = wanted.map(([what, key]) => {
    const old = before.get(key);
    if (old === undefined || !alike(old.what, what)) return { what, key, node: create(what, parent) };
    before.delete(key);
    return { what, key, node: change(old, what) };
  });
  for (const { node } of before.values()) remove(node);
  place(parent, after);
  contents.set(parent, after);
  depth -= 1;
  if (depth > 0) return;
  const arrived = arrivals;
  arrivals = [];
  for (const notify of arrived) notify();
}

/**
 * What the server rendered into an element: kept where what is wanted is alike, so that nothing flickers and what was typed
 * stays. An element drawn here is empty before its first draw.
 * @param {Element} parent
 * @param {Array<[Described | string, string]>} wanted
 * @returns {Drawn[]}
 */
function served(parent, wanted) {
  return Array.from(parent.childNodes, (node, n) => {
    const [what, key] = wanted[n] ?? [];
    if (typeof what === "string" && node.nodeType === Node.TEXT_NODE) return { what: "", node, key: String(key) };
    if (typeof what === "object" && /** @type {Element} */ (node).localName === what.tag && !what.props.mounted) return { what: h(what.tag), node, key: String(key) };
    return { what: "", node, key: `served ${n}` };
  });
}

/**
 * The children with their keys: a child without one is known by its position,
 * in which an absent child counts.
 * @param {Child[]} children
 * @returns {Array<[Described | string, string]>}
 */
function slots(children) {
  return children.flatMap((child, at) => slot(child, String(at)));
}

/** @param {Child} child @param {string} at @returns {Array<[Described | string, string]>} */
function slot(child, at) {
  if (child === null || child === undefined || child === false) return [];
  if (Array.isArray(child)) return child.flatMap((one, n) => slot(one, `${at}.${n}`));
  if (typeof child !== "object") return [[String(child), at]];
  const { key } = child.props;
  return [[child, key === undefined ? at : `=${key}`]];
}

/** @param {Described | string} one @param {Described | string} other */
function alike(one, other) {
  if (typeof one === "string" || typeof other === "string") return typeof one === typeof other;
  return one.tag === other.tag;
}

/** @param {Described | string} what @param {Element} parent @returns {Node} */
function create(what, parent) {
  if (typeof what === "string") return document.createTextNode(what);
  const inSvg = what.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const node = inSvg ? document.createElementNS(SVG, what.tag) : document.createElement(what.tag);
  draw(node, ...what.children);
  assign(node, {}, what.props);
  const { mounted } = what.props;
  if (mounted) arrivals.push(() => mounted(node));
  return node;
}

/** @param {Drawn} old @param {Described | string} what @returns {Node} */
function change(old, what) {
  const { node } = old;
  if (old.what === what) return node;
  if (typeof what === "string") {
    node.nodeValue = what;
  } else if (typeof old.what !== "string") {
    const element = /** @type {Element} */ (node);
    draw(element, ...what.children);
    assign(element, old.what.props, what.props);
  }
  return node;
}

/** @param {Node} node */
function remove(node) {
  leave(node);
  node.parentNode?.removeChild(node);
}

/** @param {Node} node */
function leave(node) {
  for (const { node: child } of contents.get(node) ?? []) leave(child);
  leaving.get(node)?.(node);
}

/** What to do before an element goes. @type {WeakMap<Node, (element: any) => void>} */
const leaving = new WeakMap();

/** Puts the nodes in order, moving none that stands right. @param {Element} parent @param {Drawn[]} drawn */
function place(parent, drawn) {
  let at = parent.firstChild;
  for (const { node } of drawn) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/** @param {Element} element @param {Props} before @param {Props} after */
function assign(element, before, after) {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (OWN.has(name)) continue;
    if (PROPERTIES.has(name)) property(element, name, after[name]);
    else if (before[name] !== after[name]) attribute(element, name, after[name]);
  }
  styles(element, before.style ?? {}, after.style ?? {});
  listen(element, after.on ?? {});
  if (after.removed) leaving.set(element, after.removed);
}

/** @param {any} element @param {string} name @param {any} value */
function property(element, name, value) {
  if (value !== undefined && element[name] !== value) element[name] = value;
}

/** @param {Element} element @param {string} name @param {Value} value */
function attribute(element, name, value) {
  const off = value === null || value === undefined || value === false;
  if (off) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {any} element @param {{ [name: string]: string | number }} before @param {{ [name: string]: string | number }} after */
function styles(element, before, after) {
  for (const name of Object.keys(before)) {
    if (!(name in after)) element.style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(after)) {
    if (before[name] !== value) element.style.setProperty(name, String(value));
  }
}

/** @param {Element} element @param {Listeners} listeners */
function listen(element, listeners) {
  const had = listening.get(element) ?? {};
  listening.set(element, { ...Object.fromEntries(Object.keys(had).map((type) => [type, () => {}])), ...listeners });
  for (const type of Object.keys(listeners)) {
    if (!(type in had)) element.addEventListener(type, (event) => listening.get(element)?.[type]?.(event));
  }
}

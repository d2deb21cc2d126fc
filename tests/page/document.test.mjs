// The document names every module, so that a first visit asks for all of them at once and not
// for one after the other as each is read.
import assert from "node:assert/strict";
import test from "node:test";

import { files, read } from "./support.mjs";

const HTML = read("server/web/index.html");
const ROOT = "__BASE__/a/__HASH__/";

test("every module is preloaded, and nothing else", () => {
  const named = [...HTML.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, href]) => href).sort();
  const modules = files(".js").map(({ path }) => path).filter((path) => path !== "main.js");
  assert.deepEqual(named, modules.map((path) => ROOT + path).sort());
});

test("the document asks for nothing that is not there", () => {
  for (const [, path] of HTML.matchAll(/__BASE__\/a\/__HASH__\/([^"]*)"/g)) assert(read(`server/web/${path}`), path);
});

// The document asks for what is there; the modules it preloads are filled in when the server is built.
import assert from "node:assert/strict";
import test from "node:test";

import { read } from "./support.mjs";

const HTML = read("server/web/index.html");

test("every module is preloaded, and none is named by hand but the first", () => {
  assert.equal(HTML.split("<!-- __MODULES__ -->").length, 2);
  assert.deepEqual([...HTML.matchAll(/[\w/-]+\.js\b/g)].map(([path]) => path.split("/").at(-1)), ["main.js"]);
});

test("the document asks for nothing that is not there", () => {
  for (const [, path] of HTML.matchAll(/__BASE__\/a\/__HASH__\/([^"]*)"/g)) assert(read(`server/web/${path}`), path);
});

// The document requests only files that exist.
import assert from "node:assert/strict";
import test from "node:test";

import { files, read } from "./support.mjs";

const HTML = read("server/web/index.html");

test("the document names one stylesheet, one module and what starts it", () => {
  assert.deepEqual([...HTML.matchAll(/[\w/-]+\.(?:js|css)\b/g)].map(([path]) => path.split("/").at(-1)), ["style.css", "main.js", "boot.js"]);
});

test("every file that the document requests exists", () => {
  for (const [, path] of HTML.matchAll(/__BASE__\/a\/__HASH__\/([^"]*)"/g)) assert(read(`server/web/${path}`), path);
});

test("style.css imports every other stylesheet", () => {
  const named = [...read("server/web/style.css").matchAll(/@import "([^"]*)"/g)].map(([, path]) => path);
  const there = files(".css").map(({ path }) => path).filter((path) => path !== "style.css");
  assert.deepEqual(named.sort(), there.sort());
});

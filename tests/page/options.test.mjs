// The options of a seat are those of the transcripts, line by line, as in Rust.
import assert from "node:assert/strict";
import test from "node:test";

import { options } from "../../server/web/net/options.js";
import { fullView } from "../../server/web/net/view.js";
import { OPTIONS, TRANSCRIPTS } from "./support.mjs";

test("every transcript has its options", () => {
  assert.deepEqual([...OPTIONS.keys()].sort(), [...TRANSCRIPTS.keys()].sort());
});

for (const [name, lines] of TRANSCRIPTS) {
  test(`the options reproduce ${name}`, () => {
    assert.equal(OPTIONS.get(name).length, lines.length);
    lines.forEach(({ view }, i) => {
      for (const seat of ["host", "guest"]) {
        assert.deepEqual(options(fullView(view), seat, view.at_ms), OPTIONS.get(name)[i][seat], `line ${i + 1}, ${seat}`);
      }
    });
  });
}

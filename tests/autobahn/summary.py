"""Says how the cases of an Autobahn report ended, and fails if one failed."""

import collections
import json
import sys

PASSES = ("OK", "NON-STRICT", "INFORMATIONAL")

with open(sys.argv[1]) as report:
    cases = json.load(report)["oxo"]

ends = collections.Counter()
failed = []
for name in sorted(cases, key=lambda case: [int(part) for part in case.split(".")]):
    case = cases[name]
    end, close = case["behavior"], case["behaviorClose"]
    ends[end] += 1
    if end not in PASSES or close not in PASSES:
        failed.append(name)
    if end != "OK" or close != "OK":
        print("%s: %s, closed %s (%s)" % (name, end, close, case["remoteCloseCode"]))
print(", ".join("%s %d" % end for end in sorted(ends.items())))
print("%d passed, %d failed" % (len(cases) - len(failed), len(failed)))
sys.exit(1 if failed or not cases else 0)

"""The fold gives the view of every recorded transcript, after each of its frames."""

import json
import unittest
from pathlib import Path

from oxo_client.fold import Gap, Json, empty_view, fold, is_event

TRANSCRIPTS = Path(__file__).parents[3] / "protocol" / "transcripts"


def view_after(view: Json, frame: Json) -> Json:
    if is_event(frame):
        return fold(view, frame)
    return frame["view"] if frame["type"] == "room" else view


class Transcripts(unittest.TestCase):
    def test_every_view_of_every_transcript(self) -> None:
        files = sorted(TRANSCRIPTS.glob("*.jsonl"))
        self.assertGreater(len(files), 5)
        for file in files:
            view = empty_view()
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                step = json.loads(line)
                with self.subTest(file=file.name, line=number):
                    frame = step["frame"]
                    before = json.dumps(view)
                    after = view_after(view, frame)
                    self.assertEqual(json.dumps(view), before, "the view before is left alone")
                    view = after
                    self.assertEqual(view, step["view"])

    def test_a_gap_is_refused(self) -> None:
        event = {"type": "returned", "seat": "host", "seq": 2, "at_ms": 5}
        with self.assertRaises(Gap):
            fold(empty_view(), event)

    def test_an_unknown_event_counts(self) -> None:
        event = {"type": "danced", "seat": "host", "seq": 1, "at_ms": 5}
        self.assertTrue(is_event(event))
        self.assertEqual(fold(empty_view(), event), {**empty_view(), "seq": 1, "at_ms": 5})


if __name__ == "__main__":
    unittest.main()

"""A link is given up, and the next is tried, at the times of docs/protocol.md."""

import unittest

from oxo_client.timing import Timing


def greeted() -> Timing:
    timing = Timing()
    timing.opened(0)
    timing.greeted(0)
    return timing


def given_up_at(timing: Timing, playing: bool, answered_until_ms: int = 0) -> int:
    """Play a link on which nothing arrives after a time; the milliseconds until it is given up."""
    for now_ms in range(0, 120_000, 10):
        due = timing.due(now_ms, playing)
        if due == "give up":
            return now_ms
        if due == "ping" and now_ms <= answered_until_ms:
            timing.heard(now_ms)
    raise AssertionError("never given up")


class Times(unittest.TestCase):
    def test_a_silent_link_of_a_player_is_given_up_within_three_seconds(self) -> None:
        self.assertLessEqual(given_up_at(greeted(), playing=True), 3_000)
        self.assertLessEqual(given_up_at(greeted(), True, answered_until_ms=50_000), 50_000 + 3_000)

    def test_elsewhere_pings_are_rare_and_are_waited_for(self) -> None:
        self.assertEqual(given_up_at(greeted(), playing=False), 23_000)

    def test_another_connection_is_tried_within_six_seconds(self) -> None:
        timing = greeted()
        dead_ms = given_up_at(timing, playing=True)
        timing.closed(dead_ms, None)
        self.assertLessEqual(timing.open_at_ms or 0, 6_000)

    def test_pauses_grow_and_end_growing(self) -> None:
        timing = Timing()
        now_ms = 0
        pauses = []
        for _ in range(20):
            timing.closed(now_ms, None)
            pauses.append((timing.open_at_ms or 0) - now_ms)
            now_ms = timing.open_at_ms or 0
        self.assertLessEqual(pauses[0], 500)
        self.assertTrue(all(4_000 <= pause <= 8_000 for pause in pauses[6:]), pauses)

    def test_the_server_says_when(self) -> None:
        timing = greeted()
        timing.closed(100, 1_830)
        self.assertEqual(timing.open_at_ms, 1_930)

    def test_a_server_that_does_not_greet_is_given_up(self) -> None:
        timing = Timing()
        timing.opened(1_000)
        self.assertIsNone(timing.due(5_999, playing=False))
        self.assertEqual(timing.due(6_000, playing=False), "give up")


if __name__ == "__main__":
    unittest.main()

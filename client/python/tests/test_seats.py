"""Secrets are drawn and kept as docs/protocol.md has it; addresses are read as people write them."""

import re
import stat
import tempfile
import unittest
from pathlib import Path

from oxo_client.address import room_code, split_invitation, websocket_address
from oxo_client.answer import Answer, Ask, LinkLost, Refused
from oxo_client.seats import SeatFile, draw_secret
from oxo_client.session import Session

WELCOME = {"type": "reply", "id": 1, "ok": {"type": "welcome"}}


class Seats(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "seats.json"
        self.seats = SeatFile(self.path)
        self.answers: list[Answer] = []

    def session(self) -> Session:
        session = Session("http://a/", {}, self.seats)
        session.opened(0)
        session.received(WELCOME, 0)
        session.take_outgoing()
        return session

    def test_a_secret_is_16_random_bytes(self) -> None:
        drawn = {draw_secret() for _ in range(100)}
        self.assertEqual(len(drawn), 100)
        for secret in drawn:
            self.assertRegex(secret, r"^[A-Za-z0-9_-]{22}$")

    def test_a_secret_is_kept_before_it_is_sent_and_forgotten_with_the_seat(self) -> None:
        session = self.session()
        session.ask(Ask({"type": "create_room"}, self.answers.append))
        [kept] = self.seats.all("http://a/")
        self.assertIsNone(kept["room"])
        [frame] = session.take_outgoing()
        self.assertEqual(frame["secret"], kept["request"]["secret"])
        created = {"type": "created", "room": "K7QX-4MTR", "seat": "host", "n": 0}
        session.received({"type": "reply", "id": frame["id"], "ok": created}, 0)
        self.assertEqual([kept["room"] for kept in self.seats.all("http://a/")], ["K7QX-4MTR"])
        self.assertEqual(stat.S_IMODE(self.path.stat().st_mode), 0o600)

        session.ask(Ask({"type": "leave"}, self.answers.append))
        [frame] = session.take_outgoing()
        session.received({"type": "reply", "id": frame["id"], "ok": {"type": "left", "seq": 2}}, 0)
        self.assertEqual(self.seats.all("http://a/"), [])
        self.assertEqual(self.path.parent.exists() and list(self.path.parent.iterdir()), [self.path])

    def test_a_program_that_was_restarted_takes_its_seat_again(self) -> None:
        request = {"type": "create_room", "secret": draw_secret()}
        self.seats.keep({"server": "http://a/", "request": request, "room": "K7QX-4MTR"})
        session = self.session()
        session.return_to(self.seats.all("http://a/")[0], self.answers.append)
        [frame] = session.take_outgoing()
        self.assertEqual((frame["type"], frame["secret"], frame["last_seq"]), ("resume", request["secret"], 0))
        session.received({"type": "reply", "id": frame["id"], "error": {"code": "no_such_room"}}, 0)
        self.assertIsInstance(self.answers[0], Refused)
        self.assertEqual(self.seats.all("http://a/"), [])

    def test_a_program_that_was_stopped_before_the_reply_asks_the_same_again(self) -> None:
        request = {"type": "join_room", "room": "K7QX-4MTR", "secret": draw_secret()}
        self.seats.keep({"server": "http://a/", "request": request, "room": None})
        session = self.session()
        session.return_to(self.seats.all("http://a/")[0], self.answers.append)
        [frame] = session.take_outgoing()
        self.assertEqual({**frame, "id": 0}, {**request, "id": 0})

    def test_nothing_of_a_secret_stands_in_an_error(self) -> None:
        secret = draw_secret()
        error = Refused("no_such_room", {})
        self.assertNotIn(secret, f"{error} {error!r} {LinkLost('the connection was lost')!r}")


class Addresses(unittest.TestCase):
    def test_codes_are_read_in_every_way_they_are_written(self) -> None:
        for text in ("K7QX-4MTR", "k7qx4mtr", " k7qx 4mtr "):
            self.assertEqual(room_code(text), "K7QX-4MTR")
        for text in ("", "K7QX-4MT", "0O1I-0O1I", "K7QX-4MTRX"):
            self.assertIsNone(room_code(text))

    def test_the_websocket_is_under_the_base_path(self) -> None:
        self.assertEqual(websocket_address("http://host:1952/"), "ws://host:1952/ws")
        self.assertEqual(websocket_address("https://host/oxo"), "wss://host/oxo/ws")
        with self.assertRaisesRegex(ValueError, "http://localhost:1952/"):
            websocket_address("host:1952")

    def test_an_invitation_names_server_and_room(self) -> None:
        self.assertEqual(split_invitation("https://host/oxo/r/k7qx4mtr"), ("https://host/oxo/", "K7QX-4MTR"))
        with self.assertRaisesRegex(ValueError, re.escape("K7QX-4MTR")):
            split_invitation("https://host/oxo/")


if __name__ == "__main__":
    unittest.main()

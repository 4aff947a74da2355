"""``thousand serve`` among strangers: what they learn, and what they can't break or hold up."""

import asyncio
import json
import random

import pytest

pytest.importorskip("starlette")

from tests.web_browser import (
    HOST,
    client_of,
    settings,
)
from thousand_agents.web import room as rooms
from thousand_agents.web.frames import Client, state_frames
from thousand_agents.web.lanes import Lanes
from thousand_agents.web.limits import Limits
from thousand_agents.web.match import Match
from thousand_agents.web.picture import Look
from thousand_agents.web.room import Room
from thousand_agents.web.settings import read_settings

ASKING = {  # about most hands somebody is asked
    "preset": "classic",
    "golden": False,
    "redeal_weak_hand": [60, "optional"],
}
BRACKET = "http://["  # no address, for all that it looks like one


def seen(match):
    """The state's frame without whether the person is asked just now."""
    asked = match.player == match.settings.seat
    frame = json.loads(state_frames(match, asked)(Look()))
    return frame["turn"], frame["scene"], frame["picture"]


def test_nothing_is_seen_of_a_question_that_another_answers_in_secret():
    rng, answered = random.Random(1), set()
    match = Match(read_settings(settings(rules=ASKING, agents=["greedy", "", "greedy"])), 3)
    while answered != {"waive", "keep"} and not match.game.over:
        if match.still:
            match.go_on()
            continue
        secret, before = match.hidden, seen(match)
        action = rng.choice(match.legal_actions())
        match.apply(action, show=True)
        if secret and match.actions[-1] in ("waive", "keep"):
            assert seen(match) == before
            answered.add(match.actions[-1])
    assert answered == {"waive", "keep"}


def test_who_watches_cannot_tell_by_frames_or_pauses_that_another_was_asked(monkeypatch):
    frames, rests, rng = [], [], random.Random(2)

    async def kept(form):
        pass

    async def sent(text):
        frames.append(text)

    async def match_played():
        table = Room(Match(read_settings(form), 5), Lanes(Limits()), kept)

        async def rest(seconds):
            rests.append((table.match.hidden, seconds))

        monkeypatch.setattr(rooms.asyncio, "sleep", rest)
        await table.join(Client(sent, Look()))
        while len(table.match.game.results) < 4:
            await table._task
            if table.persons_turn:
                table.match.apply(rng.choice(table.match.legal_actions()), show=True)
            else:
                table.match.go_on()
            table.begin()
        await table.close()
        return table.match.actions

    form = settings(rules=ASKING, agents=["random", "", "random"], tempo=300)
    assert "waive" in asyncio.run(match_played())
    assert {seconds for hidden, seconds in rests if hidden} == {0}
    assert not [k for k, text in enumerate(frames[1:]) if text == frames[k]]


def test_a_host_or_an_origin_that_is_no_address_is_refused_like_any_other(tmp_path):
    with client_of(tmp_path) as client:
        for answer in (
            client.get("/", headers={"Host": "["}),
            client.post("/api/tables", json=settings(), headers={"Origin": BRACKET}),
        ):
            assert answer.status_code == 403 and "Content-Security-Policy" in answer.headers
        assert client.get("/", headers={"Host": HOST, "Origin": BRACKET}).status_code == 200

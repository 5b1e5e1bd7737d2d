"""Plays a game of Four in a Square by the API as its document describes it.

usage: play.py URL
"""
import json
import random
import sys
import urllib.request

URL = sys.argv[1]


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def neighbours(hole):
    row, col = divmod(hole, 3)
    return [s for s in range(9) if abs(s // 3 - row) + abs(s % 3 - col) == 1]


def over(state):
    return state["winner"] is not None or state["drawReason"] is not None


def main():
    random.seed(1)
    game = call("POST", "/games", {"piecesPerPlayer": 8})
    move = f"/games/{game['gameId']}/move"
    token = game["playerToken"]
    state = game["state"]
    while not over(state):
        assert state["currentPlayer"] == "R", state
        if state["phase"] == "placement":
            empty = [(square, slot) for square in range(9) for slot in range(4)
                     if square != state["holeSquareIndex"] and state["board"][square][slot] is None]
            square, slot = random.choice(empty)
            state = call("POST", move, {"action": "place", "squareIndex": square, "slotIndex": slot, "playerToken": token})["state"]
            assert state["board"][square][slot] == "R", state
            if over(state):
                break
            assert state["phase"] == "placementSlide", state
        square = random.choice(neighbours(state["holeSquareIndex"]))
        state = call("POST", move, {"action": "slide", "squareIndex": square, "playerToken": token})["state"]
    assert call("GET", f"/games/{game['gameId']}")["state"] == state
    fresh = call("POST", f"/games/{game['gameId']}/restart")["state"]
    assert fresh == game["state"], fresh
    print("ended", state["winner"] or state["drawReason"])


main()

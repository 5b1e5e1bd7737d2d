#!/usr/bin/env python3
"""A program that takes part in a competition of `client serve`.

    python3 compete.py http://127.0.0.1:8000/c/COMPETITION NAME

It joins, waits for its turns and plays them until the competition is over, in
whatever game that is. Put your own idea in place of choose().
"""

import json
import random
import sys
import urllib.error
import urllib.request


def choose(board, seat):
    """Returns the turn to play: one of board["legal"].

    board["position"] is the board in the words of its game, board["turns"] what
    was played so far, and seat is "p1" or "p2".
    """
    return random.choice(board["legal"])


def ask(url, body=None, token=None):
    """Makes a request and returns its answer."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
        return json.load(answer)


def compete(page, name):
    """Plays in the competition of a page, and returns its end."""
    server, _, competition = page.rpartition("/c/")
    api = server + "/api/v1/competitions/" + competition
    token = ask(api + "/players", {"name": name})["token"]
    while True:
        now = ask(api + "/turn", token=token)  # comes when a turn is needed
        if now["over"]:
            return ask(api)
        if now["needed"]:
            try:
                ask(api + "/turn", {"move": choose(now["board"], now["seat"])}, token)
            except urllib.error.HTTPError as refusal:  # such as: too late
                print(json.load(refusal)["error"]["text"], file=sys.stderr)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: compete.py ADDRESS-OF-THE-COMPETITION NAME")
    end = compete(sys.argv[1], sys.argv[2])
    for player in sorted(end["players"], key=lambda p: -p["points"]):
        print(f'{player["points"]:5} {player["name"]}')


if __name__ == "__main__":
    main()

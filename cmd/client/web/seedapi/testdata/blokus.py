"""Plays a game of Blokus by the API as its document describes it, for all four
colours, to the count of the points.

usage: play.py URL
"""
import http.client
import json
import random
import sys
import urllib.parse

SIZE = 20
SERVER = http.client.HTTPConnection(urllib.parse.urlparse(sys.argv[1]).netloc)


def call(method, path):
    SERVER.request(method, path)
    response = SERVER.getresponse()
    answer = json.load(response)
    assert response.status == 200, (method, path, answer)
    return answer


def places(board, rows, colour, first):
    """Yields the rows and columns, from 1, where a part fits."""
    cells = [(dx, dy) for dx, row in enumerate(rows) for dy, c in enumerate(row) if c == "#"]
    own = lambda x, y: 0 <= x < SIZE and 0 <= y < SIZE and board[x][y] == colour
    for x in range(SIZE - len(rows) + 1):
        for y in range(SIZE - len(rows[0]) + 1):
            at = [(x + dx, y + dy) for dx, dy in cells]
            if any(board[i][j] for i, j in at):
                continue
            if any(own(i - 1, j) or own(i + 1, j) or own(i, j - 1) or own(i, j + 1) for i, j in at):
                continue
            if first:
                good = any(i in (0, SIZE - 1) and j in (0, SIZE - 1) for i, j in at)
            else:
                good = any(own(i - 1, j - 1) or own(i - 1, j + 1) or own(i + 1, j - 1) or own(i + 1, j + 1) for i, j in at)
            if good:
                yield x + 1, y + 1


def choose(colour, parts):
    board = call("GET", "/board/")
    player = call("GET", f"/players/{colour}")
    left = sorted((p for p in parts if p["part_name"] in player["parts_left"]), key=lambda p: -p["squares"])
    for part in left:
        names = list(part["orientations"])
        random.shuffle(names)
        for name in names:
            for x, y in places(board, part["orientations"][name], colour, len(left) == len(parts)):
                return x, y, part["part_name"], name
    return None


def main():
    random.seed(1)
    call("POST", "/board/")
    parts = call("GET", "/parts/")
    while (status := call("GET", "/status/"))["status"] == "active":
        move = choose(status["p_turn"], parts)
        if move is None:
            call("POST", "/pass/")
        else:
            call("PUT", "/move/%d/%d/%s/%s" % move)
    points = {p["color"]: p["points"] for p in call("GET", "/players/")}
    best = [c for c, n in points.items() if n == min(points.values())]
    assert status["tie"] == (len(best) > 1), (points, status)
    assert status["winner"] == (best[0] if len(best) == 1 else None), (points, status)
    print("ended", points)


main()

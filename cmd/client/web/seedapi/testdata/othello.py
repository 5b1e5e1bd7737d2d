"""A program that takes part in an Othello competition, written for the original
server: its answers are objects, its board is read as board[x][y] and moves are
sent as y/x, which comes to the same square.

usage: program.py URL KEY
"""
import http.client
import json
import random
import sys
import time
import urllib.parse

SERVER = http.client.HTTPConnection(urllib.parse.urlparse(sys.argv[1]).netloc)
KEY = sys.argv[2]
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def call(method, path):
    SERVER.request(method, path)
    answer = json.load(SERVER.getresponse())
    assert answer["error"] is None, (method, path, answer)
    return answer


def legal(board, x, y):
    if board[x][y] != 0:
        return False
    for dx, dy in DIRECTIONS:
        i, j, n = x + dx, y + dy, 0
        while 0 <= i < 8 and 0 <= j < 8 and board[i][j] == -1:
            i, j, n = i + dx, j + dy, n + 1
        if n and 0 <= i < 8 and 0 <= j < 8 and board[i][j] == 1:
            return True
    return False


def main():
    random.seed(KEY)
    call("POST", f"/set_name/{KEY}/Python%20{KEY}")
    while True:
        if not call("GET", f"/move_needed/{KEY}")["needed"]:
            time.sleep(0.005)
            continue
        board = call("GET", f"/boards/{KEY}")["boards"][0]
        x, y = random.choice([(x, y) for x in range(8) for y in range(8) if legal(board, x, y)])
        call("POST", f"/move/{KEY}/{y}/{x}")


main()

"""Play any game of an engine that speaks the protocol, in a terminal:

    python3 play.py GAME LEVEL SEATS ENGINE [ARGUMENT...]
    python3 play.py othello 3 p1 ./engine
SEATS are yours, such as p1 or p1,p3. Type a turn, an action, undo, legal or quit."""
import json, subprocess, sys

def read(last):
    """Read lines up to one that begins with last."""
    lines = []
    for line in engine.stdout:
        lines.append(line.rstrip("\n"))
        if line.startswith(last):
            return lines
    sys.exit("the engine ended")

def ask(line):
    """Send a command and return its answer: what comes before readyok."""
    print(line, "isready", sep="\n", file=engine.stdin, flush=True)
    answer = read("readyok")[:-1]
    if answer and answer[0].startswith("error "):
        raise ValueError(answer[0].split(" ", 2)[2])
    return answer

def query(what):
    return ask("query " + what)[0].removeprefix("response").strip()

def person(seat):
    text = input(f"{seat}, {query('phase')}> ").strip()
    verbs = [v["verb"] for v in json.loads(query("verbs"))] + ["undo"]
    if text == "quit":
        sys.exit()
    elif text == "legal":
        print("legal:", query("legal"))
    elif text:
        ask(text if text.split()[0] in verbs else "moves " + text)

def machine(seat):
    print("go movetime 1000", file=engine.stdin, flush=True)
    turn = read(("bestmove", "error"))[-1].split()[1]
    ask("moves " + turn)
    print(seat, "plays", turn)

game, level, mine, *command = sys.argv[1:] if sys.argv[4:] else sys.exit(__doc__)
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
try:
    ask("setoption name Level value " + level)
    ask("newgame " + game)
    print(*ask("show"), sep="\n")
    while query("gameover") == "false":
        turn = query("turn")
        try:
            (person if turn in mine.split(",") else machine)(query("seats").split()[int(turn[1]) - 1])
            print(*ask("show"), sep="\n")
        except ValueError as refusal:
            print(refusal)
    print("Game over:", query("result"), "by", query("reason") + ", scores", query("scores"))
except (EOFError, OSError, ValueError) as end:
    sys.exit(str(end))

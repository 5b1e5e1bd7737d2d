package match

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/engine"
	"quadrille/engine/games"
)

// The fake engine is one for tests and measurements. It knows the
// rules of every game and plays at once, first or random legal turns. On
// demand it does wrong what engines do wrong.
//
// What it does depends on its seed and on the turns of the game alone, so a
// match between fakes has the same games in every run.

// faults returns what the modes of those names do instead of answering `go`.
func faults() []string {
	return []string{"crash", "cheat", "none", "longline", "garbage", "closes", "refuse", "lie", "hang", "late", "flood", "resync", "bare"}
}

// Of the faults, the first cost their victims no time, and are drawn more often
// than the slow ones behind them. The last is never drawn: what it leaves in
// the pipe may harm it in its next game, whichever that is, and the other is quick.
const (
	fakeQuick = 8
	fakeDrawn = 11
)

// fakeEngine is the engine's state.
type fakeEngine struct {
	in     *bufio.Reader
	out    *bufio.Writer
	mode   string
	seed   uint64
	chance float64 // of a fault at each turn, in mode wild
	start  engine.Position
	pos    engine.Position
	turns  []string
	lies   bool // it will lie about the result
}

// fakeMain runs the engine: MODE [seed=N] [chance=P] [game=NAME]. The modes are
// first and random, which play well-behaved; plain, which plays at random and
// speaks no more than plain UGI; wild, which does something wrong now and
// then; each fault, which is committed at the third turn; and startcrash,
// unruly and family, see below. It ends with the process.
func fakeMain(args []string, in io.Reader, out io.Writer) {
	f := &fakeEngine{in: bufio.NewReaderSize(in, 1<<20), out: bufio.NewWriter(out), mode: args[0]}
	name := "square4"
	for _, a := range args[1:] {
		key, value, _ := strings.Cut(a, "=")
		switch key {
		case "seed":
			f.seed, _ = strconv.ParseUint(value, 10, 64)
		case "chance":
			f.chance, _ = strconv.ParseFloat(value, 64)
		case "game":
			name = value
		}
	}
	f.newGame(name, nil)
	f.prelude()
	for {
		line, err := f.in.ReadString('\n')
		if err != nil || !f.line(strings.TrimSpace(line)) {
			f.afterword()
			return
		}
		if f.in.Buffered() == 0 {
			f.out.Flush()
		}
	}
}

// prelude is what some modes do at the start: die, complain at length, or
// start a child that holds the pipes.
func (f *fakeEngine) prelude() {
	switch f.mode {
	case "startcrash":
		fmt.Fprintln(os.Stderr, "cannot find my weights")
		os.Exit(3)
	case "noisy":
		for range 2000 {
			fmt.Fprintln(os.Stderr, strings.Repeat("noise ", 100))
		}
	case "family":
		exec.Command("sleep", "3600").Start()
	}
}

// afterword keeps an unruly engine alive after the end of its input.
func (f *fakeEngine) afterword() {
	f.out.Flush()
	if f.mode == "unruly" || f.mode == "family" {
		time.Sleep(time.Hour)
	}
}

func (f *fakeEngine) say(format string, args ...any) { fmt.Fprintf(f.out, format+"\n", args...) }

// line does what a line asks, and returns false for quit.
func (f *fakeEngine) line(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "ugi":
		f.say("id name Fake %s", f.mode)
		if f.mode != "plain" {
			f.say("option name Game type combo default square4 var square4 var teeko var othello var blokus")
		}
		f.say("option name Level type spin default 10 min 1 max 10")
		f.say("ugiok")
	case "isready":
		f.say("readyok")
	case "newgame":
		words := strings.Fields(rest)
		f.newGame(words[0], words[1:])
	case "uginewgame":
		f.pos, f.turns = f.start, nil
	case "position":
		f.position(rest)
	case "moves":
		f.moves(strings.Fields(rest))
	case "query":
		f.query(rest)
	case "go":
		f.search()
	case "quit":
		return f.mode == "unruly"
	}
	return true
}

func (f *fakeEngine) newGame(name string, options []string) {
	for _, g := range games.All() {
		if g.Name() != name {
			continue
		}
		rules := engine.Rules{}
		for _, o := range options {
			key, value, _ := strings.Cut(o, "=")
			rules[key] = value
		}
		start, err := g.New(rules, 1)
		if err != nil {
			f.say("error bad-option %v", err)
			return
		}
		f.start, f.pos, f.turns, f.lies = start, start, nil, false
	}
}

func (f *fakeEngine) position(rest string) {
	head, moves, _ := strings.Cut(rest, " moves ")
	f.pos, f.turns = f.start, nil
	if fen, ok := strings.CutPrefix(head, "fen "); ok {
		pos, err := f.start.Game().ParseFEN(fen, f.start.Rules())
		if err != nil {
			f.say("error bad-position %v", err)
			return
		}
		f.pos = pos
	}
	f.moves(strings.Fields(moves))
}

func (f *fakeEngine) moves(tokens []string) {
	for _, t := range tokens {
		next, err := f.pos.Play(t)
		if err != nil || f.is("refuse", "") {
			f.say("error illegal-move %s is none", t)
			return
		}
		f.pos, f.turns = next, append(f.turns, t)
	}
}

func (f *fakeEngine) query(what string) {
	result := f.pos.Result()
	switch what {
	case "result":
		said := result.String()
		if f.lies || f.mode == "lie" {
			said = map[string]string{"p1win": "p2win"}[said]
			if said == "" {
				said = "p1win"
			}
		}
		f.say("response %s", said)
	case "gameover":
		f.say("response %v", result.Over)
	case "p1turn":
		f.say("response %v", f.pos.Turn() == engine.P1)
	default:
		f.say("error unknown-command no such query")
	}
}

// random is a generator that depends on the seed and the game so far.
func (f *fakeEngine) random() *rand.Rand {
	h := fnv.New64a()
	for _, t := range f.turns {
		h.Write([]byte(t))
		h.Write([]byte{' '})
	}
	return rand.New(rand.NewPCG(f.seed, h.Sum64()))
}

// is says whether the fault is to be committed now.
func (f *fakeEngine) is(fault, fakeDrawn string) bool {
	return f.mode == fault && len(f.turns) >= 2 || fakeDrawn == fault
}

// search answers `go`, well or badly.
func (f *fakeEngine) search() {
	legal := f.pos.Legal()
	if len(legal) == 0 {
		f.say("bestmove none")
		return
	}
	token := legal[0]
	fault := ""
	if f.mode != "first" {
		random := f.random()
		token = legal[random.IntN(len(legal))]
		if f.mode == "wild" && random.Float64() < f.chance {
			fault = faults()[random.IntN(fakeQuick)]
			if random.IntN(10) == 0 {
				fault = faults()[fakeQuick+random.IntN(fakeDrawn-fakeQuick)]
			}
		}
	}
	f.say("info depth 1 score cp %d nodes 1 time 0 pv %s", 10*len(f.turns), token)
	if !f.misbehave(fault, token) {
		f.say("bestmove %s", token)
	}
	f.out.Flush()
}

// misbehave commits a fault and says whether that was the answer.
func (f *fakeEngine) misbehave(fault, token string) bool {
	i := slices.IndexFunc(faults(), func(name string) bool { return f.is(name, fault) })
	if i < 0 {
		return false
	}
	f.out.Flush()
	switch faults()[i] {
	case "crash":
		fmt.Fprintln(os.Stderr, "panic: out of ideas")
		os.Exit(2)
	case "hang":
		time.Sleep(time.Hour)
	case "cheat":
		f.say("bestmove z9")
	case "none":
		f.say("bestmove none")
	case "late": // not before it is told to stop, which comes when it is late
		for {
			if line, err := f.in.ReadString('\n'); err != nil || strings.TrimSpace(line) == "stop" {
				break
			}
		}
		f.say("bestmove %s", token)
	case "flood":
		for {
			f.say("info string %s", strings.Repeat("babble ", 20))
		}
	case "longline":
		for {
			fmt.Fprint(f.out, strings.Repeat("x", 1<<16))
		}
	case "garbage":
		f.say("\x00\xff\xfe\r\n\ninfo score\ninfo depth score cp\xff")
		f.say("bestmove %s\xff", token)
	case "closes":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "resync":
		f.say("bestmove %s\nbestmove z9\nreadyok\nbestmove z9", token)
	case "lie":
		f.lies = true
		return false
	case "bare":
		f.say("bestmove")
	case "refuse":
		f.say("error illegal-move the position makes no sense")
	}
	return true
}

package analyse

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/internal/enginecmd"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
)

func TestMain(m *testing.M) {
	drivertest.Main(m, func(mode string) int {
		if mode == "ours" {
			return enginecmd.Main(nil, os.Stdin, os.Stdout, os.Stderr)
		}
		fakeEngine(games[mode])
		return 0
	})
}

// open starts an engine: ours, or one that plays the game of that name.
func open(t *testing.T, mode string) *driver.Engine {
	t.Helper()
	e, err := driver.Open(t.Context(), driver.Config{Command: drivertest.Command(t, mode), HandshakeTimeout: time.Minute, QuitGrace: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// game is one that a fake engine plays: three turns, in each a or b, with what
// it says to a search before each turn and to one of the single turn b.
type game struct {
	seats  int
	best   []string // info fields and the turn, before each turn and behind the last
	single []string // info fields of go searchmoves
	result string   // after three turns
}

// games have known answers. A hanging one never answers a second search.
var games = map[string]game{
	"two": {2, []string{"score cp 100 pv a|a", "score cp -50 pv a|a", "score mate 3 proof win pv a b|a"},
		[]string{"score cp -100", "score cp -50", "score cp 0 proof draw"}, "draw"},
	"four": {4, []string{"scores 4000 2000 2000 2000 pv a|a", "scores 4000 3000 2000 1000 pv b|b", "scores 1000 2000 6000 1000 pv a|a"},
		[]string{"scores 3000 3000 2000 2000", "", "scores 1000 2000 5000 2000"}, "p3win"},
	"silent": {2, []string{"nodes 1|a", "nodes 1|b", "score cp 200 pv b|b"}, []string{"nodes 1", "nodes 1", "nodes 1"}, "p1win"},
	"going":  {2, []string{"nodes 1|b", "nodes 1|b", "nodes 1|b", "score mate 2 proof win pv a|a"}, []string{"nodes 1", "nodes 1", "nodes 1"}, "none"},
	"given": {2, []string{"score cp 100 chance 6000 pv a|a", "score cp -900 chance 4500 pv b|b", "score cp 100 chance 6000 pv a|a"},
		[]string{"score cp 90 chance 5200", "", "nodes 1"}, "p2win"},
	"hangs": {2, []string{"score cp 10 pv b|b", "hang"}, nil, "none"},
}

// fakeEngine plays a game in which nothing matters but the number of turns.
func fakeEngine(g game) {
	in := bufio.NewScanner(os.Stdin)
	var turns []string
	for in.Scan() {
		words := strings.Fields(in.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "ugi":
			fmt.Print("id name Fake\nugiok\n")
		case "isready":
			fmt.Println("readyok")
		case "position":
			turns = nil
			if len(words) > 3 {
				turns = words[3:]
			}
		case "moves":
			turns = append(turns, words[1:]...)
		case "query":
			fmt.Println("response " + g.answer(words[1], turns))
		case "go":
			if !g.search(in, words, len(turns)) {
				return
			}
		case "quit":
			return
		}
	}
}

func (g game) answer(what string, turns []string) string {
	switch what {
	case "game":
		return "fake"
	case "players":
		return fmt.Sprint(g.seats)
	case "turn":
		return fmt.Sprintf("p%d", len(turns)%g.seats+1)
	case "legal":
		return "a b"
	case "history":
		return strings.Join(turns, " ")
	case "fen":
		return fmt.Sprint("after ", len(turns))
	case "diagram":
		return `[[{"t":"<b>&","s":"p1"},{"t":"x"}]]`
	case "result":
		if len(turns) == 3 {
			return g.result
		}
		return "none"
	}
	return ""
}

// search answers go; false is the end of the input.
func (g game) search(in *bufio.Scanner, words []string, turn int) bool {
	fields, best, _ := strings.Cut(g.best[turn], "|")
	if fields == "hang" {
		for in.Scan() {
			if in.Text() == "stop" {
				fmt.Print("info score cp 0 nodes 1\nbestmove a\n")
				return true
			}
		}
		return false
	}
	if words[len(words)-2] == "searchmoves" {
		fields, best = g.single[turn], words[len(words)-1]
	}
	fmt.Printf("info depth 1 %s\nbestmove %s\n", fields, best)
	return true
}

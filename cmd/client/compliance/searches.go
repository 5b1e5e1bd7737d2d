package compliance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// searchRules are those of go and what it reports.
func searchRules() []rule {
	return []rule{
		{Quadrille, "go", "with depth, nodes, movetime or clocks in every game: one bestmove that is legal, and the position stays",
			inGames(unchanged(searches((*probe).legal, "depth 1", "nodes 200", "movetime 50", "p1time 1000 p2time 1000 p3time 1000 p4time 1000",
				"p1time -5 p2time -5 p3time -5 p4time -5",
				"p1time 500 p1inc 10 p2time 500 p2inc 10 movestogo 5", "depth 1 nodes 100 movetime 100")))},
		{Quadrille, "info fields", "info lines have the fields of the protocol, the last one nodes, nps and time; scores for more than two players",
			inGames(script("wander 2 => $turns"), func(p *probe) error { _, err := p.checkedSearch("depth 2"); return err })},
		{Quadrille, "searchmoves", "`go searchmoves T` answers one of these turns; an illegal one is illegal-move",
			inGames(checkSearchMoves, script("go depth 1 searchmoves xyzzy => illegal-move"))},
		{Quadrille, "go errors", "missing, repeated, unreadable or unknown arguments of go are bad-argument and start no search", inOrder(refusedGo(
			"depth", "depth 0", "depth -1", "depth x", "depth 99999999999999999999", "depth 1 depth 2", "nodes", "nodes 0",
			"movetime", "movetime x", "p1time", "p1time x", "p1inc", "movestogo", "mate", "mate 0", "searchmoves", "xyzzy", "depth 1 xyzzy",
			"infinite infinite", "perft", "perft x", "perft 1 depth 1", "p5time 100"), (*probe).ready)},
		{Quadrille, "mate", "`go mate 1` a turn before the end of a won game ends with score mate and proof win",
			inSome(beforeTheEnd(checkMate), errNoWonGame)},
		{Quadrille, "exact", "`go exact` a turn before the end of a won game proves the win",
			inSome(beforeTheEnd(checkExact), errNoWonGame)},
		{Quadrille, "perft", "`go perft N` counts every root turn; perft 1 are the legal turns", inGames(checkPerft(1), checkPerft(2))},
		{Quadrille, "Ponder", "`ponder T` follows bestmove only when option Ponder is on; ponderhit and stop end pondering", checkPonder},
		{Quadrille, "determinism", "with Threads 1, a Seed and a depth the same lines come twice, apart from time and nps", withGames(checkDeterminism)},
		{Quadrille, "bench", "`bench GAME 1` ends with nodes and nps; the nodes are the same again", inGames(checkBench)},
		{Quadrille, "eval", "`eval` shows the static evaluation", inGames(checkEval)},
	}
}

// searches wants one bestmove of each search, without a word after it; with
// among it is one of these turns.
func searches(among func(p *probe) ([]string, error), limits ...string) check {
	return func(p *probe) error {
		var turns []string
		if among != nil {
			var err error
			if turns, err = among(p); err != nil {
				return err
			}
		}
		for _, args := range limits {
			f, err := p.search(args)
			switch {
			case err != nil:
				return err
			case f.after != "":
				return fmt.Errorf("%q follows the move", f.after)
			case among != nil && !slices.Contains(turns, f.best):
				return fmt.Errorf("go %s answers %s, which is not among query legal", args, f.best)
			}
		}
		return nil
	}
}

// checkedSearch is search with info lines that keep the protocol.
func (p *probe) checkedSearch(args string) (found, error) {
	players, err := p.players()
	if err != nil {
		return found{}, err
	}
	f, err := p.search(args)
	if err == nil {
		err = f.checkInfos(players)
	}
	return f, err
}

func checkSearchMoves(p *probe) error {
	legal, err := p.someLegal()
	if err != nil {
		return err
	}
	last := legal[len(legal)-1]
	f, err := p.search("depth 1 searchmoves " + last)
	if err == nil && f.best != last {
		err = fmt.Errorf("go searchmoves %s answers %s", last, f.best)
	}
	return err
}

func refusedGo(args ...string) check {
	return func(p *probe) error {
		for _, a := range args {
			if err := p.refused("go "+a, "bad-argument"); err != nil {
				return err
			}
		}
		return nil
	}
}

var errNoWonGame = missing("no random game was won by its last turn")

// beforeTheEnd performs a check a turn before the end of a random game that the
// last turn won.
func beforeTheEnd(c check) func(p *probe) (tried bool, err error) {
	return func(p *probe) (bool, error) {
		for range 10 {
			won, err := p.ending()
			if err != nil {
				return false, err
			}
			if won {
				return true, c(p)
			}
		}
		return false, nil
	}
}

// ending plays a random game to the end and takes its last turn back. It says
// whether that turn won.
func (p *probe) ending() (won bool, err error) {
	if err := script("newgame $game => ok")(p); err != nil {
		return false, err
	}
	turns, err := p.wander(longestGame)
	if err != nil || len(turns) == 0 {
		return false, err
	}
	result, err := p.query("result")
	if err != nil {
		return false, err
	}
	if err := p.silent("position startpos moves " + strings.Join(turns[:len(turns)-1], " ")); err != nil {
		return false, err
	}
	turn, err := p.query("turn")
	return result == turn+"win", err
}

func checkMate(p *probe) error {
	players, err := p.players()
	if err != nil {
		return err
	}
	f, err := p.search("mate 1")
	switch {
	case err != nil:
		return err
	case len(f.infos) > 0 && f.last().Proof == driver.ProvedWin && (f.last().Mate > 0 || players > 2):
		return nil
	case slices.Contains(f.texts, "no win in 1"):
		return fmt.Errorf("there is a win in 1, and it says that there is none")
	}
	return fmt.Errorf("there is a win in 1, and no info says score mate and proof win")
}

func checkExact(p *probe) error {
	players, err := p.players()
	if err != nil {
		return err
	}
	f, err := p.checkedSearch("exact")
	if err == nil && players == 2 && f.last().Proof != driver.ProvedWin {
		err = fmt.Errorf("there is a win in 1, and the last info of go exact does not say proof win")
	}
	return err
}

func checkPerft(depth int) check {
	return func(p *probe) error {
		legal, err := p.legal()
		if err != nil {
			return err
		}
		counts, nodes, err := p.perft(depth)
		if err != nil {
			return err
		}
		if len(counts) != len(legal) {
			return fmt.Errorf("go perft %d lists %s, and there are %d", depth, engine.Count(len(counts), "turn"), len(legal))
		}
		var sum uint64
		for _, turn := range legal {
			if n, ok := counts[turn]; !ok || depth == 1 && n != 1 {
				return fmt.Errorf("go perft %d counts %d for %s", depth, n, turn)
			}
			sum += counts[turn]
		}
		if sum != nodes {
			return fmt.Errorf("go perft %d says nodes %d, and the turns have %d", depth, nodes, sum)
		}
		return nil
	}
}

// perft reads the answer to `go perft`.
func (p *probe) perft(depth int) (counts map[string]uint64, nodes uint64, err error) {
	p.free = true
	defer func() { p.free = false }()
	request := fmt.Sprint("go perft ", depth)
	if err := p.send(request); err != nil {
		return nil, 0, err
	}
	counts = map[string]uint64{}
	for {
		line, err := p.next(request)
		if err != nil {
			return nil, 0, err
		}
		if word, rest, _ := strings.Cut(line, " "); word == "nodes" {
			nodes, err = strconv.ParseUint(rest, 10, 64)
			return counts, nodes, err
		}
		turn, count, ok := strings.Cut(line, ": ")
		n, err := strconv.ParseUint(count, 10, 64)
		if !ok || err != nil {
			return nil, 0, fmt.Errorf("%q is not a line of perft", driver.Clip(line))
		}
		counts[turn] = n
	}
}

func checkPonder(p *probe) error {
	if err := p.silent("setoption name Ponder value true"); err != nil {
		return err
	}
	f, err := p.search("depth 3")
	if err != nil {
		return err
	}
	if words := strings.Fields(f.after); len(words) != 0 && (len(words) != 2 || words[0] != "ponder") {
		return fmt.Errorf("%q follows the move", f.after)
	}
	if err := p.send("go ponder movetime 50", "ponderhit"); err != nil {
		return err
	}
	if _, err = p.result("ponderhit"); err != nil {
		return err
	}
	if err := p.send("go ponder depth 1"); err != nil {
		return err
	}
	return inOrder((*probe).stopQuietly, script("ponderhit => nothing"))(p)
}

// undated is an info line without time and nps.
func undated(i driver.Info) string {
	words := strings.Fields(i.Raw)
	for n := 0; n+1 < len(words); {
		if words[n] == "time" || words[n] == "nps" {
			words = slices.Delete(words, n, n+2)
		} else {
			n++
		}
	}
	return strings.Join(words, " ")
}

func checkDeterminism(p *probe) error {
	var before []string
	for round := range 2 {
		err := script("setoption name Threads value 1 => nothing\nsetoption name Seed value 7 => nothing\nnewgame $game => ok")(p)
		if err != nil {
			return err
		}
		f, err := p.search("nodes 2000")
		if err != nil {
			return err
		}
		now := []string{f.best}
		for _, i := range f.infos {
			now = append(now, undated(i))
		}
		if round == 1 && !slices.Equal(before, now) {
			return fmt.Errorf("the same search answered %q and then %q, or said other things on the way", before[0], now[0])
		}
		before = now
	}
	return nil
}

func checkBench(p *probe) error {
	var before string
	for round := range 2 {
		answer, err := p.ask("bench " + p.named["game"] + " 1")
		// A bench that takes its time is answered after readyok.
		for err == nil && (len(answer) == 0 || !strings.HasPrefix(answer[len(answer)-1], "nps ")) {
			var line string
			if line, err = p.next("bench"); strings.HasPrefix(line, "error") {
				return fmt.Errorf("bench is answered with %q", driver.Clip(line))
			}
			answer = append(answer, line)
		}
		if err != nil || len(answer) < 2 || !strings.HasPrefix(answer[len(answer)-2], "nodes ") {
			return orElse(err, "there is no line nodes before nps")
		}
		nodes := answer[len(answer)-2]
		if round == 1 && nodes != before {
			return fmt.Errorf("bench says %s and then %s", before, nodes)
		}
		before = nodes
	}
	return nil
}

func checkEval(p *probe) error {
	answer, err := p.ask("eval")
	if err != nil || len(answer) == 0 || strings.HasPrefix(answer[0], "error") {
		return orElse(err, "eval shows nothing: %q", strings.Join(answer, " "))
	}
	return nil
}

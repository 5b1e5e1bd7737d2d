package protocol

import (
	"math"
	"strconv"
	"strings"
	"time"

	"quadrille/ai"
	"quadrille/engine"
)

// goRequest is a parsed `go` line.
type goRequest struct {
	limits ai.Limits
	perft  int // depth, or -1 when no perft is asked for
}

const (
	maxDepth  = math.MaxInt32
	maxMillis = 1_000_000_000_000 // some thirty years
	maxPerft  = 1000
)

// keyword is a word of `go`: the range of the number after it, none where most
// is 0, and what it sets.
type keyword struct {
	least, most int64
	set         func(r *goRequest, n int64)
}

// keywords are those of `go` but for searchmoves, which takes turns.
func keywords() map[string]keyword {
	millis := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	words := map[string]keyword{
		"depth":     {1, maxDepth, func(r *goRequest, n int64) { r.limits.Depth = int(n) }},
		"nodes":     {1, math.MaxInt64, func(r *goRequest, n int64) { r.limits.Nodes = uint64(n) }},
		"movetime":  {1, maxMillis, func(r *goRequest, n int64) { r.limits.MoveTime = millis(n) }},
		"movestogo": {1, maxDepth, func(r *goRequest, n int64) { r.limits.MovesToGo = int(n) }},
		"mate":      {1, maxPerft, func(r *goRequest, n int64) { r.limits.Mate = int(n) }},
		"perft":     {0, maxPerft, func(r *goRequest, n int64) { r.perft = int(n) }},
		"exact":     {set: func(r *goRequest, _ int64) { r.limits.Exact = true }},
		"infinite":  {set: func(r *goRequest, _ int64) { r.limits.Infinite = true }},
		"ponder":    {set: func(r *goRequest, _ int64) { r.limits.Ponder = true }},
	}
	for seat := range engine.MaxPlayers {
		name := engine.Player(seat + 1).String()
		// A clock that a runner's margin, or a person, has overdrawn has nothing left.
		words[name+"time"] = keyword{-maxMillis, maxMillis, func(r *goRequest, n int64) {
			r.limits.Clocked[seat], r.limits.Clocks[seat].Left = true, millis(max(0, n))
		}}
		words[name+"inc"] = keyword{0, maxMillis, func(r *goRequest, n int64) { r.limits.Clocks[seat].Increment = millis(n) }}
	}
	return words
}

// parseGo reads the words behind `go`. It knows no position: whether the
// searchmoves are legal and whether the right clocks are given is checked by
// checkGo.
func parseGo(words []string) (goRequest, error) {
	req, known, seen := goRequest{perft: -1}, keywords(), map[string]bool{}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if seen[word] {
			return req, refuse(BadArgument, "go: %s is given twice", quote(word))
		}
		seen[word] = true
		k, ok := known[word]
		var n int64
		var err error
		switch {
		case word == "searchmoves":
			if words = req.searchMoves(words, known); len(req.limits.SearchMoves) == 0 {
				return req, refuse(BadArgument, "go: searchmoves needs at least one turn")
			}
			continue
		case !ok:
			return req, refuse(BadArgument, "go: %s is not an argument; there are: depth nodes movetime p1time..p4time p1inc..p4inc "+
				"movestogo mate exact infinite ponder searchmoves perft", quote(word))
		case k.most > 0:
			if n, err = k.number(word, words); err != nil {
				return req, err
			}
			words = words[1:]
		}
		k.set(&req, n)
	}
	if seen["perft"] && len(seen) > 1 {
		return req, refuse(BadArgument, "go perft N takes no other argument")
	}
	return req, nil
}

// number reads the number after a keyword.
func (k keyword) number(word string, words []string) (int64, error) {
	if len(words) == 0 {
		return 0, refuse(BadArgument, "go: %s needs a number", word)
	}
	n, err := strconv.ParseInt(words[0], 10, 64)
	if err != nil || n < k.least || n > k.most {
		return 0, refuse(BadArgument, "go: %s takes a whole number from %d to %d, not %s", word, k.least, k.most, quote(words[0]))
	}
	return n, nil
}

// searchMoves takes the words up to the next keyword; no game has a token that
// is one. It returns the rest.
func (r *goRequest) searchMoves(words []string, known map[string]keyword) []string {
	for len(words) > 0 && words[0] != "searchmoves" {
		if _, ok := known[words[0]]; ok {
			break
		}
		r.limits.SearchMoves = append(r.limits.SearchMoves, words[0])
		words = words[1:]
	}
	return words
}

// checkGo checks a request against the position.
func checkGo(req goRequest, p engine.Position) error {
	l := req.limits
	clocked := l.Clocked != [engine.MaxPlayers]bool{}
	if turn := p.Turn(); clocked && !l.Clocked[turn-1] {
		return refuse(BadArgument, "go: %stime is missing, and %s is to move", turn, turn)
	}
	if p.Result().Over {
		return nil
	}
	return checkSearchMoves(l.SearchMoves, p)
}

func checkSearchMoves(tokens []string, p engine.Position) error {
	if len(tokens) == 0 {
		return nil
	}
	legal := map[string]bool{}
	for _, t := range p.Legal() {
		legal[t] = true
	}
	for _, t := range tokens {
		if !legal[t] {
			if _, err := p.Play(t); err != nil {
				return refuse(IllegalMove, "searchmoves %s: %s", quote(t), err)
			}
			return refuse(IllegalMove, "searchmoves %s: write it as query legal does", quote(t))
		}
	}
	return nil
}

// withoutRepeats returns the tokens with each kept once.
func withoutRepeats(tokens []string) []string {
	seen := map[string]bool{}
	var kept []string
	for _, t := range tokens {
		if !seen[t] {
			seen[t] = true
			kept = append(kept, t)
		}
	}
	return kept
}

// infoLine writes a search report. Without times it is the same on every
// machine.
func infoLine(i ai.Info, times bool) string {
	if i.Text != "" {
		return "info string " + i.Text
	}
	w := &infoWriter{}
	w.b.WriteString("info")
	if i.Solving > 0 {
		w.number("solving", int64(i.Solving))
		w.time(i, times)
		return w.b.String()
	}
	w.number("depth", int64(i.Depth))
	w.number("seldepth", int64(i.SelDepth))
	w.number("multipv", int64(i.MultiPV))
	w.score(i)
	w.b.WriteString(" nodes " + strconv.FormatUint(i.Nodes, 10))
	if times {
		w.b.WriteString(" nps " + strconv.FormatUint(perSecond(i.Nodes, i.Time), 10))
	}
	w.number("hashfull", int64(i.HashFull))
	w.number("tbhits", int64(i.TBHits))
	w.time(i, times)
	if len(i.PV) > 0 {
		w.b.WriteString(" pv " + strings.Join(i.PV, " "))
	}
	return w.b.String()
}

type infoWriter struct{ b strings.Builder }

func (w *infoWriter) number(name string, n int64) {
	if n != 0 {
		w.b.WriteString(" " + name + " " + strconv.FormatInt(n, 10))
	}
}

func (w *infoWriter) time(i ai.Info, times bool) {
	if times {
		w.b.WriteString(" time " + strconv.FormatInt(i.Time.Milliseconds(), 10))
	}
}

func (w *infoWriter) score(i ai.Info) {
	if len(i.Scores) > 0 {
		w.b.WriteString(" scores " + engine.JoinInts(i.Scores))
	} else if i.HasScore {
		if i.Score.Mate != 0 {
			w.b.WriteString(" score mate " + strconv.Itoa(i.Score.Mate))
		} else {
			w.b.WriteString(" score cp " + strconv.Itoa(i.Score.CP))
		}
	}
	w.b.WriteString([...]string{"", " lowerbound", " upperbound"}[i.Bound])
	w.number("chance", int64(i.Chance))
	if i.Proof != ai.NotProved {
		w.b.WriteString(" proof " + i.Proof.String())
	}
}

// perSecond is a rate of nodes, with times below a microsecond taken as one.
func perSecond(nodes uint64, d time.Duration) uint64 {
	return uint64(float64(nodes) / max(d, time.Microsecond).Seconds())
}

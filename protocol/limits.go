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

// goParser reads the words behind `go`.
type goParser struct {
	words []string
	seen  map[string]bool
	req   goRequest
}

// parseGo reads the words behind `go`. It knows no position: whether the
// searchmoves are legal and whether the right clocks are given is checked by
// checkGo.
func parseGo(words []string) (goRequest, error) {
	p := &goParser{words: words, seen: map[string]bool{}, req: goRequest{perft: -1}}
	for len(p.words) > 0 {
		word := p.words[0]
		p.words = p.words[1:]
		if p.seen[word] {
			return p.req, refuse(BadArgument, "go: %s is given twice", quote(word))
		}
		p.seen[word] = true
		if err := p.argument(word); err != nil {
			return p.req, err
		}
	}
	if p.seen["perft"] && len(p.seen) > 1 {
		return p.req, refuse(BadArgument, "go perft N takes no other argument")
	}
	return p.req, nil
}

// argument reads the value of one keyword.
func (p *goParser) argument(word string) (err error) {
	l := &p.req.limits
	var n int64
	switch word {
	case "depth":
		n, err = p.number(word, 1, maxDepth)
		l.Depth = int(n)
	case "nodes":
		n, err = p.number(word, 1, math.MaxInt64)
		l.Nodes = uint64(n)
	case "movetime":
		l.MoveTime, err = p.millis(word, 1)
	case "movestogo":
		n, err = p.number(word, 1, maxDepth)
		l.MovesToGo = int(n)
	case "mate":
		n, err = p.number(word, 1, maxPerft)
		l.Mate = int(n)
	case "perft":
		n, err = p.number(word, 0, maxPerft)
		p.req.perft = int(n)
	case "exact":
		l.Exact = true
	case "infinite":
		l.Infinite = true
	case "ponder":
		l.Ponder = true
	case "searchmoves":
		err = p.searchMoves()
	default:
		return p.clock(word)
	}
	return err
}

// clock reads p1time to p4time and p1inc to p4inc.
func (p *goParser) clock(word string) (err error) {
	if len(word) > 2 && word[0] == 'p' && word[1] >= '1' && word[1] <= '0'+engine.MaxPlayers {
		seat := word[1] - '1'
		switch word[2:] {
		case "time":
			p.req.limits.Clocked[seat] = true
			p.req.limits.Clocks[seat].Left, err = p.millis(word, 0)
			return err
		case "inc":
			p.req.limits.Clocks[seat].Increment, err = p.millis(word, 0)
			return err
		}
	}
	return refuse(BadArgument, "go: %s is not an argument; there are: depth nodes movetime p1time..p4time p1inc..p4inc "+
		"movestogo mate exact infinite ponder searchmoves perft", quote(word))
}

func (p *goParser) number(word string, least, most int64) (int64, error) {
	if len(p.words) == 0 {
		return 0, refuse(BadArgument, "go: %s needs a number", word)
	}
	n, err := strconv.ParseInt(p.words[0], 10, 64)
	if err != nil || n < least || n > most {
		return 0, refuse(BadArgument, "go: %s takes a whole number from %d to %d, not %s", word, least, most, quote(p.words[0]))
	}
	p.words = p.words[1:]
	return n, nil
}

func (p *goParser) millis(word string, least int64) (time.Duration, error) {
	n, err := p.number(word, least, maxMillis)
	return time.Duration(n) * time.Millisecond, err
}

// searchMoves takes the words up to the next keyword; no game has a token that
// is one.
func (p *goParser) searchMoves() error {
	for len(p.words) > 0 && !goKeyword(p.words[0]) {
		p.req.limits.SearchMoves = append(p.req.limits.SearchMoves, p.words[0])
		p.words = p.words[1:]
	}
	if len(p.req.limits.SearchMoves) == 0 {
		return refuse(BadArgument, "go: searchmoves needs at least one turn")
	}
	return nil
}

func goKeyword(word string) bool {
	switch word {
	case "depth", "nodes", "movetime", "movestogo", "mate", "perft", "exact", "infinite", "ponder", "searchmoves":
		return true
	}
	return len(word) > 2 && word[0] == 'p' && word[1] >= '1' && word[1] <= '4' &&
		(word[2:] == "time" || word[2:] == "inc")
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
	if times {
		w.b.WriteString(" time " + strconv.FormatInt(i.Time.Milliseconds(), 10))
	}
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
	if i.Proof != ai.NotProved {
		w.b.WriteString(" proof " + i.Proof.String())
	}
}

// perSecond is a rate of nodes, with times below a microsecond taken as one.
func perSecond(nodes uint64, d time.Duration) uint64 {
	return uint64(float64(nodes) / max(d, time.Microsecond).Seconds())
}

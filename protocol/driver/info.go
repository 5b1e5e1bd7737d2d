package driver

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Bound says how a reported score relates to the true one.
type Bound string

// The bounds, as the protocol writes them. ExactBound is the zero value.
const (
	ExactBound Bound = ""
	LowerBound Bound = "lowerbound"
	UpperBound Bound = "upperbound"
)

// Proof is a proved value from the side to move's view.
type Proof string

// The proofs, as the protocol writes them. NotProved is the zero value.
const (
	NotProved  Proof = ""
	ProvedWin  Proof = "win"
	ProvedLoss Proof = "loss"
	ProvedDraw Proof = "draw"
)

// Info is one line `info …` of a running search. A field that the line does
// not have is zero.
type Info struct {
	Depth    int // plies completed
	SelDepth int // deepest ply reached
	MultiPV  int // rank of the line, from 1
	// HasScore says that CP or, when it is not zero, Mate counts.
	HasScore bool
	CP       int // hundredths of the game's unit, from the side to move's view
	// Mate is the number of plies (turn tokens) to the end of the game,
	// negative when the side to move loses.
	Mate   int
	Bound  Bound
	Scores []int // one a seat, in hundredths, in games of more than two
	Proof  Proof
	// Chance is what the side to move scores on average, in hundredths of a
	// percent of a win; 0 where the engine does not say.
	Chance   int
	Nodes    uint64
	NPS      uint64
	HashFull int // permille
	TBHits   uint64
	Time     time.Duration
	PV       []string
	Solving  int    // thousandths of the solving of the game that are done; of no search
	Text     string // the words of `info string`
	Raw      string // the whole line
}

// ParseInfo reads a line `info …`. Words it does not know are passed over, as
// UCI asks. The error names the field whose value is missing or wrong; the
// fields before it are filled in.
func ParseInfo(line string) (Info, error) {
	info := Info{Raw: line}
	rest, ok := cutWord(line, "info")
	if !ok {
		return info, fmt.Errorf("driver: %q is not an info line", Clip(line))
	}
	words := strings.Fields(rest)
	for len(words) > 0 {
		key := words[0]
		if key == "string" {
			_, text, _ := strings.Cut(rest, "string")
			info.Text = strings.TrimSpace(text)
			return info, nil
		}
		used, err := info.field(key, words[1:])
		if err != nil {
			return info, fmt.Errorf("driver: info %s: %w", key, err)
		}
		words = words[1+used:]
	}
	return info, nil
}

// field reads the value of one key and says how many words it took.
func (info *Info) field(key string, words []string) (used int, err error) {
	switch key {
	case "depth":
		return one(words, &info.Depth)
	case "seldepth":
		return one(words, &info.SelDepth)
	case "multipv":
		return one(words, &info.MultiPV)
	case "chance":
		return info.chance(words)
	case "solving":
		return info.solving(words)
	case "hashfull":
		return one(words, &info.HashFull)
	case "nodes":
		return count(words, &info.Nodes)
	case "nps":
		return count(words, &info.NPS)
	case "tbhits":
		return count(words, &info.TBHits)
	case "time":
		var ms uint64
		used, err = count(words, &ms)
		info.Time = time.Duration(min(ms, maxMillis)) * time.Millisecond
		return used, err
	case "score":
		return info.score(words)
	case "scores":
		return info.seats(words)
	case "lowerbound", "upperbound":
		info.Bound = Bound(key)
		return 0, nil
	case "proof":
		return info.proof(words)
	case "pv":
		info.PV = words
		return len(words), nil
	}
	return 0, nil
}

func (info *Info) chance(words []string) (int, error) {
	n := 0
	used, err := one(words, &n)
	if err == nil && (n < 1 || n > 9999) {
		return 0, fmt.Errorf("%d is not a chance; chances are 1 to 9999", n)
	}
	info.Chance = n
	return used, err
}

func (info *Info) solving(words []string) (int, error) {
	n := 0
	used, err := one(words, &n)
	if err == nil && (n < 0 || n > int(SolvedWhole)) {
		return 0, fmt.Errorf("%d is not in thousandths, 0 to %d", n, SolvedWhole)
	}
	info.Solving = n
	return used, err
}

// maxMillis is the longest time that fits a time.Duration.
const maxMillis = uint64(1<<63-1) / uint64(time.Millisecond)

func (info *Info) score(words []string) (int, error) {
	if len(words) < 2 {
		return 0, errMissing
	}
	switch words[0] {
	case "cp":
		info.HasScore = true
		_, err := one(words[1:], &info.CP)
		return 2, err
	case "mate":
		info.HasScore = true
		_, err := one(words[1:], &info.Mate)
		return 2, err
	}
	return 0, fmt.Errorf("%q is neither cp nor mate", Clip(words[0]))
}

// seats reads numbers for as long as there are any.
func (info *Info) seats(words []string) (int, error) {
	info.Scores = nil
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			break
		}
		info.Scores = append(info.Scores, n)
	}
	if len(info.Scores) == 0 {
		return 0, errMissing
	}
	return len(info.Scores), nil
}

func (info *Info) proof(words []string) (int, error) {
	if len(words) == 0 {
		return 0, errMissing
	}
	switch p := Proof(words[0]); p {
	case ProvedWin, ProvedLoss, ProvedDraw:
		info.Proof = p
		return 1, nil
	}
	return 0, fmt.Errorf("%q is not a proof; proofs are win, loss and draw", Clip(words[0]))
}

var errMissing = fmt.Errorf("the value is missing")

// one reads a number.
func one(words []string, to *int) (int, error) {
	if len(words) == 0 {
		return 0, errMissing
	}
	n, err := strconv.Atoi(words[0])
	if err != nil {
		return 0, fmt.Errorf("%q is not a number", Clip(words[0]))
	}
	*to = n
	return 1, nil
}

// count reads a number that is not negative.
func count(words []string, to *uint64) (int, error) {
	if len(words) == 0 {
		return 0, errMissing
	}
	n, err := strconv.ParseUint(words[0], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a count", Clip(words[0]))
	}
	*to = n
	return 1, nil
}

// Measures says whether a score in hundredths is one in the unit of the game, which
// people can be told. One beyond says that the search takes the game for won or lost,
// and how far beyond says nothing.
func Measures(cp int) bool { return cp > -10000 && cp < 10000 }

// Best is the answer of a search.
type Best struct {
	Move   string // token; empty when the game is over (`bestmove none`)
	Ponder string // expected reply, empty when not given
}

// ParseBest reads a line `bestmove T [ponder U]`; ok is false for other lines. The
// error is of one that has no T, which ends a search all the same.
func ParseBest(line string) (b Best, ok bool, err error) {
	rest, ok := cutWord(line, "bestmove")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		if ok {
			err = errors.New(`driver: the engine wrote bestmove with no turn behind it; where there is none it is "bestmove none"`)
		}
		return Best{}, ok, err
	}
	if words[0] != "none" {
		b.Move = words[0]
	}
	if len(words) >= 3 && words[1] == "ponder" {
		b.Ponder = words[2]
	}
	return b, true, nil
}

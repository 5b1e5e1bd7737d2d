package othello

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// segment is a run of moves in a line.
type segment struct {
	parts   []part // moves, remarks and what is damaged
	turn    int    // the number before the first move, 0 for none
	restart bool   // a 1 before the first move begins a game
	first   bool   // the segment begins the line
	within  bool   // other text stands in the line
	weak    bool   // and the moves are too few to be a game
}

// tokens are the moves in order.
func (s segment) tokens() (all []string) {
	for _, p := range s.parts {
		all = append(all, p.tokens...)
	}
	return all
}

// line is where the segment is.
func (s segment) line() int { return s.parts[0].line }

// squares counts the moves that are no passes.
func (s segment) squares() (n int) {
	for _, token := range s.tokens() {
		if token != engine.Pass {
			n++
		}
	}
	return n
}

// segments takes the runs of moves out of a line. In a line with other text
// only what looks like a list counts: some moves, or numbers of turns for some
// of them. ok is false when there are squares that do not.
func (l textLine) segments() (all []segment, ok bool) {
	within := l.is(otherPart)
	ok = true
	for _, run := range l.runs() {
		switch n := evidence(run); {
		case !within || n >= 2:
			parts := splitRun(run, within)
			for i := range parts {
				parts[i].weak = within && n < 3
			}
			all = append(all, parts...)
		case n > 0:
			ok = false
		}
	}
	return all, ok
}

// runs are the parts of the line between other text. There something like v2
// in front of the moves or behind them is text too.
func (l textLine) runs() (runs [][]part) {
	within := l.is(otherPart)
	for rest := l.parts; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(p part) bool { return p.kind == otherPart })
		if n < 0 {
			n = len(rest)
		}
		run := rest[:n]
		for within && len(run) > 0 && run[0].kind == damagedPart {
			run = run[1:]
		}
		for within && len(run) > 0 && run[len(run)-1].kind == damagedPart && len(run[len(run)-1].text) < 4 {
			run = run[:len(run)-1]
		}
		runs = append(runs, run)
		rest = rest[min(n+1, len(rest)):]
	}
	return runs
}

// evidence says how much a run looks like a list of moves: by its squares, by
// words of several and by numbers of turns.
func evidence(run []part) (n int) {
	for i, p := range run {
		switch {
		case p.kind == movesPart && p.text != "--":
			n += len(p.tokens) + min(len(p.tokens)-1, 1)
		case p.kind == damagedPart && len(p.text) >= 4:
			n += 3
		case p.kind == numberPart && p.dotted && i+1 < len(run) && run[i+1].kind == movesPart:
			n++
		}
	}
	return n
}

// splitRun begins a segment at a number 1 and at every word of several squares,
// since both may begin a game.
func splitRun(run []part, within bool) (all []segment) {
	for i, p := range run {
		if p.kind == labelPart || p.kind == numberPart {
			continue
		}
		turn, restart := 0, false
		if i > 0 && run[i-1].kind == numberPart {
			turn = run[i-1].number
			restart = turn == 1 && (run[i-1].dotted || i == 1)
		}
		if all == nil || restart || len(p.tokens) > 1 {
			all = append(all, segment{turn: turn, restart: restart, first: all == nil, within: within})
		}
		last := &all[len(all)-1]
		last.parts = append(last.parts, p)
	}
	return all
}

// textReader makes games of a text.
type textReader struct {
	games   []*textGame
	current *textGame    // nil before the first moves behind a header
	header  []record.Tag // of the next game
	at      int          // the line of the header
	remarks []string     // in front of the next game
	lost    int          // the first line with squares that belong to no game, 0 for none
}

// textGame is a game that is being read.
type textGame struct {
	game
	tags    []record.Tag
	remarks []string // behind the last turn
	line    int
	err     error
}

// line reads a line.
func (t *textReader) line(l textLine) {
	if l.tag.Name != "" {
		t.tag(l.tag, l.number)
		return
	}
	segments, ok := l.segments()
	if !ok {
		t.lose(l.number)
	}
	for _, s := range segments {
		t.segment(s)
	}
}

func (t *textReader) lose(line int) {
	if t.lost == 0 {
		t.lost = line
	}
}

// tag takes a line of a header, which begins a game.
func (t *textReader) tag(tag record.Tag, line int) {
	t.current = nil
	for _, have := range t.header {
		if have.Name == tag.Name {
			t.noMoves()
			break
		}
	}
	if t.header == nil {
		t.at = line
	}
	t.header = append(t.header, tag)
}

// noMoves gives the header up that no moves followed.
func (t *textReader) noMoves() {
	if t.header != nil {
		t.begin(t.at).err = record.ErrorAt(t.at, "a header without moves")
		t.current = nil
	}
}

func (t *textReader) begin(line int) *textGame {
	t.current = &textGame{game: newGame(), tags: t.header, remarks: t.remarks, line: line}
	t.header, t.remarks = nil, nil
	t.games = append(t.games, t.current)
	return t.current
}

// segment plays moves, as those of a new game or as more of the present one.
func (t *textReader) segment(s segment) {
	switch t.reading(s) {
	case aNewGame:
		t.begin(s.line())
	case noGame:
		t.lose(s.line())
		return
	}
	switch {
	case t.current == nil: // remarks alone
		for _, p := range s.parts {
			t.remarks = append(t.remarks, p.text)
		}
	case t.current.err == nil:
		t.current.err = t.current.take(s)
	}
}

// The ways to read a segment.
type reading int

const (
	moreOfIt reading = iota
	aNewGame
	noGame
)

// reading decides what a segment is: what the rules allow more of, and where
// both are possible, by the way it is written.
func (t *textReader) reading(s segment) reading {
	tokens := s.tokens()
	if len(tokens) == 0 && s.parts[0].kind == remarkPart {
		return moreOfIt
	}
	fresh := newGame().legal(tokens)
	whole := fresh == len(tokens) && s.squares() > 0
	if t.current == nil {
		return t.beginning(s, fresh, whole)
	}
	more := t.current.legal(tokens)
	broken, turns := t.current.err != nil, len(t.current.Turns)
	switch {
	case s.restart && (broken || turns > 0):
		return t.beginning(s, fresh, whole)
	case s.within && t.current.same(s):
		return moreOfIt // a link to the game behind its moves; nothing of it is played
	case s.parts[0].kind == damagedPart && len(s.parts[0].tokens) == 0:
		if t.current.Last.Result().Over {
			return noGame
		}
		return moreOfIt
	case more == 0 && s.squares() == 0:
		return noGame
	case s.within && s.turn != turns+1 && s.turn != turns/2+1:
		return t.beginning(s, fresh, whole)
	case broken && whole && s.first && s.squares() >= 2:
		return aNewGame
	case broken:
		return moreOfIt
	case fresh > more, whole && fresh == more && s.first && s.squares() >= 3:
		return aNewGame
	}
	return moreOfIt
}

// beginning is what a segment is where no game goes on.
func (t *textReader) beginning(s segment, fresh int, whole bool) reading {
	list := !s.within && (s.restart || fresh > 0 || len(s.tokens()) >= 3)
	if !s.weak && (whole || list || fresh >= 4) {
		return aNewGame
	}
	return noGame
}

// legal counts the tokens that can be played from here on.
func (g game) legal(tokens []string) int {
	trial := game{record.NewGame(othello.Game{}, g.Last)}
	for i, token := range tokens {
		if trial.play(token, "") != nil {
			return i
		}
	}
	return len(tokens)
}

// same says whether a segment has the squares of the game.
func (g *textGame) same(s segment) bool {
	passes := func(token string) bool { return token == engine.Pass }
	return slices.Equal(slices.DeleteFunc(s.tokens(), passes), slices.DeleteFunc(g.Tokens(), passes))
}

// take plays the moves of a segment, unless they are the game again.
func (g *textGame) take(s segment) error {
	if s.within && g.same(s) {
		return nil
	}
	for _, p := range s.parts {
		if p.kind == remarkPart {
			g.remarks = append(g.remarks, p.text)
			continue
		}
		g.comment()
		for _, token := range p.tokens {
			err := g.play(token, "")
			if err != nil && !(s.within && token == engine.Pass) {
				return record.ErrorAt(p.line, "move %d, %s: %v", len(g.Turns)+1, token, err)
			}
		}
		if p.kind == damagedPart {
			return record.ErrorAt(p.line, "behind move %d, %q is not a square from a1 to h8 nor a row of them", len(g.Turns), engine.Clip(p.text))
		}
	}
	return nil
}

// comment makes the remarks so far the comment on the last turn, or on the game.
func (g *textGame) comment() {
	text := record.CleanText(strings.NewReplacer("{", " ", "}", " ").Replace(strings.Join(g.remarks, " ")))
	g.remarks = nil
	if text == "" {
		return
	}
	if n := len(g.Turns); n > 0 {
		g.Turns[n-1].Comment = text
	} else {
		g.Intro = text
	}
}

// readText makes games of a text. The notes say what of it is left out.
func readText(text string) (t textReader, notes []string) {
	s := newTextScanner(text)
	for s.Rest != "" {
		t.line(s.line())
	}
	t.noMoves()
	if t.lost > 0 {
		notes = append(notes, fmt.Sprintf("line %d has squares that belong to no game and are left out", t.lost))
	}
	if s.skipped > 0 {
		notes = append(notes, fmt.Sprintf("moves in parentheses that are left out: %d", s.skipped))
	}
	return t, notes
}

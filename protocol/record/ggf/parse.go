package ggf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/engine"
	"quadrille/protocol/record"
	"quadrille/protocol/record/othellogame"
)

// Parse reads any number of games. The notes say what of the text is not in
// the records. The games before an error are returned with it; it is a
// *record.ParseError.
func Parse(data []byte) (records []*record.Record, notes []string, err error) {
	s := &scanner{rest: strings.TrimPrefix(string(data), "\uFEFF"), line: 1}
	for {
		properties, ok, err := s.next()
		switch {
		case err != nil:
			return records, notes, err
		case !ok && records == nil:
			return nil, nil, s.errorf("there is no game")
		case !ok:
			return records, notes, nil
		}
		g := &game{}
		r, err := g.read(properties, s.line)
		if err != nil {
			return records, notes, err
		}
		records = append(records, r)
		if g.skipped != nil {
			notes = append(notes, fmt.Sprintf("game %d: properties that records do not have are skipped: %s",
				len(records), strings.Join(g.skipped, " ")))
		}
	}
}

// game is what has been read of a game.
type game struct {
	tags           [len(tagNames)]string
	moves          *othellogame.Game
	comments       map[int]string // by turn, from 0
	result, reason string
	score          string
	scoreLine      int
	skipped        []string
}

// tagNames are the tags that a property's text goes to, in the order in which
// they are written.
var tagNames = [...]string{"Place", record.DateTag, "Time", "P1", "P2", "P1Rating", "P2Rating", "Clock", "P1Clock", "P2Clock"}

// textProperties are the properties that are the text of a tag.
var textProperties = map[string]string{
	"PC": "Place", "PB": "P1", "PW": "P2", "RB": "P1Rating", "RW": "P2Rating", "TI": "Clock", "TB": "P1Clock", "TW": "P2Clock",
}

func (g *game) set(tag, value string) { g.tags[slices.Index(tagNames[:], tag)] = value }

// read reads a game that ends on the given line.
func (g *game) read(properties []property, line int) (*record.Record, error) {
	g.moves, g.comments = othellogame.New(), map[int]string{}
	seen := map[string]bool{}
	for _, p := range properties {
		if p.name != "B" && p.name != "W" && seen[p.name] {
			return nil, fail(p.line, "%s is given twice", p.name)
		}
		seen[p.name] = true
		if err := g.property(p, seen); err != nil {
			return nil, fail(p.line, "%v", err)
		}
	}
	if !seen["GM"] {
		return nil, fail(line, "the game has no GM, so it is not known to be Othello")
	}
	return g.finish(line)
}

func (g *game) property(p property, seen map[string]bool) error {
	if tag, ok := textProperties[p.name]; ok {
		return g.text(tag, p.value)
	}
	switch p.name {
	case "GM":
		if !strings.EqualFold(strings.TrimSpace(p.value), "othello") {
			return fmt.Errorf("the game is %q, not Othello", engine.Clip(p.value))
		}
	case "TY":
		return checkType(p.value)
	case "BO":
		return g.board(p.value, seen)
	case "DT":
		return g.date(p.value)
	case "RE":
		g.score, g.scoreLine = p.value, p.line
	case "B", "W":
		return g.move(p.name, p.value)
	case "KB", "KW", "KM":
		return fmt.Errorf("%s is a komi, and othello has none here", p.name)
	default:
		g.skipped = append(g.skipped, p.name)
	}
	return nil
}

// text takes a text over into a tag. A question mark is an unknown name.
func (g *game) text(tag, value string) error {
	value = strings.Join(strings.Fields(value), " ")
	if value == "?" {
		value = ""
	}
	g.set(tag, value)
	return nil
}

// checkType reads TY: an s for a synchronised match, the length of the board's
// side, and letters for variants, of which k is a komi and a the aim to have
// fewer disks. A random start (r and a number) is in BO.
func checkType(value string) error {
	rest := strings.TrimPrefix(strings.TrimSpace(value), "s")
	letters := strings.TrimLeft(rest, "0123456789")
	if rest[:len(rest)-len(letters)] != "8" || strings.ContainsAny(letters, "ka") {
		return fmt.Errorf("type %q is not Othello on 8x8 squares with the usual aim and without komi", engine.Clip(value))
	}
	return nil
}

// board reads BO: the side's length, the squares from a1 row by row as * for
// Black, O for White and -, and the side to move. White space is free.
func (g *game) board(value string, seen map[string]bool) error {
	if seen["B"] || seen["W"] {
		return fmt.Errorf("BO stands behind the first move")
	}
	packed := strings.Join(strings.Fields(value), "")
	squares, ok := strings.CutPrefix(packed, "8")
	if !ok || len(squares) != 65 {
		return fmt.Errorf("a board is 8, 64 squares and the side to move, not %q", engine.Clip(value))
	}
	fen := strings.ReplaceAll(squares[:64]+" "+squares[64:], "*", "X")
	moves, err := othellogame.FromFEN(fen)
	if err != nil {
		return fmt.Errorf("BO, with X for *: %w", err)
	}
	g.moves = moves
	return nil
}

// date reads DT: 2004.09.18_05:54:38.MDT, of which the end may be missing, or
// seconds since 1970 up to the year 9999.
func (g *game) date(value string) error {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil && seconds >= 0 && seconds < 253_402_300_800 {
		t := time.Unix(seconds, 0).UTC()
		g.set(record.DateTag, t.Format(time.DateOnly))
		g.set("Time", t.Format("15:04:05")+".UTC")
		return nil
	}
	day, clock, _ := strings.Cut(value, "_")
	t, err := time.Parse("2006.1.2", strings.ReplaceAll(day, " ", ""))
	if err != nil {
		return fmt.Errorf("DT is a day such as 2004.09.18, perhaps with _ and a time behind it, or seconds, not %q", engine.Clip(value))
	}
	g.set(record.DateTag, t.Format(time.DateOnly))
	return g.text("Time", clock)
}

// colours are the properties of the sides' moves.
var colours = map[engine.Player]string{engine.P1: "B", engine.P2: "W"}

// move reads MOVE/EVALUATION/TIME.
func (g *game) move(colour, value string) error {
	parts := strings.Split(strings.TrimSpace(value), "/")
	if len(parts) > 3 {
		return fmt.Errorf("a move is a square, an evaluation and a time with / between them, not %q", engine.Clip(value))
	}
	token := strings.ToLower(strings.TrimSpace(parts[0]))
	if token == "pa" {
		token = othellogame.Pass
	}
	if err := g.turnOf(colour, token); err != nil {
		return err
	}
	before := len(g.moves.Tokens)
	if err := g.moves.Play(token); err != nil {
		return fmt.Errorf("move %s[%s]: %w", colour, engine.Clip(value), err)
	}
	comment, err := commentOf(parts[1:])
	if now := len(g.moves.Tokens); now > before {
		g.comments[now-1] = comment
	}
	return err
}

// turnOf puts in the pass of the other side and checks that it is the
// colour's turn.
func (g *game) turnOf(colour, token string) error {
	if g.moves.Last.Result().Over {
		return nil // Play says so, or takes a pass
	}
	if token != othellogame.Pass && colours[g.moves.Last.Turn()] != colour && g.moves.MustPass() {
		if err := g.moves.Play(othellogame.Pass); err != nil {
			return err
		}
	}
	if turn := colours[g.moves.Last.Turn()]; turn != colour {
		return fmt.Errorf("move %d is one of %s, but %s is to move", len(g.moves.Tokens)+1, colour, turn)
	}
	return nil
}

// commentWords stand before the numbers behind a move.
var commentWords = [...]string{"eval", "time"}

// commentOf writes what stands behind a move as a comment.
func commentOf(parts []string) (string, error) {
	var words []string
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if strings.ContainsAny(part, " \t\r\n{}") {
			return "", fmt.Errorf("%q is no %s", engine.Clip(part), commentWords[i])
		}
		words = append(words, commentWords[i], part)
	}
	return strings.Join(words, " "), nil
}

// finish makes the record.
func (g *game) finish(line int) (*record.Record, error) {
	if err := g.outcome(); err != nil {
		return nil, fail(g.scoreLine, "%v", err)
	}
	var tags []record.Tag
	for i, value := range g.tags {
		tags = append(tags, record.Tag{Name: tagNames[i], Value: value})
	}
	r, err := g.moves.Header(tags, g.result, g.reason)
	if err != nil {
		return nil, fail(g.scoreLine, "RE[%s]: %v", engine.Clip(g.score), err)
	}
	for i, comment := range g.comments {
		r.Turns[i].Comment = comment
	}
	if err := r.Check(); err != nil {
		return nil, fail(line, "%v", err)
	}
	return r, nil
}

// flags are the letters behind a result.
var flags = map[string]string{"r": othellogame.Resigned, "t": othellogame.Timeout, "s": othellogame.Agreed}

// outcome reads RE: Black's result, then perhaps a colon and a flag.
func (g *game) outcome() error {
	number, flag, flagged := strings.Cut(strings.TrimSpace(g.score), ":")
	if number == "" || number == "?" {
		return nil
	}
	n, err := strconv.ParseFloat(number, 64)
	g.reason = flags[flag]
	if err != nil || n != n || flagged && g.reason == "" {
		return fmt.Errorf("RE is Black's result, perhaps with :r, :t or :s, not %q", engine.Clip(g.score))
	}
	over := g.moves.Last.Result().Over
	switch {
	case (n > 64 || n < -64) && !over && !flagged:
	case n > 0:
		g.result = "p1win"
	case n < 0:
		g.result = "p2win"
	default:
		g.result = "draw"
	}
	return nil
}

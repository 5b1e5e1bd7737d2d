package othello

import (
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// ggf is the Generic Game Format of Michael Buro's game server GGS, which
// NBoard and other programs use too. The document is
// https://skatgame.net/mburo/ggsa/ggf.
//
// # What crosses over
//
//	GM        Game; only Othello is read
//	PC        Place
//	DT        Date and Time; a number is seconds since 1970
//	PB PW     P1 P2; ? is nobody
//	RB RW     P1Rating P2Rating
//	TI TB TW  Clock P1Clock P2Clock, the text as it is
//	RE        Result, and in Reason resign (:r), timeout (:t) or agreement (:s)
//	BO        Start
//	B W       a turn; PA is a pass. What stands behind the move becomes the
//	          turn's comment: "eval 1.50 time 4.20"
//
// Passes are written as the format wants them. When reading, they may be
// missing. TY says which game of the Othello family it is: only boards of 8
// squares a side without komi and with the usual aim are read, and TY[8] is
// written. Several games stand one behind the other, with or without the
// count that GGS writes before them. Other properties are skipped, which
// Parse says.
//
// # What does not
//
// The format has no escapes, so a text with ] cannot be written. Comments of
// another form than the one above and tags that the list does not have are
// lost, and so is a Date that is no day. RE without a letter behind it in a
// game that its moves do not end is taken over as the result, if it is a number
// that Othello has: Edax writes -127 for a game that goes on.
func ggf() record.Format {
	return record.Format{
		Name:       "ggf",
		Extensions: []string{".ggf"},
		Split:      func(data []byte, _ fs.FS) (record.File, error) { return ggfText().Split(data) },
		Print: func(records []*record.Record) ([]byte, []*record.Refusal) {
			return record.PrintGames(records, printGGF)
		},
		Looks: func(data []byte) bool { return record.Begins(data, "(;GM[Othello", "(;GM[othello") },
	}
}

func ggfText() record.Text {
	return record.Text{
		Noun:   "game",
		Opens:  "(",
		Begins: regexp.MustCompile(`(?i)\(\s*;\s*GM\s*\[`),
		Skip: func(s *record.Scanner) error {
			_, err := scanProperties(s)
			return err
		},
		Read: parseGGF,
	}
}

// parseGGF reads a game.
func parseGGF(s *record.Scanner) (*record.Record, []string, error) {
	properties, err := scanProperties(s)
	if err != nil {
		return nil, nil, err
	}
	g := ggfGame{game: newGame()}
	r, err := g.read(properties, s.Line)
	if err != nil || g.skipped == nil {
		return r, nil, err
	}
	return r, []string{"properties that records do not have are skipped: " + strings.Join(g.skipped, " ")}, nil
}

// ggfGame is what has been read of a game.
type ggfGame struct {
	game
	tags    [len(tagNames)]string
	score   property
	skipped []string
}

// tagNames are the tags that a property's text goes to, in the order in which
// they are written.
var tagNames = [...]string{"Place", record.DateTag, "Time", "P1", "P2", "P1Rating", "P2Rating", "Clock", "P1Clock", "P2Clock"}

// textProperties are the properties that are the text of a tag.
var textProperties = map[string]string{
	"PC": "Place", "PB": "P1", "PW": "P2", "RB": "P1Rating", "RW": "P2Rating", "TI": "Clock", "TB": "P1Clock", "TW": "P2Clock",
}

func (g *ggfGame) set(tag, value string) { g.tags[slices.Index(tagNames[:], tag)] = value }

// read reads a game that ends on the given line.
func (g *ggfGame) read(properties []property, line int) (*record.Record, error) {
	seen := map[string]bool{}
	for _, p := range properties {
		if p.name != "B" && p.name != "W" && seen[p.name] {
			return nil, record.ErrorAt(p.line, "%s is given twice", p.name)
		}
		seen[p.name] = true
		if err := g.property(p, seen); err != nil {
			return nil, record.ErrorAt(p.line, "%v", err)
		}
	}
	if !seen["GM"] {
		return nil, record.ErrorAt(line, "the game has no GM, so it is not known to be Othello")
	}
	return g.finish(line)
}

func (g *ggfGame) property(p property, seen map[string]bool) error {
	if tag, ok := textProperties[p.name]; ok {
		g.text(tag, p.value)
		return nil
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
		g.score = p
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
func (g *ggfGame) text(tag, value string) {
	value = strings.Join(strings.Fields(value), " ")
	if value == "?" {
		value = ""
	}
	g.set(tag, value)
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
func (g *ggfGame) board(value string, seen map[string]bool) error {
	if seen["B"] || seen["W"] {
		return fmt.Errorf("BO stands behind the first move")
	}
	squares, ok := strings.CutPrefix(packed(value), "8")
	if !ok || len(squares) != 65 {
		return fmt.Errorf("a board is 8, 64 squares and the side to move, not %q", engine.Clip(value))
	}
	fen := strings.ReplaceAll(squares[:64]+" "+squares[64:], "*", "X")
	p, err := othello.Game{}.ParseFEN(fen, nil)
	if err != nil {
		return fmt.Errorf("BO, with X for *: %w", err)
	}
	g.game = game{record.NewGame(othello.Game{}, p)}
	return nil
}

// date reads DT: 2004.09.18_05:54:38.MDT, of which the end may be missing, or
// seconds since 1970 up to the year 9999.
func (g *ggfGame) date(value string) error {
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
	g.text("Time", clock)
	return nil
}

// colours are the properties of the sides' moves.
var colours = map[engine.Player]string{engine.P1: "B", engine.P2: "W"}

// move reads MOVE/EVALUATION/TIME.
func (g *ggfGame) move(colour, value string) error {
	parts := strings.Split(strings.TrimSpace(value), "/")
	if len(parts) > 3 {
		return fmt.Errorf("a move is a square, an evaluation and a time with / between them, not %q", engine.Clip(value))
	}
	token := strings.ToLower(strings.TrimSpace(parts[0]))
	if token == "pa" {
		token = engine.Pass
	}
	if err := g.turnOf(colour, token); err != nil {
		return err
	}
	comment, err := commentOf(parts[1:])
	if e := g.play(token, comment); e != nil {
		return fmt.Errorf("move %s[%s]: %w", colour, engine.Clip(value), e)
	}
	return err
}

// turnOf puts in the pass of the other side and checks that it is the
// colour's turn.
func (g *ggfGame) turnOf(colour, token string) error {
	if g.Last.Result().Over {
		return nil // play says so, or takes a pass
	}
	if token != engine.Pass && colours[g.Last.Turn()] != colour && g.mustPass() {
		if err := g.Play(engine.Pass, ""); err != nil {
			return err
		}
	}
	if turn := colours[g.Last.Turn()]; turn != colour {
		return fmt.Errorf("move %d is one of %s, but %s is to move", len(g.Turns)+1, colour, turn)
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
func (g *ggfGame) finish(line int) (*record.Record, error) {
	result, reason, err := g.outcome()
	if err != nil {
		return nil, record.ErrorAt(g.score.line, "%v", err)
	}
	var tags []record.Tag
	for i, value := range g.tags {
		tags = append(tags, record.Tag{Name: tagNames[i], Value: value})
	}
	r, err := g.Finish(tags, result, reason)
	if err != nil {
		return nil, record.ErrorAt(g.score.line, "RE[%s]: %v", engine.Clip(g.score.value), err)
	}
	if err := r.Check(); err != nil {
		return nil, record.ErrorAt(line, "%v", err)
	}
	return r, nil
}

// flags are the letters behind a result.
var flags = map[string]string{"r": resigned, "t": timeout, "s": agreed}

// outcome reads RE: Black's result, then perhaps a colon and a flag.
func (g *ggfGame) outcome() (result, reason string, err error) {
	number, flag, flagged := strings.Cut(strings.TrimSpace(g.score.value), ":")
	if number == "" || number == "?" {
		return "", "", nil
	}
	n, err := strconv.ParseFloat(number, 64)
	reason = flags[flag]
	switch {
	case err != nil || n != n || flagged && reason == "":
		return "", "", fmt.Errorf("RE is Black's result, perhaps with :r, :t or :s, not %q", engine.Clip(g.score.value))
	case (n > 64 || n < -64) && !g.Last.Result().Over && !flagged:
		return "", "", nil
	}
	return winner(cmp.Compare(n, 0)), reason, nil
}

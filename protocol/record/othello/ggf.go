package othello

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// GGF is the Generic Game Format of Michael Buro's game server GGS, which
// NBoard and other programs use too. The document is
// https://skatgame.net/mburo/ggsa/ggf.
//
// # What crosses over
//
//	GM        Game; only Othello is read
//	PC        Place
//	DT        Date and Time, see record.ParseDate; a text that is no date is the
//	          Date as it is
//	PB PW     P1 P2; ? is nobody
//	RB RW     P1Rating P2Rating
//	TI TB TW  Clock P1Clock P2Clock, the text as it is
//	RE        Result, and in Reason resign (:r), timeout (:t) or agreement (:s);
//	          StatedResult where the number is not that of the moves, or no number
//	BO        Start
//	B W       a turn; PA is a pass. What stands behind the move becomes the
//	          turn's comment: "eval 1.50 time 4.20"
//	CO        a comment on the turn before it
//
// Other properties are kept as tags GGF_XX, TY among them when it is not 8. TY
// says which game of the Othello family it is: only boards of 8 squares a side
// without komi and with the usual aim are read. Passes are written as the
// format wants them; when reading, they may be missing. Several games stand one
// behind the other, with or without the count that GGS writes before them.
//
// What does not touch the game never keeps it from being read: names in
// Latin-1, properties in lower case or given twice, ; between properties. What
// is not as it should be is told in a note.
//
// # What does not
//
// The format has no escapes, so a text with ] cannot be written, and in comments
// it becomes ). RE without a letter behind it in a game that its moves do not
// end is taken over as the result, if it is a number that Othello has: Edax
// writes -127 for a game that goes on.
func GGF() record.Format {
	return record.Format{
		Name:       "ggf",
		Extensions: []string{".ggf"},
		Games:      []string{"othello"},
		Split:      func(data []byte, _ fs.FS) (record.File, error) { return ggfText().Split(data) },
		Print: func(records []*record.Record) ([]byte, []*record.Refusal) {
			return record.PrintGames(records, printGGF)
		},
		Looks: func(data []byte) bool { return ggfGame().Match(data) },
	}
}

// ggfGame is what a game has at its beginning.
var ggfGame = record.Pattern(`(?i)\(\s*;[^()]*?GM\s*\[\s*(othello|reversi)`)

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
	g := ggfReader{game: newGame(), seen: map[string]string{}}
	r, err := g.read(properties, s.Line)
	return r, g.notes, err
}

// ggfReader is what has been read of a game.
type ggfReader struct {
	game
	tags  [len(tagNames)]string
	kept  []record.Tag // properties without a tag of their own
	seen  map[string]string
	score property
	notes []string
}

// tagNames are the tags that a property's text goes to, in the order in which
// they are written.
var tagNames = [...]string{"Place", record.DateTag, "Time", "P1", "P2", "P1Rating", "P2Rating", "Clock", "P1Clock", "P2Clock"}

// textProperties are the properties that are the text of a tag.
var textProperties = map[string]string{
	"PC": "Place", "PB": "P1", "PW": "P2", "RB": "P1Rating", "RW": "P2Rating", "TI": "Clock", "TB": "P1Clock", "TW": "P2Clock",
}

// keptTag begins the tags of properties that have none of their own.
const keptTag = "GGF_"

func (g *ggfReader) set(tag, value string) { g.tags[slices.Index(tagNames[:], tag)] = value }

func (g *ggfReader) note(format string, args ...any) {
	g.notes = append(g.notes, fmt.Sprintf(format, args...))
}

// read reads a game that ends on the given line. The board is first wherever
// it stands.
func (g *ggfReader) read(properties []property, line int) (*record.Record, error) {
	isBoard := func(p property) bool { return p.name == "BO" }
	if i := slices.IndexFunc(properties, isBoard); i > 0 {
		properties = slices.Concat(properties[i:i+1], properties[:i], properties[i+1:])
	}
	for _, p := range properties {
		if err := g.property(p); err != nil {
			return nil, record.ErrorAt(p.line, "%v", err)
		}
	}
	if _, ok := g.seen["GM"]; !ok {
		return nil, record.ErrorAt(line, "the game has no GM, so it is not known to be Othello")
	}
	return g.finish(line)
}

func (g *ggfReader) property(p property) error {
	switch p.name {
	case "B", "W":
		return g.move(p.name, p.value)
	case "CO":
		g.comment(record.CleanComment(p.value))
		return nil
	}
	before, twice := g.seen[p.name]
	g.seen[p.name] = p.value
	switch {
	case twice && before == p.value:
		return nil
	case twice && slices.Contains([]string{"GM", "TY", "BO"}, p.name):
		return fmt.Errorf("%s is given twice", p.name)
	case twice:
		g.seen[p.name] = before
		g.note("%s is given twice, and %q is left out", p.name, engine.Clip(record.CleanText(p.value)))
		return nil
	}
	return g.header(p)
}

// header reads a property that is not of the moves.
func (g *ggfReader) header(p property) error {
	if tag, ok := textProperties[p.name]; ok {
		g.text(tag, p.value)
		return nil
	}
	switch p.name {
	case "GM":
		if name := strings.TrimSpace(p.value); !strings.EqualFold(name, "othello") && !strings.EqualFold(name, "reversi") {
			return fmt.Errorf("the game is %q, not Othello", engine.Clip(p.value))
		}
	case "TY":
		return g.kind(p.value)
	case "BO":
		return g.board(p.value)
	case "DT":
		g.date(p.value)
	case "RE":
		g.score = p
	case "KB", "KW", "KM":
		if n, err := strconv.ParseFloat(strings.TrimSpace(p.value), 64); err != nil || n != 0 {
			return fmt.Errorf("%s is a komi, and othello has none here", p.name)
		}
	default:
		g.kept = append(g.kept, keptAs(p.name, p.value))
		g.note("%s is not a property that is known here; it is kept as the tag %s", p.name, keptTag+p.name)
	}
	return nil
}

// keptAs is the tag of a property that has none of its own.
func keptAs(name, value string) record.Tag {
	return record.Tag{Name: keptTag + name, Value: record.CleanText(value)}
}

// text takes a text over into a tag. A question mark is an unknown name.
func (g *ggfReader) text(tag, value string) {
	value = record.CleanText(value)
	if value == "?" {
		value = ""
	}
	g.set(tag, value)
}

// otherGame is TY of a game with other rules, and ourGame of one with ours: the
// length of the board's side between letters, of which k is a komi, a the aim to
// have fewer disks, s a synchronised match, b and w the colours, and r with a
// number a random start, which is in BO.
var (
	otherGame = record.Pattern(`^[sbwkar]*(\d+)([sbwkar]|r\d+)*$`)
	ourGame   = record.Pattern(`^[sbw]*8([sbw]|r\d*)*$`)
)

// kind reads TY.
func (g *ggfReader) kind(value string) error {
	value = record.CleanText(value)
	kind := strings.ToLower(strings.Join(strings.Fields(value), ""))
	switch {
	case ourGame().MatchString(kind):
	case otherGame().MatchString(kind):
		return fmt.Errorf("type %q is not Othello on 8x8 squares with the usual aim and without komi", engine.Clip(value))
	default:
		g.note("TY[%s] is not known, and the game is taken for one on 8x8 squares", engine.Clip(value))
	}
	if kind != "8" {
		// In front of the others, as it is written.
		g.kept = slices.Insert(g.kept, 0, keptAs("TY", value))
	}
	return nil
}

// board reads BO: the side's length, the squares from a1 row by row as * for
// Black, O for White and -, and the side to move. White space is free.
func (g *ggfReader) board(value string) error {
	squares, ok := strings.CutPrefix(packed(value), "8")
	if !ok || len(squares) != 65 {
		return fmt.Errorf("a board is 8, 64 squares and the side to move, not %q", engine.Clip(value))
	}
	fen := strings.NewReplacer("*", "X", "x", "X", "o", "O", ".", "-").Replace(squares)
	p, err := othello.Game{}.ParseFEN(fen[:64]+" "+fen[64:], nil)
	if err != nil {
		return fmt.Errorf("BO, with X for *: %w", err)
	}
	g.game = game{record.NewGame(othello.Game{}, p)}
	return nil
}

// date reads DT. What is no date is kept as it is.
func (g *ggfReader) date(value string) {
	value = record.CleanText(value)
	day, clock, ok := record.ParseDate(value)
	switch {
	case ok:
		g.set(record.DateTag, day)
		g.set("Time", clock)
	case value != "" && strings.Trim(value, "?.- ") != "":
		g.text(record.DateTag, value)
		g.note("DT[%s] is not a day that is known here, such as 2004.09.18; it is kept as a text", engine.Clip(value))
	}
}

// colours are the properties of the sides' moves.
var colours = map[engine.Player]string{engine.P1: "B", engine.P2: "W"}

// moveForm is MOVE/EVALUATION/TIME. Some programs write more behind the square.
var moveForm = record.Pattern(`(?i)^\s*(?:([a-h][1-8])[a-z0-9]*|pa|ps|pas|pass|--)\s*(?:/|$)`)

// move reads a move.
func (g *ggfReader) move(colour, value string) error {
	form := moveForm().FindStringSubmatch(value)
	if form == nil {
		return fmt.Errorf("a move is a square or PA, then perhaps an evaluation and a time with / before them, not %q", engine.Clip(value))
	}
	token := engine.Pass
	if form[1] != "" {
		token = strings.ToLower(form[1])
	}
	if err := g.turnOf(colour, token); err != nil {
		return err
	}
	comment := ""
	if _, behind, ok := strings.Cut(value, "/"); ok {
		comment = commentOf(behind)
	}
	if err := g.play(token, comment); err != nil {
		return fmt.Errorf("move %s[%s]: %w", colour, engine.Clip(value), err)
	}
	return nil
}

// comment adds to the comment on the turn before, or on the start.
func (g *ggfReader) comment(text string) {
	to := &g.Intro
	if n := len(g.Turns); n > 0 {
		to = &g.Turns[n-1].Comment
	}
	*to = strings.TrimSpace(*to + " " + text)
}

// turnOf puts in the pass of the other side and checks that it is the
// colour's turn.
func (g *ggfReader) turnOf(colour, token string) error {
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
func commentOf(behind string) string {
	var words []string
	for i, part := range strings.SplitN(behind, "/", 3) {
		if part = record.CleanComment(part); part == "" {
			continue
		}
		if i < len(commentWords) {
			words = append(words, commentWords[i])
		}
		words = append(words, part)
	}
	return strings.Join(words, " ")
}

// Numbers takes the evaluation and the time, as GGF has them behind a move, from
// the beginning of a turn's comment, and leaves the rest.
func Numbers(comment string) (eval, time, rest string) {
	words := strings.Fields(comment)
	for i, to := range []*string{&eval, &time} {
		if len(words) >= 2 && words[0] == commentWords[i] && !strings.ContainsAny(words[1], "/]") {
			*to = words[1]
			words = words[2:]
		}
	}
	return eval, time, strings.Join(words, " ")
}

// finish makes the record.
func (g *ggfReader) finish(line int) (*record.Record, error) {
	result, reason, stated := g.outcome()
	var tags []record.Tag
	for i, value := range g.tags {
		tags = append(tags, record.Tag{Name: tagNames[i], Value: value})
	}
	r := g.Finish(append(tags, g.kept...), result, reason, stated)
	if err := r.Check(); err != nil {
		return nil, record.ErrorAt(line, "%v", err)
	}
	return r, nil
}

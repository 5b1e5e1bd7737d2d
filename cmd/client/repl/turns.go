package repl

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// This file reads a line of turns as people type them. It knows no game: what
// is a turn it asks the engine, by its list of legal turns and by playing.

// turnWord is a word of a line of turns.
type turnWord struct {
	text string
	// comma says that a comma parts the word from the one before, and tight
	// that no space does.
	comma, tight bool
}

// separators are what people write around turns and between them, as in
// (5, 4), "f5"; d6, f5/d6 or b2 -> c3.
var separators = strings.NewReplacer("(", " ", ")", " ", "[", " ", "]", " ", "<", " ", ">", " ", `"`, " ",
	";", " ", "|", " ", "/", " ", "->", " ", "→", " ", "–", "-")

var (
	// moveNumber is the number in front of a turn, such as "1.", "1:" or "12...",
	// alone or written together with a turn. That turn must not begin with a
	// digit, since 0.2s3 is one.
	moveNumber = regexp.MustCompile(`^\d+[.:]+($|[^\d.:])`)
	// inParentheses holds numbers that are no moveNumber, as 4 in (5, 4), and
	// parenthesis the 1) that is one.
	inParentheses = regexp.MustCompile(`\(([^()]*)\)`)
	parenthesis   = regexp.MustCompile(`\b(\d+)\)`)
	dash          = regexp.MustCompile(`(\w) ?- ?(\w)`)
	comma         = regexp.MustCompile(`\s*,(\s*)`)
)

// turnWords splits a line of turns into words: without the numbers of turns,
// brackets, marks such as ! and what else stands between turns.
func turnWords(line string) []turnWord {
	line = parenthesis.ReplaceAllString(inParentheses.ReplaceAllString(line, " $1 "), "$1. ")
	line = dash.ReplaceAllString(separators.Replace(line), "$1 $2")
	line = comma.ReplaceAllString(line, ",$1")
	var words []turnWord
	behindComma := false
	for _, field := range strings.Fields(line) {
		tight := false // a word of the field stands before
		for i, part := range strings.Split(field, ",") {
			behindComma = behindComma || i > 0 && len(words) > 0
			part = moveNumber.ReplaceAllString(part, "$1")
			if part = strings.TrimRight(part, ".:!?"); part != "" {
				words = append(words, turnWord{part, behindComma, tight})
				behindComma, tight = false, true
			}
		}
	}
	return words
}

// turnReader plays the turns of a line one after another.
type turnReader struct {
	*REPL
	words []turnWord
	verbs []string // of the game that is played
	// commas says that turns of the game are written with commas in them.
	// Elsewhere a comma stands between turns or numbers, as a space does.
	commas bool
	most   int // words that a turn may have
	// whole is why words that commas join are not one turn, while they are
	// read as several.
	whole error
}

// playLine plays the turns and actions of a line, all or none.
func (r *REPL) playLine(line string) error {
	before := r.Session.State()
	err := r.playAll(line)
	if err == nil {
		r.changed()
		r.tellTurns(before, "")
		return nil
	}
	now := r.Session.State()
	if len(now.Turns) != len(before.Turns) || !slices.Equal(now.Pending, before.Pending) {
		err = errors.Join(err, r.Session.Return(r.ctx, before.Position))
	}
	return err
}

// playAll plays a line. On an error, what stands before it has been played.
func (r *REPL) playAll(line string) error {
	// Turns as the engine writes them need no reading.
	first := r.Session.Play(r.ctx, line)
	if first == nil || !driver.IsRefusal(first) {
		return first
	}
	t := r.newTurnReader(line)
	if len(t.words) == 0 {
		return r.explainRefusal(line, first)
	}
	if !t.commas && r.Session.Play(r.ctx, t.join(0, len(t.words), " ")) == nil {
		return nil
	}
	before := len(r.Session.State().Turns)
	for i := 0; i < len(t.words); {
		n, err := t.next(i)
		played := len(r.Session.State().Turns) - before
		switch {
		case t.whole != nil && driver.IsRefusal(err) && t.words[i].comma:
			return t.whole
		case i > 0 && driver.IsRefusal(err):
			return fmt.Errorf("%q, turn %d of the line: %w\nnone of them was played", t.words[i].text, played+1, plain(err))
		case err != nil:
			return r.explainRefusal(t.words[i].text, err)
		}
		i += n
	}
	return nil
}

func (r *REPL) newTurnReader(line string) *turnReader {
	st := r.Session.State()
	t := &turnReader{REPL: r, words: turnWords(line), verbs: r.Session.Engine().GameVerbs(r.ctx, st.Game), most: 4}
	for _, token := range slices.Concat(st.Legal, st.Turns) {
		if n := strings.Count(token, ","); n > 0 {
			t.commas, t.most = true, max(t.most, n+1)
		}
	}
	return t
}

// join joins n words from the ith on.
func (t *turnReader) join(i, n int, sep string) string {
	var parts []string
	for _, w := range t.words[i : i+n] {
		parts = append(parts, w.text)
	}
	return strings.Join(parts, sep)
}

// lengths are the numbers of words that what begins with the ith word may have,
// the largest first. A comma that may belong to a turn is no place to end one,
// unless a space follows it.
func (t *turnReader) lengths(i, least int) (list []int) {
	for n := min(t.most, len(t.words)-i); n >= least; n-- {
		if end := i + n; end == len(t.words) || !t.commas || !t.words[end].tight {
			list = append(list, n)
		}
	}
	return list
}

// next plays the turn or the action that begins with the ith word, the longest
// that is legal, and returns how many words that took.
func (t *turnReader) next(i int) (n int, err error) {
	if verb := strings.ToLower(t.words[i].text); slices.Contains(t.REPL.verbs(), verb) {
		n, err = t.act(i+1, 0, []string{verb})
		return n + 1, err
	}
	if named, err := t.seat(i); named {
		return 1, err
	}
	var asTurn error
	listed := t.listed(i)
	if !t.words[i].comma {
		t.whole = nil
	}
	for _, n := range t.lengths(i, 1) {
		err := t.turn(i, n)
		if err == nil || !driver.IsRefusal(err) {
			if t.commas && n < listed {
				t.whole = plain(asTurn)
			}
			return n, err
		}
		if asTurn == nil || n >= listed {
			asTurn = err
		}
	}
	n, err = t.act(i, 1, t.verbs)
	if number := strings.Trim(t.words[i].text, "0123456789") == ""; driver.IsRefusal(err) && !isReadable(err) && asTurn != nil && !number {
		err = asTurn
	}
	return n, err
}

// readable is the refusal of an action with several arguments that the engine could
// read, so that they are what was meant.
type readable struct{ error }

func (r readable) Unwrap() error { return r.error }

func isReadable(err error) bool {
	var r readable
	return errors.As(err, &r)
}

// seat says whether the ith word is the name of a seat in front of its turn,
// which must be the one to move.
func (t *turnReader) seat(i int) (named bool, err error) {
	st := t.Session.State()
	for _, seat := range st.Seats() {
		if word := t.words[i].text; i+1 < len(t.words) && (strings.EqualFold(word, st.Name(seat)) || strings.EqualFold(word, seat)) {
			if seat != st.Turn {
				err = &driver.Refusal{Code: "illegal-move", Text: fmt.Sprintf("it is the turn of %s", st.Name(st.Turn))}
			}
			return true, err
		}
	}
	return false, nil
}

// listed is the number of words from the ith on that commas join.
func (t *turnReader) listed(i int) int {
	n := 1
	for i+n < len(t.words) && t.words[i+n].comma {
		n++
	}
	return n
}

// turn plays n words as one turn.
func (t *turnReader) turn(i, n int) error {
	for _, sep := range []string{"", ","} {
		if token, ok := legalToken(t.Session.State(), t.join(i, n, sep)); ok {
			return t.Session.Play(t.ctx, token)
		}
	}
	if n > 1 && !t.commas {
		return t.noTurn(i, n)
	}
	return t.Session.Play(t.ctx, t.join(i, n, ","))
}

// noTurn refuses n words without asking the engine.
func (t *turnReader) noTurn(i, n int) error {
	return &driver.Refusal{Code: "bad-argument", Text: fmt.Sprintf("%q is not a turn", t.join(i, n, " "))}
}

// legalToken is the legal turn that a word is, in capitals or not.
func legalToken(st driver.State, word string) (token string, ok bool) {
	for _, token := range st.Legal {
		if strings.EqualFold(token, word) {
			return token, true
		}
	}
	return "", false
}

// act performs an action with one of the verbs and the arguments that begin
// with the ith word, as many as are legal and no fewer than least, and returns
// how many.
func (t *turnReader) act(i, least int, verbs []string) (n int, err error) {
	err = t.noTurn(i-1+least, 1)
	tried := false
	for _, n := range t.lengths(i, least) {
		if slices.ContainsFunc(t.words[i:i+n], func(w turnWord) bool { return slices.Contains(t.REPL.verbs(), strings.ToLower(w.text)) }) {
			continue // belongs to the next action
		}
		for _, verb := range verbs {
			refused := t.perform(verb, i, n)
			if refused == nil || !driver.IsRefusal(refused) {
				return n, refused
			}
			if n > 1 && code(refused) == "illegal-move" {
				refused = readable{refused}
			}
			if !tried || code(err) != "illegal-move" && code(refused) == "illegal-move" {
				err, tried = refused, true
			}
		}
	}
	return 0, err
}

// perform performs an action with n arguments. In a game with commas those that
// commas join are one.
func (t *turnReader) perform(verb string, i, n int) error {
	forms := []string{t.join(i, n, " ")}
	if joined := t.join(i, n, ","); t.commas && n > 1 {
		forms = append(forms, joined)
		if t.words[i+1].comma {
			slices.Reverse(forms)
		}
	}
	var first error
	for _, form := range forms {
		err := t.Session.Act(t.ctx, strings.TrimSpace(verb+" "+form))
		if err == nil || !driver.IsRefusal(err) {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// code is the code of a refusal.
func code(err error) string {
	var refusal *driver.Refusal
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

// ordinal is what the engine writes in front of a refusal of one of several
// turns.
var ordinal = regexp.MustCompile(`^move \d+, "(?:[^"\\]|\\.)*"…?: `)

// plain is a refusal that does not count turns.
func plain(err error) error {
	var refusal *driver.Refusal
	if errors.As(err, &refusal) {
		refusal.Text = ordinal.ReplaceAllString(refusal.Text, "")
	}
	return err
}

// explainRefusal adds to the engine's reason what would be legal.
func (r *REPL) explainRefusal(word string, err error) error {
	st := r.Session.State()
	if code(err) == "" || code(err) == "game-over" || len(st.Legal) == 0 {
		return err
	}
	err = plain(err)
	if near, ok := legalToken(st, reversed(word)); ok {
		return fmt.Errorf("%w\ndid you mean %s?", err, near)
	}
	if strings.Contains(err.Error(), strings.Join(st.Legal, " ")) {
		return err
	}
	return fmt.Errorf("%w\nlegal now: %s", err, shorten(st.Legal))
}

// reversed is a word from its end, as f5 for 5f.
func reversed(word string) string {
	letters := []rune(word)
	slices.Reverse(letters)
	return string(letters)
}

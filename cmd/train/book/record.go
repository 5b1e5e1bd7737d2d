package book

import (
	"fmt"
	"strconv"
	"strings"

	"quadrille/ai/opening"
)

// record is a search: the number of the position in the book, and what was found.
type record struct {
	Number int
	Lines  []opening.Line
	Rest   *opening.Line // the best of the turns that are not in the book, if there is one
}

// String writes a record as a line of a journal: the number, a word TURN=VALUES
// for each turn, and -TURN=VALUES for the rest. Values are separated by commas, the
// value of the side to move first.
func (r record) String() string {
	words := []string{strconv.Itoa(r.Number)}
	for _, l := range r.Lines {
		words = append(words, lineText(l))
	}
	if r.Rest != nil {
		words = append(words, "-"+lineText(*r.Rest))
	}
	return strings.Join(words, " ")
}

func lineText(l opening.Line) string {
	values := make([]string, len(l.Value))
	for i, v := range l.Value {
		values[i] = strconv.Itoa(int(v))
	}
	return fmt.Sprintf("%d=%s", l.Turn, strings.Join(values, ","))
}

// parseRecord reads what String writes.
func parseRecord(text string) (r record, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return r, fmt.Errorf("no search: %q", text)
	}
	if r.Number, err = strconv.Atoi(words[0]); err != nil {
		return r, fmt.Errorf("no position: %w", err)
	}
	for i, word := range words[1:] {
		rest := strings.HasPrefix(word, "-")
		l, err := parseLine(strings.TrimPrefix(word, "-"))
		switch {
		case err != nil:
			return r, err
		case rest && i < len(words)-2:
			return r, fmt.Errorf("%q is not the last word", word)
		case rest:
			r.Rest = &l
		default:
			r.Lines = append(r.Lines, l)
		}
	}
	return r, nil
}

func parseLine(word string) (l opening.Line, err error) {
	turn, values, _ := strings.Cut(word, "=")
	t, err := strconv.ParseUint(turn, 10, 16)
	if err != nil {
		return l, fmt.Errorf("no turn: %w", err)
	}
	l.Turn = opening.Turn(t)
	list := strings.Split(values, ",")
	if len(list) != len(l.Value) {
		return l, fmt.Errorf("%q has %d values, not %d", word, len(list), len(l.Value))
	}
	for i, text := range list {
		v, err := strconv.ParseInt(text, 10, 16)
		if err != nil {
			return l, fmt.Errorf("no value: %w", err)
		}
		l.Value[i] = int16(v)
	}
	return l, nil
}

// errOther says that a record is of another position than it should be.
func errOther(have, want int) error {
	return fmt.Errorf("the journal has a search of position %d where %d was to be searched; it was grown by another version of this program", have, want)
}

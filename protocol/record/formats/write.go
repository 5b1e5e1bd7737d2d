package formats

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/record"
)

// Holding lists the forms that hold games of a kind, our own first.
func Holding(game string) (forms []record.Format) {
	for _, f := range All() {
		if holds(f, game) {
			forms = append(forms, f)
		}
	}
	return forms
}

func holds(f record.Format, game string) bool {
	return f.Games == nil || slices.Contains(f.Games, game)
}

// Write writes a game in a form. Lost is what the form leaves out, such as Date
// for the tag or comments. The error is that the form cannot hold the game: what
// would be read again is another one, with other turns, another start or result.
func Write(form record.Format, r *record.Record) (data []byte, lost []string, err error) {
	data, refused := form.Print([]*record.Record{r})
	if len(refused) > 0 {
		return nil, nil, refused[0].Err
	}
	file, err := form.Split(data, nil)
	var again *record.Record
	if err == nil {
		again, _, err = file.Game(1)
	}
	if err == nil {
		err = same(r, again)
	}
	if err != nil {
		return nil, nil, err
	}
	return data, missing(r, again), nil
}

// same says what makes a game that was read again another one.
func same(r, again *record.Record) error {
	for _, tag := range []string{record.GameTag, record.RulesTag, record.StartTag, record.ResultTag} {
		if want := r.Tag(tag); again.Tag(tag) != want {
			return fmt.Errorf("its %s, %s, would be lost", strings.ToLower(tag), want)
		}
	}
	switch {
	case !slices.Equal(again.Tokens(), r.Tokens()):
		return fmt.Errorf("the game has %s, and %d would be left", engine.Count(len(r.Turns), "turn"), len(again.Turns))
	case !slices.Equal(again.Pending, r.Pending):
		return errors.New("the turn that is not complete would be lost")
	}
	return nil
}

// missing lists what a game has and the same one read again has not.
func missing(r, again *record.Record) (lost []string) {
	for _, t := range r.Tags {
		if again.Tag(t.Name) != t.Value {
			lost = append(lost, t.Name)
		}
	}
	comments := func(r *record.Record) string { return fmt.Sprintf("%q %+q", r.Intro, r.Turns) }
	if comments(again) != comments(r) {
		lost = append(lost, "comments")
	}
	return lost
}

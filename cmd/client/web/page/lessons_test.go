package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/games"
)

// lesson is what static/js/learn.js reads: small boards on which the rules of a
// game are met by trying.
type lesson struct {
	First    map[string]string // rules of the first game that follows
	Refusals []struct {
		Says string // what the engine's text matches
		Why  string // the word of a message for it
	}
	Steps []step
}

type step struct {
	Name    string
	Rules   map[string]string
	FEN     string
	Turns   []string
	Pending []string
	Goal    struct {
		Play    any    // "any" turn or one of a list
		Result  string // how the game stands after the turn
		Refused string // the kind of a turn that is refused
	}
	Other bool   // it has words of its own for another turn
	Then  string // the turn that the other side answers with
	Show  string // a turn that reaches the goal
}

func readLessons(t *testing.T) map[string]lesson {
	t.Helper()
	all := map[string]lesson{}
	files, err := static.ReadDir("static/lessons")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		raw, err := static.ReadFile("static/lessons/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		var l lesson
		d := json.NewDecoder(strings.NewReader(string(raw)))
		d.DisallowUnknownFields()
		if err := d.Decode(&l); err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
		all[strings.TrimSuffix(f.Name(), path.Ext(f.Name()))] = l
	}
	return all
}

// position is where a step begins.
func (s step) position(t *testing.T, game engine.Game) engine.Position {
	t.Helper()
	p, err := game.New(s.Rules, 1)
	if err == nil && s.FEN != "" {
		p, err = game.ParseFEN(s.FEN, s.Rules)
	}
	for _, token := range s.Turns {
		if err == nil {
			p, err = p.Play(token)
		}
	}
	for _, action := range s.Pending {
		if err == nil {
			words := strings.Fields(action)
			p, err = p.Act(engine.Action{Verb: words[0], Args: words[1:]})
		}
	}
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	if p.Result().Over {
		t.Fatalf("%s: the game is over", s.Name)
	}
	if s.FEN != "" && p.FEN() != s.FEN {
		t.Errorf("%s: the position is %s", s.Name, p.FEN())
	}
	return p
}

// reached says whether a turn that has led to a position reaches the goal.
func (s step) reached(token string, p engine.Position) bool {
	if s.Goal.Result != "" {
		return p.Result().String() == s.Goal.Result
	}
	list, _ := s.Goal.Play.([]any)
	return s.Goal.Play == "any" || slices.Contains(list, any(token))
}

// kind is the word for a refusal.
func (l lesson) kind(t *testing.T, err error) string {
	t.Helper()
	if !errors.Is(err, engine.ErrIllegal) || errors.Is(err, engine.ErrArgument) || errors.Is(err, engine.ErrOver) {
		t.Errorf("%v is no refusal of an illegal turn", err)
	}
	for _, r := range l.Refusals {
		if regexp.MustCompile(r.Says).MatchString(err.Error()) {
			return r.Why
		}
	}
	t.Errorf("there are no words for %q", err)
	return ""
}

// TestLessons plays every step: the position loads, the turn that is shown
// reaches the goal or is refused as it is to be, and others do not.
func TestLessons(t *testing.T) {
	lessons := readLessons(t)
	for _, game := range games.All() {
		l, ok := lessons[game.Name()]
		if !ok || len(l.Steps) < 5 || len(l.Steps) > 8 {
			t.Fatalf("%s has %d steps, not five to eight", game.Name(), len(l.Steps))
		}
		if _, err := game.New(l.First, 1); err != nil {
			t.Errorf("%s: first game: %v", game.Name(), err)
		}
		used := map[string]bool{}
		for _, s := range l.Steps {
			t.Run(game.Name()+"/"+s.Name, func(t *testing.T) { l.try(t, game, s, used) })
		}
		for _, r := range l.Refusals {
			if !used[r.Why] {
				t.Errorf("%s: nothing is refused as %q", game.Name(), r.Why)
			}
		}
	}
}

func (l lesson) try(t *testing.T, game engine.Game, s step, used map[string]bool) {
	p := s.position(t, game)
	next, err := p.Play(s.Show)
	if s.Goal.Refused != "" {
		if err == nil || l.kind(t, err) != s.Goal.Refused {
			t.Errorf("%s: %v, want a refusal as %s", s.Show, err, s.Goal.Refused)
		}
	} else if err != nil || !s.reached(s.Show, next) {
		t.Errorf("%s: %v, and the goal is not reached", s.Show, err)
	}
	if s.Then != "" {
		if _, err := next.Play(s.Then); err != nil {
			t.Errorf("the answer: %v", err)
		}
	}
	others := 0
	for _, token := range p.Legal() {
		if next, err := p.Play(token); err != nil || !s.reached(token, next) {
			others++
		}
	}
	// A goal that every turn reaches says so, unless hardly any is left.
	if s.Goal.Play == "any" != (others == 0) && len(p.Legal()) > 3 {
		t.Errorf("%d turns of %d do not reach the goal", others, len(p.Legal()))
	}
	if list, ok := s.Goal.Play.([]any); ok {
		for _, token := range list {
			if _, err := p.Play(token.(string)); err != nil {
				t.Error(err)
			}
		}
	}
	for _, action := range tries(p) {
		if _, err := p.Act(action); err != nil {
			used[l.kind(t, err)] = true
		}
	}
}

// TestLessonWords has exactly the words that the lessons use.
func TestLessonWords(t *testing.T) {
	want := map[string]bool{}
	for game, l := range readLessons(t) {
		for _, s := range l.Steps {
			key := "lesson." + game + "." + s.Name
			want[key], want[key+".done"] = true, true
			if s.Other {
				want[key+".other"] = true
			}
		}
		for _, r := range l.Refusals {
			want["refused."+game+"."+r.Why] = true
		}
	}
	english := messages(t, "en")
	for key := range want {
		if _, ok := english[key]; !ok {
			t.Errorf("no message %q", key)
		}
	}
	for key := range english {
		if (strings.HasPrefix(key, "lesson.") || strings.HasPrefix(key, "refused.")) && !want[key] {
			t.Errorf("no lesson uses %q", key)
		}
	}
}

// tries are actions as the boards send them, most of them wrong.
func tries(p engine.Position) (all []engine.Action) {
	add := func(verb string, args ...any) {
		all = append(all, engine.Action{Verb: verb, Args: strings.Fields(fmt.Sprintln(args...))})
	}
	cells := func(size int) (names []string) {
		for i := range size * size {
			names = append(names, fmt.Sprintf("%c%d", 'a'+i%size, 1+i/size))
		}
		return names
	}
	switch p.Game().Name() {
	case "square4":
		for square := range 9 {
			for slot := range 4 {
				if p.Phase() == "placement" {
					add("place", square, slot)
				}
			}
			if p.Phase() != "placement" {
				add("slide", square)
			}
		}
	case "teeko":
		size := 4
		if p.Rules()["size"] == "5" {
			size = 5
		}
		for _, to := range cells(size) {
			for _, from := range cells(size) {
				if p.Phase() == "movement" {
					add("slide", from, to)
				}
			}
			if p.Phase() == "placement" {
				add("place", to)
			}
		}
	case "othello":
		for _, square := range cells(8) {
			if p.Legal()[0] != "pass" {
				add("place", square)
			}
		}
	case "blokus":
		if p.Legal()[0] == "pass" {
			break
		}
		size := p.(engine.Sized).BoardSize()
		for row := 1; row < size; row++ {
			for column := 1; column < size; column++ {
				for _, piece := range unplaced(p) {
					add("place", piece, 0, row, column)
				}
			}
		}
	}
	return all
}

// unplaced are some of the pieces that the colour to move has left, which fit
// at most places of the board.
func unplaced(p engine.Position) []string {
	list, err := p.(engine.Lister).List("pieces")
	if err != nil {
		return nil
	}
	left := strings.Fields(list[p.Turn()-1])
	var small []string
	for _, piece := range []string{"1", "2", "V3", "O"} {
		if slices.Contains(left[1:], piece) {
			small = append(small, piece)
		}
	}
	return small
}

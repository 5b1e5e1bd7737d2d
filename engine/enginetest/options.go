package enginetest

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"quadrille/engine"
)

var optionName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// test adapts a testing.T to failer.
type test struct{ *testing.T }

func (t test) failf(format string, args ...any) {
	t.Helper()
	t.Fatalf(format, args...)
}

// ruleSets returns the default rules and, for each option, rule sets that
// change that option alone: to every choice, or to both ends of its range.
// Where the rest of the rules forbids a value it is left out.
func ruleSets(game engine.Game) []engine.Rules {
	sets := []engine.Rules{{}}
	for _, o := range game.Options() {
		for _, value := range values(o) {
			set := engine.Rules{o.Name: value}
			if _, err := game.New(maps.Clone(set), 0); err == nil && value != o.Default {
				sets = append(sets, set)
			}
		}
	}
	return sets
}

// values are the choices of an option, or the ends of its range.
func values(o engine.Option) []string {
	switch o.Kind {
	case engine.Check:
		return []string{"true", "false"}
	case engine.Spin:
		return []string{strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
	}
	return o.Choices
}

// checkOptions checks the table of options itself.
func checkOptions(t *testing.T, game engine.Game) {
	if !optionName.MatchString(game.Name()) || game.Title() == "" {
		t.Errorf("game name %q, title %q", game.Name(), game.Title())
	}
	seen := map[string]bool{}
	for _, o := range game.Options() {
		if !optionName.MatchString(o.Name) || seen[o.Name] {
			t.Errorf("option name %q is not a word or there twice", o.Name)
		}
		seen[o.Name] = true
		if o.Help == "" || strings.Contains(o.Help, "\n") {
			t.Errorf("option %s: help %q is not one line", o.Name, o.Help)
		}
		for _, value := range append(values(o), o.Default) {
			if c, err := o.Canonical(value); err != nil || c != value || strings.ContainsAny(value, " =,\t") {
				t.Errorf("option %s: value %q, canonical %q, error %v", o.Name, value, c, err)
			}
		}
	}
}

// checkTold checks what the game tells the protocol about itself.
func checkTold(t *testing.T, game engine.Game) {
	seen := map[string]bool{}
	for _, v := range engine.Verbs(game) {
		if !optionName.MatchString(v.Name) || seen[v.Name] || v.Help == "" || strings.Contains(v.Form+v.Help, "\n") {
			t.Errorf("verb %+v is not a word, or there twice, or without help", v)
		}
		seen[v.Name] = true
	}
	variants, _ := engine.Variants(game)
	for _, v := range variants {
		if _, err := game.New(v.Rules, 0); err != nil || len(v.Titles) == 0 {
			t.Errorf("variant %+v: %v", v, err)
		}
	}
}

// checkNew checks which rules New takes.
func checkNew(t *testing.T, game engine.Game) {
	p, err := game.New(nil, 0)
	if err != nil {
		t.Fatalf("New without rules: %v", err)
	}
	defaults := engine.Rules{}
	for _, o := range game.Options() {
		defaults[o.Name] = o.Default
	}
	if !maps.Equal(p.Rules(), defaults) {
		t.Errorf("the rules are %v, the defaults %v", p.Rules(), defaults)
	}
	capitals := engine.Rules{}
	for name, value := range defaults {
		capitals[name] = strings.ToUpper(value)
	}
	if p, err := game.New(capitals, 0); err != nil || !maps.Equal(p.Rules(), defaults) {
		t.Errorf("in capitals the defaults are not the defaults: %v", err)
	}
	checkSeeds(t, game)
	for _, rules := range badRules(game) {
		p, err := game.New(maps.Clone(rules), 0)
		what := clip(fmt.Sprintf("New %v", rules))
		if p != nil || !errors.Is(err, engine.ErrOption) {
			t.Fatalf("%s: position %v, error %v", what, p, err)
		}
		checkText(test{t}, what, err)
		if _, again := game.New(maps.Clone(rules), 0); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: two errors, %q and %q", what, err, again)
		}
	}
}

// checkSeeds checks that equal seeds give equal positions and that the caller
// keeps the map of rules.
func checkSeeds(t *testing.T, game engine.Game) {
	for _, rules := range ruleSets(game) {
		for seed := range uint64(8) {
			given := maps.Clone(rules)
			p, err1 := game.New(given, seed)
			q, err2 := game.New(maps.Clone(rules), seed)
			if err1 != nil || err2 != nil || !maps.Equal(given, rules) {
				t.Fatalf("New %v: %v, %v; afterwards %v", rules, err1, err2, given)
			}
			clear(given)
			if d := fullSnapshot(p).difference(fullSnapshot(q)); d != "" {
				t.Errorf("New %v twice with seed %d: %s", rules, seed, d)
			}
			if p.Token() != "" || len(p.Pending()) > 0 {
				t.Errorf("New %v: token %q, pending %v", rules, p.Token(), p.Pending())
			}
		}
	}
}

// badRules are rules that no game takes, and values that the options refuse.
func badRules(game engine.Game) []engine.Rules {
	long := strings.Repeat("x", 70000)
	bad := []engine.Rules{{"nonsense": "1"}, {"": ""}, {"": "1"}, {"\xff": "1"}, {long: "1"}, {"a b": "1"}}
	several := engine.Rules{"zz": "1", "yy": "2", "xx": "3", "ww": "4"}
	for _, o := range game.Options() {
		values := []string{"", " ", "maybe", "TRUTH", o.Default + " ", strings.Repeat(o.Default, 9), "\xff", "\n", long, "1.5", "99999999999999999999"}
		if o.Kind == engine.Spin {
			values = append(values, strconv.Itoa(o.Min-1), strconv.Itoa(o.Max+1))
		}
		for _, value := range values {
			bad = append(bad, engine.Rules{o.Name: value})
		}
		bad = append(bad, engine.Rules{strings.ToUpper(o.Name): o.Default})
		several[o.Name] = "maybe"
	}
	return append(bad, several)
}

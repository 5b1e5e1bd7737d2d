package engine

import (
	"errors"
	"maps"
	"strings"
	"testing"
)

func testOptions() []Option {
	return []Option{
		{Name: "pieces", Kind: Spin, Default: "8", Min: 4, Max: 16},
		{Name: "slideback", Kind: Check, Default: "true"},
		{Name: "end", Kind: Combo, Default: "first", Choices: []string{"first", "all"}},
	}
}

func TestCanonical(t *testing.T) {
	cases := []struct{ option, value, want, text string }{
		{"pieces", "4", "4", ""},
		{"pieces", "16", "16", ""},
		{"pieces", "08", "8", ""},
		{"pieces", "3", "", `pieces takes a number from 4 to 16, not "3"`},
		{"pieces", "17", "", `pieces takes a number from 4 to 16, not "17"`},
		{"pieces", "", "", `pieces takes a number from 4 to 16, not ""`},
		{"pieces", "8 ", "", `pieces takes a number from 4 to 16, not "8 "`},
		{"pieces", "99999999999999999999", "", `pieces takes a number from 4 to 16, not "99999999999999999999"`},
		{"slideback", "true", "true", ""},
		{"slideback", "false", "false", ""},
		{"slideback", "TRUE", "true", ""},
		{"slideback", "yes", "", `slideback takes true or false, not "yes"`},
		{"end", "all", "all", ""},
		{"end", "All", "all", ""},
		{"end", "some", "", `end takes one of first all, not "some"`},
		{"end", "", "", `end takes one of first all, not ""`},
	}
	for _, c := range cases {
		o, ok := FindOption(testOptions(), c.option)
		if !ok {
			t.Fatalf("no option %s", c.option)
		}
		got, err := o.Canonical(c.value)
		checkRefusal(t, c.option+"="+c.value, err, ErrOption, c.text)
		if got != c.want {
			t.Errorf("%s=%s is written %q, not %q", c.option, c.value, got, c.want)
		}
	}
}

// checkRefusal checks the kind and the text of an error; no text means that
// there must be none.
func checkRefusal(t *testing.T, what string, err, kind error, text string) {
	t.Helper()
	switch {
	case text == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case text != "" && (!errors.Is(err, kind) || err.Error() != text):
		t.Errorf("%s: error %v, not %s", what, err, text)
	}
}

func TestResolveRulesOfNone(t *testing.T) {
	_, err := ResolveRules(nil, Rules{"size": "4"})
	if err == nil || err.Error() != `no rule option "size"; the rules of this game have none` {
		t.Errorf("the error is %v", err)
	}
}

func TestResolveRules(t *testing.T) {
	cases := []struct {
		given, want Rules
		text        string
	}{
		{nil, Rules{"pieces": "8", "slideback": "true", "end": "first"}, ""},
		{Rules{"pieces": "012"}, Rules{"pieces": "12", "slideback": "true", "end": "first"}, ""},
		{Rules{"end": "all", "slideback": "false"}, Rules{"pieces": "8", "slideback": "false", "end": "all"}, ""},
		{Rules{"size": "4"}, nil, `no rule option "size"; there are: pieces slideback end`},
		{Rules{"": "4"}, nil, `no rule option ""; there are: pieces slideback end`},
		{Rules{"size": "4", "board": "5", "zone": "6"}, nil, `no rule option "board"; there are: pieces slideback end`},
		{Rules{"slideback": "x", "pieces": "x"}, nil, `pieces takes a number from 4 to 16, not "x"`},
	}
	for _, c := range cases {
		for range 20 { // the order of a map's keys must not show
			got, err := ResolveRules(testOptions(), c.given)
			checkRefusal(t, FormatRules(testOptions(), c.given, " "), err, ErrOption, c.text)
			if !maps.Equal(got, c.want) {
				t.Errorf("%v resolves to %v, not %v", c.given, got, c.want)
			}
		}
	}
}

func TestRulesValues(t *testing.T) {
	rules, err := ResolveRules(testOptions(), Rules{"pieces": "12", "slideback": "false"})
	if err != nil {
		t.Fatal(err)
	}
	if rules.Int("pieces") != 12 || rules.Bool("slideback") {
		t.Errorf("pieces %d, slideback %v", rules.Int("pieces"), rules.Bool("slideback"))
	}
}

func TestParseRules(t *testing.T) {
	cases := []struct{ text, want, refusal string }{
		{"pieces=8,slideback=true,end=first", "pieces=8 slideback=true end=first", ""},
		{"end=all,pieces=9,slideback=false", "pieces=9 slideback=false end=all", ""},
		{"pieces=8,slideback=true", "", `rule option end is missing from "pieces=8,slideback=true"`},
		{"pieces=8,pieces=8,slideback=true,end=all", "", `rule option "pieces" is given twice`},
		{"pieces=8,slideback=true,end=all,", "", `"" is not of the form key=value`},
		{"pieces", "", `"pieces" is not of the form key=value`},
		{"=8", "", `"=8" is not of the form key=value`},
		{"pieces=", "", `"pieces=" is not of the form key=value`},
		{"", "", `"" is not of the form key=value`},
		{"pieces=8,slideback=true,end=all,size=4", "", `no rule option "size"; there are: pieces slideback end`},
		{"pieces=8=9,slideback=true,end=all", "", `pieces takes a number from 4 to 16, not "8=9"`},
	}
	for _, c := range cases {
		rules, err := ParseRules(testOptions(), c.text, ",")
		checkRefusal(t, c.text, err, ErrOption, c.refusal)
		if c.refusal != "" {
			continue
		}
		if got := FormatRules(testOptions(), rules, " "); got != c.want {
			t.Errorf("%s is written %s, not %s", c.text, got, c.want)
		}
	}
}

func FuzzParseRules(f *testing.F) {
	f.Add("pieces=8,slideback=true,end=first")
	f.Add("pieces=8,,=")
	f.Fuzz(func(t *testing.T, text string) {
		rules, err := ParseRules(testOptions(), text, ",")
		if err != nil {
			if !errors.Is(err, ErrOption) || len(err.Error()) > 500 || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: error %q", text, err)
			}
			return
		}
		again, err := ParseRules(testOptions(), FormatRules(testOptions(), rules, ","), ",")
		if err != nil || !maps.Equal(rules, again) {
			t.Errorf("%q reads as %v, which reads as %v, %v", text, rules, again, err)
		}
	})
}

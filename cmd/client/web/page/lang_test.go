package page

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/games"
)

// languages has the plural categories of each language, from the Unicode CLDR
// (supplemental/plurals) for whole numbers and, where there is one, "other".
var languages = map[string][]string{
	"en": {"one", "other"},
	"ru": {"one", "few", "many", "other"},
	"el": {"one", "other"},
	"he": {"one", "two", "other"},
}

// message is a text, or one text a plural category.
type message map[string]string

func (m *message) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*m = message{"": text}
		return nil
	}
	return json.Unmarshal(b, (*map[string]string)(m))
}

func messages(t *testing.T, lang string) map[string]message {
	t.Helper()
	all := map[string]message{}
	for _, folder := range []string{"lang", "lessons/lang"} { // the second only where lessons are shown
		raw, err := static.ReadFile("static/" + folder + "/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var some map[string]message
		if err := json.Unmarshal(raw, &some); err != nil {
			t.Fatalf("%s of %s: %v", lang, folder, err)
		}
		for key, m := range some {
			if _, twice := all[key]; twice {
				t.Errorf("%s: %q is there twice", lang, key)
			}
			all[key] = m
		}
	}
	return all
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// places lists the placeholders of a text, each once.
func places(text string) string {
	found := placeholder.FindAllString(text, -1)
	sort.Strings(found)
	return strings.Join(slices.Compact(found), " ")
}

// allPlaces lists those of all forms together: "one" may do without {n}.
func (m message) allPlaces() string {
	var all strings.Builder
	for _, text := range m {
		all.WriteString(text)
	}
	return places(all.String())
}

// TestLanguages has the same messages in every language, with the same
// placeholders and with the plural forms that the language has.
func TestLanguages(t *testing.T) {
	english := messages(t, "en")
	for lang, categories := range languages {
		all := messages(t, lang)
		for key := range all {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %q is not in en", lang, key)
			}
		}
		for key, want := range english {
			got, ok := all[key]
			if !ok {
				t.Errorf("%s: no %q", lang, key)
				continue
			}
			checkMessage(t, lang, key, got, want, categories)
		}
	}
}

func checkMessage(t *testing.T, lang, key string, got, want message, categories []string) {
	t.Helper()
	if got.allPlaces() != want.allPlaces() {
		t.Errorf("%s: %q has the placeholders %q, en has %q", lang, key, got.allPlaces(), want.allPlaces())
	}
	_, plain := want[""]
	if plain {
		categories = []string{""}
	}
	for _, c := range categories {
		if strings.TrimSpace(got[c]) == "" {
			t.Errorf("%s: %q has no text for %q", lang, key, c)
		}
	}
	if len(got) != len(categories) {
		t.Errorf("%s: %q has %d forms, want %v", lang, key, len(got), categories)
	}
	if !plain && !strings.Contains(got["other"], "{n}") {
		t.Errorf("%s: the general form of %q does not say {n}", lang, key)
	}
}

var (
	literalKey = regexp.MustCompile(`\bt\(\s*'([\w.-]+)'`)
	choiceKeys = regexp.MustCompile(`\bt\([^'\x60()]*\? '([\w.-]+)' : '([\w.-]+)'`)
	prefixKey  = regexp.MustCompile(`\bt\(\x60([\w.-]+\.)\$\{|\btOr\(\s*'([\w.-]+\.)'`)
)

// keysOfCode finds the keys that the modules use, whole ones and beginnings.
func keysOfCode(t *testing.T) (whole, beginnings map[string]bool) {
	t.Helper()
	whole, beginnings = map[string]bool{}, map[string]bool{}
	err := fs.WalkDir(static, "static/js", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		code, err := static.ReadFile(name)
		for _, m := range literalKey.FindAllStringSubmatch(string(code), -1) {
			whole[m[1]] = true
		}
		for _, m := range choiceKeys.FindAllStringSubmatch(string(code), -1) {
			whole[m[1]], whole[m[2]] = true, true
		}
		for _, m := range prefixKey.FindAllStringSubmatch(string(code), -1) {
			beginnings[m[1]+m[2]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return whole, beginnings
}

// TestKeys has every key that the code uses among the messages, and no message
// that the code does not use.
func TestKeys(t *testing.T) {
	english := messages(t, "en")
	whole, beginnings := keysOfCode(t)
	if len(whole) < 50 || len(beginnings) < 10 {
		t.Fatalf("only %d keys and %d beginnings found; the patterns do not fit the code", len(whole), len(beginnings))
	}
	for key := range whole {
		if _, ok := english[key]; !ok {
			t.Errorf("the code uses %q, which is no message", key)
		}
	}
	for key := range english {
		key = strings.TrimSuffix(key, ".local") // in its place where there is no server
		used := whole[key]
		for b := range beginnings {
			used = used || strings.HasPrefix(key, b)
		}
		if !used {
			t.Errorf("nothing uses the message %q", key)
		}
	}
	for b := range beginnings {
		if !slices.ContainsFunc(keys(english), func(key string) bool { return strings.HasPrefix(key, b) }) {
			t.Errorf("the code uses messages that begin with %q, and there are none", b)
		}
	}
}

func keys(m map[string]message) []string {
	var all []string
	for key := range m {
		all = append(all, key)
	}
	return all
}

// TestWordsOfGames has a message for whatever word of the games people get to
// read: titles, rules and their choices, seats, and how games end, which
// docs/rules.md lists.
func TestWordsOfGames(t *testing.T) {
	english := messages(t, "en")
	need := func(key string) {
		if _, ok := english[key]; !ok {
			t.Errorf("no message %q", key)
		}
	}
	for level := range ai.MaxLevel {
		need(fmt.Sprintf("level.%d", level+1))
	}
	for _, game := range games.All() {
		for _, beginning := range []string{"game.", "about.", "help."} {
			need(beginning + game.Name())
		}
		for _, option := range game.Options() {
			need("rule." + game.Name() + "." + option.Name)
			for _, choice := range option.Choices {
				need("choice." + game.Name() + "." + option.Name + "." + choice)
			}
		}
		start, err := game.New(engine.Rules{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		need("phase." + game.Name() + "." + start.Phase())
		for _, seat := range engine.SeatNames(start) {
			need("seat." + seat)
		}
	}
	for _, reason := range append(reasons(t), "resign") {
		need("reason." + reason)
	}
}

// reasons reads the tables of docs/rules.md.
func reasons(t *testing.T) []string {
	t.Helper()
	rules, err := os.ReadFile("../../../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range regexp.MustCompile("(?m)^\\|.*(?:wins?|draw)[^|`]*`([a-z-]+)`[^|`]*\\|$").FindAllStringSubmatch(string(rules), -1) {
		all = append(all, m[1])
	}
	if len(all) < 10 {
		t.Fatalf("docs/rules.md has only the reasons %q", all)
	}
	return all
}

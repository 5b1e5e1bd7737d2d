package host

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/protocol/driver"
)

// facts is everything that an engine says about a position.
type facts struct {
	game, title, rules, startFEN string
	players                      int
	names                        []string
	turn, phase, result, reason  string
	scores                       []int
	legal, turns, pending        []string
	fen                          string
	position, diagram            json.RawMessage
	lists                        []string
}

// questions are what makes up facts, all of them asked after every change: it
// costs an engine less than setting the game up.
var questions = []string{"game", "title", "rules", "startfen", "players", "seats", "turn", "phase", "result", "reason", "scores",
	"legal", "history", "pending", "fen", "state", "diagram", "list"}

// over says whether the rules have ended the game.
func (f *facts) over() bool { return f.result != none }

const none = "none"

// look brings an engine to a position by the lines there, sends more lines and
// then asks for everything. A refusal of one of these lines is the *Error; that
// the engine refuses one of the first is its failure, for it took them before.
func look(ctx context.Context, e *driver.Engine, there, lines []string) (*facts, error) {
	all := slices.Concat(there, lines)
	for _, q := range questions {
		all = append(all, "query "+q)
	}
	answers, err := converse(ctx, e, all)
	if err != nil {
		return nil, err
	}
	if err := arrived(answers[:len(there)]); err != nil {
		return nil, err
	}
	answers = answers[len(there):]
	if r := refused(answers[:len(lines)]); r != nil {
		return nil, refusal(r)
	}
	said := map[string]string{}
	for i, a := range answers[len(lines):] {
		said[questions[i]] = a.text
	}
	return parseFacts(said)
}

// parseFacts reads the answers by their questions. One that the engine refused
// is empty, which only some may be.
func parseFacts(said map[string]string) (*facts, error) {
	for _, q := range []string{"game", "turn", "result"} {
		if said[q] == "" {
			return nil, fmt.Errorf("the engine does not answer query %s", q)
		}
	}
	f := &facts{
		game: said["game"], title: cmp.Or(said["title"], said["game"]), rules: said["rules"], startFEN: said["startfen"],
		names: words(said["seats"]), turn: said["turn"], phase: said["phase"], result: said["result"], reason: said["reason"],
		scores: numbers(said["scores"]), legal: words(said["legal"]), turns: words(said["history"]), pending: []string{},
		fen: said["fen"], position: jsonOr(said["state"], "null"), diagram: jsonOr(said["diagram"], "[]"), lists: []string{},
	}
	f.players, _ = strconv.Atoi(said["players"])
	f.players = min(max(f.players, len(f.scores), 1), 4)
	for len(f.names) < f.players {
		f.names = append(f.names, "p"+strconv.Itoa(len(f.names)+1))
	}
	if p := said["pending"]; p != "" && p != none {
		f.pending = strings.Split(p, "; ")
		if len(f.turns) > 0 { // the last word is the unfinished turn
			f.turns = f.turns[:len(f.turns)-1]
		}
	}
	if f.reason == "" {
		f.reason = none
	}
	if json.Unmarshal([]byte(said["list"]), &f.lists) != nil || f.lists == nil {
		f.lists = []string{}
	}
	return f, nil
}

// words is never nil, so that it is a list in JSON.
func words(text string) []string { return append([]string{}, strings.Fields(text)...) }

func numbers(text string) []int {
	list := []int{}
	for _, w := range strings.Fields(text) {
		if n, err := strconv.Atoi(w); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// jsonOr returns the text if it is JSON.
func jsonOr(text, otherwise string) json.RawMessage {
	if !json.Valid([]byte(text)) {
		text = otherwise
	}
	return json.RawMessage(text)
}

// ruleMap turns key=value words into a map.
func ruleMap(text string) map[string]string {
	rules := map[string]string{}
	for _, w := range strings.Fields(text) {
		if key, value, ok := strings.Cut(w, "="); ok {
			rules[key] = value
		}
	}
	return rules
}

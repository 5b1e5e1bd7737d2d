package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
)

// Verbs lists the commands that perform one action of a turn in one of the
// engine's games. An engine that does not tell them, by `query verbs GAME`, is
// taken to have place, slide and pass.
func (e *Engine) Verbs(ctx context.Context) ([]string, error) {
	e.mu.Lock()
	known := e.verbs
	e.mu.Unlock()
	if known != nil {
		return known, nil
	}
	var questions []string
	games, _ := e.Option("Game")
	for _, game := range games.Choices {
		questions = append(questions, "query verbs "+game)
	}
	var lines []string
	if len(questions) > 0 {
		var err error
		if lines, err = e.Ask(ctx, questions...); err != nil {
			return nil, err
		}
	}
	verbs := parseVerbs(lines)
	e.mu.Lock()
	e.verbs = verbs
	e.mu.Unlock()
	return verbs, nil
}

// GameVerbs lists the verbs of one game's actions, none where the engine does
// not tell.
func (e *Engine) GameVerbs(ctx context.Context, game string) []string {
	answer, err := e.Query(ctx, "verbs "+game)
	if err != nil {
		return nil
	}
	return parseVerbs([]string{"response " + answer})
}

// parseVerbs reads the answers to `query verbs`.
func parseVerbs(lines []string) (verbs []string) {
	for _, line := range lines {
		var list []engine.Verb
		if text, ok := cutWord(line, "response"); !ok || json.Unmarshal([]byte(text), &list) != nil {
			continue
		}
		for _, v := range list {
			if v.Name != "" && !slices.Contains(verbs, v.Name) {
				verbs = append(verbs, v.Name)
			}
		}
	}
	if verbs == nil {
		return []string{"place", "slide", Pass}
	}
	return verbs
}

// checkActions refuses what is not an action of a turn, since "quit" or "go
// infinite" in a record or a request must not reach the engine.
func (e *Engine) checkActions(ctx context.Context, actions []string) error {
	if len(actions) == 0 {
		return nil
	}
	verbs, err := e.Verbs(ctx)
	if err != nil {
		return err
	}
	for _, action := range actions {
		if verb, _, _ := strings.Cut(action, " "); !slices.Contains(verbs, verb) {
			return &Refusal{Code: "bad-argument", Text: fmt.Sprintf("%q is not an action of a turn; an action begins with %s", Clip(action), strings.Join(verbs, ", "))}
		}
	}
	return nil
}

// Pass is the turn of a side that cannot move, as a token and as an action, in
// every game that has one.
const Pass = engine.Pass

// IsPass says whether a word, in either case, is a pass as programs write it.
func IsPass(word string) bool {
	switch strings.ToLower(word) {
	case Pass, "pa", "ps", "--", "@@":
		return true
	}
	return false
}

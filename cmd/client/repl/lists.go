package repl

import (
	"encoding/json"
	"fmt"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// doList prints a list that the game keeps, such as the pieces that are left.
func doList(r *REPL, args []string) error {
	names := r.Session.State().Lists
	switch {
	case len(names) == 0:
		return fmt.Errorf("%s has no lists", r.Session.State().Game)
	case len(args) == 0:
		r.say("There are: " + strings.Join(names, " "))
		return nil
	}
	answer, err := r.Session.Query(r.ctx, "list "+strings.Join(args, " "))
	if err != nil {
		return err
	}
	var entries []string
	if err := json.Unmarshal([]byte(answer), &entries); err != nil {
		return fmt.Errorf("the engine's list cannot be read: %w", err)
	}
	for _, e := range entries {
		r.say(e)
	}
	return nil
}

// doPreview draws an action without performing it.
func doPreview(r *REPL, args []string) error {
	answer, err := r.Session.Query(r.ctx, "preview "+strings.Join(args, " "))
	if err != nil {
		return err
	}
	var drawn struct {
		Diagram engine.Diagram `json:"diagram"`
		Error   string         `json:"error"`
	}
	if err := json.Unmarshal([]byte(answer), &drawn); err != nil {
		return fmt.Errorf("the engine's preview cannot be read: %w", err)
	}
	r.draw(drawn.Diagram)
	if refusal, ok := driver.ParseRefusal(drawn.Error); ok {
		return refusal
	}
	return nil
}

package repl

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/cmd/client/terminal"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

// show prints the board.
func (r *REPL) show() error {
	d, err := r.Session.Diagram(r.ctx)
	if err != nil {
		return err
	}
	r.draw(d)
	return nil
}

// draw prints a board.
func (r *REPL) draw(d engine.Diagram) {
	fmt.Fprint(r.Out, r.Painter.Diagram(terminal.Fit(d, r.width()), r.Session.State().ColourNames()))
}

func (r *REPL) sayQuery(what string) error {
	answer, err := r.Session.Query(r.ctx, what)
	if err == nil {
		fmt.Fprintln(r.Out, answer) // to be copied as it is
	}
	return err
}

func doLegal(r *REPL, args []string) error {
	prefix := strings.Join(args, "")
	tokens := slices.DeleteFunc(slices.Clone(r.Session.State().Legal), func(t string) bool { return !hasPrefix(t, prefix) })
	if len(tokens) == 0 && prefix != "" {
		return fmt.Errorf("no legal turn begins with %q", prefix)
	}
	r.sayWords(tokens)
	return nil
}

// sayWords prints words in lines of up to 78 characters, or as wide as the
// terminal is.
func (r *REPL) sayWords(words []string) {
	fmt.Fprintln(r.Out, terminal.Wrap(strings.Join(words, " "), cmp.Or(r.width(), 78)))
}

func doHistory(r *REPL, args []string) error {
	st := r.Session.State()
	var words []string
	for i, token := range st.Turns {
		words = append(words, fmt.Sprintf("%d. %s", i+1, token))
	}
	if len(st.Pending) > 0 {
		words = append(words, "("+strings.Join(st.Pending, "; ")+")")
	}
	if len(words) == 0 {
		words = []string{"Nothing has been played."}
	}
	r.sayWords(words)
	return nil
}

// gameNames lists the games the engine plays.
func (r *REPL) gameNames() []string {
	answer, err := r.Session.Query(r.ctx, "games")
	if err != nil {
		return nil
	}
	return strings.Fields(answer)
}

func (r *REPL) listGames() error {
	names := r.gameNames()
	if len(names) == 0 {
		return fmt.Errorf("%s does not say which games it plays", r.Session.EngineName())
	}
	for _, name := range names {
		mark := "  "
		if name == r.Session.State().Game {
			mark = "* "
		}
		r.say(mark + name)
	}
	return nil
}

// ruleOptions lists the options of the engine that are rules of the game.
func (r *REPL) ruleOptions(game string) []driver.Option {
	var rules []driver.Option
	for _, o := range r.Session.Engine().Options() {
		if name, ok := strings.CutPrefix(o.Name, game+"."); ok {
			o.Name = name
			rules = append(rules, o)
		}
	}
	return rules
}

func doRules(r *REPL, args []string) error {
	st := r.Session.State()
	game := st.Game
	switch {
	case len(args) == 1 && !slices.Contains(r.gameNames(), args[0]):
		return fmt.Errorf("no game %q; games are: %s", args[0], strings.Join(r.gameNames(), " "))
	case len(args) == 1:
		game = args[0]
	}
	if game == st.Game {
		r.sayf("%s: %s", game, st.Rules)
	}
	for _, o := range r.ruleOptions(game) {
		r.sayf("  %-12s %s; default %s", o.Name, values(o), o.Default)
	}
	r.sayf("Choose with: new %s RULE=VALUE ...", game)
	return nil
}

// values says what an option takes.
func values(o driver.Option) string {
	switch {
	case o.Type == "check":
		return "true or false"
	case o.Type == "combo":
		return strings.Join(o.Choices, " or ")
	case o.HasRange:
		return fmt.Sprintf("%d to %d", o.Min, o.Max)
	}
	return o.Type
}

func doNew(r *REPL, args []string) error {
	old := r.Session.State()
	if len(args) == 0 && old.Game != "" {
		args = append([]string{old.Game}, strings.Fields(old.Rules)...)
	}
	for _, a := range args {
		if strings.ContainsAny(a, " \t") {
			return errUsage
		}
	}
	if err := r.Session.NewGame(r.ctx, args...); err != nil {
		return err
	}
	r.leaveGame()
	st := r.Session.State()
	r.sayf("New game: %s %s", st.Game, st.Rules)
	return nil
}

// leaveGame forgets what belongs to the game before. An unfinished one stays
// in a file.
func (r *REPL) leaveGame() {
	if r.autoFile != "" {
		r.say("The unfinished game is kept; resume continues it.")
	}
	r.autoFile, r.gameFile = "", ""
	r.shown, r.told, r.paused = false, false, false
}

func doSet(r *REPL, args []string) error {
	args = strings.Fields(strings.ReplaceAll(strings.Join(args, " "), "=", " "))
	switch len(args) {
	case 0:
		for _, o := range r.Session.Engine().Options() {
			r.sayf("  %-20s %s; default %s", o.Name, values(o), o.Default)
		}
		return nil
	case 2:
		if strings.EqualFold(args[0], "Level") {
			return doLevel(r, args[1:])
		}
		return r.Session.SetOption(r.ctx, args[0], args[1])
	}
	return errUsage
}

// doRaw sends a line to the engine. A search in it can be stopped by Ctrl-C.
func doRaw(r *REPL, line string) error {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	r.searching.Store(&cancel)
	defer r.searching.Store(nil)
	before := r.Session.State()
	refused := false
	err := r.Session.Raw(ctx, line, func(l string) {
		fmt.Fprintln(r.Out, l)
		_, bad := driver.ParseRefusal(l)
		refused = refused || bad
	})
	if now := r.Session.State(); len(now.Turns) != len(before.Turns) || now.Game != before.Game || now.Turn != before.Turn {
		r.shown, r.paused = false, true
	}
	if err == nil && refused {
		return fmt.Errorf("the engine refused %q", line)
	}
	return err
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"quadrille/cmd/client/repl"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/enginecmd"
)

// program is the command line for shells and for the manual page.
func (s *streams) program(model *kong.Application) *cli.Program {
	return &cli.Program{
		Model: model, Out: s.out, Values: s.values, Version: "quadrille " + enginecmd.Version, Date: enginecmd.Date,
		Sections: []cli.Section{
			{Title: "Commands in a game", Rows: append([][2]string{{"", "What play reads, from a person or from a script. " +
				"A turn is played by typing it. Commands may be shortened."}}, repl.Commands()...)},
			{Title: "Exit status", Rows: exitStatuses()},
			{Title: "See also", Rows: [][2]string{{"", "engine(1)"}}},
		},
	}
}

func exitStatuses() [][2]string {
	return [][2]string{
		{"0", "All was well; for serve also when a signal ended it."},
		{fmt.Sprint(exitFailed), "A command of a script failed, a rule of compliance is broken, the input of the classroom ended early, games were left out of a conversion, " +
			"or the output, which of analyse, backup, convert and site may be files, could not be written."},
		{fmt.Sprint(exitUsage), "The command line is wrong, or a file of games cannot be loaded."},
		{fmt.Sprint(exitEngine), "The engine cannot be started or is lost."},
		{"128+N", "The signal N ended it."},
	}
}

// values lists what a flag takes, by its placeholder. Of games and their rules
// the engine tells.
func (s *streams) values(placeholder string, words []string) []string {
	switch placeholder {
	case "GAME":
		return games(s.settings())
	case "KEY=VALUE":
		return rules(s.settings(), words)
	case "LEVEL":
		return levels("")
	case "WHO":
		return append([]string{"human", "engine"}, levels("engine:")...)
	case "SEATS":
		return []string{"p1", "p2", "p3", "p4", "all", "none", "random"}
	}
	return nil
}

func levels(before string) (list []string) {
	for n := 1; n <= repl.MaxLevel; n++ {
		list = append(list, fmt.Sprint(before, n))
	}
	return list
}

// settings are what the options of the engine that this program is may be set
// to, as the engine completes them.
func (s *streams) settings() []string {
	var out, errs strings.Builder
	s.engine([]string{"complete", "--", "--set", ""}, strings.NewReader(""), &out, &errs)
	return strings.Fields(out.String())
}

// games are those of an engine with the settings.
func games(settings []string) (list []string) {
	for _, setting := range settings {
		if game, ok := strings.CutPrefix(setting, "Game="); ok {
			list = append(list, game)
		}
	}
	return list
}

// rules are the rules of the game that the words name, or of all, as KEY=VALUE,
// or as KEY= where the value is a number.
func rules(settings, words []string) (list []string) {
	named := slices.DeleteFunc(games(settings), func(game string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return w == game || strings.HasSuffix(w, "="+game) })
	})
	for _, setting := range settings {
		game, rule, ok := strings.Cut(setting, ".")
		if ok && (len(named) == 0 || slices.Contains(named, game)) {
			list = append(list, rule)
		}
	}
	return list
}

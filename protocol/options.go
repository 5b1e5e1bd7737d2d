package protocol

import (
	"maps"
	"strconv"
	"strings"
	"time"

	"quadrille/ai"
	"quadrille/engine"
)

// options are the engine's options: those of a player, and the rules of each
// game.
type options struct {
	games    []engine.Game
	game     string
	settings ai.Settings
	ponder   bool
	prepare  bool // isready makes ready what a search needs
	seed     int  // 0 means a new one for each game
	rules    map[string]engine.Rules
}

func newOptions(games []engine.Game) *options {
	o := &options{games: games, game: games[0].Name(), prepare: true, rules: map[string]engine.Rules{}}
	o.settings = ai.FullStrength()
	for _, g := range games {
		o.rules[g.Name()], _ = engine.ResolveRules(g.Options(), nil)
	}
	return o
}

// entry is an option as `ugi` lists it and `setoption` sets it.
type entry struct {
	engine.Option
	set func(canonical string)
	// read checks a value and writes it in its own way, where the option takes more
	// than its type says.
	read func(value string) (canonical string, err error)
}

const (
	maxHash     = 1 << 16 // MiB
	maxThreads  = 256
	maxMultiPV  = 256
	maxSeed     = 1<<31 - 1
	maxOverhead = 10_000 // ms
)

// entries lists every option, those of the player first.
func (o *options) entries() []entry {
	def := ai.FullStrength()
	list := []entry{
		{Option: engine.Option{Name: "Game", Kind: engine.Combo, Default: o.games[0].Name(), Choices: gameNames(o.games)},
			set: func(v string) { o.game = v }},
		spin("Hash", def.Hash, 1, maxHash, func(n int) { o.settings.Hash = n }),
		spin("Threads", def.Threads, 1, maxThreads, func(n int) { o.settings.Threads = n }),
		spin("MultiPV", def.MultiPV, 1, maxMultiPV, func(n int) { o.settings.MultiPV = n }),
		check("Ponder", false, func(on bool) { o.ponder = on }),
		o.level(),
		spin("Seed", 0, 0, maxSeed, func(n int) { o.seed = n }),
		check("OwnBook", false, func(on bool) { o.settings.Book = on }),
		check("Solve", true, func(on bool) { o.settings.Solve = on }),
		check("Prepare", true, func(on bool) { o.prepare = on }),
		spin("MoveOverhead", int(def.MoveOverhead/time.Millisecond), 0, maxOverhead,
			func(n int) { o.settings.MoveOverhead = time.Duration(n) * time.Millisecond }),
	}
	for _, g := range o.games {
		list = append(list, o.ruleEntries(g)...)
	}
	return list
}

func spin(name string, def, least, most int, set func(int)) entry {
	return entry{
		Option: engine.Option{Name: name, Kind: engine.Spin, Default: strconv.Itoa(def), Min: least, Max: most},
		set: func(v string) {
			n, _ := strconv.Atoi(v) // canonical, so it is a number
			set(n)
		},
	}
}

func check(name string, def bool, set func(bool)) entry {
	return entry{
		Option: engine.Option{Name: name, Kind: engine.Check, Default: strconv.FormatBool(def)},
		set:    func(v string) { set(v == "true") },
	}
}

// level is the option of the level. UCI has no type for numbers with a point, so it is
// a spin for front ends, which also takes the levels between.
func (o *options) level() entry {
	e := spin("Level", ai.MaxLevel, 1, ai.MaxLevel, nil)
	e.read = func(value string) (string, error) {
		l, err := engine.ParseLevel(value)
		return l.String(), err
	}
	e.set = func(v string) { o.settings.Level, _ = engine.ParseLevel(v) }
	return e
}

// ruleEntries lists a game's rule options as game.option.
func (o *options) ruleEntries(g engine.Game) []entry {
	var list []entry
	for _, rule := range g.Options() {
		named := rule
		named.Name = g.Name() + "." + rule.Name
		list = append(list, entry{Option: named, set: func(v string) { o.setRule(g.Name(), rule.Name, v) }})
	}
	return list
}

// setRule replaces the game's rules by a changed copy: positions hold on to the
// old ones.
func (o *options) setRule(game, name, value string) {
	changed := maps.Clone(o.rules[game])
	changed[name] = value
	o.rules[game] = changed
}

// Set gives an option a value. Names are compared without regard to case, as
// UCI has it, and values may be in capitals. On an error the old value stays.
func (o *options) Set(name, value string) error {
	list := o.entries()
	for _, e := range list {
		if !strings.EqualFold(e.Name, name) {
			continue
		}
		read := e.Canonical
		if e.read != nil {
			read = e.read
		}
		canonical, err := read(value)
		if err != nil {
			return err
		}
		e.set(canonical)
		return nil
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	return refuse(BadOption, "no option %s; there are: %s", quote(name), strings.Join(names, " "))
}

// line writes the option as the answer to `ugi` has it.
func (e entry) line() string {
	s := "option name " + e.Name + " type " + string(e.Kind) + " default " + e.Default
	switch e.Kind {
	case engine.Spin:
		s += " min " + strconv.Itoa(e.Min) + " max " + strconv.Itoa(e.Max)
	case engine.Combo:
		for _, c := range e.Choices {
			s += " var " + c
		}
	}
	return s
}

// Settings lists what the options of a session with the games may be set to, as
// NAME=VALUE, or as NAME= where the value is a number.
func Settings(games []engine.Game) (list []string) {
	for _, e := range newOptions(games).entries() {
		values := e.Choices
		switch e.Kind {
		case engine.Check:
			values = []string{"true", "false"}
		case engine.Spin:
			values = []string{""}
		}
		for _, v := range values {
			list = append(list, e.Name+"="+v)
		}
	}
	return list
}

func gameNames(games []engine.Game) []string {
	var names []string
	for _, g := range games {
		names = append(names, g.Name())
	}
	return names
}

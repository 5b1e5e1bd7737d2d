package repl

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/google/shlex"

	"quadrille/protocol/driver"
)

// command is one row of the table of commands, from which help and completion
// are made.
type command struct {
	name    string
	aliases []string
	args    string // as help writes them
	summary string
	detail  []string
	// least and most are the numbers of arguments that run takes.
	least, most int
	// capitals says that they may have capitals that matter, as names of files
	// have. Others are read in small letters.
	capitals bool
	run      func(r *REPL, args []string) error
	// raw is set for a command that takes the rest of its line as it is.
	raw func(r *REPL, rest string) error
	// complete lists what the word after the arguments may become.
	complete func(r *REPL, args []string, word string) []string
}

// commandTable lists the commands in the order in which help shows them.
func commandTable() []command {
	return []command{
		{name: "help", aliases: []string{"?"}, args: "[COMMAND]", most: 1, summary: "list the commands, or explain one",
			run: doHelp, complete: func(r *REPL, _ []string, _ string) []string { return r.commandNames() }},
		{name: "legal", aliases: []string{"moves"}, args: "[PREFIX]", most: 1, summary: "list the turns that may be played", run: doLegal,
			detail: []string{"With a prefix, only the turns that begin with it. In the middle of a turn, what completes it."}},
		{name: "play", aliases: []string{"move"}, capitals: true, args: "TURN...", least: 1, most: anyNumber, summary: "play turns, all or none; play may be left out", run: doPlay,
			detail:   []string{"Turns are parted by spaces or commas, and the numbers of turns may stand before them: 1. f5 d6 2. c3"},
			complete: func(r *REPL, _ []string, _ string) []string { return r.Session.State().Legal }},
		{name: "undo", aliases: []string{"back", "takeback"}, args: "[turn | action | N]", most: 1, summary: "take back your last turn with the replies to it",
			detail: []string{"undo         the actions of an unfinished turn, or else everything back to your last decision",
				"undo turn    one turn, whoever played it", "undo N       N turns", "undo action  one action: of a turn of two actions, the second"},
			run: doUndo, complete: words("turn", "action")},
		{name: "hint", args: "[N] [LIMITS]", most: anyNumber, summary: "ask the engine at full strength for the best turn, and why", run: doHint,
			detail: []string{"LIMITS are those of the protocol's go, such as: depth 8, movetime 5000, mate 3, exact, infinite.",
				"Ctrl-C ends the search, and the best turn so far is shown. hint N lists the N best turns, as scores does."},
			complete: words("depth", "movetime", "nodes", "mate", "exact", "infinite")},
		{name: "go", args: "[LIMITS]", most: anyNumber, summary: "let the engine play this turn, whoever is to move", run: doGo,
			complete: words("depth", "movetime", "nodes", "mate", "exact")},
		{name: "solve", summary: "have the engine solve the game ahead, where it can, and keep that for later; Ctrl-C stops it", run: doSolve},
		{name: "auto", args: "[N]", most: 1, summary: "let the engine play all seats to the end, or N turns; Ctrl-C stops it", run: doAuto},
		{name: "analyse", aliases: []string{"analyze"}, args: "[LIMITS]", most: anyNumber, summary: "judge every turn played so far: what it was worth, what the best was", run: doAnalyse,
			detail: []string{"LIMITS are those of each search, half a second unless given. Ctrl-C ends it with what is done.",
				"client analyse judges saved games, and writes pages and JSON."},
			complete: words("depth", "movetime", "nodes")},
		{name: "scores", aliases: []string{"score", "eval"}, args: "[N] [LIMITS]", most: anyNumber, summary: "how the game stands, and what the best turns are worth", run: doScores,
			detail: []string{"N is how many turns are judged, 10 unless given. The value of each is that for the side to move,",
				"in units of the game, and its chance to win. LIMITS are those of hint."},
			complete: words("depth", "movetime", "nodes", "infinite")},
		{name: "resign", summary: "give the game up", run: doResign,
			detail: []string{"With two players the other one wins. With more, the engine takes over the seat, since nobody has won yet."}},
		{name: "show", aliases: []string{"board", "print"}, summary: "show the board", run: func(r *REPL, _ []string) error { return r.show() }},
		{name: "history", summary: "list the turns played", run: doHistory},
		{name: "fen", summary: "print the position in one line", run: func(r *REPL, _ []string) error { return r.sayQuery("fen") }},
		{name: "list", args: "[NAME]", most: anyNumber, summary: "print a list that the game keeps, such as the pieces left", run: doList,
			complete: func(r *REPL, _ []string, _ string) []string { return r.Session.State().Lists }},
		{name: "preview", args: "ACTION", least: 1, most: anyNumber, summary: "draw an action, such as place ..., without performing it", run: doPreview,
			complete: func(r *REPL, _ []string, _ string) []string { return r.verbs() }},
		{name: "new", aliases: []string{"restart"}, args: "[GAME] [RULE=VALUE...]", most: anyNumber, summary: "begin a new game, of the same kind when none is named", run: doNew,
			detail:   []string{"rules lists the rules that can be chosen. An unfinished game is kept for resume."},
			complete: completeNew},
		{name: "games", summary: "list the games", run: func(r *REPL, _ []string) error { return r.listGames() }},
		{name: "rules", args: "[GAME]", most: 1, summary: "show the rules of the present game, and what may be chosen", run: doRules,
			complete: func(r *REPL, _ []string, _ string) []string { return r.gameNames() }},
		{name: "level", args: "[SEAT] [1..10]", most: 2, summary: "how strong the engine plays, in all its seats or in one", run: doLevel,
			complete: completeLevel},
		{name: "side", aliases: []string{"color", "colour"}, args: "SEAT... | all | none | random", least: 1, most: anyNumber, summary: "choose what you play; the rest is the engine's", run: doSide,
			detail:   []string{"SEAT is a name that seat lists, such as white or p2, or the beginning of one."},
			complete: completeSide},
		{name: "seat", args: "[SEAT human | SEAT engine[:LEVEL]]", most: 4, summary: "show or choose who plays each seat", run: doSeat,
			complete: completeSeat},
		{name: "save", capitals: true, args: "FILE [over]", least: 1, most: 2, summary: "save the game; over replaces a file", run: doSave, complete: completeFile},
		{name: "load", aliases: []string{"open"}, capitals: true, args: "FILE", least: 1, most: 1, summary: "continue a saved game", run: doLoad, complete: completeFile},
		{name: "resume", args: "[list | N]", most: 1, summary: "continue the last unfinished game, or list them", run: doResume, complete: words("list")},
		{name: "set", capitals: true, args: "[NAME VALUE]", most: 3, summary: "show the engine's options, or set one", run: doSet, complete: completeSet},
		{name: "raw", args: "LINE", summary: "send a line of the protocol to the engine and print its answer", raw: doRaw},
		{name: "version", summary: "name the engine", run: func(r *REPL, _ []string) error {
			r.say(r.Session.EngineName())
			return nil
		}},
		{name: "quit", aliases: []string{"exit", "bye"}, summary: "leave; an unfinished game is kept for resume", run: func(r *REPL, _ []string) error {
			r.quit = true
			return nil
		}},
	}
}

// verbs are the commands that perform one action of a turn, none where the
// engine does not answer.
func (r *REPL) verbs() []string {
	verbs, err := r.Session.Engine().Verbs(r.ctx)
	if err != nil {
		return nil
	}
	return verbs
}

// words completes to fixed words.
func words(list ...string) func(*REPL, []string, string) []string {
	return func(*REPL, []string, string) []string { return list }
}

// anyNumber is as many arguments as one likes.
const anyNumber = math.MaxInt

// call runs a command unless it has too few or too many arguments.
func (c command) call(r *REPL, args []string) error {
	if len(args) < c.least || len(args) > c.most {
		return c.misused()
	}
	for i := range args {
		if !c.capitals {
			args[i] = strings.ToLower(args[i])
		}
	}
	err := c.run(r, args)
	if errors.Is(err, errUsage) {
		return c.misused()
	}
	return err
}

// errUsage is returned by a command that was written wrongly.
var errUsage = errors.New("wrong arguments")

// misused says how the command is written.
func (c command) misused() error {
	return fmt.Errorf("write it as: %s", strings.TrimSpace(c.name+" "+c.args))
}

// called says whether a word is the name or an alias of the command, in capitals
// or not.
func (c command) called(word string) bool {
	word = strings.ToLower(word)
	return c.name == word || slices.Contains(c.aliases, word)
}

// find returns the command of a name, an alias or the beginning of one name
// only, in capitals or not. With several it returns their names.
func (r *REPL) find(word string) (c command, several []string) {
	var found []command
	word = strings.ToLower(word)
	for _, c := range r.commands {
		if c.called(word) {
			return c, nil
		}
		if strings.HasPrefix(c.name, word) {
			found = append(found, c)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	for _, c := range found {
		several = append(several, c.name)
	}
	return command{}, several
}

func (r *REPL) commandNames() []string {
	var names []string
	for _, c := range r.commands {
		names = append(names, c.name)
	}
	return names
}

// do performs one line. A word that is the whole name of a command is that
// command; then come turns, then beginnings of names, so that a turn is never
// taken for an abbreviation.
func (r *REPL) do(line string) error {
	line = strings.TrimSpace(line)
	word, rest := line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		word, rest = line[:i], strings.TrimSpace(line[i:])
	}
	if word == "" || word[0] == '#' {
		return nil
	}
	text, _, _ := strings.Cut(line, " #")
	c, several := r.find(word)
	turn := r.looksLikeTurn(word)
	switch {
	case c.called(word):
		return r.call(c, rest)
	case turn || c.name == "" && several == nil:
		err := r.playLine(text)
		if _, unpaired := split(line); driver.IsRefusal(err) && !isReadable(err) && (!turn || r.command(word) != "") {
			return cmp.Or(unpaired, r.unknown(word))
		}
		return err
	case strings.ContainsAny(rest, "0123456789"):
		// Some arguments of actions are also how commands begin: F 90 3 5 in Blokus.
		if err := r.playLine(text); !driver.IsRefusal(err) || isReadable(err) {
			return err
		}
	}
	if several != nil {
		return fmt.Errorf("%q may be %s", word, strings.Join(several, ", "))
	}
	return r.call(c, rest)
}

// call calls a command with what stands behind it on its line.
func (r *REPL) call(c command, rest string) error {
	switch {
	case c.raw != nil && rest == "":
		return c.misused()
	case c.raw != nil:
		return c.raw(r, rest)
	}
	args, err := split(rest)
	if err != nil {
		return err
	}
	return c.call(r, args)
}

// split splits a line into words, with quotes as in a shell.
func split(line string) ([]string, error) {
	words, err := shlex.Split(line)
	if err != nil {
		return nil, fmt.Errorf("cannot read the line: %v (quotes come in pairs)", err)
	}
	return words, nil
}

// looksLikeTurn says whether the first word of a line is meant as a turn or as
// an action: it is one that is legal, a verb, the name of a seat, has a digit in
// it or no letter.
func (r *REPL) looksLikeTurn(word string) bool {
	st := r.Session.State()
	if _, legal := legalToken(st, strings.TrimRight(word, ",")); legal {
		return true
	}
	named := slices.ContainsFunc(st.Names, func(name string) bool { return strings.EqualFold(name, strings.TrimRight(word, ":")) })
	return named || strings.ContainsAny(word, "0123456789") || !strings.ContainsFunc(word, unicode.IsLetter) || slices.Contains(r.verbs(), strings.ToLower(word))
}

// unknown is the error of a word that is neither command nor turn.
func (r *REPL) unknown(word string) error {
	near := ""
	if meant := r.command(word); meant != "" {
		near = fmt.Sprintf("; did you mean %s?", meant)
	}
	for _, name := range append(r.commandNames(), r.verbs()...) {
		if near == "" && oneSlip(strings.ToLower(word), name) {
			near = fmt.Sprintf("; did you mean %s?", name)
		}
	}
	return fmt.Errorf("%q is neither a command nor a turn%s\nhelp lists the commands, legal the turns", driver.Clip(word), near)
}

// command is what a word becomes when a space stands between a command and its
// number, as in undo2 or level=7, or what is behind a command alone goes; "" when
// the word is no such thing.
func (r *REPL) command(word string) string {
	letters := strings.TrimRight(word, "0123456789")
	name := strings.TrimRight(letters, "=:.!")
	if c, _ := r.find(name); name != word && name != "" && c.called(name) {
		return strings.TrimSpace(c.name + " " + word[len(letters):])
	}
	return ""
}

// oneSlip says whether two words differ by one letter that is wrong, missing,
// surplus or swapped with the next.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		return i < len(a) && (a[i+1:] == b[i+1:] || swapped)
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}

func doHelp(r *REPL, args []string) error {
	if len(args) == 1 {
		return r.explain(args[0])
	}
	for _, c := range r.commands {
		r.sayf("  %-9s %s", c.name, c.summary)
	}
	r.say("A turn is played by typing it, as legal lists them, or action by action, in the engine's words for it: " + strings.Join(r.verbs(), ", ") + ".")
	r.say("Commands may be shortened: his is history. help COMMAND says more.")
	return nil
}

func (r *REPL) explain(word string) error {
	if slices.Contains(r.verbs(), word) {
		lines, err := r.Session.Ask(r.ctx, "help "+word)
		for _, l := range lines {
			r.say(strings.TrimPrefix(l, "help "))
		}
		return err
	}
	c, several := r.find(word)
	switch {
	case c.name != "":
		r.say(strings.TrimSpace(c.name + " " + c.args))
		r.say("  " + c.summary)
		for _, l := range c.detail {
			r.say("  " + l)
		}
		if len(c.aliases) > 0 {
			r.say("  also: " + strings.Join(c.aliases, ", "))
		}
		return nil
	case len(several) > 0:
		return fmt.Errorf("%q may be %s", word, strings.Join(several, ", "))
	}
	return r.unknown(word)
}

// Commands lists the commands in the order in which help shows them, each with
// its arguments and with what it does.
func Commands() (list [][2]string) {
	for _, c := range commandTable() {
		list = append(list, [2]string{strings.TrimSpace(c.name + " " + c.args), c.summary})
	}
	return list
}

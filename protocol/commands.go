package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
)

// command is one row of the command table, from which `help` is generated.
type command struct {
	name    string
	usage   string
	summary string
	detail  []string // more lines for `help NAME`
	most    int      // arguments at most
	live    bool     // answered while a search runs
	run     func(s *Server, args []string) error
}

// anyNumber is for commands that check the number of their arguments
// themselves.
const anyNumber = 1 << 30

// commandTable lists every command in the order in which `help` shows them,
// those that perform an action of one of the games last but for quit and help.
func commandTable(games []engine.Game) []command {
	table := []command{
		{name: "ugi", usage: "ugi", summary: "name the engine and list its options, then ugiok",
			run: (*Server).doUGI},
		{name: "isready", usage: "isready", summary: "answer readyok, also during a search", live: true,
			detail: []string{"After a game was chosen the answer comes when tables are loaded and memory is there for a search."},
			run:    (*Server).doReady},
		{name: "setoption", usage: "setoption name N value V", summary: "set an option that `ugi` lists", most: anyNumber,
			detail: []string{"Game and the rule options (such as square4.pieces) take effect with the next uginewgame or position startpos."},
			run:    (*Server).doSetOption},
		{name: "uginewgame", usage: "uginewgame", summary: "start position of the game in option Game with its current rules",
			run: func(s *Server, _ []string) error { return s.session.Restart() }},
		{name: "newgame", usage: "newgame [GAME] [key=value ...]", summary: "choose a game and its rules and go to its start", most: anyNumber,
			detail: []string{"Rule options that are not named take their defaults; `ugi` lists them as GAME.key.",
				"The choice is kept in the options, so that uginewgame and position startpos repeat it."},
			run: (*Server).doNewGame},
		{name: "position", usage: "position startpos|fen F... [moves T...]", summary: "set up a position and play turns from it", most: anyNumber,
			detail: []string{"On any error the old position stays."},
			run:    (*Server).doPosition},
		{name: "moves", usage: "moves T...", summary: "play turns, all or none", most: anyNumber,
			run: (*Server).doMoves},
		{name: "undo", usage: "undo [N]", summary: "take back N actions (1)", most: 1,
			run: (*Server).doUndo},
		{name: "go", usage: "go [depth N] [nodes N] [movetime MS] [p1time MS ... p4time MS p1inc MS ... p4inc MS movestogo N] " +
			"[mate N] [exact] [infinite] [ponder] [searchmoves T...]",
			summary: "search and answer with info lines and one bestmove; or go perft N", most: anyNumber,
			detail: []string{"mate N: is there a forced win within N own turns?   exact: search until the value is proved",
				"go perft N: count the sequences of N turns, root turn by root turn"},
			run: (*Server).doGo},
		{name: "solve", usage: "solve", summary: "solve the game ahead, where the engine plays from solved games, and keep that",
			detail: []string{"It reports info solving N, N of 1000, and answers solved N, or solved none; after stop the next solve goes on from there.",
				"query solved tells how much is done."},
			run: (*Server).doSolve},
		{name: "stop", usage: "stop", summary: "end the running search or solving, which answers at once", live: true,
			run: func(s *Server, _ []string) error { s.stopJob(); return nil }},
		{name: "ponderhit", usage: "ponderhit", summary: "turn the running ponder search into an ordinary one", live: true,
			run: func(s *Server, _ []string) error { s.ponderHit(); return nil }},
		{name: "query", usage: "query WHAT", summary: "answer `response ...` about the game", most: anyNumber, live: true,
			detail: queryHelp(),
			run:    (*Server).doQuery},
		{name: "show", usage: "show", summary: "the board as a person reads it, and its fen",
			run: (*Server).doShow},
		{name: "eval", usage: "eval", summary: "the static evaluation of the side to move, term by term",
			run: (*Server).doEval},
		{name: "bench", usage: "bench [GAME] [depth]", summary: "search built-in positions; the node count is the same on every machine", most: 2,
			run: (*Server).doBench},
	}
	return append(append(table, actionCommands(games)...), []command{
		{name: "help", usage: "help [COMMAND]", summary: "list the commands, or explain one", most: 1, live: true,
			run: (*Server).doHelp},
		{name: "quit", usage: "quit", summary: "end the engine", live: true,
			run: func(s *Server, _ []string) error { s.quit = true; return nil }},
	}...)
}

// Commands lists the commands of a server for the games, as they are written and
// with what they do, in the order in which help shows them.
func Commands(games []engine.Game) (list [][2]string) {
	for _, c := range commandTable(games) {
		list = append(list, [2]string{c.usage, c.summary})
	}
	return list
}

// actionCommands lists the verbs of the games' actions, each once. What their
// arguments may be is the business of the game that is played.
func actionCommands(games []engine.Game) []command {
	var list []command
	for _, g := range games {
		for _, v := range engine.Verbs(g) {
			i := slices.IndexFunc(list, func(c command) bool { return c.name == v.Name })
			if i < 0 {
				i = len(list)
				list = append(list, command{name: v.Name, usage: v.Name, summary: "one action, in", most: anyNumber, run: actionCommand(v.Name)})
			}
			c := &list[i]
			if v.Form != "" {
				c.usage = v.Name + " ..."
			}
			c.summary += " " + g.Name()
			c.detail = append(c.detail, fmt.Sprintf("%s: %s -- %s", g.Name(), strings.TrimSpace(v.Name+" "+v.Form), v.Help))
		}
	}
	return list
}

func (s *Server) doUGI([]string) error {
	s.print("id name " + s.config.Name)
	s.print("id author " + s.config.Author)
	for _, e := range s.session.options.entries() {
		s.print(e.line())
	}
	s.print("ugiok")
	return nil
}

// doReady makes the present game's bot ready, unless it is at work.
func (s *Server) doReady([]string) error {
	if s.job == nil {
		s.session.Ready()
	}
	s.print("readyok")
	return nil
}

func (s *Server) doSetOption(args []string) error {
	if len(args) < 4 || args[0] != "name" || args[2] != "value" {
		return refuse(BadArgument, "write it as: setoption name N value V")
	}
	if len(args) > 4 {
		return refuse(BadArgument, "setoption: no option has a value of several words, as %s", quote(strings.Join(args[3:], " ")))
	}
	return s.session.options.Set(args[1], args[3])
}

func (s *Server) doNewGame(args []string) error {
	name := ""
	if len(args) > 0 && !strings.Contains(args[0], "=") {
		name, args = args[0], args[1:]
	}
	for _, a := range args {
		if !strings.Contains(a, "=") {
			return refuse(BadArgument, "newgame: %s is not of the form key=value", quote(a))
		}
	}
	rules, err := engine.ParseSettings(strings.Fields(strings.ToLower(strings.Join(args, " "))))
	if err != nil {
		return refuse(BadArgument, "newgame: %s", err)
	}
	if err := s.session.NewGame(name, rules); err != nil {
		return err
	}
	s.ok()
	return nil
}

// ok prints the answer to an action: who acts next, in which phase, and the
// result when there is one.
func (s *Server) ok() {
	p := s.session.Position()
	line := "ok turn=" + p.Turn().String() + " phase=" + p.Phase()
	if p.Result().Over {
		line += " result=" + p.Result().String()
	}
	s.print(line)
}

func (s *Server) doPosition(args []string) error {
	const usage = "write it as: position startpos [moves T...], or position fen F... [moves T...]"
	if len(args) == 0 {
		return refuse(BadArgument, usage)
	}
	kind, args := args[0], args[1:]
	head, tokens := cutMoves(args)
	switch {
	case kind == "startpos" && len(head) == 0:
		return s.session.SetPosition("", tokens)
	case kind == "fen" && len(head) > 0:
		return s.session.SetPosition(strings.Join(head, " "), tokens)
	}
	return refuse(BadArgument, usage)
}

// cutMoves splits the words of a position at the word moves.
func cutMoves(words []string) (head, tokens []string) {
	for i, w := range words {
		if w == "moves" {
			return words[:i], words[i+1:]
		}
	}
	return words, nil
}

func (s *Server) doMoves(args []string) error {
	if len(args) == 0 {
		return refuse(BadArgument, "moves needs at least one turn, as `query legal` lists them")
	}
	return s.session.Play(args)
}

// actionCommand performs one action of a game.
func actionCommand(verb string) func(*Server, []string) error {
	return func(s *Server, args []string) error {
		if err := s.session.Act(engine.Action{Verb: verb, Args: args}); err != nil {
			return err
		}
		s.ok()
		return nil
	}
}

func (s *Server) doUndo(args []string) error {
	n := 1
	if len(args) == 1 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil {
			return refuse(BadArgument, "undo takes a number of actions, not %s", quote(args[0]))
		}
	}
	if err := s.session.Undo(n); err != nil {
		return err
	}
	s.ok()
	return nil
}

func (s *Server) doGo(args []string) error {
	req, err := parseGo(args)
	if err != nil {
		return err
	}
	if err := checkGo(req, s.session.Position()); err != nil {
		return err
	}
	if req.perft >= 0 {
		s.startPerft(req.perft)
		return nil
	}
	return s.startSearch(req.limits)
}

func (s *Server) doShow([]string) error {
	p := s.session.Position()
	for _, line := range strings.Split(strings.TrimSuffix(p.Diagram().String(), "\n"), "\n") {
		s.print(line)
	}
	s.print("fen " + p.FEN())
	return nil
}

func (s *Server) doEval([]string) error {
	p := s.session.Position()
	if p.Result().Over {
		return engine.RefuseOver(p.Result())
	}
	bot, err := s.session.Bot(p.Game().Name())
	if err != nil {
		return err
	}
	for _, term := range bot.Eval(p) {
		s.printf("eval %s %d", strings.ReplaceAll(term.Name, " ", "-"), term.Value)
	}
	return nil
}

func (s *Server) doBench(args []string) error {
	game := s.session.Position().Game()
	depth := 0
	if len(args) > 0 && !isNumber(args[0]) {
		var err error
		if game, err = s.session.Game(args[0]); err != nil {
			return err
		}
		args = args[1:]
	}
	if len(args) > 1 {
		return refuse(BadArgument, "write it as: bench [GAME] [depth]")
	}
	if len(args) == 1 {
		var err error
		if depth, err = strconv.Atoi(args[0]); err != nil || depth < 1 || depth > maxDepth {
			return refuse(BadArgument, "bench: the depth is a number from 1 to %d, not %s", maxDepth, quote(args[0]))
		}
	}
	return s.startBench(game, depth)
}

// isNumber says whether a word is meant as a number, be it in range or not.
func isNumber(word string) bool {
	return strings.Trim(word, "+-0123456789") == ""
}

func (s *Server) doHelp(args []string) error {
	if len(args) == 0 {
		for _, c := range s.commands {
			s.printf("help %-11s %s", c.name, c.summary)
		}
		return nil
	}
	c, ok := s.find(args[0])
	if !ok {
		return refuse(BadArgument, "help: no command %s; `help` lists them", quote(args[0]))
	}
	s.print("help " + c.usage)
	s.print("help " + c.summary)
	for _, line := range c.detail {
		s.print("help " + line)
	}
	if c.live {
		s.print("help answered also while a search runs")
	}
	return nil
}

package gtp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"quadrille/ai"
	"quadrille/engine"
)

// handler is a row of the command table.
type handler struct {
	usage       string
	least, most int // arguments
	run         func(args []string) (string, error)
}

const anyNumber = math.MaxInt

// handlers is the command table.
func (s *Server) handlers() map[string]handler {
	return map[string]handler{
		"protocol_version": {run: says("2")},
		"name":             {run: func([]string) (string, error) { name, _ := s.names(); return name, nil }},
		"version":          {run: func([]string) (string, error) { _, version := s.names(); return version, nil }},
		"list_commands":    {run: s.listCommands},
		"known_command":    {usage: "COMMAND", least: 1, most: 1, run: s.knownCommand},
		"quit":             {run: func([]string) (string, error) { s.Quit = true; return "", nil }},

		"list_games":  {run: says(strings.Join(s.gameTitles(), "\n"))},
		"set_game":    {usage: "GAME", least: 1, most: anyNumber, run: s.setGame},
		"boardsize":   {usage: "SIZE", least: 1, most: 1, run: s.boardSize},
		"komi":        {usage: "NUMBER", least: 1, most: 1, run: komi},
		"clear_board": {run: s.clearBoard},

		"play":        {usage: "COLOUR MOVE", least: 2, most: anyNumber, run: s.play},
		"p":           {usage: "MOVE", least: 1, most: anyNumber, run: s.playNext},
		"genmove":     {usage: "COLOUR", least: 1, most: 1, run: s.genmove},
		"g":           {run: s.genmoveNext},
		"reg_genmove": {usage: "COLOUR", least: 1, most: 1, run: s.regGenmove},
		"undo":        {run: s.undo},

		"showboard":   {run: s.showBoard},
		"all_legal":   {usage: "COLOUR", least: 1, most: 1, run: s.allLegal},
		"final_score": {run: s.finalScore},

		"time_settings":   {usage: "MAIN OVERTIME MOVES", least: 3, most: 3, run: s.timeSettings},
		"time_left":       {usage: "COLOUR SECONDS MOVES", least: 3, most: 3, run: s.timeLeft},
		"cputime":         {run: s.cpuTime},
		"level":           {usage: "LEVEL", least: 1, most: 1, run: func(a []string) (string, error) { return s.param([]string{"level", a[0]}) }},
		"param":           {usage: "[NAME VALUE]", most: 2, run: s.param},
		"set_random_seed": {usage: "SEED", least: 1, most: 1, run: func(a []string) (string, error) { return s.param([]string{"seed", a[0]}) }},
	}
}

func says(text string) func([]string) (string, error) {
	return func([]string) (string, error) { return text, nil }
}

// names splits the configured name at the version behind it.
func (s *Server) names() (name, version string) {
	if i := strings.LastIndexByte(s.Config.Name, ' '); i >= 0 {
		return s.Config.Name[:i], s.Config.Name[i+1:]
	}
	return s.Config.Name, ""
}

func (s *Server) listCommands([]string) (string, error) {
	var names []string
	for name := range s.table {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, "\n"), nil
}

func (s *Server) knownCommand(args []string) (string, error) {
	_, known := s.table[args[0]]
	return strconv.FormatBool(known), nil
}

// setGame chooses a game by its name and begins it.
func (s *Server) setGame(args []string) (string, error) {
	title := strings.Join(args, " ")
	v, ok := s.findVariant(title)
	if !ok {
		return "", fmt.Errorf("no game %q; there are: %s", engine.Clip(title), strings.Join(s.gameTitles(), ", "))
	}
	return "", s.beginReady(v)
}

func (s *Server) clearBoard([]string) (string, error) { return "", s.beginReady(s.variant) }

// beginReady starts a game, and answers when its first search can begin at once.
func (s *Server) beginReady(v variant) error {
	err := s.begin(v)
	if err == nil {
		s.Session.Ready()
	}
	return err
}

// begin starts a game. On an error the old one goes on.
func (s *Server) begin(v variant) error {
	if err := s.Session.NewGame(v.game, v.Rules); err != nil {
		return err
	}
	s.variant, s.turns = v, nil
	s.clocks.restart()
	return nil
}

// boardSize accepts the size that the board has. As in the specification the
// size is one number. A game without rows takes any.
func (s *Server) boardSize(args []string) (string, error) {
	sized, ok := s.Session.Position().(engine.Sized)
	if ok && args[0] != strconv.Itoa(sized.BoardSize()) {
		return "", fmt.Errorf("unacceptable size; the board of this game has %d", sized.BoardSize())
	}
	return "", nil
}

// komi is accepted, since controllers made for Go send it, and has no meaning.
func komi(args []string) (string, error) {
	if _, err := strconv.ParseFloat(args[0], 64); err != nil {
		return "", syntaxError("komi %s is not a number", engine.Clip(args[0]))
	}
	return "", nil
}

func (s *Server) showBoard([]string) (string, error) {
	return "\n" + s.Session.Position().Diagram().String(), nil
}

func (s *Server) cpuTime([]string) (string, error) {
	used, err := ai.CPUTime()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%.3f", used.Seconds()), nil
}

// finalScore answers as in Go, B+4 or 0, with more than two seats with the points
// of each colour as Pentobi does.
func (s *Server) finalScore([]string) (string, error) {
	p := s.Session.Position()
	result := p.Result()
	if !result.Over {
		return "", fmt.Errorf("cannot score: the game is not over")
	}
	if p.Players() > 2 {
		return engine.JoinInts(engine.Points(p)), nil
	}
	scores := engine.PointsOfSeats(p)
	switch margin := scores[0] - scores[1]; {
	case margin > 0:
		return fmt.Sprintf("B+%d", margin), nil
	case margin < 0:
		return fmt.Sprintf("W+%d", -margin), nil
	}
	return "0", nil
}

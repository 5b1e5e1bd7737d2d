package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"quadrille/engine"
)

// question is one row of the table of what `query` answers.
type question struct {
	name    string
	summary string
	answer  func(s *Server, p engine.Position) (string, error)
}

// questions lists what `query` answers.
func questions() []question {
	list := []question{
		{"gameover", "true or false", func(_ *Server, p engine.Position) (string, error) {
			return fmt.Sprint(p.Result().Over), nil
		}},
		{"result", "p1win to p4win, draw or none", func(_ *Server, p engine.Position) (string, error) {
			return p.Result().String(), nil
		}},
		{"reason", "why the game ended, or none", func(_ *Server, p engine.Position) (string, error) {
			return p.Result().ReasonOrNone(), nil
		}},
		{"turn", "the seat that acts, p1 to p4", func(_ *Server, p engine.Position) (string, error) {
			return p.Turn().String(), nil
		}},
		{"phase", "the part of the game", func(_ *Server, p engine.Position) (string, error) {
			return p.Phase(), nil
		}},
		{"players", "the number of seats", func(_ *Server, p engine.Position) (string, error) {
			return fmt.Sprint(p.Players()), nil
		}},
		{"scores", "one number a seat", func(_ *Server, p engine.Position) (string, error) {
			return engine.JoinInts(p.Scores()), nil
		}},
		{"legal", "the tokens that may be played; mid-turn, what completes the turn", func(_ *Server, p engine.Position) (string, error) {
			return strings.Join(p.Legal(), " "), nil
		}},
		{"fen", "the position", func(_ *Server, p engine.Position) (string, error) {
			return p.FEN(), nil
		}},
		{"startfen", "the position where the present game began", func(s *Server, _ engine.Position) (string, error) {
			return s.session.Start().FEN(), nil
		}},
		{"game", "the name of the game", func(_ *Server, p engine.Position) (string, error) {
			return p.Game().Name(), nil
		}},
		{"rules", "the rule options of the game as key=value", func(_ *Server, p engine.Position) (string, error) {
			return engine.FormatRules(p.Game().Options(), p.Rules(), " "), nil
		}},
		{"games", "the names of all games", func(s *Server, _ engine.Position) (string, error) {
			return strings.Join(gameNames(s.session.Games()), " "), nil
		}},
		{"history", "the turns played; an unfinished one comes last", func(s *Server, _ engine.Position) (string, error) {
			return strings.Join(s.session.History(), " "), nil
		}},
		{"pending", "the actions of the unfinished turn, or none", func(_ *Server, p engine.Position) (string, error) {
			return pendingText(p), nil
		}},
		{"hash", "a 64-bit key of the position in hexadecimal", func(_ *Server, p engine.Position) (string, error) {
			return fmt.Sprintf("%016x", p.Hash()), nil
		}},
		{"state", "the position as one line of JSON", func(_ *Server, p engine.Position) (string, error) {
			return jsonLine(p.State())
		}},
		{"diagram", "the board as JSON: lines of spans of text t, style s, last l, win w", func(_ *Server, p engine.Position) (string, error) {
			return jsonLine(p.Diagram())
		}},
	}
	for seat := engine.P1; seat <= engine.MaxPlayers; seat++ {
		list = append(list, question{seat.String() + "turn", "is it that seat's turn: true or false",
			func(_ *Server, p engine.Position) (string, error) { return fmt.Sprint(p.Turn() == seat), nil }})
	}
	return list
}

func queryHelp() []string {
	var lines []string
	for _, q := range questions() {
		lines = append(lines, fmt.Sprintf("query %-9s %s", q.name, q.summary))
	}
	return lines
}

func (s *Server) doQuery(args []string) error {
	if len(args) == 0 {
		return refuse(BadArgument, "query needs one of: %s", questionNames())
	}
	for _, q := range questions() {
		if q.name != args[0] {
			continue
		}
		if len(args) > 1 {
			return refuse(BadArgument, "query %s takes no more words", q.name)
		}
		answer, err := q.answer(s, s.session.Position())
		if err != nil {
			return err
		}
		s.print(strings.TrimRight("response "+answer, " "))
		return nil
	}
	return refuse(BadArgument, "query has no %s; there are: %s", quote(args[0]), questionNames())
}

func questionNames() string {
	var names []string
	for _, q := range questions() {
		names = append(names, q.name)
	}
	return strings.Join(names, " ")
}

func pendingText(p engine.Position) string {
	var actions []string
	for _, a := range p.Pending() {
		actions = append(actions, a.String())
	}
	if len(actions) == 0 {
		return "none"
	}
	return strings.Join(actions, "; ")
}

// jsonLine encodes a value in one line, leaving <, > and & as they are.
func jsonLine(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", fmt.Errorf("protocol: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

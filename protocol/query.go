package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/engine"
)

// question is one row of the table of what `query` answers.
type question struct {
	name    string
	summary string
	answer  func(s *Server, p engine.Position) (string, error)
	// more, instead of answer, answers a question that takes further words.
	more func(s *Server, words []string) (string, error)
}

// questions lists what `query` answers.
func questions() []question {
	list := []question{
		{name: "gameover", summary: "true or false", answer: func(_ *Server, p engine.Position) (string, error) {
			return fmt.Sprint(p.Result().Over), nil
		}},
		{name: "result", summary: "p1win to p4win, draw or none", answer: func(_ *Server, p engine.Position) (string, error) {
			return p.Result().String(), nil
		}},
		{name: "reason", summary: "why the game ended, or none", answer: func(_ *Server, p engine.Position) (string, error) {
			return p.Result().ReasonOrNone(), nil
		}},
		{name: "turn", summary: "the seat that acts, p1 to p4", answer: func(_ *Server, p engine.Position) (string, error) {
			return p.Turn().String(), nil
		}},
		{name: "seats", summary: "the names of the seats, one word each", answer: func(_ *Server, p engine.Position) (string, error) {
			return strings.Join(engine.SeatNames(p), " "), nil
		}},
		{name: "phase", summary: "the part of the game", answer: func(_ *Server, p engine.Position) (string, error) {
			return p.Phase(), nil
		}},
		{name: "players", summary: "the number of seats", answer: func(_ *Server, p engine.Position) (string, error) {
			return fmt.Sprint(p.Players()), nil
		}},
		{name: "scores", summary: "one number a seat", answer: func(_ *Server, p engine.Position) (string, error) {
			return engine.JoinInts(p.Scores()), nil
		}},
		{name: "legal", summary: "the tokens that may be played; mid-turn, what completes the turn", answer: func(_ *Server, p engine.Position) (string, error) {
			return strings.Join(p.Legal(), " "), nil
		}},
		{name: "fen", summary: "the position", answer: func(_ *Server, p engine.Position) (string, error) {
			return p.FEN(), nil
		}},
		{name: "startfen", summary: "the position where the present game began", answer: func(s *Server, _ engine.Position) (string, error) {
			return s.session.Start().FEN(), nil
		}},
		{name: "game", summary: "the name of the game", answer: func(_ *Server, p engine.Position) (string, error) {
			return p.Game().Name(), nil
		}},
		{name: "title", summary: "the name that people use for the game, or for the one that is named", more: func(s *Server, words []string) (string, error) {
			game, err := s.gameNamed("title", words)
			if err != nil {
				return "", err
			}
			return game.Title(), nil
		}},
		{name: "verbs", summary: "the verbs of its actions, or of those of the game that is named, as JSON", more: func(s *Server, words []string) (string, error) {
			game, err := s.gameNamed("verbs", words)
			if err != nil {
				return "", err
			}
			return jsonLine(engine.Verbs(game))
		}},
		{name: "variant", summary: "how programs by others know the game: title, size, first seat, skipsBlocked; or error, as JSON", answer: variantAnswer},
		{name: "rules", summary: "the rule options of the game as key=value", answer: func(_ *Server, p engine.Position) (string, error) {
			return engine.FormatRules(p.Game().Options(), p.Rules(), " "), nil
		}},
		{name: "games", summary: "the names of all games", answer: func(s *Server, _ engine.Position) (string, error) {
			return strings.Join(gameNames(s.session.Games()), " "), nil
		}},
		{name: "history", summary: "the turns played; an unfinished one comes last", answer: func(s *Server, _ engine.Position) (string, error) {
			return strings.Join(s.session.History(), " "), nil
		}},
		{name: "pending", summary: "the actions of the unfinished turn, or none", answer: func(_ *Server, p engine.Position) (string, error) {
			return pendingText(p), nil
		}},
		{name: "hash", summary: "a 64-bit key of the position in hexadecimal", answer: func(_ *Server, p engine.Position) (string, error) {
			return fmt.Sprintf("%016x", p.Hash()), nil
		}},
		{name: "state", summary: "the position as one line of JSON", answer: func(_ *Server, p engine.Position) (string, error) {
			return jsonLine(p.State())
		}},
		{name: "diagram", summary: "the board as JSON: lines of spans of text t, style s, last l, win w", answer: func(_ *Server, p engine.Position) (string, error) {
			return jsonLine(p.Diagram())
		}},
		{name: "list", summary: "the names of the game's lists as JSON; with a name, that list", more: listAnswer},
		{name: "preview", summary: "with an action: the diagram with it drawn in and, if refused, the error, as JSON", more: previewAnswer},
	}
	for seat := engine.P1; seat <= engine.MaxPlayers; seat++ {
		list = append(list, question{name: seat.String() + "turn", summary: "is it that seat's turn: true or false",
			answer: func(_ *Server, p engine.Position) (string, error) { return fmt.Sprint(p.Turn() == seat), nil }})
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
	for _, q := range s.questions {
		if q.name != args[0] {
			continue
		}
		answer, err := s.answer(q, args[1:])
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

// answer asks a question about the present position.
func (s *Server) answer(q question, words []string) (string, error) {
	if q.more != nil {
		return q.more(s, words)
	}
	if len(words) > 0 {
		return "", refuse(BadArgument, "query %s takes no more words", q.name)
	}
	return q.answer(s, s.session.Position())
}

// gameNamed is the present game or the one that the words behind a question
// name.
func (s *Server) gameNamed(question string, words []string) (engine.Game, error) {
	switch len(words) {
	case 0:
		return s.session.Position().Game(), nil
	case 1:
		return s.session.Game(words[0])
	}
	return nil, refuse(BadArgument, "query %s takes one game at most", question)
}

// variantAnswer tells by which name, and how, programs by others play the game
// under the present rules, or why they do not.
func variantAnswer(s *Server, p engine.Position) (string, error) {
	var answer struct {
		Title        string `json:"title,omitempty"`
		Size         int    `json:"size,omitempty"`
		First        int    `json:"first,omitempty"`
		SkipsBlocked bool   `json:"skipsBlocked,omitempty"`
		Error        string `json:"error,omitempty"`
	}
	variants, own := engine.Variants(p.Game())
	differs := refuse(NoGame, "programs by others have no name for %s", p.Game().Name())
	for _, v := range variants {
		options := slices.Sorted(maps.Keys(v.Rules))
		i := slices.IndexFunc(options, func(o string) bool { return v.Rules[o] != p.Rules()[o] })
		switch {
		case !own:
		case i >= 0 && answer.Title == "":
			differs = refuse(BadOption, "programs by others play %s with %s=%s, not %s", v.Titles[0], options[i], v.Rules[options[i]], p.Rules()[options[i]])
		case i < 0:
			answer.Title, answer.SkipsBlocked, answer.First = v.Titles[0], v.SkipsBlocked, int(s.session.Start().Turn())
			if sized, ok := p.(engine.Sized); ok {
				answer.Size = sized.BoardSize()
			}
		}
	}
	if answer.Title == "" {
		answer.Error = differs.Error()
	}
	return jsonLine(answer)
}

// listAnswer lists the lists of a game, or one of them, as a JSON array of
// strings.
func listAnswer(s *Server, words []string) (string, error) {
	p := s.session.Position()
	lister, ok := p.(engine.Lister)
	if len(words) > 1 {
		return "", refuse(BadArgument, "query list takes one name at most")
	}
	if len(words) == 0 {
		names := []string{}
		if ok {
			names = append(names, lister.Lists()...)
		}
		return jsonLine(names)
	}
	if !ok {
		return "", refuse(BadArgument, "%s has no lists", p.Game().Name())
	}
	entries, err := lister.List(words[0])
	if err != nil {
		return "", err
	}
	return jsonLine(append([]string{}, entries...))
}

// previewAnswer draws an action before it is performed.
func previewAnswer(s *Server, words []string) (string, error) {
	p := s.session.Position()
	if len(words) == 0 {
		return "", refuse(BadArgument, "query preview needs an action, such as place and its arguments")
	}
	action := engine.Action{Verb: words[0], Args: words[1:]}
	var preview struct {
		Diagram engine.Diagram `json:"diagram"`
		Error   string         `json:"error,omitempty"`
	}
	var err error
	if previewer, ok := p.(engine.Previewer); ok {
		preview.Diagram, err = previewer.Preview(action)
	} else if next, actErr := p.Act(action); actErr == nil {
		preview.Diagram = next.Diagram()
	} else {
		preview.Diagram, err = p.Diagram(), actErr
	}
	if err != nil {
		preview.Error = asError(err).Error()
	}
	return jsonLine(preview)
}

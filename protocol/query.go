package protocol

import (
	"bytes"
	"cmp"
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
		{name: "gameover", summary: "true or false", answer: told(func(p engine.Position) string { return fmt.Sprint(p.Result().Over) })},
		{name: "result", summary: "p1win to p4win, draw or none", answer: told(func(p engine.Position) string { return p.Result().String() })},
		{name: "reason", summary: "why the game ended, or none", answer: told(func(p engine.Position) string { return p.Result().ReasonOrNone() })},
		{name: "opening", summary: "the name of the way the game began, or none", answer: told(func(p engine.Position) string { return cmp.Or(engine.Opening(p), "none") })},
		{name: "book", summary: "how many turns of the game, from the first on, are in the engine's opening book; or none where it has none of such games", answer: bookAnswer},
		{name: "turn", summary: "the seat that acts, p1 to p4", answer: told(func(p engine.Position) string { return p.Turn().String() })},
		{name: "seats", summary: "the names of the seats, one word each", answer: told(func(p engine.Position) string { return strings.Join(engine.SeatNames(p), " ") })},
		{name: "colours", summary: "whose the colours are in their order of turns, as Blue=p1; a shared one as Green=p1,p2,p3", answer: told(coloursText)},
		{name: "colour", summary: "the colour that acts", answer: told(func(p engine.Position) string { return engine.Colours(p)[engine.ColourToMove(p)].Name })},
		{name: "phase", summary: "the part of the game", answer: told(engine.Position.Phase)},
		{name: "players", summary: "the number of seats", answer: told(func(p engine.Position) string { return fmt.Sprint(p.Players()) })},
		{name: "scores", summary: "one number a seat", answer: told(func(p engine.Position) string { return engine.JoinInts(p.Scores()) })},
		{name: "canwin", summary: "the seats that may still win by some turns of all, or none", answer: told(canWinText)},
		{name: "legal", summary: "the tokens that may be played; mid-turn, what completes the turn", answer: told(func(p engine.Position) string { return strings.Join(p.Legal(), " ") })},
		{name: "fen", summary: "the position", answer: told(engine.Position.FEN)},
		{name: "startfen", summary: "the position where the present game began", answer: func(s *Server, _ engine.Position) (string, error) { return s.session.Start().FEN(), nil }},
		{name: "game", summary: "the name of the game", answer: told(func(p engine.Position) string { return p.Game().Name() })},
		{name: "title", summary: "the name that people use for the game, or for the one that is named", more: ofGame(func(g engine.Game) (string, error) { return g.Title(), nil })},
		{name: "verbs", summary: "the verbs of its actions, or of those of the game that is named, as JSON", more: ofGame(func(g engine.Game) (string, error) { return jsonLine(engine.Verbs(g)) })},
		{name: "variant", summary: "how programs by others know the game: title, size, first colour, colours, skipsBlocked; or error, as JSON", answer: variantAnswer},
		{name: "rules", summary: "the rule options of the game as key=value", answer: told(func(p engine.Position) string { return engine.FormatRules(p.Game().Options(), p.Rules(), " ") })},
		{name: "games", summary: "the names of all games", answer: func(s *Server, _ engine.Position) (string, error) {
			return strings.Join(gameNames(s.session.Games()), " "), nil
		}},
		{name: "history", summary: "the turns played; an unfinished one comes last", answer: func(s *Server, _ engine.Position) (string, error) { return strings.Join(s.session.History(), " "), nil }},
		{name: "pending", summary: "the actions of the unfinished turn, or none", answer: told(pendingText)},
		{name: "solved", summary: "how much of the solving of the game is done, of 1000; or none where the engine solves nothing", answer: solvedAnswer},
		{name: "hash", summary: "a 64-bit key of the position in hexadecimal", answer: told(func(p engine.Position) string { return fmt.Sprintf("%016x", p.Hash()) })},
		{name: "state", summary: "the position as one line of JSON", answer: func(_ *Server, p engine.Position) (string, error) { return jsonLine(p.State()) }},
		{name: "diagram", summary: "the board as JSON: lines of spans of text t, style s, last l, win w", answer: func(_ *Server, p engine.Position) (string, error) { return jsonLine(p.Diagram()) }},
		{name: "list", summary: "the names of the game's lists as JSON; with a name, that list", more: listAnswer},
		{name: "preview", summary: "with an action: the diagram with it drawn in and, if refused, the error, as JSON", more: previewAnswer},
	}
	for seat := engine.P1; seat <= engine.MaxPlayers; seat++ {
		list = append(list, question{name: seat.String() + "turn", summary: "is it that seat's turn: true or false",
			answer: told(func(p engine.Position) string { return fmt.Sprint(p.Turn() == seat) })})
	}
	return list
}

// told is the answer to a question that a position alone decides.
func told(answer func(p engine.Position) string) func(*Server, engine.Position) (string, error) {
	return func(_ *Server, p engine.Position) (string, error) { return answer(p), nil }
}

func bookAnswer(s *Server, _ engine.Position) (string, error) {
	turns, ok := s.session.InBook()
	if !ok {
		return "none", nil
	}
	return fmt.Sprint(turns), nil
}

func solvedAnswer(s *Server, _ engine.Position) (string, error) {
	return solvedWord(s.session.Solved()), nil
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

func canWinText(p engine.Position) string {
	var seats []string
	for seat := engine.P1; int(seat) <= p.Players(); seat++ {
		if engine.CanWin(p, seat) {
			seats = append(seats, seat.String())
		}
	}
	if len(seats) == 0 {
		return "none"
	}
	return strings.Join(seats, " ")
}

func coloursText(p engine.Position) string {
	var words []string
	for _, c := range engine.Colours(p) {
		var seats []string
		for _, seat := range c.Seats {
			seats = append(seats, seat.String())
		}
		words = append(words, c.Name+"="+strings.Join(seats, ","))
	}
	return strings.Join(words, " ")
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

// ofGame is the answer to a question about the present game, or about the one
// that a word after it names.
func ofGame(answer func(engine.Game) (string, error)) func(*Server, []string) (string, error) {
	return func(s *Server, words []string) (string, error) {
		game, err := s.session.Position().Game(), error(nil)
		switch {
		case len(words) > 1:
			return "", refuse(BadArgument, "name one game at most, not %s", quote(strings.Join(words, " ")))
		case len(words) == 1:
			game, err = s.session.Game(words[0])
		}
		if err != nil {
			return "", err
		}
		return answer(game)
	}
}

// variantAnswer tells by which name, and how, programs by others play the game
// under the present rules, or why they do not.
func variantAnswer(s *Server, p engine.Position) (string, error) {
	var answer struct {
		Title        string `json:"title,omitempty"`
		Size         int    `json:"size,omitempty"`
		First        int    `json:"first,omitempty"`
		Colours      string `json:"colours,omitempty"`
		SkipsBlocked bool   `json:"skipsBlocked,omitempty"`
		Error        string `json:"error,omitempty"`
	}
	variants, own := engine.Variants(p.Game())
	v, differing := nearest(variants, p.Rules())
	switch {
	case !own || len(variants) == 0:
		answer.Error = refuse(NoGame, "programs by others have no name for %s", p.Game().Name()).Error()
	case len(differing) > 0:
		o := differing[0]
		answer.Error = refuse(BadOption, "programs by others play %s with %s=%s, not %s", v.Titles[0], o, v.Rules[o], p.Rules()[o]).Error()
	default:
		answer.Title, answer.SkipsBlocked, answer.First = v.Titles[0], v.SkipsBlocked, engine.ColourToMove(s.session.Start())+1
		if len(engine.Colours(p)) != p.Players() {
			answer.Colours = coloursText(p)
		}
		if sized, ok := p.(engine.Sized); ok {
			answer.Size = sized.BoardSize()
		}
	}
	return jsonLine(answer)
}

// nearest returns the first of the variants that differ least from the rules,
// and the options in which it does, in alphabetical order.
func nearest(variants []engine.Variant, rules engine.Rules) (best engine.Variant, differing []string) {
	for i, v := range variants {
		others := slices.DeleteFunc(slices.Sorted(maps.Keys(v.Rules)), func(o string) bool { return v.Rules[o] == rules[o] })
		if i == 0 || len(others) < len(differing) {
			best, differing = v, others
		}
	}
	return best, differing
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

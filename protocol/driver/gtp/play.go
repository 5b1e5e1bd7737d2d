package gtp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// request is a command of a turn and what it is for.
type request struct {
	line string
	pass bool // a pass, which an engine may refuse
}

// news are the commands that tell the engine the turns it does not know. After
// a move of its own that was not played it is told the game from its beginning:
// not every engine has undo, or has it right.
func (p *Player) news(turns []string) []request {
	var requests []request
	known := min(len(p.turns), len(turns))
	switch {
	case p.own == "":
	case known < len(turns) && plain(turns[known]) == plain(p.own):
		p.rota.turn(turns[known])
		known++
	case p.own != driver.Pass:
		requests = append(requests, request{line: "clear_board"})
		p.rota, p.pace, known = p.start(), "", 0
	}
	p.own = ""
	for _, token := range turns[known:] {
		pass := token == driver.Pass
		if !pass || !p.noPass {
			requests = append(requests, request{"play " + p.rota.colour() + " " + token, pass})
		}
		p.rota.turn(token)
	}
	p.turns = append(p.turns[:0], turns...)
	return requests
}

// Go asks for a turn. See [driver.Player]. The language cannot stop a search,
// so StopAfter does nothing; of the limits it knows clocks and MoveTime, in
// whole seconds, and only where the engine has time_settings and time_left.
func (p *Player) Go(ctx context.Context, turns []string, limits driver.Limits) (driver.Answer, error) {
	if p.rota == nil {
		return driver.Answer{}, &driver.Refusal{Code: "no-game", Text: "no game was begun"}
	}
	requests := p.news(turns)
	timing, err := p.timing(ctx, limits)
	if err != nil {
		return driver.Answer{}, err
	}
	for _, line := range append(timing, "genmove "+p.rota.colour()) {
		requests = append(requests, request{line: line})
	}
	search := requests[len(requests)-1].line
	begun := time.Now()
	a, err := p.perform(ctx, requests, driver.Request{Text: search, Begun: begun, Wait: limits.GiveUpAfter})
	if err != nil {
		return driver.Answer{}, err
	}
	return p.answered(a, begun)
}

// perform sends the requests and returns the answer to the last, if any. All must
// succeed, but a pass that is refused is not a turn for this engine: it sees from
// the colours that one was left out.
func (p *Player) perform(ctx context.Context, requests []request, patience driver.Request) (answer, error) {
	lines := make([]string, len(requests))
	for i, r := range requests {
		lines[i] = r.line
	}
	if len(lines) == 0 {
		return answer{}, nil
	}
	if err := p.send(ctx, lines...); err != nil {
		return answer{}, err
	}
	var a answer
	for _, r := range requests {
		var err error
		if a, err = p.receive(ctx, patience); err != nil {
			return answer{}, err
		}
		if a.failed && r.pass {
			p.noPass = true
		} else if a.failed {
			return answer{}, refusal(r.line, a.text())
		}
	}
	return a, nil
}

// refusal says what kind of refusal the failure of a command is. The language
// has no codes; the text is for people.
func refusal(line, text string) error {
	code := "refused"
	switch word, _, _ := strings.Cut(line, " "); {
	case word == "play":
		code = "illegal-move"
	case word == "genmove" && strings.Contains(strings.ToLower(text), "over"):
		code = "game-over"
	}
	return &driver.Refusal{Code: code, Text: strings.TrimSpace(line + ": " + text)}
}

// answered reads the answer to genmove: a move has a number in it, and what
// stands behind it is for people.
func (p *Player) answered(a answer, begun time.Time) (driver.Answer, error) {
	answer := driver.Answer{Took: a.at.Sub(begun)}
	word, _, _ := strings.Cut(strings.Join(strings.Fields(strings.ToLower(a.text())), " "), " ")
	switch {
	case word == "resign":
		answer.Resign = true
	case driver.IsPass(word):
		p.own, answer.Token = driver.Pass, driver.Pass
	case strings.ContainsAny(word, "0123456789"):
		p.own, answer.Token = word, word
	default:
		return driver.Answer{}, fmt.Errorf("gtp: %s answered genmove with %q, which is not a move", p.Proc.Name(), driver.Clip(a.text()))
	}
	return answer, nil
}

// View asks for the engine's own result, where the engine has it and where it
// can be known that the game is over. A result that cannot be read is none.
func (p *Player) View(ctx context.Context, turns []string) (string, error) {
	if p.rota == nil {
		return "", &driver.Refusal{Code: "no-game", Text: "no game was begun"}
	}
	requests := p.news(turns)
	if _, err := p.perform(ctx, requests, driver.Request{Text: "play", Begun: time.Now(), Wait: p.Wait}); err != nil {
		return "", err
	}
	// A sentence says more than a score: Egaroucid gives a score before the end
	// too, and takes its sign from the side to move.
	if view, err := p.ask(ctx, "gogui-rules_final_result"); view != "" || err != nil {
		return view, err
	}
	if known, err := p.knows(ctx, "final_score"); !known || err != nil {
		return "", err
	}
	if over, err := p.over(ctx); !over || err != nil {
		return "none", err
	}
	return p.ask(ctx, "final_score")
}

// ask asks for the result by a command: "" when the engine does not know the
// command or says nothing that can be read, "none" when it refuses.
func (p *Player) ask(ctx context.Context, command string) (string, error) {
	if known, err := p.knows(ctx, command); !known || err != nil {
		return "", err
	}
	answers, err := p.converse(ctx, command)
	if err != nil {
		return "", err
	}
	if answers[0].failed {
		return "none", nil
	}
	view, _ := result(answers[0].text(), p.rota.colours)
	return view, nil
}

// over says whether the engine sees no move for any colour; true also where it
// has no way to say.
func (p *Player) over(ctx context.Context) (bool, error) {
	if known, err := p.knows(ctx, "all_legal"); !known || err != nil {
		return true, err
	}
	for _, colour := range p.rota.names {
		answers, err := p.converse(ctx, "all_legal "+colour)
		if err != nil {
			return false, err
		}
		if !answers[0].failed && answers[0].text() != "" {
			return false, nil
		}
	}
	return true, nil
}

// result turns a final score or result, such as B+12, 0, Draw, Black wins by 12
// points, 64 69 70 40 or The game is not over yet, into a result as the protocol
// writes it. ok is false for other texts.
func result(score string, colours []driver.Colour) (result string, ok bool) {
	words := strings.Fields(strings.ToLower(score))
	if len(words) == len(colours) && len(colours) > 2 {
		return ranked(words, colours)
	}
	if len(words) == 0 {
		return "", false
	}
	side := strings.TrimRight(words[0], ".,:;")
	points, err := strconv.ParseFloat(side, 64)
	switch {
	case err == nil && points == 0, side == "draw", side == "jigo":
		return "draw", true
	case strings.Contains(strings.Join(words, " "), "not over"):
		return "none", true
	case side == "black", leads(side, 'b'):
		return "p1win", true
	case side == "white", leads(side, 'w'):
		return "p2win", true
	}
	return "", false
}

// leads says whether a score such as B+12, or B12 as Egaroucid writes it, names
// the side.
func leads(score string, side byte) bool {
	return len(score) > 1 && score[0] == side && strings.IndexByte("+-0123456789", score[1]) >= 0 && len(strings.Trim(score[1:], "+-")) > 0
}

// ranked is the result of a game by the points of its colours, which count for
// the seat whose they are; shared ones count for none.
func ranked(points []string, colours []driver.Colour) (result string, ok bool) {
	sums := map[string]int{}
	for i, word := range points {
		n, err := strconv.Atoi(word)
		if err != nil {
			return "", false
		}
		if of := colours[i].Seats; len(of) == 1 {
			sums[of[0]] += n
		}
	}
	if len(sums) == 0 {
		return "", false
	}
	best := slices.Max(slices.Collect(maps.Values(sums)))
	for seat, sum := range sums {
		switch {
		case sum < best:
		case ok:
			return "draw", true
		default:
			result, ok = seat+"win", true
		}
	}
	return result, true
}

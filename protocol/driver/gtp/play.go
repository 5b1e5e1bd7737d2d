package gtp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// request is a command of a turn and what it is for.
type request struct {
	line string
	pass bool // a pass, which an engine may refuse
}

// news are the commands that tell the engine the turns it does not know. A
// move of its own that was not played is taken back.
func (p *Player) news(turns []string) []request {
	var requests []request
	known := min(len(p.turns), len(turns))
	if p.own != "" {
		if known < len(turns) && plain(turns[known]) == plain(p.own) {
			p.rota.turn(turns[known])
			known++
		} else if p.own != driver.Pass {
			requests = append(requests, request{line: "undo"})
		}
		p.own = ""
	}
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

// answered reads the answer to genmove.
func (p *Player) answered(a answer, begun time.Time) (driver.Answer, error) {
	answer := driver.Answer{Took: a.at.Sub(begun)}
	words := strings.Fields(strings.ToLower(a.text()))
	if len(words) != 1 {
		return driver.Answer{}, fmt.Errorf("gtp: %s answered genmove with %q, which is not a move", p.Proc.Name(), driver.Clip(a.text()))
	}
	switch words[0] {
	case "resign":
		answer.Resign = true
	case "pass", "pa", "ps":
		p.own, answer.Token = driver.Pass, driver.Pass
	default:
		p.own, answer.Token = words[0], words[0]
	}
	return answer, nil
}

// View asks for the engine's own result: `final_score`, where the engine has
// it and where it can be known that the game is over: the engine refuses
// before, or `all_legal` says that no colour has a move.
func (p *Player) View(ctx context.Context, turns []string) (string, error) {
	if p.rota == nil {
		return "", &driver.Refusal{Code: "no-game", Text: "no game was begun"}
	}
	if known, err := p.knows(ctx, "final_score"); !known || err != nil {
		return "", err
	}
	requests := p.news(turns)
	if _, err := p.perform(ctx, requests, driver.Request{Text: "play", Begun: time.Now(), Wait: p.Wait}); err != nil {
		return "", err
	}
	if over, err := p.over(ctx); !over || err != nil {
		return "none", err
	}
	answers, err := p.converse(ctx, "final_score")
	if err != nil {
		return "", err
	}
	if answers[0].failed {
		return "none", nil
	}
	return result(answers[0].text(), len(p.rota.colours))
}

// over says whether the engine sees no move for any colour; true also where it
// has no way to say.
func (p *Player) over(ctx context.Context) (bool, error) {
	if known, err := p.knows(ctx, "all_legal"); !known || err != nil {
		return true, err
	}
	for _, colour := range p.rota.colours {
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

var errScore = errors.New("gtp: the final score cannot be read")

// result turns a final score, such as B+12, 0, Draw or 64 69 70 40, into a
// result as the protocol writes it.
func result(score string, seats int) (string, error) {
	words := strings.Fields(score)
	if len(words) == seats && seats > 2 {
		return ranked(words)
	}
	if len(words) == 0 {
		return "", fmt.Errorf("%w: it is empty", errScore)
	}
	switch side, margin, _ := strings.Cut(strings.ToLower(words[0]), "+"); {
	case side == "b" && margin != "":
		return "p1win", nil
	case side == "w" && margin != "":
		return "p2win", nil
	case side == "0" || side == "draw" || side == "jigo":
		return "draw", nil
	}
	return "", fmt.Errorf("%w: %q", errScore, driver.Clip(score))
}

// ranked is the result of a game of several seats by their points.
func ranked(points []string) (string, error) {
	best, most, tied := 0, 0, false
	for i, word := range points {
		var n int
		if _, err := fmt.Sscan(word, &n); err != nil {
			return "", fmt.Errorf("%w: %q", errScore, driver.Clip(word))
		}
		if i == 0 || n > most {
			best, most, tied = i, n, false
		} else if n == most {
			tied = true
		}
	}
	if tied {
		return "draw", nil
	}
	return fmt.Sprintf("p%dwin", best+1), nil
}

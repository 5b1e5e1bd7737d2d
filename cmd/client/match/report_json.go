package match

import (
	"encoding/json"
	"io"
	"math"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
)

// JSONReporter writes one object a line: "begin", then "game" for each game,
// then "end". docs/match.md describes them.
type JSONReporter struct {
	Out io.Writer
}

// number is a float that JSON may not be able to say: infinite is null.
type number float64

// MarshalJSON writes null for what is no finite number.
func (n number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsInf(f, 0) || math.IsNaN(f) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

type engineLine struct {
	Name   string            `json:"name"`
	Games  int               `json:"games"`
	Wins   int               `json:"wins"`
	Draws  int               `json:"draws"`
	Losses int               `json:"losses"`
	Points float64           `json:"points"`
	Share  float64           `json:"share"`
	Error  number            `json:"share_error"`
	Millis int64             `json:"used_ms"`
	Elo    *eloLine          `json:"elo,omitempty"`
	Pairs  stats.Counts      `json:"pairs,omitempty"`
	Faults map[arena.End]int `json:"faults"`
	Versus []duelLine        `json:"versus"`
}

type eloLine struct {
	Elo  number `json:"elo"`
	Low  number `json:"low"`
	High number `json:"high"`
	LOS  number `json:"los"`
}

type duelLine struct {
	Name   string `json:"name"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

type testLine struct {
	LLR     number        `json:"llr"`
	Lower   number        `json:"lower"`
	Upper   number        `json:"upper"`
	Pairs   int           `json:"pairs"`
	Verdict stats.Verdict `json:"verdict"`
}

type effectLine struct {
	Parameter string `json:"parameter"`
	Value     string `json:"value"`
	Effect    number `json:"effect"`
	Error     number `json:"error"`
	Groups    int    `json:"groups"`
}

func effects(p Progress) (list []effectLine) {
	for i, parameter := range p.Spec.Vary {
		for j, value := range parameter.Values {
			mean, half, groups := effect(p, i, j)
			list = append(list, effectLine{parameter.Name, value, number(mean), number(half), groups})
		}
	}
	return list
}

type gameLineJSON struct {
	ID     int       `json:"id"`
	Round  int       `json:"round"`
	Group  int       `json:"group"`
	Seats  []string  `json:"seats"`
	Start  string    `json:"start"`
	Opened int       `json:"opening_turns"`
	Turns  []string  `json:"turns"`
	Result string    `json:"result"`
	Reason string    `json:"reason"`
	End    arena.End `json:"end"`
	Fault  int       `json:"fault,omitempty"`
	Detail string    `json:"detail,omitempty"`
	Points []float64 `json:"points"`
	Scores []int     `json:"scores,omitempty"`
	Used   []int64   `json:"used_ms"`
	Millis int64     `json:"elapsed_ms"`
}

// Begin writes what is played.
func (r *JSONReporter) Begin(p Progress) {
	r.write(map[string]any{"event": "begin", "game": p.Spec.Game, "rules": p.Spec.Rules, "format": p.Spec.Format,
		"total": p.Total, "resumed": p.Resumed, "workers": p.Workers, "engines": engineNames(p)})
}

// Game writes a game.
func (r *JSONReporter) Game(g arena.Game, p Progress) {
	r.write(struct {
		Event string `json:"event"`
		Done  int    `json:"done"`
		Total int    `json:"total"`
		gameLineJSON
	}{"game", p.Standing.Games, p.Total, gameLineJSON{g.ID, g.Round, g.Group, seatNames(g, p), g.Start, g.Opened, g.Turns,
		g.Result, g.Reason, g.End, g.Fault, g.Detail, g.Points, g.Scores, g.Used, g.Elapsed.Milliseconds()}})
}

// End writes the standing.
func (r *JSONReporter) End(p Progress, err error) {
	line := map[string]any{"event": "end", "games": p.Standing.Games, "total": p.Total, "engines": engineLines(p), "ends": p.Standing.Ends}
	if p.Test.On {
		low, high := p.Spec.SPRT.Bounds()
		line["sprt"] = testLine{number(p.Test.LLR), number(low), number(high), p.Test.Pairs, p.Test.Verdict}
	}
	if len(p.Spec.Vary) > 0 {
		line["effects"] = effects(p)
	}
	if err != nil {
		line["error"] = err.Error()
	}
	r.write(line)
}

func (r *JSONReporter) write(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // nothing here is beyond JSON
	}
	r.Out.Write(append(text, '\n'))
}

func engineLines(p Progress) []engineLine {
	var list []engineLine
	for _, e := range p.Standing.Order() {
		list = append(list, engineLineOf(p, e))
	}
	return list
}

func engineLineOf(p Progress, e int) engineLine {
	r := p.Standing.Rows[e]
	line := engineLine{Name: p.Spec.Engines[e].Name, Games: r.Games, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
		Points: r.Points, Share: r.Share(), Error: number(p.Standing.RankError(e, confidence)), Millis: r.Millis, Faults: r.Faults}
	if p.Standing.Seats == 2 {
		line.Pairs, _ = p.Standing.Pairs(e, -1)
		x := p.Standing.Counts(e, -1).Estimate(confidence)
		line.Elo = &eloLine{number(x.Elo), number(x.Low), number(x.High), number(x.LOS)}
	}
	for other, d := range p.Standing.Duels[e] {
		if d.Games() > 0 {
			line.Versus = append(line.Versus, duelLine{p.Spec.Engines[other].Name, d.Wins, d.Draws, d.Losses})
		}
	}
	return line
}

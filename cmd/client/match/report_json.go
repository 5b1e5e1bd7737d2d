package match

import (
	"encoding/json"
	"io"
	"math"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
)

// JSONReporter writes one object a line: "begin", then "game" for each game
// and "note" for what people should know, then "end". docs/match.md describes them.
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

// fields are those of an object.
type fields map[string]any

type engineLine struct {
	Name string `json:"name"`
	Row
	Share  float64      `json:"share"`
	Error  number       `json:"share_error"`
	Elo    fields       `json:"elo,omitempty"`
	Pairs  stats.Counts `json:"pairs,omitempty"`
	Versus []duelLine   `json:"versus"`
}

type duelLine struct {
	Name string `json:"name"`
	Duel
}

// Begin writes what is played.
func (r *JSONReporter) Begin(p Progress) {
	r.write(fields{"event": "begin", "game": p.Spec.Game, "rules": p.Spec.Rules, "format": p.Spec.Format,
		"total": p.Total, "resumed": p.Resumed, "workers": p.Crew.Players, "engines": engineNames(p)})
}

// Game writes a game.
func (r *JSONReporter) Game(g arena.Game, p Progress) {
	r.write(struct {
		Event string   `json:"event"`
		Done  int      `json:"done"`
		Total int      `json:"total"`
		Seats []string `json:"seats"`
		arena.Game
		Millis int64 `json:"elapsed_ms"`
	}{"game", p.Standing.Games, p.Total, seatNames(g, p), g, g.Elapsed.Milliseconds()})
}

// Note writes a text.
func (r *JSONReporter) Note(text string, _ Progress) { r.write(fields{"event": "note", "text": text}) }

// End writes the standing.
func (r *JSONReporter) End(p Progress, err error) {
	var engines []engineLine
	for _, e := range p.Standing.Order() {
		engines = append(engines, engineLineOf(p, e))
	}
	line := fields{"event": "end", "games": p.Standing.Games, "total": p.Total, "engines": engines, "ends": p.Standing.Ends}
	if t := p.Spec.SPRT; t != nil {
		pairs, llr, verdict := p.Standing.Test(*t)
		low, high := t.Bounds()
		line["sprt"] = fields{"llr": number(llr), "lower": number(low), "upper": number(high), "pairs": pairs.N(), "verdict": verdict}
	}
	if s := p.Standing; len(s.First)+len(s.Later) > 0 {
		line["late_ms"] = fields{"first": s.First.numbers(), "later": s.Later.numbers()}
	}
	if len(p.Spec.Vary) > 0 {
		line["effects"] = effects(p)
	}
	if len(p.Crew.Away) > 0 {
		line["workers"] = p.Crew.Away
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

func engineLineOf(p Progress, e int) engineLine {
	s := p.Standing
	line := engineLine{Name: p.Spec.Engines[e].Name, Row: s.Rows[e], Share: s.Rows[e].Share(), Error: number(s.RankError(e, confidence))}
	if s.Seats == 2 {
		line.Pairs, _ = s.Pairs(e, -1)
		x := s.Counts(e, -1).Estimate(confidence)
		line.Elo = fields{"elo": number(x.Elo), "low": number(x.Low), "high": number(x.High), "los": number(x.LOS)}
	}
	for other, d := range s.Duels[e] {
		if d.Games() > 0 {
			line.Versus = append(line.Versus, duelLine{p.Spec.Engines[other].Name, d})
		}
	}
	return line
}

package api

import "quadrille/protocol/driver"

// info is a report of a search in JSON. What the engine did not say is left
// out.
type info struct {
	Depth    int      `json:"depth,omitempty"`    // plies
	SelDepth int      `json:"seldepth,omitempty"` // plies
	MultiPV  int      `json:"multipv,omitempty"`
	Score    *score   `json:"score,omitempty"`
	Bound    string   `json:"bound,omitempty"`
	Chance   int      `json:"chance,omitempty"` // hundredths of a percent of a win
	Scores   []int    `json:"scores,omitempty"` // one a seat, in hundredths
	Proof    string   `json:"proof,omitempty"`
	Nodes    uint64   `json:"nodes,omitempty"`
	NPS      uint64   `json:"nps,omitempty"`
	HashFull int      `json:"hashfull,omitempty"` // permille
	Time     int64    `json:"time"`               // ms
	PV       []string `json:"pv,omitempty"`
	Text     string   `json:"text,omitempty"`
}

// score is from the view of the side to move: one of the two is there.
type score struct {
	CP   *int `json:"cp,omitempty"`   // hundredths of the game's unit
	Mate *int `json:"mate,omitempty"` // plies to the end; negative for a loss
}

func infoOf(i driver.Info) *info {
	out := &info{
		Depth: i.Depth, SelDepth: i.SelDepth, MultiPV: i.MultiPV, Bound: string(i.Bound), Scores: i.Scores,
		Proof: string(i.Proof), Chance: i.Chance, Nodes: i.Nodes, NPS: i.NPS, HashFull: i.HashFull, Time: i.Time.Milliseconds(),
		PV: i.PV, Text: i.Text,
	}
	switch {
	case i.HasScore && i.Mate != 0:
		out.Score = &score{Mate: &i.Mate}
	case i.HasScore:
		out.Score = &score{CP: &i.CP}
	}
	return out
}

// found is the report of a search that has ended; nil when it had none, as
// that of a turn without a choice.
func found(i driver.Info) *info {
	if i.Raw == "" {
		return nil
	}
	return infoOf(i)
}

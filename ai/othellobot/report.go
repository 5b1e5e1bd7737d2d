package othellobot

import (
	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/midgame"
	"quadrille/engine/othello"
)

// midgameOptions turns the options of a search into those of a midgame search.
func midgameOptions(o alphabeta.Options) midgame.Options {
	m := midgame.Options{
		Control: o.Control, Depth: o.Depth, Nodes: o.Nodes, Threads: o.Threads, MultiPV: o.MultiPV,
		Roots: make([]othello.Turn, len(o.Moves)),
	}
	for i, move := range o.Moves {
		m.Roots[i] = othello.Turn(move)
	}
	if o.Report != nil {
		m.Report = func(r midgame.Report) { o.Report(adapt(r)) }
	}
	return m
}

// adapt turns what a midgame search reports into what the reporter understands.
func adapt(r midgame.Report) alphabeta.Report {
	out := alphabeta.Report{Depth: r.Depth, SelDepth: r.Depth, Nodes: r.Nodes, HashFull: r.HashFull}
	for _, l := range r.Lines {
		line := alphabeta.Line{Value: l.Value, Solved: l.Exact, Moves: make([]alphabeta.Move, len(l.Turns))}
		if !l.Known {
			line.Value = -alphabeta.Win - 1
		}
		for i, t := range l.Turns {
			line.Moves[i] = alphabeta.Move(t)
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// tokens writes a line.
func tokens(line []alphabeta.Move) []string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = othello.Turn(m).String()
	}
	return words
}

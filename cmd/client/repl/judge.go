package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quadrille/cmd/client/analyse"
	"quadrille/cmd/client/judge"
	"quadrille/cmd/client/terminal"
	"quadrille/engine"
)

// doAnalyse judges every turn played so far.
func doAnalyse(r *REPL, args []string) error {
	if len(r.Session.State().Turns) == 0 {
		return errors.New("nothing has been played; scores judges the turns that may be played")
	}
	limits := cmp.Or(strings.Join(args, " "), r.Limits, analyse.DefaultLimits)
	return r.judge(analyse.FromRecord(r.record()), analyse.Config{Limits: limits})
}

// doScores says how the game stands and judges the best of the turns that may
// be played.
func doScores(r *REPL, args []string) error {
	if words := scoreWords(r.Session.State()); words != "" {
		r.say("Scores: " + words + ".")
	}
	if r.Session.State().Over() {
		return nil
	}
	n := usualScores
	if len(args) > 0 {
		if given, err := strconv.Atoi(args[0]); err == nil {
			n, args = given, args[1:]
		}
	}
	return r.judgeTurns(n, args)
}

// usualScores is how many turns scores judges unless told.
const usualScores = 10

// judgeTurns judges the best turns of the position.
func (r *REPL) judgeTurns(n int, limits []string) error {
	if n < 1 {
		return errUsage
	}
	most := len(r.Session.State().Legal)
	if o, ok := r.Session.Engine().Option("MultiPV"); ok && o.HasRange {
		most = min(most, o.Max)
	}
	fen, err := r.Session.Query(r.ctx, "fen")
	if err != nil {
		return err
	}
	st := r.Session.State()
	source := analyse.Source{Game: st.Game, Rules: st.Rules, Start: fen}
	return r.judge(source, analyse.Config{Limits: r.limits(strings.Join(limits, " ")), Config: judge.Config{Lines: min(n, most)}})
}

// judge prints what an analysis at full strength finds. Ctrl-C ends it with what
// is done.
func (r *REPL) judge(source analyse.Source, config analyse.Config) error {
	config.By = "chance"
	marks, err := judge.ParseMarks(config.By, "")
	if err != nil {
		return err
	}
	config.Marks = marks
	if err := r.setLevel(MaxLevel); err != nil {
		return err
	}
	var report *analyse.Report
	if err := r.interruptibly(func(ctx context.Context) (err error) {
		r.Status.Show("The engine is thinking ... (Ctrl-C stops)")
		config.Progress = func(done, total int) {
			r.Status.Show(fmt.Sprintf("%d of %s (Ctrl-C stops)", done, engine.Count(total, "turn")))
		}
		report, err = r.Session.Analyse(ctx, source, config)
		return err
	}); err != nil {
		return err
	}
	var text strings.Builder
	if err := report.WriteText(&text); err != nil {
		return err
	}
	_, err = fmt.Fprint(r.Out, terminal.Wrap(text.String(), r.width()))
	return err
}

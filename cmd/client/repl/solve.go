package repl

import (
	"context"

	"quadrille/cmd/client/terminal"
	"quadrille/protocol/driver"
)

// doSolve solves the game ahead, with a bar, until that is done or Ctrl-C stops it.
func doSolve(r *REPL, _ []string) error {
	var solved driver.Solved
	err := r.interruptibly(func(ctx context.Context) (err error) {
		r.Status.Show("solving the game " + terminal.Bar(0))
		solved, err = r.Session.Solve(ctx, func(i driver.Info) { r.Status.Show(terminal.Progress(i, "", nil)) })
		return err
	})
	switch {
	case err != nil:
		return err
	case solved == driver.Unsolvable:
		r.say("The engine does not solve this game ahead: it searches.")
	case solved == driver.SolvedWhole:
		r.say("Solved: at level 10 the engine plays this game perfectly.")
	default:
		r.sayf("Stopped at %s. solve goes on.", terminal.Bar(int(solved)))
	}
	return nil
}

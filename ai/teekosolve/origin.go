package teekosolve

import (
	"fmt"
	"runtime"
	"time"

	"quadrille/engine/teeko"
)

// Origin describes a table that was built just now, for Store.Save: when, by
// what, on what, with how many goroutines and in what time.
func Origin(b teeko.Board, threads int, took time.Duration) string {
	return fmt.Sprintf("teeko %s, built %s by quadrille (%s, %s/%s, %d CPUs) with %d threads in %.1f s",
		names[b], time.Now().UTC().Format(time.DateTime+"Z"), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), threads, took.Seconds())
}

//go:build cputime

package ai

import "time"

// now is the processor time of the process.
func now() time.Duration {
	t, err := CPUTime()
	if err != nil {
		panic(err) // without it, searches that have a time limit would not end
	}
	return t
}

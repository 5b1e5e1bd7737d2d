// Package limits bounds what each client may do: how often, by token buckets, and
// how much at a time, by caps.
//
// Both are kept in memory. Where several processes serve the same clients they also
// have a Shared, so that what a client may do is the same however many processes
// there are. A process's own numbers come first even then: what they refuse is
// refused without asking, since all that it counts the others count too.
package limits

import (
	"context"
	"time"
)

// Rate says how often a client may do something: PerSecond in the long run, of which
// 0 is no limit, and Burst at once, at least 1.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Shared has the numbers of all processes. Its methods may be called from any
// goroutine. An error is that they are not known at present.
type Shared interface {
	// Spend takes n tokens from a bucket, and returns how long it is until there are so
	// many. When that is longer than patience none is taken.
	Spend(ctx context.Context, bucket string, r Rate, n int, patience time.Duration) (time.Duration, error)
	// Hold has this process hold n of what a name stands for, in place of what it
	// held, or as many as all that live leave of most. It returns how many. What a
	// process held that is dead is free again. Fewer than before is never refused:
	// with an error they are given back later.
	Hold(ctx context.Context, name string, n, most int) (int, error)
}

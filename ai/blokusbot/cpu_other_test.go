//go:build !unix

package blokusbot

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }

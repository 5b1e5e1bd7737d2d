//go:build !unix

package main

import "time"

var start = time.Now()

// cpuTime is the time of day, where there is nothing better.
func cpuTime() time.Duration { return time.Since(start) }

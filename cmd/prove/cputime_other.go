//go:build !unix

package main

import "time"

var start = time.Now()

// cpuTime is the time that has passed: what the process used is not known here.
func cpuTime() time.Duration { return time.Since(start) }

//go:build !cputime

package ai

import "time"

// begin is when the program began, or nearly so.
var begin = time.Now()

// now is the time that searches measure, since some moment in the past. With
// the build tag cputime it is the processor time of the process, so that on a
// busy machine a match gives every engine the same amount of computing.
func now() time.Duration { return time.Since(begin) }

package ai

import (
	"testing"
	"time"
)

// A search, of several goroutines too, lets timers of JavaScript run.
func TestBreath(t *testing.T) {
	for _, threads := range []int{1, 3} {
		c := NewControl(Limits{})
		time.AfterFunc(5*time.Millisecond, c.Stop)
		ended := make(chan bool)
		for range threads {
			go func() {
				for began := time.Now(); !c.Done() && time.Since(began) < 10*time.Second; {
				}
				ended <- c.Stopped()
			}()
		}
		for range threads {
			if !<-ended {
				t.Errorf("%d threads: the timer did not run", threads)
			}
		}
	}
}

package ai

import "testing"

// TestCPUTime computes until the processor time has grown.
func TestCPUTime(t *testing.T) {
	before, err := CPUTime()
	if err != nil {
		t.Fatal(err)
	}
	for {
		after, err := CPUTime()
		if err != nil || after < before {
			t.Fatalf("%v after %v: %v", after, before, err)
		}
		if after > before {
			return
		}
	}
}

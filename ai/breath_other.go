//go:build !js

package ai

// breath is what a search must do now and then for others to run. Where there are
// threads that is nothing beyond what Done does.
type breath struct{}

func (breath) take() {}

package main

import "testing"

func BenchmarkPlay(b *testing.B) {
	model, _, err := readModel("../pattern/weights.bin")
	if err != nil {
		b.Fatal(err)
	}
	eval := evalOf(model)
	rules := rulesOfPlay{Seed: 1, Depth: 4, Shortest: 6, Longest: 22, Noise: 25, Solve: 12}
	for n := 0; b.Loop(); n++ {
		rules.play(eval, n)
	}
}

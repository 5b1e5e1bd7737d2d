package mcts

import "golang.org/x/sys/cpu"

// vectors says whether the machine has the instructions of the functions below. It
// never changes.
var vectors = cpu.X86.HasAVX2

// chooseAVX2 is choose for the first n edges, a positive multiple of eight, and the
// score of that edge.
//
//go:noescape
func chooseAVX2(looks *look, n int, bonus float32) (best int, score float32)

// matchAVX2 returns which of n moves, 16 to 64, are among count wanted ones, at least
// one: bit i for the i-th.
//
//go:noescape
func matchAVX2(moves *Move, n int, wanted *Move, count int) uint64

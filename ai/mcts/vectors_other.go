//go:build !amd64

package mcts

// vectors says that the functions below are not for this machine.
const vectors = false

func chooseAVX2(looks *look, n int, bonus float32) (best int, score float32) { return 0, 0 }

func matchAVX2(moves *Move, n int, wanted *Move, count int) uint64 { return 0 }

package othellobot

import "quadrille/ai"

// Bench lists fixed searches of positions from games of weak levels, and of one
// of the FFO test suite, number 26. The last three have so few empty squares that
// their depth means solving them.
func (b *bot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{
		{Depth: 18},
		{FEN: "----------O-------OOOO----OXXO-----XX-------X------------------- X", Depth: 18},
		{FEN: "----------------OXXX----XOXXOO----OXO-----OOX-----O-XX------X--- X", Depth: 18},
		{FEN: "-----------XXX----OXXO---OOXOOO-OOXXXXOX--XXX-XO--XXXX---------- X", Depth: 18},
		{FEN: "-XXXXXX--XXOOO-OOXXXOOO-OXOXXOX-OXOOXXXXOOOOOXXO---OOO----OOOOO- X", Depth: 14},
		{FEN: "--OXXX--X-XXXOO-XXXXXXOOXXXXOXOXXXXOOOXXXXOOOXXXX-OOXO-X--OOOO-- X", Depth: 14},
		{FEN: "-OOOOO----OXXO---OOOOXXO-OOOXOXX-OOXOOXX-XOXXOXX--O-XXXX--O----O X", Depth: 21},
	}
}

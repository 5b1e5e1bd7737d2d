// Package mcts is a Monte Carlo tree search, generic over the state, for games
// of two to four players without chance and hidden information.
//
// A simulation walks down the tree, adds a node where it leaves it, plays the
// game to the end by [Rules.Rollout], and adds the result to the turns that it
// walked along. Each player is taken to make the own result large and to be
// indifferent to the others' (the max^n rule: Luckhardt and Irani, "An
// algorithmic solution of n-person games", 1986; in a tree of simulations:
// Sturtevant, "An analysis of UCT in multi-player games", 2008). On the way a
// turn is chosen by its mean result plus a bonus for being likely and little
// tried (Rosin, "Multi-armed bandits with episode context", 2011, in the form
// of Silver et al., "Mastering the game of Go with deep neural networks and
// tree search", 2016). A turn that was not tried yet has a
// belief that its prior gives, and each turn also learns from the games in which
// it was played later (see Weights).
//
// When the memory is full the search waits while the nodes that were visited least
// are forgotten and the others moved together, and go on (as Pentobi does, in a
// second tree). In the same way what lies below a turn is kept for the next search.
//
// Several goroutines work on one tree without locks (Enzenberger and Müller,
// "A lock-free multithreaded Monte-Carlo tree search algorithm", 2009). A visit
// is counted on the way down and its result added at the end, so that other
// goroutines see a loss in between and spread out (Chaslot, Winands and van den
// Herik, "Parallel Monte-Carlo tree search", 2008).
package mcts

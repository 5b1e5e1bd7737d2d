// Package teekobot plays Teeko on all its boards.
//
// It is an alpha-beta search over turns (ai/alphabeta) with an evaluation by
// the goals that are open to a side. Wins at once, and losses by a threat that
// cannot be met, are seen two plies ahead of the search. Forced wins within N
// turns are the business of a search of their own (mate.go).
// docs/search-teeko.md has the reasons and the figures.
//
// A later solver by retrograde analysis has its place in rules.decide, which
// tells exact values from estimates.
package teekobot

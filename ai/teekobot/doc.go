// Package teekobot plays Teeko on all its boards.
//
// At full strength it plays from the solved game (ai/teekosolve) as soon as the
// table of the board is there: it comes from the user's cache folder or is
// built in the time of the first searches. oracle.go has what the past of a
// game does to the values of a table.
//
// Until then, and for lower levels, it is an alpha-beta search over turns
// (ai/alphabeta) with an evaluation by the goals that are open to a side. Wins
// at once, and losses by a threat that cannot be met, are seen two plies ahead
// of the search. Forced wins within N turns are the business of a search of
// their own (mate.go). docs/search-teeko.md has the
// reasons and docs/strength.md the figures.
package teekobot

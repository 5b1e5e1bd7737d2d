// Package teekosolve solves Teeko on all its boards by retrograde analysis.
// For every position it has the result of best play and the plies to the end.
//
// A [Builder] makes a [Table] step by step, on several cores if wanted, and
// can be interrupted and continued between any two rows. A [Store] keeps
// finished tables in a folder. The rule on repetition is not in a table, whose
// values are those of games without a past; who asks must heed the past.
// docs/search-teeko.md has the method, docs/strength.md the figures.
package teekosolve

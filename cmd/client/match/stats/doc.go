// Package stats is the statistics of matches: Elo with error bars, likelihood
// of superiority and the sequential probability ratio test. All are from pairs
// of games where there are pairs.
//
// Two games on one opening with the seats swapped are not independent: an
// opening that favours a seat makes one win and one loss more likely than
// chance. The unit of the statistics is therefore the pair, whose score is 0,
// ¼, ½, ¾ or 1; the counts of the five are the pentanomial. (Michel Van den
// Bergh, "A practical introduction to the GSPRT", and the documentation of
// fishtest.) With games that have no partner the unit is the game and the
// counts the trinomial.
package stats

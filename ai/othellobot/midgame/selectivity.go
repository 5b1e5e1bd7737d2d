package midgame

// selectivity says how readily a search makes ProbCuts, the higher the less.
// The levels are as in Edax.
type selectivity uint8

// noSelectivity makes no ProbCuts.
const noSelectivity selectivity = 5

// deviations is how many standard deviations of the error a shallow value must
// lie outside the window for a cut. It never changes.
var thresholds = [noSelectivity]float64{1.0, 1.4, 1.9, 2.5, 3.2}

package midgame

// width says how selective a search is: which share of the probable cuts is
// wrong, so to speak.
type width uint8

// fullWidth makes no probable cuts.
const fullWidth width = 5

// deviations is how many standard deviations of the error a shallow value must
// lie outside the window for a cut. It never changes.
var deviations = [fullWidth]float64{1.0, 1.4, 1.9, 2.5, 3.2}

package midgame

// tuning are the figures that only decide how fast a search is, and by that how
// strong. docs/experiments.md says how they were chosen.
type tuning struct {
	SortDepth      int     // from which depth on moves are ordered by their values
	SortMobility   int     // what one reply more is worth against them, in hundredths of a disk
	SortEnd        int     // how many times as much in searches to the end
	ShallowFrom    int     // from which depth on those values come from a search
	ShallowStep    int     // how many plies more make it one ply deeper
	ProbCutFrom    int     // from which depth on there is ProbCut
	ProbCutMidgame float64 // ProbCut's t in searches that do not reach the end
	ProbCutSlack   float64 // by how many deviations the static value may miss a cut that is tried all the same
	ETCFrom        int     // from which depth on there are enhanced transposition cutoffs
	Aspiration     int     // half of the first window at the root
	AspirationFrom int     // from which depth on
	HelpFrom       int     // from which depth on the helpers help
	ShareFrom      int     // from which depth on a turn is left for later while another thread searches it
	EndFrom        int     // depth of the middle game search that goes ahead of one to the end
	EndWithin      int     // how much shallower than the end that search is at most, if that makes it deeper
	EndFromPatient int     // its depth where nothing limits the search
	EndGap         int     // how much shallower than the end it is at least
	EndAtOnce      float64 // nodes of an exact search that goes ahead without a selective one
	EndSoon        float64 // of the first search to the end where no limit says how many it may take
	EndPatience    float64 // how many times the last search in the middle game the first one to the end may cost
	EndShare       float64 // which part of what is left a search to the end may be expected to take
	EndSpeed       float64 // how much faster nodes of the end are than those of the middle game
	SolveFrom      int     // from how many empty squares on a selective search to the end leaves the rest to the solver
	SolveFromExact int     // and an exact one
	Speed          float64 // nodes of the end a second before any were counted
}

// standardTuning never changes.
var standardTuning = tuning{
	SortDepth: 3, SortMobility: 60, SortEnd: 4,
	ShallowFrom: 12, ShallowStep: 5,
	ProbCutFrom: 3, ProbCutMidgame: 1.0, ProbCutSlack: 1.2, ETCFrom: 4,
	Aspiration: 150, AspirationFrom: 4,
	HelpFrom: 6, ShareFrom: 4,
	EndFrom: 12, EndWithin: 12, EndFromPatient: 8, EndGap: 6, EndAtOnce: 3e5, EndSoon: 4e7, EndPatience: 4, EndShare: 0.7, EndSpeed: 4,
	SolveFrom: 10, SolveFromExact: 60,
	Speed: 1.2e7,
}

// midgameSelectivity is how selective searches are that do not reach the end.
const midgameSelectivity selectivity = 0

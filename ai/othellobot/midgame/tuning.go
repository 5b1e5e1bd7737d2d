package midgame

// Tuning are the figures that only decide how fast a search is, and by that how
// strong. docs/search-othello.md says how they were chosen.
type Tuning struct {
	SortDepth    int     // from which depth on moves are sorted by their values
	SortMobility int     // what one reply more is worth against them, in hundredths of a disk
	SortEnd      int     // how many times as much in searches to the end
	GlanceFrom   int     // from which depth on those values come from a search
	GlanceStep   int     // how many plies more make it one ply deeper
	CutFrom      int     // from which depth on there are probable cuts
	Middle       float64 // deviations for a probable cut in searches that do not reach the end
	CutSlack     float64 // by how many deviations of the static value a cut may still be missed for it to be tried
	PeekFrom     int     // from which depth on the table is asked about all next positions
	Aspiration   int     // half of the first window at the root
	AspireFrom   int     // from which depth on
	HelpFrom     int     // from which depth on the helpers help
	EndFrom      int     // depth of the middle game search that goes ahead of one to the end
	EndGap       int     // or by how much it is shallower than that
	EndAtOnce    float64 // nodes of an exact search that goes ahead without a selective one
	EndSoon      float64 // and of one that does so if they are no more than EndShare of what is left
	EndPatience  float64 // how many times the last search in the middle game the first one to the end may cost
	EndShare     float64 // which part of what is left a search to the end may be expected to take
	EndSpeed     float64 // how much faster nodes of the end are than those of the middle game
	Handover     int     // from how many empty squares on a selective search to the end leaves the rest to the solver
	HandoverFull int     // and one at full width
	Speed        float64 // nodes of the end a second before any were counted
}

// Tune replaces the figures, for experiments.
func (s *Searcher) Tune(t Tuning) { s.tune = t }

// StandardTuning returns the figures in use.
func StandardTuning() Tuning { return standardTuning }

// standardTuning never changes.
var standardTuning = Tuning{
	SortDepth: 3, SortMobility: 60, SortEnd: 4,
	GlanceFrom: 12, GlanceStep: 5,
	CutFrom: 3, Middle: 1.0, CutSlack: 1.2, PeekFrom: 4,
	Aspiration: 150, AspireFrom: 4,
	HelpFrom: 6,
	EndFrom:  8, EndGap: 6, EndAtOnce: 3e5, EndSoon: 4e7, EndPatience: 4, EndShare: 0.7, EndSpeed: 4,
	Handover: 10, HandoverFull: 60,
	Speed: 1.2e7,
}

// middleWidth is how selective searches are that do not reach the end.
const middleWidth width = 0

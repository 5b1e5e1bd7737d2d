package othello

import (
	"math/bits"
	"sync"
)

// opening is a line of play that people have a name for.
type opening struct {
	name, turns string
}

// openings are names as players use them. All lines begin with c4; the other
// first turns are images of it. A position has the name of the line that leads
// to it, whatever the order of its turns was, and of the last line it passed
// otherwise.
var openings = [...]opening{
	{"Diagonal", "c4c3"},
	{"Parallel", "c4c5"},
	{"Perpendicular", "c4e3"},

	{"X-square", "c4c3d3c5b2"},
	{"Snake", "c4c3d3c5b3"},
	{"Heath", "c4c3d3c5b4"},
	{"Heath-Chimney", "c4c3d3c5b4e3"},
	{"Heath-Bat", "c4c3d3c5b4d2d6"},
	{"Iwasaki", "c4c3d3c5b4d2e2"},
	{"Raccoon Dog", "c4c3d3c5b5"},
	{"Cow", "c4c3d3c5d6"},
	{"Chimney", "c4c3d3c5d6e3"},
	{"Cow Bat", "c4c3d3c5d6f4b4"},
	{"Rose-v-Toth", "c4c3d3c5d6f4f5"},
	{"Tanida", "c4c3d3c5d6f4f5d2"},
	{"Aircraft", "c4c3d3c5d6f4f5d2b5"},
	{"Sailboat", "c4c3d3c5d6f4f5d2g4d7"},
	{"Maruoka", "c4c3d3c5d6f4f5e6c6d7"},
	{"Landau", "c4c3d3c5d6f4f5e6f6"},
	{"Buffalo", "c4c3d3c5f6"},
	{"Maruoka Buffalo", "c4c3d3c5f6e2c6"},
	{"Tanida Buffalo", "c4c3d3c5f6e3c6f5f4g5"},
	{"Hokuriku Buffalo", "c4c3d3c5f6f5"},
	{"Wing", "c4c3e6c5"},
	{"Semi-Wing", "c4c3f5c5"},

	{"Mimura", "c4e3f4c5d6e6"},
	{"Shaman", "c4e3f4c5d6f3c6"},
	{"Inoue", "c4e3f4c5d6f3d3"},
	{"Iago", "c4e3f4c5d6f3d3c3"},
	{"Bhagat", "c4e3f4c5d6f3e2"},
	{"Rose", "c4e3f4c5d6f3e6c3d3e2"},
	{"Flat", "c4e3f4c5d6f3e6c3d3e2b5"},
	{"Rotating Flat", "c4e3f4c5d6f3e6c3d3e2b5f5"},
	{"Murakami", "c4e3f4c5d6f3e6c3d3e2b5f5b3"},
	{"Rose-Birth", "c4e3f4c5d6f3e6c3d3e2b6f5"},
	{"Rose-Birdie", "c4e3f4c5d6f3e6c3d3e2b6f5g5"},
	{"Brightstein", "c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7"},
	{"Greenberg", "c4e3f4c5d6f3e6c3d3e2d2"},
	{"Ralle", "c4e3f4c5d6f3e6c6"},
	{"Horse", "c4e3f4c5e6"},

	{"No-Cat", "c4e3f5b4"},
	{"Swallow", "c4e3f5b4f3"},
	{"Italian", "c4e3f5e6d3"},
	{"Cat", "c4e3f5e6f4"},
	{"Sakaguchi", "c4e3f5e6f4c5d6c6f7f3"},
	{"Berner", "c4e3f5e6f4c5d6c6f7g5g6"},
	{"Ganglion", "c4e3f6b4"},
	{"Tiger", "c4e3f6e6f5"},
	{"Stephenson", "c4e3f6e6f5c5c3"},
	{"No-Kung", "c4e3f6e6f5c5c3b4"},
	{"Comp'Oth", "c4e3f6e6f5c5c3c6"},
	{"Kung", "c4e3f6e6f5c5c3g5"},
	{"Leader's Tiger", "c4e3f6e6f5c5d3"},
	{"Ishii", "c4e3f6e6f5c5f4g5g4f3c6d3d6"},
	{"Rose-Bill", "c4e3f6e6f5c5f4g6f7"},
	{"Tamenori", "c4e3f6e6f5c5f4g6f7d3"},
	{"Aubrey", "c4e3f6e6f5g6"},
}

// lastNamed is the number of disks up to which positions are looked up.
const lastNamed = 4 + 16

// named returns the names by canonical position.
var named = sync.OnceValue(func() map[State]string {
	names := map[State]string{}
	for _, o := range openings {
		s := StartState()
		tokens, _ := SplitTranscript(o.turns)
		for _, token := range tokens {
			t, _ := ParseTurn(token)
			s = s.Play(t)
		}
		names[s.Canonical()] = o.name
	}
	return names
})

// openingName returns the name of the opening that a position is, or "".
func openingName(s *State) string {
	if n := bits.OnesCount64(s.Own | s.Opp); n < 6 || n > lastNamed {
		return ""
	}
	return named()[s.Canonical()]
}

// Canonical returns the first of the eight images of a state under the
// symmetries of the board.
func (s State) Canonical() State {
	s.Own, s.Opp = leastImage(s.Own, s.Opp)
	return s
}

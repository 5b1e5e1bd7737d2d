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
//
// The names are those of Robert Gatliff's catalogue of openings, and are there
// as NBoard has them too; the two disagree about Ganglion and No-Cat, where
// these are NBoard's. Rabbit and Mouse are what Japanese players call two
// families for which the catalogue has no name.
var openings = [...]opening{
	{"Diagonal", "c4c3"},
	{"Parallel", "c4c5"},
	{"Perpendicular", "c4e3"},

	{"X-square", "c4c3d3c5b2"},
	{"Snake", "c4c3d3c5b3"},
	{"Pyramid", "c4c3d3c5b3f4b5b4c6d6f5"},
	{"Heath", "c4c3d3c5b4"},
	{"Heath-Chimney", "c4c3d3c5b4e3"},
	{"Heath-Bat", "c4c3d3c5b4d2d6"},
	{"Iwasaki", "c4c3d3c5b4d2e2"},
	{"Classic Heath", "c4c3d3c5b4d2c2"},
	{"Mimura Heath", "c4c3d3c5b4d2c2f4d6c6f5e6f7"},
	{"Raccoon Dog", "c4c3d3c5b5"},
	{"Hamilton", "c4c3d3c5b6c6b5"},
	{"Lollipop", "c4c3d3c5b6e3"},
	{"Cow", "c4c3d3c5d6"},
	{"Chimney", "c4c3d3c5d6e3"},
	{"Cow Bat", "c4c3d3c5d6f4b4"},
	{"Melnikov", "c4c3d3c5d6f4b4b6b5c6f5"},
	{"Cow Bat, Piau", "c4c3d3c5d6f4b4b6b5c6b3"},
	{"Cow Bat, Kling", "c4c3d3c5d6f4b4c6b5b3b6e3c2a4a5a6d2"},
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

	{"Mouse", "c4c5d6c3e6"},

	{"Fishhook", "c4e3f4"},
	{"Rabbit", "c4e3f4c5d6"},
	{"Mimura", "c4e3f4c5d6e6"},
	{"Shaman", "c4e3f4c5d6f3c6"},
	{"Inoue", "c4e3f4c5d6f3d3"},
	{"Iago", "c4e3f4c5d6f3d3c3"},
	{"Bhagat", "c4e3f4c5d6f3e2"},
	{"Rose", "c4e3f4c5d6f3e6c3d3e2"},
	{"Flat", "c4e3f4c5d6f3e6c3d3e2b5"},
	{"Rotating Flat", "c4e3f4c5d6f3e6c3d3e2b5f5"},
	{"Murakami", "c4e3f4c5d6f3e6c3d3e2b5f5b3"},
	{"Rotating Flat, Kling", "c4e3f4c5d6f3e6c3d3e2b5f5b4f6c2e7d2c7"},
	{"Rose-Birth", "c4e3f4c5d6f3e6c3d3e2b6f5"},
	{"Rose-Birdie", "c4e3f4c5d6f3e6c3d3e2b6f5g5"},
	{"Rose-Birdie, Kling", "c4e3f4c5d6f3e6c3d3e2b6f5g5f6"},
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
	{"Lightning Bolt", "c4e3f6e6f5c5c3c6d6"},
	{"Scorpion", "c4e3f6e6f5c5c3c6d3d2"},
	{"Classic Scorpion", "c4e3f6e6f5c5c3c6d3d2c2"},
	{"New Scorpion", "c4e3f6e6f5c5c3c6d3d2e2"},
	{"Low F.A.T.", "c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4"},
	{"No F.A.T.", "c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6b6"},
	{"F.A.T.", "c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6a4a2f4g5"},
	{"Kung", "c4e3f6e6f5c5c3g5"},
	{"Leader's Tiger", "c4e3f6e6f5c5d3"},
	{"Brightwell", "c4e3f6e6f5c5d6"},
	{"Grand Central", "c4e3f6e6f5c5f4g5"},
	{"Ishii", "c4e3f6e6f5c5f4g5g4f3c6d3d6"},
	{"Mainline Tiger", "c4e3f6e6f5c5f4g5g4f3c6d3d6b3c3b4e2b6"},
	{"Rose-Bill", "c4e3f6e6f5c5f4g6f7"},
	{"Tamenori", "c4e3f6e6f5c5f4g6f7d3"},
	{"Nicolet", "c4e3f6e6f5c5f4g6f7d6"},
	{"Central Rose-Bill", "c4e3f6e6f5c5f4g6f7g5"},
	{"Twenty-Move Opening", "c4e3f6e6f5c5f4g6f7g5d6d3f3c3h4h5g4h3e2f2"},
	{"Aubrey", "c4e3f6e6f5g6"},
}

// lastNamed is the number of disks up to which positions are looked up.
const lastNamed = 4 + 23

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

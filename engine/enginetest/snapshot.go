package enginetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"quadrille/engine"
)

// snapshot is everything that a position shows, in words, by the name of the
// method that shows it.
type snapshot []struct{ name, value string }

// snapshotOf asks a position everything that must survive printing and reading.
func snapshotOf(p engine.Position) snapshot {
	state, err := json.Marshal(p.State())
	if err != nil {
		state = []byte("error: " + err.Error())
	}
	return snapshot{
		{"FEN", p.FEN()},
		{"Result", p.Result().String()},
		{"Reason", p.Result().Reason},
		{"Turn", p.Turn().String()},
		{"Phase", p.Phase()},
		{"Scores", engine.JoinInts(p.Scores())},
		{"Legal", strings.Join(p.Legal(), " ")},
		{"Pending", fmt.Sprint(p.Pending())},
		{"Hash", fmt.Sprintf("%016x", p.Hash())},
		{"Rules", engine.FormatRules(p.Game().Options(), p.Rules(), " ")},
		{"State", string(state)},
	}
}

// fullSnapshot adds what shows how the position was reached.
func fullSnapshot(p engine.Position) snapshot {
	return append(snapshotOf(p), snapshot{{"Token", p.Token()}, {"Diagram", p.Diagram().String()}}...)
}

// difference names the first thing that differs, or is empty.
func (l snapshot) difference(other snapshot) string {
	for i := range l {
		if l[i] != other[i] {
			return fmt.Sprintf("%s is\n%s\nand not\n%s", l[i].name, other[i].value, l[i].value)
		}
	}
	return ""
}

// same fails unless the positions show the same.
func (tr *trial) same(what string, want, got engine.Position) {
	if d := snapshotOf(want).difference(snapshotOf(got)); d != "" {
		tr.failf("%s: %s", what, d)
	}
}

// immutable checks that no position of the game has changed since it was new.
func (tr *trial) immutable() {
	for _, s := range tr.seen {
		if d := s.snapshot.difference(fullSnapshot(s.position)); d != "" {
			tr.failf("a position changed later: %s", d)
		}
	}
}

// concurrent looks at positions from several goroutines at once; it finds most
// under the race detector.
func (tr *trial) concurrent() {
	var wg sync.WaitGroup
	var differences [3]string
	for i := range differences {
		wg.Go(func() {
			for j := i; j < len(tr.seen); j += 1 + len(tr.seen)/8 {
				differences[i] += tr.seen[j].snapshot.difference(fullSnapshot(tr.seen[j].position))
			}
			last := tr.seen[len(tr.seen)/2]
			for _, token := range last.position.Legal()[:min(4, len(last.position.Legal()))] {
				if _, err := last.position.Play(token); err != nil {
					differences[i] += err.Error()
				}
			}
		})
	}
	wg.Wait()
	if d := strings.Join(differences[:], ""); d != "" {
		tr.failf("seen from several goroutines: %s", d)
	}
}

// hashes finds positions of one rule set that share a hash by mistake.
type hashes map[uint64]string

// hash checks that positions that differ in more than their past have
// different hashes. The first word of a FEN is taken to be the board.
func (tr *trial) hash(p engine.Position) {
	if p.Result().Over {
		return
	}
	board, _, _ := strings.Cut(p.FEN(), " ")
	now := fmt.Sprintln(board, p.Turn(), p.Phase(), p.Scores(), p.Pending(), p.Legal())
	if earlier, ok := tr.hashes[p.Hash()]; ok && earlier != now {
		tr.failf("hash %016x is shared by\n%sand\n%s", p.Hash(), earlier, now)
	}
	tr.hashes[p.Hash()] = now
}

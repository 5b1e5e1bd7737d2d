package othello

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/ai/othellobot/pattern"
	"quadrille/cmd/train/checkpoint"
	"quadrille/cmd/train/linefile"
	"quadrille/cmd/train/numbered"
)

// TestTheFitFindsWeights lets the fit find a model again by which positions were
// labelled.
func TestTheFitFindsWeights(t *testing.T) {
	r := regression{shrink: 1e-3, shared: 1e-3, smooth: 1e-3}
	for n := range 6 {
		g := quick.play(nil, n)
		r.samples = g.samples(r.samples, 1, n%4 == 3)
	}
	for i := range r.samples {
		s := &r.samples[i]
		s.label = 100
		for _, slot := range s.slots {
			s.label += float32(slot%7) * 20
		}
	}
	r.arrange()
	r.begin()
	before, _, _ := r.errors()
	for range 6 {
		r.step()
	}
	if after, _, _ := r.errors(); before.root() < 10 || after.root() > 0.3*before.root() {
		t.Errorf("error %.4f at first, %.4f after 6 steps", before.root(), after.root())
	}
}

// TestResidual compares the residual that is carried from step to step with the
// negative gradient of what shall be least, found by differences.
func TestResidual(t *testing.T) {
	r := regression{shrink: 3, shared: 2, smooth: 5}
	for n := range 3 {
		g := quick.play(nil, n)
		r.samples = g.samples(r.samples, 1, false)
	}
	r.arrange()
	r.begin()
	for range 3 {
		r.step()
	}
	first, _ := pattern.Mix(int(r.samples[0].disks))
	probes := []int{len(r.Parts) - 64 + int(r.samples[0].disks)}
	for _, slot := range r.samples[0].slots[:3] {
		probes = append(probes, first*r.rowSize()+int(slot), (first+1)*r.rowSize()+int(slot))
	}
	for i := range 3 { // shared entries that are in use
		list := r.sharing.of[r.samples[0].slots[5*i]]
		probes = append(probes, first*r.rowSize()+pattern.Slots()+int(list[0]))
	}
	for _, i := range probes {
		const by = 64
		r.Parts[i] += by
		up := loss(&r)
		r.Parts[i] -= 2 * by
		down := loss(&r)
		r.Parts[i] += by
		// The loss is quadratic, so that the difference is exact but for rounding.
		want := -(up - down) / (4 * by)
		if got := float64(r.Residual[i]); math.Abs(got-want) > 1+1e-3*math.Abs(want) {
			t.Errorf("entry %d: residual %.3f, want %.3f", i, got, want)
		}
	}
}

// loss is what the regression makes least.
func loss(r *regression) float64 {
	sum, size := 0.0, r.rowSize()
	for i, v := range r.Parts {
		pull := r.shrink
		if i < pattern.Knots*size && i%size >= pattern.Slots() {
			pull = r.shared
		}
		sum += pull * float64(v) * float64(v)
		if i+size < pattern.Knots*size {
			d := float64(v) - float64(r.Parts[i+size])
			sum += r.smooth * d * d
		}
	}
	weight := func(knot int, slot int32) float64 {
		v := float64(r.Parts[knot*size+int(slot)])
		for _, i := range r.sharing.of[slot] {
			v += float64(r.Parts[knot*size+pattern.Slots()+int(i)])
		}
		return v
	}
	for i := range r.samples {
		s := &r.samples[i]
		first, share := pattern.Mix(int(s.disks))
		v := float64(r.Parts[len(r.Parts)-64+int(s.disks)])
		for _, slot := range s.slots {
			v += (1-share)*weight(first, slot) + share*weight(first+1, slot)
		}
		sum += (v - float64(s.label)) * (v - float64(s.label))
	}
	return sum
}

// small is a plan that takes a moment.
func small() []generation {
	rules := quick
	second := rules
	second.Seed, second.Depth = 2, 2
	first := fitting{Steps: 1, Trust: 1, Shrink: 30, Shared: 20, Smooth: 30, Keep: 2}
	last := fitting{Steps: 6, Trust: 0.5, Shrink: 30, Shared: 20, Smooth: 30, Keep: 2}
	return []generation{
		{games: 4, rules: rules, by: -1, fit: &first},
		{games: 4, rules: second, by: 0, fit: &last},
	}
}

func follow(t *testing.T, dir string) {
	t.Helper()
	c := runCommand{Dir: dir, Share: 1}
	if err := c.follow(small()); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRun makes weights in a small way, once at a stretch and once from what an
// interruption may leave.
func TestRun(t *testing.T) {
	whole, broken := t.TempDir(), t.TempDir()
	follow(t, whole)
	weights := read(t, whole, "gen1.bin")
	if _, err := pattern.Decode(weights); err != nil {
		t.Fatal(err)
	}
	checkProvenance(t, whole)

	// 1. In the middle of a game of the first generation.
	games := read(t, whole, "gen0.games")
	put(t, games[:len(games)/2], broken, "gen0.games")
	if err := (&runCommand{Dir: broken, Share: 1}).follow(small()[:1]); err != nil {
		t.Fatal(err)
	}
	// 2. In the fit of the second.
	put(t, read(t, whole, "gen1.games"), broken, "gen1.games")
	interruptFit(t, broken)
	follow(t, broken)
	for _, name := range []string{"gen0.games", "gen0.bin", "gen0.json", "gen1.games", "gen1.bin", "gen1.json"} {
		if !bytes.Equal(read(t, whole, name), read(t, broken, name)) {
			t.Errorf("%s differs after an interruption", name)
		}
	}
	if _, err := os.Stat(filepath.Join(broken, "gen1.bin.fit")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the checkpoint is still there: %v", err)
	}
}

func put(t *testing.T, data []byte, path ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(path...), data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// interruptFit leaves what a fit of the second generation has after its first
// checkpoint.
func interruptFit(t *testing.T, dir string) {
	t.Helper()
	out := filepath.Join(dir, "gen1.bin")
	c := fitCommand{Out: out, fitting: *small()[1].fit}
	r := regression{shrink: c.Shrink, shared: c.Shared, smooth: c.Smooth}
	for _, name := range []string{"gen0.games", "gen1.games"} {
		if _, err := c.read(filepath.Join(dir, name), &r); err != nil {
			t.Fatal(err)
		}
	}
	kept := checkpoint.Beside(out, r.fingerprint())
	if err := r.beginOrLoad(kept); err != nil {
		t.Fatal(err)
	}
	for range checkpointEvery {
		r.step()
	}
	if err := kept.Save(&r.progress); err != nil {
		t.Fatal(err)
	}
}

func checkProvenance(t *testing.T, dir string) {
	t.Helper()
	var about provenance
	if err := json.Unmarshal(read(t, dir, "gen1.json"), &about); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256(read(t, dir, "gen1.bin"))); about.Weights != want {
		t.Errorf("weights %s, want %s", about.Weights, want)
	}
	if len(about.Games) != 2 || about.Games[1].Games != 4 || about.Positions == 0 || about.KeptBack == 0 {
		t.Errorf("provenance %+v", about)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256(read(t, dir, "gen0.bin"))); about.Games[1].Rules.Weights != want {
		t.Errorf("second games by %s, want %s", about.Games[1].Rules.Weights, want)
	}
}

// An error of nothing is not told as one of 0.
func TestErrorOfNothing(t *testing.T) {
	var f rmsError
	if got := f.String(); got != "none" {
		t.Errorf("of nothing: %q", got)
	}
	if f.add(-3); f.String() != "3.000 disks" {
		t.Errorf("of one: %q", f.String())
	}
}

func TestOtherRulesAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.games")
	if err := quick.playTo(&numbered.Flags{}, path, "", 1); err != nil {
		t.Fatal(err)
	}
	other := quick
	other.Depth++
	if err := other.playTo(&numbered.Flags{}, path, "", 2); !errors.Is(err, linefile.ErrHead) {
		t.Errorf("error %v, want %v", err, linefile.ErrHead)
	}
}

func TestBadArguments(t *testing.T) {
	for _, c := range []interface{ Run() error }{
		&playCommand{Games: 1, rulesOfPlay: rulesOfPlay{Depth: 0, Solve: 1}},
		&playCommand{Games: 1, rulesOfPlay: rulesOfPlay{Depth: 1, Solve: 1, Shortest: 3, Longest: 2}},
		&playCommand{Games: 1, rulesOfPlay: rulesOfPlay{Depth: 1, Solve: 1, Longest: 61}},
		&playCommand{rulesOfPlay: rulesOfPlay{Depth: 1, Solve: 1}},
		&fitCommand{fitting: fitting{Keep: 1}},
		&fitCommand{fitting: fitting{Keep: 2, Trust: math.NaN()}},
		&fitCommand{fitting: fitting{Keep: 2}},
		&runCommand{},
		&runCommand{Share: 2},
	} {
		if err := c.Run(); err == nil {
			t.Errorf("%+v did not complain", c)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	for _, err := range []error{
		(&fitCommand{Games: []string{file}, Out: file}).Run(),
		(&cutsCommand{Samples: file, Out: file, Count: 1, Depth: 1}).Run(t.Output()),
	} {
		if err == nil || !strings.Contains(err.Error(), "and --out are the same file") {
			t.Errorf("what is written would be written over what it is made of: %v", err)
		}
	}
	for _, err := range []error{
		(&positionsCommand{Count: 0, Empties: 7}).Run(),
		(&positionsCommand{Count: 1, Empties: -1}).Run(),
		(&measureCommand{Depth: 0}).Run(t.Output()),
		(&measureCommand{Depth: maxDepth + 1}).Run(t.Output()),
		(&cutsCommand{Count: -1, Depth: 1}).Run(t.Output()),
		(&cutsCommand{Count: 1, Depth: 0}).Run(t.Output()),
		(&cutsCommand{Count: 1, Depth: 1, Solve: -1}).Run(t.Output()),
	} {
		if err == nil || !strings.Contains(err.Error(), "at least 1") {
			t.Errorf("%v, and not what would be right", err)
		}
	}
}

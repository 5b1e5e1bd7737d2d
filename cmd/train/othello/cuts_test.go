package othello

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/ai/othellobot/midgame"
)

// TestFit fits cells whose deviations follow a model exactly and wants the
// model back.
func TestFitCells(t *testing.T) {
	want := midgame.Model{Middle: []float64{5.5, -0.4, 0.5, 0.3, -0.08, 0.02}, End: []float64{6, -0.2, 0.4}}
	var middle, end []*cell
	add := func(list []*cell, shallow, deep, empties int) []*cell {
		d := want.Deviation(shallow, deep, empties)
		const count = 1000
		return append(list, &cell{shallow: shallow, deep: deep, empties: empties, count: count, squares: count * d * d})
	}
	for shallow := 1; shallow < 10; shallow++ {
		for deep := shallow + 2; deep < 14; deep += 2 {
			for empties := deep + 2; empties < 56; empties += 7 {
				middle = add(middle, shallow, deep, empties)
			}
			end = add(end, shallow, deep, deep)
		}
	}
	for _, c := range []struct {
		list []*cell
		want []float64
	}{{middle, want.Middle}, {end, want.End}} {
		got := fitCells(c.list, len(c.want))
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 0.01 {
				t.Errorf("coefficient %d is %v, not %v", i, got[i], c.want[i])
			}
		}
	}
}

// TestCells has two positions: differences are between depths of the same
// parity, and to the exact value only from depths of its own.
func TestCells(t *testing.T) {
	list := []cutSample{{empties: 30, values: []int{100, 0, 300, 50}}, {empties: 6, solved: true, values: []int{0, 100, 20, 400, 800}}}
	want := map[[3]int]float64{{1, 3, 32}: 200 * 200, {2, 4, 32}: 50 * 50, {1, 3, 7}: 20 * 20, {2, 4, 7}: 300 * 300}
	for _, c := range cells(list, false) {
		if k := [3]int{c.shallow, c.deep, c.empties}; c.squares != want[k] || c.count != 1 {
			t.Errorf("%v: %v of %d samples, want %v", k, c.squares, c.count, want[k])
		}
		delete(want, [3]int{c.shallow, c.deep, c.empties})
	}
	wantEnd := map[[3]int]float64{{2, 6, 6}: 700 * 700, {4, 6, 6}: 400 * 400}
	for _, c := range cells(list, true) {
		if k := [3]int{c.shallow, c.deep, c.empties}; c.squares != wantEnd[k] {
			t.Errorf("solved, %v: %v, want %v", k, c.squares, wantEnd[k])
		}
		delete(wantEnd, [3]int{c.shallow, c.deep, c.empties})
	}
	if len(want)+len(wantEnd) > 0 {
		t.Errorf("missing: %v %v", want, wantEnd)
	}
}

// TestGrowSamples makes samples in two runs and wants the same as in one.
func TestGrowSamples(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i, counts := range [][]int{{4}, {2, 4}} {
		name := filepath.Join(dir, string('a'+rune(i)))
		for _, n := range counts {
			f := cutsCommand{Samples: name, Count: n, Depth: 2, Solve: 9}
			list, err := f.grow()
			if err != nil || len(list) != n {
				t.Fatalf("%d samples, %v", len(list), err)
			}
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(text))
	}
	if files[0] != files[1] || strings.Count(files[0], "\n") != 4 {
		t.Errorf("in one run\n%s\nin two\n%s", files[0], files[1])
	}
}

// Samples come from other machines too, and none may break the fit.
func TestRefusesCutSamples(t *testing.T) {
	for _, line := range []string{"middle 0 1", "solved -3 1", "middle 65 1", "middle 30 10000000", "middle 30" + strings.Repeat(" 1", 65)} {
		if s, err := parseCutSample(line); err == nil {
			t.Errorf("%q is %v", line, s)
		}
	}
	deep, err := parseCutSample("solved 2 1 2 3 4 5 6 7 8")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells([]cutSample{deep}, true) {
		if c.shallow >= c.deep {
			t.Errorf("a cell of depths %d and %d", c.shallow, c.deep)
		}
	}
}

func FuzzParseCutSample(f *testing.F) {
	for _, line := range []string{"middle 30 100 -50 25", "solved 12 0 0 400", "", "middle", "middle x 1 2", "other 1 2 3", "solved 1 2 y"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		s, err := parseCutSample(line)
		if err != nil {
			return
		}
		if again, err := parseCutSample(s.String()); err != nil || again.String() != s.String() {
			t.Errorf("%q: %v, %v", line, again, err)
		}
	})
}

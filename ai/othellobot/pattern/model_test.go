package pattern

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"testing"

	"quadrille/engine/othello"
)

func TestEmbeddedWeightsAreThoseOfTheirProvenance(t *testing.T) {
	data, err := os.ReadFile("weights.json")
	if err != nil {
		t.Fatal(err)
	}
	var about struct {
		Weights   string
		Positions int
		Games     []struct{ Games int }
	}
	if err := json.Unmarshal(data, &about); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(embedded)); got != about.Weights {
		t.Errorf("weights.bin has the checksum %s, weights.json tells of %s", got, about.Weights)
	}
	if len(about.Games) == 0 || about.Positions == 0 {
		t.Errorf("weights.json tells of %d files of games, %d positions", len(about.Games), about.Positions)
	}
	if most := 4 << 20; len(embedded) > most {
		t.Errorf("weights.bin has %d bytes, more than %d", len(embedded), most)
	}
}

func TestEncode(t *testing.T) {
	m, err := Decode(embedded)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(m.Encode(), embedded) {
		t.Error("the embedded weights are stored otherwise")
	}
	for k, knot := range m.Knots {
		if used := len(knot) - count(knot, 0); used < 1000 {
			t.Errorf("knot %d has only %d entries", k, used)
		}
	}
}

func count(list []int16, v int16) int {
	n := 0
	for _, w := range list {
		if w == v {
			n++
		}
	}
	return n
}

// sealed appends a right checksum.
func sealed(body []byte) []byte {
	return binary.LittleEndian.AppendUint32(body, crc32.ChecksumIEEE(body))
}

func TestDecodeRefuses(t *testing.T) {
	empty := NewModel().Encode()
	body := empty[:len(empty)-4]
	for name, data := range map[string][]byte{
		"nothing":           nil,
		"another magic":     sealed([]byte("quadrille othello patterns 0\n")),
		"nothing but magic": sealed([]byte(magic)),
		"a bit changed":     append(slices.Clone(empty[:40]), append([]byte{empty[40] ^ 1}, empty[41:]...)...),
		"cut off":           sealed(slices.Clone(body[:len(body)-1])),
		"too long":          sealed(append(slices.Clone(body), 0)),
		"rubbish":           sealed(append(slices.Clone(body[:len(magic)+squares+6]), bytes.Repeat([]byte{0xff}, 5000)...)),
		"another number of knots": sealed(append(append([]byte(magic), Knots+1),
			body[len(magic)+1:]...)),
	} {
		if _, err := Decode(data); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: error %v, want %v", name, err, ErrFormat)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(magic))
	f.Add([]byte(magic + "\x0e\x80\x80\x01"))
	body := NewModel().Encode()
	f.Add(body[:len(body)-4])
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := Decode(sealed(slices.Clone(body)))
		if err == nil {
			m.Eval().Score(1<<28|1<<35, 1<<27|1<<36)
		} else if !errors.Is(err, ErrFormat) {
			t.Errorf("error %v", err)
		}
	})
}

// TestSlotsAreTheSameUnderSymmetries checks that images of a position sum up
// the same entries.
func TestSlotsAreTheSameUnderSymmetries(t *testing.T) {
	slots := func(own, opp uint64) [Terms]int32 {
		var s State
		s.Set(own, opp)
		list := s.Slots(own, opp)
		slices.Sort(list[:])
		return list
	}
	walk(6, 3, func(s othello.State) {
		want := slots(s.Own, s.Opp)
		for symmetry := 1; symmetry < 8; symmetry++ {
			if got := slots(mapped(s.Own, symmetry), mapped(s.Opp, symmetry)); got != want {
				t.Fatalf("own %#x opp %#x symmetry %d: %v, want %v", s.Own, s.Opp, symmetry, got, want)
			}
		}
	})
}

// TestScoreIsTheSumOfItsEntries scores positions by a model in which every
// entry is a different small number, and counts after.
func TestScoreIsTheSumOfItsEntries(t *testing.T) {
	m := NewModel()
	for k := range m.Knots {
		for i := range m.Knots[k] {
			m.Knots[k][i] = int16(2 * ((i*7919+k*31)%101 - 50)) // even, so that the middle of two is exact
		}
	}
	for i := range m.Base {
		m.Base[i] = int16(i)
	}
	e := m.Eval()
	walk(7, 5, func(s othello.State) {
		var state State
		state.Set(s.Own, s.Opp)
		n := disks(s.Own, s.Opp)
		if n == squares {
			return
		}
		first, share := Mix(n)
		want := float64(n)
		for _, slot := range state.Slots(s.Own, s.Opp) {
			want += (1-share)*float64(m.Knots[first][slot]) + share*float64(m.Knots[first+1][slot])
		}
		if got := e.Score(s.Own, s.Opp); float64(got) != max(-MaxScore, min(want, MaxScore)) {
			t.Fatalf("own %#x opp %#x: %d, want %v", s.Own, s.Opp, got, want)
		}
		sum := 0
		for _, p := range e.Terms(s.Own, s.Opp) {
			sum += p.Value
		}
		if float64(sum) != want {
			t.Fatalf("own %#x opp %#x: parts %v are %d, want %v", s.Own, s.Opp, e.Terms(s.Own, s.Opp), sum, want)
		}
	})
}

func TestMix(t *testing.T) {
	for _, c := range []struct {
		disks, first int
		share        float64
	}{
		{4, 0, 0}, {10, 0, 0}, {11, 0, 0}, {12, 0, 0.5}, {13, 0, 0.5}, {14, 1, 0}, {60, 12, 0.5}, {62, 12, 1}, {64, 12, 1},
	} {
		if first, share := Mix(c.disks); first != c.first || share != c.share {
			t.Errorf("%d disks: knot %d share %v, want %d and %v", c.disks, first, share, c.first, c.share)
		}
	}
}

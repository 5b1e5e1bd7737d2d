package checkpoint

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

type progress struct {
	Steps int
	Sums  []float32
}

func TestFile(t *testing.T) {
	out := filepath.Join(t.TempDir(), "weights.bin")
	f := Beside(out, [32]byte{1})
	var p progress
	if found, err := f.Load(&p); found || err != nil {
		t.Errorf("of nothing %v, %v", found, err)
	}
	if err := f.Remove(); err != nil {
		t.Errorf("nothing to remove: %v", err)
	}
	if err := f.Save(&progress{3, []float32{1, 2}}); err != nil {
		t.Fatal(err)
	}
	if found, err := f.Load(&p); !found || err != nil || p.Steps != 3 || len(p.Sums) != 2 || p.Sums[1] != 2 {
		t.Errorf("read %v: %v, %v", p, found, err)
	}
	if _, err := Beside(out, [32]byte{2}).Load(&p); !errors.Is(err, ErrOther) {
		t.Errorf("the checkpoint of another fit: %v", err)
	}
	data, err := os.ReadFile(out + ".fit")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, len(data) - 1} {
		if err := os.WriteFile(out+".fit", data[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Load(&p); err == nil {
			t.Errorf("%d bytes of a checkpoint were read", n)
		}
	}
	if err := f.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(out + ".fit"); err == nil {
		t.Error("the file is still there")
	}
}

func TestWriteProvenance(t *testing.T) {
	dir := t.TempDir()
	if err := WriteProvenance(filepath.Join(dir, "weights.bin"), struct{ Games int }{7}); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "weights.json")); string(text) != "{\n\t\"Games\": 7\n}\n" {
		t.Errorf("written %q, %v", text, err)
	}
}

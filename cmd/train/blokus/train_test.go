package blokus

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/ai/blokusbot/prior"
	"quadrille/cmd/train/checkpoint"
	"quadrille/cmd/train/linefile"
	"quadrille/engine/blokus"
)

// TestPlayAndFit plays a game of each variant in two goes, reads them, and fits
// weights to them.
func TestPlayAndFit(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, variant := range []string{"duo", "classic"} {
		name := filepath.Join(dir, variant)
		files = append(files, name)
		for games := range 2 {
			c := playCommand{File: name, Games: games + 1, rulesOfPlay: rulesOfPlay{Variant: variant, Nodes: 8}}
			if err := c.Run(); err != nil {
				t.Fatal(err)
			}
			if list, err := linefile.Read(name, nil, samplesOf); len(list) != games+1 || err != nil {
				t.Fatalf("%d games, not %d: %v", len(list), games+1, err)
			}
		}
	}
	list, err := linefile.Read(files[0], nil, samplesOf)
	samples := slices.Concat(list...)
	if err != nil || len(samples) < 20 {
		t.Fatalf("%d positions of two games: %v", len(samples), err)
	}
	for _, s := range samples {
		sum := float32(0)
		for _, share := range s.Shares {
			sum += share
		}
		if sum < 0.99 || sum > 1.01 || len(s.Shares) != len(s.Moves) {
			t.Fatalf("shares add up to %g", sum)
		}
	}
	out := filepath.Join(dir, "weights")
	c := fitCommand{Games: files, Out: out, fitting: fitting{Rounds: 2, Decay: 1e-4, Scale: 0.8}}
	if err := c.Run(t.Output()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := prior.Parse(file); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(out + ".json")
	var about provenance
	if err := errors.Join(err, json.Unmarshal(text, &about)); err != nil {
		t.Fatal(err)
	}
	if about.Weights != fmt.Sprintf("%x", sha256.Sum256(file)) || len(about.Games) != 2 || about.Games[1].Games != 2 || about.Positions < 40 || !(about.CrossEntropy > 1) {
		t.Errorf("where the weights come from: %s", text)
	}
	// What is kept stays when the weights cannot be told of.
	blocked := fitCommand{Games: files, Out: filepath.Join(dir, "blocked.bin"), fitting: c.fitting}
	if err := os.Mkdir(filepath.Join(dir, "blocked.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	about = provenance{Fit: c.fitting, Games: about.Games, Positions: about.Positions}
	kept := checkpoint.Beside(blocked.Out, sha256.Sum256(fmt.Append(nil, about)))
	if err := kept.Save(&prior.Progress{}); err != nil {
		t.Fatal(err)
	}
	if err := blocked.Run(t.Output()); err == nil {
		t.Error("a folder in the way of the file of JSON is no error")
	}
	if found, err := kept.Load(new(prior.Progress)); !found || err != nil {
		t.Errorf("what is kept is gone: %v", err)
	}
	// What another fit has kept is not gone on with.
	if err := checkpoint.Beside(out, [32]byte{1}).Save(&prior.Progress{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Output()); !errors.Is(err, checkpoint.ErrOther) {
		t.Errorf("with the checkpoint of another: %v", err)
	}
}

func TestRefuses(t *testing.T) {
	s := blokus.NewState(configOf("duo", 0))
	first := fmt.Sprint(s.AppendPlacements(nil, s.Side())[0])
	if _, err := samplesOf("duo 0 " + first + ":" + first + "=3"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"", "duo", "duo x", "duo 0 1:", "duo 0 x:", "duo 0 65535:", "duo 0 -1:", "duo 0 36400:",
		"other 0", "duo 0 " + first + ":" + first + "=0", "duo 0 " + first + ":" + first + "=-1", "duo 0 " + first + ":" + first + "=NaN",
	} {
		if _, err := samplesOf(line); err == nil {
			t.Errorf("%q is a game", line)
		}
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	out := empty + ".bin"
	if err := (&fitCommand{Games: []string{empty}, Out: out, fitting: fitting{Rounds: 1, Scale: 1}}).Run(t.Output()); err == nil || !strings.Contains(err.Error(), "no positions") {
		t.Errorf("of no games: %v", err)
	}
	if err := (&fitCommand{Games: []string{"others", empty}, Out: filepath.Dir(empty) + "/./empty"}).Run(t.Output()); err == nil || !strings.Contains(err.Error(), "the games and --out are the same file") {
		t.Errorf("weights over the games: %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("weights of no games are written")
	}
	if (&fitCommand{Games: []string{"nowhere"}, fitting: fitting{Rounds: 1, Scale: 1}}).Run(t.Output()) == nil {
		t.Error("a file that is missing is fitted to")
	}
	for _, err := range []error{
		(&fitCommand{}).Run(t.Output()),
		(&fitCommand{fitting: fitting{Rounds: 1, Decay: math.NaN(), Scale: 1}}).Run(t.Output()),
		(&fitCommand{fitting: fitting{Rounds: 1, Scale: math.Inf(1)}}).Run(t.Output()),
		(&playCommand{Games: 1}).Run(),
		(&playCommand{Games: -1, rulesOfPlay: rulesOfPlay{Nodes: 1}}).Run(),
	} {
		if err == nil || !strings.Contains(err.Error(), "at least 1") {
			t.Errorf("%v, and not what would be right", err)
		}
	}
}

func FuzzSamples(f *testing.F) {
	c := rulesOfPlay{Variant: "duo", Nodes: 2}
	line, err := c.play(0)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add("duo 0 1:1=2,3")
	f.Add("classic 3 36400:")
	f.Fuzz(func(t *testing.T, line string) { samplesOf(line) })
}

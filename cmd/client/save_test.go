package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/record"
)

// Every game is saved in every form that a name can ask for. What is saved loads
// as the same game, and what is refused leaves the old file.
func TestSaveForms(t *testing.T) {
	skipUnderRace(t)
	client, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	const (
		others  = ".ggf .wtb .blksgf .transcript"
		othello = ".blksgf"
		blokus  = ".ggf .wtb .transcript"
	)
	for _, tc := range []struct{ game, moves, refused string }{
		{"othello", "f5d6c3", ".wtb " + othello},
		{"othello", "", ".wtb .transcript " + othello},
		{"othello", "e6 f4 e3 f6 g5 d6 e7 f5 c5", othello},
		{"othello", "f5 d6\nresign", ".transcript " + othello},
		{"othello", "f5d6c3d3c4f4c5b3c2e3d2b4e2e6e7f3g4g3g5f2f1c1c7f6f7d7c6b5c8h5h6h4b6h7a5g6d1f8e8d8h2b8a2a3a4a7b1e1b2b7g2h1h3g1h8a1a6\npass", ".wtb " + othello},
		{"othello", "auto 30", ".wtb " + othello},
		{"othello", "auto", othello},
		{"othello", "position " + strings.Repeat("-", 26) + "XO" + strings.Repeat("-", 34) + "XO X", ".wtb .transcript " + othello},
		{"blokus", "auto 30", blokus},
		{"blokus", "auto", blokus},
		{"blokus --rule corners=free --rule end=first-out --rule scoring=remaining --rule start=3", "auto 9", blokus},
		{"blokus --rule variant=duo", "auto 7", blokus},
		{"blokus --rule variant=duo", "auto", blokus},
		{"blokus --rule variant=duo", "auto 5\nresign", blokus},
		{"blokus --rule variant=duo --rule corners=free", "auto 6", blokus},
		{"teeko", "auto 9", others},
		{"teeko", "auto 4\nresign", others},
		{"square4", "0.0s1\n8.0s0\nplace 2 1", others},
		{"square4 --rule pieces=5 --rule slideback=false", "auto", others},
	} {
		t.Run(tc.game+" "+tc.moves, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			play := func(args, script string) string {
				cmd := exec.Command(client, append(strings.Fields(args), "--side", "all", "--level", "1", "--depth", "1", "--seed", "1", "--no-autosave")...)
				cmd.Dir, cmd.Stdin = dir, strings.NewReader(script)
				out, _ := cmd.CombinedOutput()
				return string(out)
			}
			script := tc.moves + "\nsave game.record\n"
			for _, ending := range []string{"", ".record", ".txt", ".ggf", ".wtb", ".blksgf", ".transcript"} {
				if err := os.WriteFile(filepath.Join(dir, "o"+ending), []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
				script += "save o" + ending + " over\n"
			}
			out := play("--game "+tc.game, script)
			want := essence(t, dir, "game.record")
			other := "blokus"
			if strings.HasPrefix(tc.game, other) {
				other = "square4"
			}
			var kept []string
			script = ""
			for _, ending := range []string{"", ".record", ".txt", ".ggf", ".wtb", ".blksgf", ".transcript"} {
				data, err := os.ReadFile(filepath.Join(dir, "o"+ending))
				if refused := ending != "" && strings.Contains(tc.refused+" ", ending+" "); refused || err != nil {
					if string(data) != "old" || err != nil || !strings.Contains(out, ": o"+ending+": ") || !strings.Contains(out, ".record") {
						t.Errorf("o%s is not refused: %.100s, %v\n%s", ending, data, err, out)
					}
					continue
				}
				kept = append(kept, ending)
				script += "new " + other + "\nload o" + ending + "\nsave back" + ending + ".record\n"
			}
			played := play("--game "+other, script)
			for _, ending := range kept {
				if diff := cmp.Diff(want, essence(t, dir, "back"+ending+".record")); diff != "" {
					t.Errorf("o%s: %s\n%s\n%s", ending, diff, out, played)
				}
			}
		})
	}
}

// essence is what of a record every form must keep.
func essence(t *testing.T, dir, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Error(err)
		return ""
	}
	r, err := record.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(r.Tag(record.GameTag), r.Tag(record.RulesTag), r.Tag(record.StartTag), r.Tag(record.ResultTag), r.Tokens(), r.Pending)
}

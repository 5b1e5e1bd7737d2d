package check

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// wordsOf are the words of a certificate.
func wordsOf(t *testing.T, path string) []string {
	t.Helper()
	file, certificate, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(certificate)
	if err != nil {
		t.Fatal(err)
	}
	body := text[bytes.LastIndexByte(text, '#'):]
	return strings.Fields(string(body[bytes.IndexByte(body, '\n'):]))
}

// TestThoseChecked wants the certificates to be those of which docs/square4-value.md says that
// all of them was checked, which takes minutes.
func TestThoseChecked(t *testing.T) {
	docs, err := os.ReadFile("../../../docs/square4-value.md")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(dir + "*")
	if err != nil || len(paths) < 4 {
		t.Fatal(paths, err)
	}
	for _, path := range append(paths, "../../../ai/square4bot/blue-wins.txt.gz") {
		file, certificate, err := open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		sum := sha256.New()
		if _, err := io.Copy(sum, certificate); err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(docs, fmt.Appendf(nil, "`%x`", sum.Sum(nil))) {
			t.Errorf("%s has the SHA-256 %x, of which the document says nothing", path, sum.Sum(nil))
		}
	}
}

// TestWin plays all that Red may do after the first first turn of the certificate (prove
// check plays the others too), and wants no turn of Blue's to be wrong or missing.
func TestWin(t *testing.T) {
	notShort(t)
	words := wordsOf(t, "../../../ai/square4bot/blue-wins.txt.gz")[1:]
	if len(words) < 100_000 {
		t.Fatalf("%d words", len(words))
	}
	words = words[:slices.Index(words, "first")]
	play := func(words []string) error {
		_, err := checkWin(strings.NewReader("first " + strings.Join(words, " ")))
		return err
	}
	const others = "no answer to Red's first turn" // all is well so far
	if err := play(words); err == nil || !strings.Contains(err.Error(), others) {
		t.Fatal(err)
	}
	for at := 1; at < len(words); at += len(words) / 7 {
		wrong := slices.Clone(words)
		wrong[at] = wrong[at-1]
		if err := play(wrong); words[at] != words[at-1] && (err == nil || strings.Contains(err.Error(), others)) {
			t.Errorf("word %d %s instead of %s: %v", at, wrong[at], words[at], err)
		}
		if err := play(words[:at]); err == nil || strings.Contains(err.Error(), others) {
			t.Errorf("%d words of %d: %v", at, len(words), err)
		}
	}
}

// TestWinRefusals has certificates of a win that are none.
func TestWinRefusals(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"nothing", "", "begins with"},
		{"another file", "hello\n", "begins with"},
		{"no word", winHeader + "\n", "no answer to Red's first turn 0.0s1"},
		{"a header that does not end", winHeader + strings.Repeat(" ", 5000), "begins with"},
		{"a long comment", winHeader + "\n#" + strings.Repeat("x", 10_000) + "\nlast", "where \"first\""},
		{"a word that does not end", winHeader + "\nfirst " + strings.Repeat("x", 100_000), "too long"},
		{"comments alone", winHeader + "\n# first 0.0s1\n#", "no answer"},
		{"another word", winHeader + "\nlast", "where \"first\""},
		{"no first turn", winHeader + "\nfirst", "ends where"},
		{"no turn", winHeader + "\nfirst 9.9s1", "no turn"},
		{"a slide from afar", winHeader + "\nfirst 0.0s0", "against the rules"},
		{"no answer", winHeader + "\nfirst 0.0s1", "ends where"},
		{"no number of marbles", winHeader + "\npieces first", "a number from 4 to 16"},
		{"too few marbles", winHeader + "\npieces 3", "a number from 4 to 16"},
		{"marbles twice", winHeader + "\npieces 7 pieces 7", "where \"first\""},
		{"a slot taken", winHeader + "\nfirst 0.0s1 0.0s0", "against the rules"},
		{"a slide back", winHeader + "\nfirst 0.0s1 0.1s4", "against the rules"},
		{"a turn that does not win", winHeader + "\nfirst 0.0s1 0.1s2 0.2s3", "against the rules"},
	} {
		if _, err := checkWalk(bufio.NewReader(strings.NewReader(c.text)), winHeader, checkWin); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

// TestWinCutShort wants a file that breaks off in the middle to be called that, and
// nothing that is left to be taken for a turn.
func TestWinCutShort(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(winHeader+"\nfirst 0.0s1 0"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := checkWalk(bufio.NewReader(broken), winHeader, checkWin); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

// endOfSeven is the board before the last turns of a game with seven marbles a side, and after some more.
func endOfSeven(t *testing.T, more string) (b board, barred int) {
	t.Helper()
	b = newBoard(4)
	for i, word := range strings.Fields("0.0s1 2.3s2 8.0s5 1.1s8 2.2s7 4.0s6 5.1s3 2.3s0 4.2s1 0.0s2 0.2s5 2.2s4" + more) {
		turn, err := readTurn(word)
		if err != nil {
			t.Fatal(err)
		}
		b.put(turn.place, [2]byte{red, blue}[i%2])
		barred = b.hole
		b.slide(turn.slide)
	}
	return b, barred
}

// TestWinBySlides has the end of a game with seven marbles a side, in which Red has three
// turns that do not lose at once; after Blue's last marble slides alone win, in the number
// that is said and in none less.
func TestWinBySlides(t *testing.T) {
	b, barred := endOfSeven(t, "")
	var known slides
	play := func(words ...string) error {
		w := newWalk(blue, strings.NewReader(strings.Join(words, " ")))
		w.slides, w.pieces = known, 7
		if err := w.followAll(b, barred); err != nil {
			return err
		}
		if w.phases != 3 || w.last != 7 || w.words.Scan() {
			t.Errorf("%d phases, by marble %d", w.phases, w.last)
		}
		known = w.slides
		return nil
	}
	words := []string{"8.1s0", "6", "2.3s6", "22", "4.0s6", "4"}
	if err := play(words...); err != nil {
		t.Fatal(err)
	}
	for at, wrong := range map[int]string{1: "5", 3: "21", 5: "3"} {
		bad := slices.Clone(words)
		bad[at] = wrong
		if err := play(bad...); err == nil || !strings.Contains(err.Error(), "no win within") {
			t.Errorf("%v: %v", bad, err)
		}
	}
	for at, want := range map[int]string{1: "ends where", 3: "ends where", 4: "ends where"} {
		if err := play(words[:at]...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", words[:at], err)
		}
	}
	for _, wrong := range []string{"0", "501", "s", "8.1s0"} {
		if err := play("8.1s0", wrong); err == nil || !strings.Contains(err.Error(), "a number from 1 to 500") {
			t.Errorf("%s slides: %v", wrong, err)
		}
	}
}

// TestHold checks all of the certificate that Red keeps Blue from winning with five marbles a
// side, and wants no turn of Red's to be wrong, missing or one too many.
func TestHold(t *testing.T) {
	notShort(t)
	words := wordsOf(t, dir+"red-holds-5.txt.gz")
	play := func(words []string) (walkReport, error) {
		w := newWalk(red, strings.NewReader(strings.Join(words, " ")))
		w.alone = fiveAlone()
		return w.hold()
	}
	if found, err := play(words); err != nil || found.positions != len(words)-2 || found.pieces != 5 {
		t.Fatalf("%v, %+v", err, found)
	}
	for _, at := range []int{3, 723, 1803} { // elsewhere other turns may hold, too
		wrong := slices.Clone(words)
		wrong[at] = "0.0s1"
		if _, err := play(wrong); err == nil {
			t.Errorf("word %d %s instead of %s passes", at, wrong[at], words[at])
		}
		if _, err := play(words[:at]); err == nil || !strings.Contains(err.Error(), "ends where") {
			t.Errorf("%d words of %d: %v", at, len(words), err)
		}
	}
	for want, words := range map[string][]string{
		"more than is needed":  append(words, "0.0s1"),
		"ends where":           nil,
		"where \"pieces\"":     {"first"},
		"a number from 4 to 7": {"pieces", "8"},
		"against the rules":    {"pieces", "5", "0.0s0"},
	} {
		if _, err := play(words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", words, err, want)
		}
	}
}

// TestHoldBySlides has Blue's last turn lead to slides by which Blue wins, and to others.
func TestHoldBySlides(t *testing.T) {
	b, barred := endOfSeven(t, " 1.1s1")
	play := func(turn turn) error {
		w := newWalk(red, nil)
		w.pieces = 7
		return w.follow(b, barred, turn)
	}
	if err := play(turn{at(3, 1), 0}); err != nil {
		t.Error(err)
	}
	if err := play(turn{at(8, 1), 0}); err == nil || !strings.Contains(err.Error(), "by slides alone") {
		t.Errorf("%v, and Blue wins within six slides", err)
	}
}

// TestWinCountsBothSides has a block of Blue's that Red's slide completes: Red has placed
// a marble more than Blue by then, and it takes so many a side.
func TestWinCountsBothSides(t *testing.T) {
	b := newBoard(4)
	for colour, where := range map[byte][]slot{red: {{0, 0}, {0, 5}, {5, 0}, {5, 5}}, blue: {{0, 2}, {1, 2}, {2, 1}, {3, 1}}} {
		for _, s := range where {
			b.put(s, colour)
		}
	}
	w := newWalk(blue, nil)
	if err := w.follow(b, -1, turn{slot{5, 3}, 1}); err != nil || w.last != 5 {
		t.Errorf("%v, by marble %d, want 5", err, w.last)
	}
}

// TestImages wants eight images of a turn, and those of the classes of first turns to be
// all of them.
func TestImages(t *testing.T) {
	all := map[turn]bool{}
	for _, s := range slots {
		if s.square() == 4 {
			continue
		}
		of := map[turn]bool{}
		for _, image := range images(turn{s, 1}) {
			of[image], all[image] = true, true
			if image.place.square() == 4 || image.slide%2 == 0 {
				t.Fatalf("%v has the image %v", turn{s, 1}, image)
			}
		}
		if len(of) != 8 || !of[turn{s, 1}] {
			t.Errorf("%v has %d images", turn{s, 1}, len(of))
		}
	}
	if len(all) != 128 {
		t.Errorf("%d first turns, want 128", len(all))
	}
}

// TestWinsAtOnce compares what is said to win at once with playing every turn.
func TestWinsAtOnce(t *testing.T) {
	for _, c := range []struct {
		rows   string
		hole   int
		barred int
		want   bool
	}{
		{"BB..../B...../....../....../....../......", 4, 1, true},
		{"BB..../BR..../....../....../....../......", 4, 1, false},
		{".B..../.B..../..B.../..B.../....../......", 4, 3, false},
		{"..BB../....../..B.../...B../....../......", 7, 6, false},
		{"....../....../.BB.../.B..../....../......", 7, 8, true},
		{"....../....../.BR.../.B..../....../......", 7, 8, false},
	} {
		b := newBoard(c.hole)
		for row, line := range strings.Split(c.rows, "/") {
			for col := range line {
				if s := (slot{row, col}); s.square() != c.hole {
					b.put(s, line[col])
				}
			}
		}
		want := false
		for _, s := range slots {
			if b.get(s) != empty {
				continue
			}
			placed := b
			placed.put(s, blue)
			want = want || placed.hasBlock(blue)
			for _, slide := range neighbours[b.hole] {
				next := placed
				next.slide(slide)
				want = want || slide != c.barred && next.ending() == blue
			}
		}
		if got := winsAtOnce(b, c.barred, blue); got != want || got != c.want {
			t.Errorf("%s: %v, by playing %v, want %v", c.rows, got, want, c.want)
		}
	}
}

// FuzzReadWin reads anything.
func FuzzReadWin(f *testing.F) {
	f.Add(winHeader + "\n# a comment\nfirst 0.0s1 0.3s2")
	f.Fuzz(func(t *testing.T, text string) {
		if found, err := checkWalk(bufio.NewReader(strings.NewReader(text)), winHeader, checkWin); err == nil && found.positions == 0 {
			t.Error("a win without a turn passes")
		}
	})
}

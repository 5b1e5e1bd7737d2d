// Package check checks the certificates that "prove square4" writes, with
// rules of its own. It shares no code with that command, nor with the engine:
// it has its own board, rules and reader.
//
// Of each certificate it checks that it answers everything the attacker may do
// before the home position, and that the pairs stop every block that can come
// about there, which by the argument in docs/square4-value.md settles all
// numbers of marbles. With --pieces it does not rely on that argument: it also
// plays, by the rules, every turn that the attacker has in a game with so many
// marbles a side against the strategy, until nothing can change any more.
//
// Of a certificate of "prove square4wins", that Blue wins with slideback=false or that Red keeps
// Blue from it, it plays every turn that the other side has (win.go), and solves what is left of the
// game where only slides are (slides.go) or where Red's blocks need not count (alone.go).
//
// With --four it checks the strategies for four marbles a side with slideback=false
// (four.go).
package check

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Command is "prove check".
type Command struct {
	Files   []string `arg:"" optional:"" type:"existingfile" help:"Certificates."`
	Four    bool     `help:"Check that with slideback=false and 4 marbles a side nobody can force a win, which needs no certificate."`
	Alone   int      `help:"Find out who has no win with slideback=false and so many marbles a side, 4 to 7, though the other side's blocks do not count; 0 does not." placeholder:"N"`
	Pieces  int      `placeholder:"N" help:"Also play everything with so many marbles a side, 1 to 16; 0 does not."`
	Threads int      `default:"2" help:"Threads that play."`
}

const mostPieces = 16 // a side may have

// MostAlone is with how many marbles a side at most the game is solved in which one side's
// blocks do not count.
const MostAlone = 7

// Run checks the certificates up to the first that is wrong.
func (c *Command) Run(out io.Writer) error {
	if c.Pieces < 0 || c.Pieces > 16 {
		return fmt.Errorf("--pieces is 0 to 16, not %d", c.Pieces)
	}
	if c.Threads < 1 {
		return fmt.Errorf("--threads is at least 1, not %d", c.Threads)
	}
	if c.Alone != 0 && (c.Alone < 4 || c.Alone > MostAlone) {
		return fmt.Errorf("--alone is 4 to %d, not %d", MostAlone, c.Alone)
	}
	if len(c.Files) == 0 && !c.Four && c.Alone == 0 {
		return errors.New("nothing to check: name certificates, or give --four or --alone")
	}
	if c.Four {
		blue, red, err := fourMarbles()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "slideback=false, pieces=4: Blue stops three marbles of Red's in all %d positions, and Red three of Blue's in all %d\n", blue, red)
	}
	if c.Alone != 0 {
		fmt.Fprintln(out, checkAlone(c.Alone))
	}
	for _, path := range c.Files {
		report, err := checkFile(path, c.Pieces, c.Threads)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintf(out, "%s: %s\n", path, report)
	}
	return nil
}

func checkFile(path string, pieces, threads int) (report string, err error) {
	file, text, err := open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	switch header, _ := text.Peek(len(holdHeader)); {
	case bytes.HasPrefix(header, []byte(winHeader)):
		return checkWinFile(text)
	case bytes.HasPrefix(header, []byte(holdHeader)):
		return checkHoldFile(text)
	}
	s, err := readStrategy(text)
	if err != nil {
		return "", err
	}
	homes, err := s.check()
	if err != nil {
		return "", err
	}
	report = fmt.Sprintf("%d home positions, all blocks stopped", len(homes))
	if pieces == 0 {
		return report, nil
	}
	t, err := s.playOut(homes, pieces, threads)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s; with %d marbles a side played %d turns from %d positions, none lost", report, pieces, t.turns, t.positions), nil
}

// open opens a certificate, which is packed where its name says so.
func open(path string) (file io.Closer, text *bufio.Reader, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	text = bufio.NewReader(f)
	if filepath.Ext(path) == ".gz" {
		packed, err := gzip.NewReader(text)
		if err != nil {
			f.Close()
			return nil, nil, err
		}
		text = bufio.NewReader(packed)
	}
	return f, text, nil
}

// checkWalk reads a certificate with a header and checks its words.
func checkWalk(text *bufio.Reader, header string, check func(io.Reader) (walkReport, error)) (walkReport, error) {
	if line, err := text.ReadSlice('\n'); err != nil || strings.TrimSpace(string(line)) != header {
		return walkReport{}, fmt.Errorf("%.40q, where a certificate begins with a line %q", line, header)
	}
	skipComments(text)
	return check(text)
}

// checkWinFile checks a certificate that Blue wins with slideback=false.
func checkWinFile(text *bufio.Reader) (report string, err error) {
	found, err := checkWalk(text, winHeader, checkWin)
	if err != nil {
		return "", err
	}
	with := fmt.Sprintf("%d marbles a side or more", found.last)
	if found.phases > 0 {
		with = fmt.Sprintf("%d marbles a side, unless repetition=1", found.pieces)
	}
	return fmt.Sprintf("slideback=false: Blue wins with %s; %d turns of Red's played, %d turns of Blue's, %d movement phases",
		with, found.turns, found.positions, found.phases), nil
}

// checkHoldFile checks a certificate that Red keeps Blue from winning with slideback=false.
func checkHoldFile(text *bufio.Reader) (report string, err error) {
	found, err := checkWalk(text, holdHeader, checkHold)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("slideback=false, pieces=%d: Blue has no win; %d turns of Blue's played, %d turns of Red's, %d movement phases",
		found.pieces, found.turns, found.positions, found.phases), nil
}

// check plays the starts and checks the lines of every home position.
func (s *strategy) check() ([]home, error) {
	homes, err := s.homes()
	if err != nil {
		return nil, err
	}
	for _, h := range homes {
		if err := checkLines(h, s.plans[h.plan], s.defender); err != nil {
			return nil, fmt.Errorf("plan %s, %v: %w", h.plan, h.board, err)
		}
	}
	return homes, nil
}

// playOut plays everything, plan by plan.
func (s *strategy) playOut(homes []home, pieces, threads int) (tally, error) {
	boards := map[string][]board{}
	for _, h := range homes {
		boards[h.plan] = append(boards[h.plan], h.board)
	}
	var total tally
	for _, name := range slices.Sorted(maps.Keys(boards)) {
		p := player{plan: s.plans[name], defender: s.defender, pieces: pieces}
		if err := p.playAll(boards[name], threads, &total); err != nil {
			return total, fmt.Errorf("plan %s: %w", name, err)
		}
	}
	return total, nil
}

// Command provecheck checks the certificates that command prove writes. It
// shares no code with that command, nor with the engine: it has its own board,
// rules and reader.
//
//	go run ./ai/square4bot/provecheck [-pieces N] FILE...
//
// Of each certificate it checks that it answers everything the attacker may do
// before the home position, and that the pairs stop every block that can come
// about there, which by the argument in docs/square4-value.md settles all
// numbers of marbles. With -pieces it does not rely on that argument: it also
// plays, by the rules, every turn that the attacker has in a game with N
// marbles a side against the strategy, until nothing can change any more.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
)

func main() {
	pieces := flag.Int("pieces", 0, "also play everything with so many marbles a side; 0 does not")
	threads := flag.Int("threads", 2, "threads that play")
	flag.Parse()
	if flag.NArg() == 0 || *pieces < 0 || *pieces > 16 || *threads < 1 {
		flag.Usage()
		os.Exit(2)
	}
	for _, path := range flag.Args() {
		report, err := checkFile(path, *pieces, *threads)
		if err != nil {
			fmt.Fprintf(os.Stderr, "provecheck: %s: %v\n", path, err)
			os.Exit(1)
		}
		fmt.Printf("%s: %s\n", path, report)
	}
}

func checkFile(path string, pieces, threads int) (report string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	s, err := readStrategy(file)
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
	var names []string
	for name := range boards {
		names = append(names, name)
	}
	slices.Sort(names)
	var total tally
	for _, name := range names {
		p := player{plan: s.plans[name], defender: s.defender, pieces: pieces}
		t, err := p.playAll(boards[name], threads)
		total.add(t)
		if err != nil {
			return total, fmt.Errorf("plan %s: %w", name, err)
		}
	}
	return total, nil
}

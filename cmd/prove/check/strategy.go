package check

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// turn is a placement and a slide.
type turn struct {
	place slot
	slide int
}

// plan is how the defender answers from a home position on: it slides the tile
// back that was slid, after placing on the partner of the slot that was taken,
// both seen in the home arrangement; if the slot has no partner, or it is
// taken, on the first empty slot by square and number.
type plan struct {
	hole    int
	partner map[slot]slot
}

// start is how the defender comes to a home position: turns from the start of
// the game, of which the first or the last is the defender's, and the plan.
type start struct {
	turns []turn
	plan  string
}

// strategy is a certificate that a side, the defender, never loses.
type strategy struct {
	defender byte
	plans    map[string]plan
	starts   []start
}

const header = "square4 strategy 1"

// readStrategy reads a certificate: the header, and then lines of the forms
//
//	defender blue
//	plan a hole 0 pairs 1.0+1.2 ...
//	start 0.0s1 0.1s0 plan a
//
// Empty lines and those that begin with # say nothing.
func readStrategy(r io.Reader) (strategy, error) {
	s := strategy{plans: map[string]plan{}}
	lines := bufio.NewScanner(r)
	first := true
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if first {
			if text != header {
				return s, fmt.Errorf("line %d: %.40q, where a certificate begins with %q, %q or %q", n, text, header, winHeader, holdHeader)
			}
			first = false
			continue
		}
		if err := s.readLine(strings.Fields(text)); err != nil {
			return s, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return s, err
	}
	if s.defender == 0 || len(s.starts) == 0 {
		return s, errors.New("no defender or no start: lines such as \"defender blue\" and \"start 0.1s1 1.2s0 plan a\"")
	}
	return s, nil
}

func (s *strategy) readLine(words []string) error {
	switch {
	case len(words) == 2 && words[0] == "defender" && s.defender == 0:
		return s.readDefender(words[1])
	case len(words) >= 5 && words[0] == "plan" && words[2] == "hole" && words[4] == "pairs":
		return s.readPlan(words[1], words[3], words[5:])
	case len(words) >= 4 && words[0] == "start" && words[len(words)-2] == "plan":
		return s.readStart(words[1:len(words)-2], words[len(words)-1])
	}
	return fmt.Errorf("no line of a strategy: %q; there are \"defender SIDE\" once, \"plan NAME hole SQUARE pairs PAIR...\" and \"start TURN... plan NAME\"", strings.Join(words, " "))
}

func (s *strategy) readDefender(name string) error {
	s.defender = map[string]byte{"red": red, "blue": blue}[name]
	if s.defender == 0 {
		return fmt.Errorf("no side: %q; the sides are red and blue", name)
	}
	return nil
}

// readPlan also checks that the pairs are disjoint and outside the hole.
func (s *strategy) readPlan(name, hole string, pairs []string) error {
	if _, twice := s.plans[name]; twice {
		return fmt.Errorf("plan %s a second time; each has a name of its own", name)
	}
	p := plan{partner: map[slot]slot{}}
	var ok bool
	if p.hole, ok = digit(hole, 8); !ok {
		return fmt.Errorf("no square: %q; the squares are 0 to 8", hole)
	}
	for _, pair := range pairs {
		a, b, _ := strings.Cut(pair, "+")
		first, ok1 := readSlot(a)
		second, ok2 := readSlot(b)
		_, used1 := p.partner[first]
		_, used2 := p.partner[second]
		if !ok1 || !ok2 || used1 || used2 || first == second || first.square() == p.hole || second.square() == p.hole {
			return fmt.Errorf("no pair, or not apart from the others and the hole: %q; a pair is such as 1.2+1.3", pair)
		}
		p.partner[first], p.partner[second] = second, first
	}
	s.plans[name] = p
	return nil
}

func (s *strategy) readStart(turns []string, name string) error {
	if _, known := s.plans[name]; !known {
		return fmt.Errorf("no plan %q before; a plan stands above the starts that name it", name)
	}
	st := start{plan: name}
	for _, word := range turns {
		t, err := readTurn(word)
		if err != nil {
			return err
		}
		st.turns = append(st.turns, t)
	}
	s.starts = append(s.starts, st)
	return nil
}

func readSlot(word string) (slot, bool) {
	if len(word) != 3 || word[1] != '.' {
		return slot{}, false
	}
	square, ok1 := digit(word[:1], 8)
	number, ok2 := digit(word[2:], 3)
	return at(square, number), ok1 && ok2
}

func digit(word string, most int) (int, bool) {
	if len(word) != 1 || word[0] < '0' || int(word[0]-'0') > most {
		return 0, false
	}
	return int(word[0] - '0'), true
}

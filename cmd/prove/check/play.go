package check

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// player plays everything that the attacker may do against a plan, by the
// rules of the game alone, and finds out whether the attacker ever wins. It
// knows nothing of lines or of why the pairs are enough.
type player struct {
	plan     plan
	defender byte
	pieces   int
}

// tally is what has been played.
type tally struct {
	positions int // in which the attacker is to move, each counted once
	turns     int // of the attacker, each with the answer to it
}

// code is a position with the hole at home, one digit of 0..2 for each slot.
type code uint64

func encode(b *board) code {
	var c code
	for _, row := range b.grid {
		for _, marble := range row {
			c *= 3
			switch marble {
			case red:
				c++
			case blue:
				c += 2
			}
		}
	}
	return c
}

func decode(c code, hole int) board {
	b := newBoard(hole)
	for i := 35; i >= 0; i-- {
		if d := c % 3; d != 0 {
			b.grid[i/6][i%6] = [3]byte{empty, red, blue}[d]
		}
		c /= 3
	}
	return b
}

// playAll starts from home positions of one plan and follows every turn of the
// attacker until all is placed, and through one more turn, after which the
// position must be the same again, so that nothing can change any more. What it
// plays is added to total.
func (p *player) playAll(homes []board, threads int, total *tally) error {
	level := map[code]struct{}{}
	for i := range homes {
		level[encode(&homes[i])] = struct{}{}
	}
	for len(level) > 0 {
		next, err := p.playLevel(level, threads, total)
		if err != nil {
			return err
		}
		level = next
	}
	return nil
}

// playLevel plays one turn of the attacker and its answer, in all ways, from
// all positions of a level, and returns the positions after that.
func (p *player) playLevel(level map[code]struct{}, threads int, total *tally) (map[code]struct{}, error) {
	work := make(chan []code)
	next := map[code]struct{}{}
	var failed error
	var mu sync.Mutex // guards next, failed and total
	var wg sync.WaitGroup
	for range threads {
		wg.Go(func() {
			for codes := range work {
				b, err := p.playBatch(codes)
				mu.Lock()
				total.positions += b.positions
				total.turns += b.turns
				if err != nil {
					failed = err
				}
				for _, c := range b.found {
					next[c] = struct{}{}
				}
				mu.Unlock()
			}
		})
	}
	const batchSize = 1024
	for codes := range slices.Chunk(slices.Collect(maps.Keys(level)), batchSize) {
		work <- codes
	}
	close(work)
	wg.Wait()
	return next, failed
}

// batch is what came of playing from some positions of a level.
type batch struct {
	tally
	found []code // positions of the next level
}

func (p *player) playBatch(codes []code) (done batch, err error) {
	for _, c := range codes {
		b := decode(c, p.plan.hole)
		done.positions++
		play := p.placeAll
		if b.count(other(p.defender)) == p.pieces {
			play = p.slideAll
		}
		if err := play(b, &done); err != nil {
			return done, err
		}
	}
	return done, nil
}

// placeAll plays every turn of the attacker that places a marble.
func (p *player) placeAll(b board, to *batch) error {
	attacker := other(p.defender)
	for _, s := range slots {
		if b.get(s) != empty {
			continue
		}
		placed := b
		placed.put(s, attacker)
		if placed.hasBlock(attacker) {
			return fmt.Errorf("a marble on %v wins in %v", s, b)
		}
		for _, slide := range neighbours[b.hole] {
			to.turns++
			home, over, err := p.answer(placed, s, slide)
			if err != nil {
				return err
			}
			// Most slides come to the same, so that one look saves three entries.
			if c, n := encode(&home), len(to.found); !over && (n == 0 || to.found[n-1] != c) {
				to.found = append(to.found, c)
			}
		}
	}
	return nil
}

// slideAll plays every slide of an attacker that has nothing left to place. The
// defender, who has nothing left either, slides back, and the position must be
// what it was.
func (p *player) slideAll(b board, to *batch) error {
	if b.count(p.defender) != p.pieces {
		return fmt.Errorf("not all is placed in %v", b)
	}
	for _, slide := range neighbours[b.hole] {
		to.turns++
		home, over, err := p.answer(b, slot{}, slide)
		if err != nil {
			return err
		}
		if !over && home != b {
			return fmt.Errorf("after slide %d and back %v is not as before", slide, b)
		}
	}
	return nil
}

// answer lets the attacker, who has placed at a slot, slide, and the defender
// answer. over says that the game has ended, and not by a win of the attacker.
func (p *player) answer(b board, taken slot, slide int) (home board, over bool, err error) {
	attacker, before := other(p.defender), b
	hole := b.hole
	b.slide(slide)
	if e := b.ending(); e != goesOn {
		return b, true, p.lost(e, before, slide)
	}
	if b.count(p.defender) < p.pieces {
		reply := before.afterSlide(p.reply(&before, taken), slide)
		if b.get(reply) != empty {
			return b, false, fmt.Errorf("the answer to %v in %v is taken", taken, before)
		}
		b.put(reply, p.defender)
		if b.hasBlock(p.defender) {
			return b, true, nil
		}
	}
	b.slide(hole)
	if e := b.ending(); e != goesOn {
		return b, true, p.lost(e, before, slide)
	}
	if n := b.count(attacker); b.count(p.defender) > n+1 || n > p.pieces {
		return b, false, fmt.Errorf("too many marbles in %v", b)
	}
	return b, false, nil
}

func (p *player) lost(ending byte, b board, slide int) error {
	if ending == other(p.defender) {
		return fmt.Errorf("slide %d wins in %v", slide, b)
	}
	return nil
}

// reply is the slot, at home, of the answer to a marble.
func (p *player) reply(b *board, taken slot) slot {
	if s, ok := p.plan.partner[taken]; ok && b.get(s) == empty {
		return s
	}
	for _, s := range slots {
		if b.get(s) == empty {
			return s
		}
	}
	return taken // nothing is empty; the caller refuses it
}

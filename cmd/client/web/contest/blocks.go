package contest

import (
	"context"
	"fmt"
	"slices"
)

// blockSize is how many games one note of the store has.
const blockSize = 50

// block is the note of a block of games of the competition of a number.
func (c *Contest) block(number, i int) string { return fmt.Sprintf("%s/%d/%d", c.Note, number, i) }

// blocks are so many games in blocks.
func blocks(games []game) [][]game { return slices.Collect(slices.Chunk(games, blockSize)) }

// loadBlocks reads the games of the record.
func (c *Contest) loadBlocks(ctx context.Context) error {
	r := &c.record
	for i := 0; len(r.Games) < r.Count; i++ {
		var some []game
		note := c.block(r.Number, i)
		if err := c.note(ctx, note, &some); err != nil {
			return err
		}
		if some == nil {
			return fmt.Errorf("contest: there is no note %q in the store", note)
		}
		r.Games = append(r.Games, some...)
		c.inBlocks = true
	}
	if c.inBlocks {
		r.Games = r.Games[:r.Count]
	}
	return nil
}

// saveBlocks writes the blocks of a record that are not as the present one's.
func (c *Contest) saveBlocks(r record) error {
	var old [][]game
	if c.inBlocks && r.Number == c.record.Number {
		old = blocks(c.record.Games)
	}
	for i, b := range blocks(r.Games) {
		if i < len(old) && slices.EqualFunc(b, old[i], game.same) {
			continue
		}
		if err := c.put(c.block(r.Number, i), b); err != nil {
			return err
		}
	}
	return nil
}

// dropBlocks takes the games of a record out of the store.
func (c *Contest) dropBlocks(r record) {
	for i := range blocks(r.Games) {
		c.drop(c.block(r.Number, i))
	}
}

// same says whether nothing has become of a game.
func (g game) same(other game) bool {
	return g.First == other.First && g.Second == other.Second && g.ID == other.ID && g.Spare == other.Spare &&
		g.Result == other.Result && g.Reason == other.Reason && g.Scores == other.Scores && slices.Equal(g.Moves, other.Moves) &&
		g.Began.Equal(other.Began) && g.Ended.Equal(other.Ended)
}

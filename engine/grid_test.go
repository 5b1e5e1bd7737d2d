package engine

import (
	"encoding/json"
	"testing"
)

func TestGrid(t *testing.T) {
	g := NewGrid(2, 3, func(row, column int) string { return [2][3]string{{"X", "", "O"}, {"", "", "X"}}[row][column] })
	const want = `[["X",null,"O"],[null,null,"X"]]`
	if text, err := json.Marshal(g); err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}

func TestEnding(t *testing.T) {
	for _, c := range []struct {
		result Result
		want   string
	}{
		{Result{}, `[null,null]`},
		{Win(P2, "block"), `["White",null]`},
		{Draw("repetition"), `[null,"repetition"]`},
	} {
		winner, reason := c.result.Ending("Black", "White")
		if text, err := json.Marshal([]*string{winner, reason}); err != nil || string(text) != c.want {
			t.Errorf("%v: %s, %v, want %s", c.result, text, err, c.want)
		}
	}
}

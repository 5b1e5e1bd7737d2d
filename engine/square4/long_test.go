package square4

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestLongGames plays games of very many slides. Eight different squares make
// 181,440 arrangements a side to move, so nearly every position is new and must
// be looked for among all earlier ones; without an index this takes minutes.
// No marble lies in a slot 3, so no block can come about.
func TestLongGames(t *testing.T) {
	slides := 40_000
	if testing.Short() {
		slides = 4_000
	}
	for _, repetition := range []string{"0", "1000"} {
		t.Run("repetition="+repetition, func(t *testing.T) { longGame(t, repetition, slides) })
	}
}

func longGame(t *testing.T, repetition string, slides int) {
	const board = "RB../R.B./.RB./BR../####/B.R./.BR./RR../BB.."
	holes := map[string]string{"0": "-", "1000": "4"}[repetition]
	fen := fmt.Sprintf("%s R movement 8,8 pieces=8,slideback=true,repetition=%s - %s", board, repetition, holes)
	p, err := Game{}.ParseFEN(fen, nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	path := []byte("4")
	for range slides {
		legal := p.Legal()
		token := legal[rng.IntN(len(legal))]
		if p, err = p.Play(token); err != nil {
			t.Fatal(err)
		}
		path = append(path, token[1])
	}
	if p.Result().Over {
		t.Fatalf("the game is over: %s", p.Result().Reason)
	}
	words := strings.Fields(p.FEN())
	if last := words[len(words)-1]; repetition != "0" && last != string(path) {
		t.Errorf("the FEN has %d holes, not the %d of the game", len(last), len(path))
	}
	again, err := Game{}.ParseFEN(p.FEN(), nil)
	if err != nil || again.FEN() != p.FEN() || again.Hash() != p.Hash() {
		t.Errorf("the FEN of a long game does not read back: %v", err)
	}
}

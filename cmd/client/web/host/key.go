package host

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	chacha "math/rand/v2"
	"strings"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// How long a key is: 128 bits have at least 22 letters and digits.
const leastKey, mostKey = 22, 64

func (s Spec) checkKey() error {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	if len(s.Key) < leastKey || len(s.Key) > mostKey || strings.Trim(s.Key, allowed) != "" {
		return Refuse(BadRequest, "a key has %d to %d random letters and digits, not %q", leastKey, mostKey, driver.Clip(s.Key))
	}
	return nil
}

// derivedID is the ID that texts lead to. Nobody guesses it who does not know them
// all.
func derivedID(texts ...string) string {
	return idFrom(chacha.NewChaCha8(sha256.Sum256([]byte(strings.Join(texts, "\x00")))))
}

// keyedID is the ID of the game that a specification with a key makes.
func (s Spec) keyedID() string {
	text, err := json.Marshal(s) // of strings and numbers: cannot fail
	if err != nil {
		panic("host: " + err.Error())
	}
	return derivedID("game", string(text))
}

// token is the secret of a seat: drawn, or where there is a key the same whenever
// it is asked for.
func (s Spec) token(i int) string {
	if s.Key == "" {
		return rand.Text()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "token\x00%s\x00%s", s.Key, seatName(i)))
	return hex.EncodeToString(sum[:16])
}

// made answers once more to who has made a game by a key.
func (h *Host) made(ctx context.Context, id string, s Spec) (State, []string, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, nil, err
	}
	defer g.release()
	if s.Record != "" || len(s.Data) > 0 {
		s.read() // which could be read before, for its notes
	}
	return g.present(g.state.Load()), s.tokensOf(g.head.Seats), nil
}

// tokensOf are the tokens of a game's seats that this key led to.
func (s Spec) tokensOf(seats []store.Seat) []string {
	tokens, some := make([]string, len(seats)), s.Tokens
	for i, seat := range seats {
		if token := s.token(i); seat.Hash == hash(token) {
			tokens[i], some = token, true
		}
	}
	if !some && len(openSeats(seats)) == 0 {
		return nil
	}
	return tokens
}

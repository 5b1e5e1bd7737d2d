package othello

import (
	"strings"

	"quadrille/engine"
)

// SplitTranscript splits a game written in one word, such as f5d6c3, into
// tokens. Squares may be in upper or lower case, and a pass may be written pa,
// ps, pass or --, or left out. ok is false when the word is empty or has
// anything else in it. Nothing is checked for legality.
func SplitTranscript(word string) (tokens []string, ok bool) {
	rest := strings.ToLower(word)
	for rest != "" {
		t, length := firstTurn(rest)
		if length == 0 {
			return nil, false
		}
		tokens = append(tokens, t.String())
		rest = rest[length:]
	}
	return tokens, tokens != nil
}

// firstTurn reads the first turn of a lower-case transcript and returns its
// length, 0 when there is none.
func firstTurn(text string) (t Turn, length int) {
	for _, pass := range []string{engine.Pass, "pa", "ps", "--"} {
		if strings.HasPrefix(text, pass) {
			return Pass, len(pass)
		}
	}
	if len(text) < 2 {
		return NoTurn, 0
	}
	if t, ok := ParseTurn(text[:2]); ok {
		return t, 2
	}
	return NoTurn, 0
}

// Tokens returns the tokens of a transcript that is played from this position
// on, with the passes that it leaves out. A word that is itself a token is no
// transcript. It implements engine.Transcriber.
func (p *Position) Tokens(word string) (tokens []string, ok bool) {
	if _, token := ParseTurn(word); token {
		return nil, false
	}
	written, ok := SplitTranscript(word)
	if !ok {
		return nil, false
	}
	next := p
	for i, token := range written {
		t, _ := ParseTurn(token)
		if t != Pass && next.state.MustPass() {
			tokens = append(tokens, engine.Pass)
			next = next.play(Pass)
		}
		tokens = append(tokens, token)
		after, err := next.Play(token)
		if err != nil {
			// What follows cannot be told; Play will say what is wrong.
			return append(tokens, written[i+1:]...), true
		}
		next = after.(*Position)
	}
	return tokens, true
}

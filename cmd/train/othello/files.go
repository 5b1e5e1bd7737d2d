package othello

import (
	"crypto/sha256"
	"fmt"
	"os"
	"time"

	"quadrille/ai/othellobot/pattern"
	"quadrille/cmd/train/linefile"
)

// readGames reads a file of games, whose head are the rules by which they were
// played. The file may still be growing.
func readGames(path string) (games []game, rules rulesOfPlay, err error) {
	games, err = linefile.Read(path, &rules, parseGame)
	return games, rules, err
}

// readEval reads a file of weights; no name is no weights, and no evaluation.
func readEval(path string) (eval *pattern.Eval, checksum string, err error) {
	if path == "" {
		return nil, "none", nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, "", err
	}
	model, err := pattern.Decode(data)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", path, err)
	}
	return model.Eval(), fmt.Sprintf("%x", sha256.Sum256(data)), nil
}

// report says how far a run has come that writes a file and began at start.
func report(path string, start time.Time, format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s: %s, %.0f s\n", path, fmt.Sprintf(format, args...), time.Since(start).Seconds())
}

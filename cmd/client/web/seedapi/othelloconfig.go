package seedapi

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
	"quadrille/engine"
)

// OthelloConfig says how a competition is held. Zero fields stand for the defaults.
type OthelloConfig struct {
	// Store keeps the competition; required.
	Store store.Notes
	// Keys are the secrets of the players; key0 to key3 by default, as in the
	// document. One like engine5 is no secret but a seat that the server plays
	// with that level, 1 to 10.
	Keys []string
	// Organiser is the secret with which the competition is begun, stopped and
	// begun anew; with none nobody can, and it begins anew by itself.
	Organiser string
	// Wrapped answers as the original server did, {"error":…,"boards":[…]} and
	// {"error":…,"needed":…}, where the document promises the bare values.
	Wrapped bool
	// Stopped leaves a new competition to be begun by the organiser; without it
	// a game begins as soon as both its players have asked for something.
	Stopped bool
	// Boards is how many games are played at once; 2 by default.
	Boards int
	// Rounds is how often everybody meets everybody with each colour; 1 by
	// default.
	Rounds int
	// Clock is how long a player may take for a turn; 10 seconds by default.
	Clock time.Duration
	Log   *slog.Logger
}

func (c OthelloConfig) withDefaults() OthelloConfig {
	if len(c.Keys) == 0 {
		c.Keys = []string{"key0", "key1", "key2", "key3"}
	}
	if c.Boards <= 0 {
		c.Boards = 2
	}
	if c.Rounds <= 0 {
		c.Rounds = 1
	}
	if c.Clock <= 0 {
		c.Clock = 10 * time.Second
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// othelloSpace sets this interface's games and notes apart from those of others.
const othelloSpace = "othelloapi"

// The notes in the store.
const (
	competitionNote = "competition"
	namesNote       = "names"
	practiceNote    = "practice/" // and a practice board
)

// contest is the competition of the keys.
func (c OthelloConfig) contest(h *host.Host) contest.Config {
	config := contest.Config{
		Host: h, Store: c.Store, Log: c.Log, Space: othelloSpace, Note: competitionNote, Names: namesNote,
		Terms:     contest.Terms{Game: "othello", Rounds: c.Rounds, Boards: c.Boards, Clock: c.Clock},
		Roster:    contest.Digest(fmt.Sprint(c.Rounds, " ", strings.Join(c.Keys, " "))),
		Organised: c.Organiser != "", Stopped: c.Stopped,
	}
	for _, key := range c.Keys {
		config.Players = append(config.Players, contest.Player{ID: contest.Digest(key), Level: engine.Level(engineLevel(key))})
	}
	return config
}

// Bounds of what Config takes.
const (
	maxPlayers = 100
	maxRounds  = 20
	maxKey     = 64
)

// check says what is wrong with the configuration.
func (c OthelloConfig) check() error {
	switch {
	case c.Store == nil:
		return errors.New("othello: no store")
	case len(c.Keys) < 2 || len(c.Keys) > maxPlayers:
		return fmt.Errorf("othello: a competition has 2 to %d keys, not %d", maxPlayers, len(c.Keys))
	case c.Stopped && c.Organiser == "":
		return errors.New("othello: a competition that waits for its organiser needs the organiser's secret")
	case c.Rounds > maxRounds:
		return fmt.Errorf("othello: a competition has at most %d rounds, not %d", maxRounds, c.Rounds)
	}
	for i, key := range c.Keys {
		if err := checkKey(key); err != nil {
			return err
		}
		if slices.Contains(c.Keys[:i], key) && engineLevel(key) == 0 {
			return fmt.Errorf("othello: key %d is given twice", i+1)
		}
	}
	return nil
}

// checkKey says whether a key can stand in a path and is none of a practice
// board. The key itself, a secret, is not in the error.
func checkKey(key string) error {
	if key == "" || len(key) > maxKey {
		return fmt.Errorf("othello: a key has 1 to %d characters", maxKey)
	}
	for _, c := range key {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return errors.New("othello: a key is letters, digits, - and _")
		}
	}
	if _, level := cutPractice(key); level != 0 {
		return errors.New("othello: a key may not end like one of a practice board, -engine5")
	}
	return nil
}

// engineWord stands before the number of a level.
const engineWord = "engine"

// engineLevel is the level of a key like engine5, or 0.
func engineLevel(key string) int {
	digits, ok := strings.CutPrefix(key, engineWord)
	level, err := strconv.Atoi(digits)
	if !ok || err != nil || level < 1 || level > engine.MaxLevel || strconv.Itoa(level) != digits {
		return 0
	}
	return level
}

// cutPractice splits the key of a practice board, such as key0-engine5, into
// the player's key and the level; 0 when it is none.
func cutPractice(key string) (player string, level int) {
	i := strings.LastIndex(key, "-"+engineWord)
	if i < 0 {
		return key, 0
	}
	if level = engineLevel(key[i+1:]); level == 0 {
		return key, 0
	}
	return key[:i], level
}

// ReadKeys reads the keys of a file: one a line; empty lines and those that
// begin with # do not count.
func ReadKeys(r io.Reader) ([]string, error) {
	var keys []string
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		key := strings.TrimSpace(lines.Text())
		if key == "" || key[0] == '#' {
			continue
		}
		if err := checkKey(key); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		keys = append(keys, key)
	}
	return keys, lines.Err()
}

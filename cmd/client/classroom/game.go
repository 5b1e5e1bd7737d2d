package classroom

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"quadrille/engine"
	"quadrille/engine/teeko"
)

// ErrInputEnded is wrapped by the error of Play when the input ends before the
// game does.
var ErrInputEnded = errors.New("the input ended before the game did")

// Config is what a game needs.
type Config struct {
	In  io.Reader
	Out io.Writer
	// Start is the board that Start or ReadBoard returned.
	Start *teeko.Position
	// Players is the number of human players, 1 or 2; with 0 the program asks.
	Players int
}

// game is a game that is being played.
type game struct {
	in       numbers
	out      *bufio.Writer
	position *teeko.Position
	computer bool // plays X
}

// Play plays a game to its end. The error wraps ErrInputEnded or what the
// input or the output returned.
func Play(c Config) error {
	g := &game{in: numbers{bufio.NewReader(c.In)}, out: bufio.NewWriter(c.Out), position: c.Start}
	err := g.play(c.Players)
	if flushed := g.out.Flush(); err == nil {
		err = flushed
	}
	return err
}

func (g *game) play(players int) error {
	var err error
	for players != 1 && players != 2 {
		if players, err = g.ask(askPlayers); err != nil {
			return err
		}
	}
	g.computer = players == 1
	printBoard(g.out, g.position)
	for !g.position.Result().Over {
		if err := g.turn(); err != nil {
			return err
		}
		printBoard(g.out, g.position)
	}
	g.announce()
	return nil
}

// turn lets the side to move act.
func (g *game) turn() error {
	turn, err := g.choose(g.position.SearchState())
	if err != nil {
		return err
	}
	next, err := g.position.Play(teeko.Small.Token(turn))
	if err != nil {
		return fmt.Errorf("classroom: %w", err)
	}
	g.position = next.(*teeko.Position)
	return nil
}

// choose asks the player, or does as the computer does. The document has a line
// for the computer's placing and none for its moving.
func (g *game) choose(s teeko.State) (teeko.Turn, error) {
	computer := g.computer && s.Side == 1
	switch {
	case computer && s.Moving():
		turn, ok := computerMove(s)
		if !ok {
			return turn, errors.New("classroom: no mark can move") // the game would be over
		}
		return turn, nil
	case computer:
		g.say(computerPlaces)
		return computerDrop(s), nil
	case s.Moving():
		return g.humanMove(s)
	}
	return g.humanDrop(s)
}

// announce says how the game ended (section 4.3).
func (g *game) announce() {
	switch winner := g.position.Result().Winner; {
	case winner == engine.NoPlayer:
		g.say(drawGame)
	case winner == engine.P2 && g.computer:
		g.say(computerWins)
	default:
		g.say(fmt.Sprintf(playerWins, winner))
	}
}

// say prints a line.
func (g *game) say(text string) { fmt.Fprintln(g.out, text) }

// ask prints a prompt and returns the number that is answered, noNumber if the
// answer is none.
func (g *game) ask(prompt string) (int, error) {
	g.say(prompt)
	if err := g.out.Flush(); err != nil {
		return noNumber, err
	}
	n, err := g.in.next()
	if errors.Is(err, io.EOF) {
		return noNumber, ErrInputEnded
	}
	return n, err
}

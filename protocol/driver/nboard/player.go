package nboard

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// Player is an engine that speaks NBoard. See [driver.Player] for its errors.
type Player struct {
	driver.Program
	pings int
	depth string // the last `set depth` that the engine was told

	start  position
	begun  bool
	set    bool // the engine knows the start
	told   int  // how many turns the engine knows
	clocks []driver.Clock
}

// Open tells an engine that was started to speak NBoard, and makes its
// settings: each is a line of the language, the name and behind it the value,
// such as "set depth" and "12". The engine may take the wait for each answer
// but a search. On an error the process is ended.
func Open(ctx context.Context, proc *driver.Process, wait time.Duration, settings ...driver.Setting) (*Player, error) {
	p := &Player{Program: driver.Program{Proc: proc, Wait: wait}}
	lines := []string{"nboard 2"}
	for _, s := range settings {
		line := strings.TrimSpace(s.Name + " " + s.Value)
		lines = append(lines, line)
		if strings.HasPrefix(line, "set depth ") {
			p.depth = line
		}
	}
	if err := p.synchronize(ctx, lines); err != nil {
		proc.Abort()
		return nil, err
	}
	return p, nil
}

// synchronize sends lines and a ping, and reads up to the answer.
func (p *Player) synchronize(ctx context.Context, lines []string) error {
	request := driver.Request{Text: "ping", Begun: time.Now(), Wait: p.Wait}
	if err := p.Proc.SendLines(ctx, append(lines, p.ping())...); err != nil {
		return err
	}
	return p.Proc.Await(ctx, request, p.reader(p.pong))
}

// ping is a line that the engine answers with the same number.
func (p *Player) ping() string {
	p.pings++
	return fmt.Sprint("ping ", p.pings)
}

// pong says whether a line is the answer to the last ping.
func (p *Player) pong(line string, _ time.Time) (bool, error) {
	return strings.EqualFold(strings.Join(strings.Fields(line), " "), fmt.Sprint("pong ", p.pings)), nil
}

// maxLines bounds what an engine may write before it answers; a search reports
// a line now and then.
const maxLines = 200_000

var errTooMuch = errors.New("nboard: the engine goes on writing lines that are not an answer")

// reader reads lines up to the one that is an answer. Of the others all but the
// name is for people.
func (p *Player) reader(last func(string, time.Time) (bool, error)) func(string, time.Time) (bool, error) {
	lines := 0
	return func(line string, at time.Time) (bool, error) {
		if lines++; lines > maxLines {
			return false, errTooMuch
		}
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "set myname "); ok {
			p.Title = strings.TrimSpace(name)
		}
		return last(line, at)
	}
}

// NewGame prepares a game. The engine learns of it with the first turn, when
// the clocks are known.
func (p *Player) NewGame(ctx context.Context, setup driver.Setup) error {
	if setup.Game != "othello" {
		return &driver.Refusal{Code: "no-game", Text: fmt.Sprintf("NBoard engines play othello, not %s", setup.Game)}
	}
	start, err := parsePosition(setup.Start)
	if err != nil {
		return err
	}
	p.start, p.begun, p.set, p.told, p.clocks = start, true, false, 0, nil
	return p.synchronize(ctx, nil)
}

// defaultDepth is the depth, in plies, of an engine that nobody gave another.
// With a clock it is no limit.
const defaultDepth, noDepth = 12, 60

// Go asks for a turn. See [driver.Player]. The engine is told to search as deep
// as limits.Depth says, else as a line `set depth` of the user, else as deep as
// its clock allows, else 12 plies; nodes and MoveTime it cannot be told.
func (p *Player) Go(ctx context.Context, turns []string, limits driver.Limits) (driver.Answer, error) {
	if !p.begun {
		return driver.Answer{}, &driver.Refusal{Code: "no-game", Text: "no game was begun"}
	}
	lines := p.news(turns, limits)
	if depth := p.depthLine(limits); depth != p.depth {
		lines = append(lines, depth)
		p.depth = depth
	}
	request := driver.Request{Text: "go", Begun: time.Now(), Wait: limits.GiveUpAfter}
	if err := p.Proc.SendLines(ctx, append(lines, p.ping(), "go")...); err != nil {
		return driver.Answer{}, err
	}
	if err := p.Proc.Await(ctx, request, p.reader(p.pong)); err != nil {
		return driver.Answer{}, err
	}
	var answer driver.Answer
	err := p.Proc.Await(ctx, request, p.reader(func(line string, at time.Time) (ok bool, err error) {
		answer.Token, answer.Info, ok = parseMove(line)
		answer.Took = at.Sub(request.Begun)
		if !ok && strings.HasPrefix(strings.TrimSpace(line), "===") {
			err = fmt.Errorf("nboard: %s answered %q, which is not a move", p.Proc.Name(), driver.Clip(line))
		}
		return ok, err
	}))
	return answer, err
}

func (p *Player) depthLine(l driver.Limits) string {
	switch {
	case l.Depth > 0:
		return fmt.Sprint("set depth ", l.Depth)
	case p.depth != "":
		return p.depth
	case len(l.Clocks) > 0:
		return fmt.Sprint("set depth ", noDepth)
	}
	return fmt.Sprint("set depth ", defaultDepth)
}

// news are the lines that tell the engine the turns it does not know, with the
// time that they took by the clocks.
func (p *Player) news(turns []string, l driver.Limits) []string {
	var lines []string
	if !p.set {
		clock := driver.Clock{}
		if l.Seat < len(l.Clocks) {
			clock = l.Clocks[l.Seat]
		}
		lines, p.set = append(lines, p.start.ggf(clock)), true
	}
	from := min(p.told, len(turns))
	for i, token := range turns[from:] {
		lines = append(lines, "move "+moveText(token)+p.took(from+i, turns, l.Clocks))
	}
	p.told, p.clocks = len(turns), l.Clocks
	return lines
}

// took writes the time of the turn with the number i: what its seat's clock
// lost since it was last seen, if it is that seat's last turn.
func (p *Player) took(i int, turns []string, now []driver.Clock) string {
	seat := i % 2
	if p.start.white {
		seat = 1 - seat
	}
	if i+2 < len(turns) || seat >= len(now) || seat >= len(p.clocks) {
		return ""
	}
	used := p.clocks[seat].Left + p.clocks[seat].Inc - now[seat].Left
	return fmt.Sprintf("//%.2f", max(0, used).Seconds())
}

// View knows nothing: the language has no way to ask.
func (p *Player) View(context.Context, []string) (string, error) { return "", nil }

var _ driver.Player = (*Player)(nil)

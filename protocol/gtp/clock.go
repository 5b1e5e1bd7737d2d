package gtp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/ai"
	"quadrille/engine"
)

// defaultMoveTime is the time for a move when neither a clock nor another limit
// is set; the language has no way to stop a search.
const defaultMoveTime = 5 * time.Second

// limits are the parameters that end a search.
type limits struct {
	depth    int
	nodes    uint64
	moveTime time.Duration
}

// clocks are what time_settings and time_left said.
type clocks struct {
	set      bool
	main     time.Duration
	overtime remaining // a period, with all its moves
	left     [engine.MaxPlayers]remaining
}

// remaining is the clock of a seat: main time, or with stones the rest of a
// period of overtime and how many moves it is for.
type remaining struct {
	time   time.Duration
	stones int
}

// restart fills the clocks for a new game.
func (c *clocks) restart() {
	for i := range c.left {
		c.left[i] = remaining{time: c.main}
	}
}

// spend takes the time of a move off a clock, for controllers that do not send
// time_left; for others it is overwritten.
func (c *clocks) spend(seat engine.Player, took time.Duration) {
	r := &c.left[seat-1]
	r.time = max(0, r.time-took)
	if r.stones > 0 {
		r.stones--
	}
}

// of returns the limits that a seat's clock sets. Overtime is played with as
// Canadian byo-yomi: a period for a number of moves, then the next.
func (c *clocks) of(seat engine.Player) (l ai.Limits) {
	r := c.left[seat-1]
	perMove := time.Duration(0)
	if c.overtime.stones > 0 {
		perMove = c.overtime.time / time.Duration(c.overtime.stones)
	}
	switch i := seat - 1; {
	case r.stones > 0:
		l.Clocked[i], l.Clocks[i].Left, l.MovesToGo = true, r.time, r.stones
	case r.time == 0 && perMove > 0:
		l.MoveTime = perMove
	default:
		l.Clocked[i], l.Clocks[i] = true, ai.ClockTime{Left: r.time, Increment: perMove}
	}
	return l
}

// searchLimits puts the clock and the parameters together.
func (s *Server) searchLimits(seat engine.Player) ai.Limits {
	var l ai.Limits
	if s.clocks.set {
		l = s.clocks.of(seat)
	}
	l.Depth, l.Nodes = s.limits.depth, s.limits.nodes
	if !l.Bounded() {
		l.MoveTime = s.limits.moveTime
	}
	return l
}

// maxSeconds is some thirty years.
const maxSeconds = 1_000_000_000

// seconds reads a time of least seconds or more; one below 0 is 0.
func seconds(word string, least float64) (time.Duration, error) {
	n, err := strconv.ParseFloat(word, 64)
	if err != nil || !(n >= least && n <= maxSeconds) {
		return 0, syntaxError("%s is not a time in seconds", engine.Clip(word))
	}
	return time.Duration(max(0, n) * float64(time.Second)), nil
}

// period reads a time of least seconds or more and how many moves it is for.
func period(words []string, least float64) (remaining, error) {
	left, err := seconds(words[0], least)
	if err != nil {
		return remaining{}, err
	}
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 0 || n > maxSeconds {
		return remaining{}, syntaxError("%s is not a number of moves", engine.Clip(words[1]))
	}
	return remaining{time: left, stones: n}, nil
}

// timeSettings sets main time and overtime of both sides. Overtime without
// moves is no limit at all.
func (s *Server) timeSettings(args []string) (string, error) {
	main, err := seconds(args[0], 0)
	if err != nil {
		return "", err
	}
	overtime, err := period(args[1:], 0)
	if err == nil {
		s.clocks = clocks{set: overtime.time == 0 || overtime.stones > 0, main: main, overtime: overtime}
		s.clocks.restart()
	}
	return "", err
}

func (s *Server) timeLeft(args []string) (string, error) {
	colour, err := s.colour(args[0])
	if err != nil {
		return "", err
	}
	// A controller that lets a game go on tells of a clock that is overdrawn, too.
	left, err := period(args[1:], -maxSeconds)
	if err == nil {
		s.clocks.set = true
		if seat := s.seatOf(colour); seat != engine.NoPlayer {
			s.clocks.left[seat-1] = left
		}
	}
	return "", err
}

// seatOf is the seat that plays a colour, or nobody for a shared one that is not
// to move.
func (s *Server) seatOf(colour int) engine.Player {
	p := s.Session.Position()
	switch seats := engine.Colours(p)[colour].Seats; {
	case len(seats) == 1:
		return seats[0]
	case colour == engine.ColourToMove(p):
		return p.Turn()
	}
	return engine.NoPlayer
}

// options are the engine options that param sets besides the limits of a search.
func options() []string { return []string{"level", "seed", "threads", "hash", "moveoverhead"} }

func limitNames() []string { return []string{"depth", "nodes", "movetime"} }

// param sets a parameter or lists those that there are.
func (s *Server) param(args []string) (string, error) {
	switch len(args) {
	case 0:
		return s.params(), nil
	case 1:
		return "", syntaxError("write it as: param NAME VALUE")
	}
	name := strings.ToLower(args[0])
	if slices.Contains(options(), name) {
		return "", s.Session.SetOption(name, args[1])
	}
	if !slices.Contains(limitNames(), name) {
		return "", fmt.Errorf("no parameter %s; there are: %s %s", engine.Clip(name), strings.Join(options(), " "), strings.Join(limitNames(), " "))
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 0 || n > maxSeconds {
		return "", syntaxError("param %s takes a whole number of at most %d, not %s", engine.Clip(name), maxSeconds, engine.Clip(args[1]))
	}
	switch name {
	case "depth":
		s.limits.depth = n
	case "nodes":
		s.limits.nodes = uint64(n)
	case "movetime":
		if n == 0 {
			return "", syntaxError("param movetime takes at least one millisecond")
		}
		s.limits.moveTime = time.Duration(n) * time.Millisecond
	}
	return "", nil
}

// SetOption sets a parameter, as the command param does, or the game, by its
// name or a title that set_game takes. Rules come with the title.
func (s *Server) SetOption(name, value string) error {
	if strings.EqualFold(name, "Game") {
		_, err := s.setGame([]string{value})
		return err
	}
	if _, rule, ok := strings.Cut(name, "."); ok {
		return fmt.Errorf("in GTP the rules come with the game: give Game one of %s, and not %s", strings.Join(s.gameTitles(), ", "), engine.Clip(rule))
	}
	_, err := s.param([]string{name, value})
	return err
}

// params lists the parameters with their values, as Pentobi does.
func (s *Server) params() string {
	set := s.Session.Settings()
	return fmt.Sprintf("level %v\nthreads %d\nhash %d\nmoveoverhead %d\ndepth %d\nnodes %d\nmovetime %d", set.Level, set.Threads,
		set.Hash, set.MoveOverhead.Milliseconds(), s.limits.depth, s.limits.nodes, s.limits.moveTime.Milliseconds())
}

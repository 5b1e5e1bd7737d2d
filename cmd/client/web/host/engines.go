package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/cmd/client/web/pool"
	"quadrille/protocol/driver"
)

// setup is what an engine needs to know to be at a position.
type setup struct {
	game    string
	rules   string // key=value words
	start   string // startpos or a FEN
	turns   []string
	pending []string // actions
}

const startpos = "startpos"

// newGame is the line that chooses the game.
func (s setup) newGame() string { return strings.TrimSpace("newgame " + s.game + " " + s.rules) }

// position are the lines that go to the position when the game is chosen. The
// query tells an error of the line before it from an answer to the next.
func (s setup) position() []string {
	line := "position " + startpos
	if s.start != startpos {
		line = "position fen " + s.start
	}
	if len(s.turns) > 0 {
		line += " moves " + strings.Join(s.turns, " ")
	}
	return append([]string{line, barrier}, s.pending...)
}

// barrier is a question that no engine refuses. It follows every line that is
// answered with nothing when all is well.
const barrier = "query turn"

// tries is how often a request is done that engines fail at, each time by
// another engine.
const tries = 3

// ask lends an engine that answers at once. When it fails, another does use
// again from its beginning.
func (h *Host) ask(ctx context.Context, use func(*driver.Engine) error) error {
	return h.lend(ctx, h.rules, pool.Request{Patient: true}, func(l *pool.Lease) error { return use(l.Engine()) })
}

// lend lends an engine of the pool to use, and another when it fails. What an
// engine complained of goes to the log and to nobody else.
func (h *Host) lend(ctx context.Context, p *pool.Pool, r pool.Request, use func(*pool.Lease) error) error {
	var err error
	for range tries {
		if err = h.once(ctx, p, r, use); !broken(err) || ctx.Err() != nil {
			return err
		}
		h.config.Log.Warn("a request to an engine failed", "error", err)
	}
	h.config.Log.Error("engines failed at a request, one after the other", "tries", tries, "error", err)
	return Refuse(Unavailable, "the engine failed; the game is as it was, try again")
}

func (h *Host) once(ctx context.Context, p *pool.Pool, r pool.Request, use func(*pool.Lease) error) error {
	lease, err := p.Lease(ctx, r)
	switch {
	case errors.Is(err, pool.ErrFull):
		return Refuse(Busy, "too many searches wait for an engine; try again later")
	case errors.Is(err, pool.ErrClosed):
		return errStopping
	case err != nil:
		return err
	}
	defer lease.Done()
	return use(lease)
}

var errStopping = Refuse(Unavailable, "the server is stopping")

// broken says whether an error is an engine's failure, not a refusal.
func broken(err error) bool {
	var e *Error
	return err != nil && !errors.As(err, &e) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// answer is what an engine said to one line.
type answer struct {
	text    string // what follows `response`, or the whole line
	refusal *driver.Refusal
}

// quiet says whether a line is answered with nothing when all is well.
func quiet(line string) bool {
	return strings.HasPrefix(line, "position ") || strings.HasPrefix(line, "moves ")
}

// converse sends lines all at once and returns an answer for each. A quiet line
// must be followed by the barrier.
func converse(ctx context.Context, e *driver.Engine, lines []string) ([]answer, error) {
	said, err := e.Ask(ctx, lines...)
	if err != nil {
		return nil, err
	}
	answers := make([]answer, 0, len(lines))
	for _, line := range lines {
		if quiet(line) && (len(said) == 0 || !strings.HasPrefix(said[0], "error ")) {
			answers = append(answers, answer{})
			continue
		}
		if len(said) == 0 {
			return nil, fmt.Errorf("the engine did not answer %q", clip(line))
		}
		answers = append(answers, parseAnswer(said[0]))
		said = said[1:]
	}
	if len(said) > 0 {
		return nil, fmt.Errorf("the engine answered too much: %q", clip(said[0]))
	}
	return answers, nil
}

func parseAnswer(line string) answer {
	if r, ok := driver.ParseRefusal(line); ok {
		return answer{refusal: r}
	}
	text, _ := strings.CutPrefix(line, "response")
	return answer{text: strings.TrimSpace(text)}
}

// refused returns the first refusal.
func refused(answers []answer) *driver.Refusal {
	for _, a := range answers {
		if a.refusal != nil {
			return a.refusal
		}
	}
	return nil
}

// goThere brings an engine to a position by lines of setup.
func goThere(ctx context.Context, e *driver.Engine, lines []string) error {
	answers, err := converse(ctx, e, lines)
	if err != nil {
		return err
	}
	return arrived(answers)
}

// arrived looks at the answers to lines of setup.
func arrived(answers []answer) error {
	if r := refused(answers); r != nil {
		return Refuse(Unavailable, "the engine does not take the game as it was written down: %s", r.Error())
	}
	return nil
}

// there are the lines that set everything up.
func (s setup) there() []string { return append([]string{s.newGame()}, s.position()...) }

// kinds are the refusals of engines that have a kind of their own here.
var kinds = []Kind{BadRequest, Illegal, Over, BadOption, BadPosition, NoGame}

// refusal turns an engine's refusal into the host's.
func refusal(r *driver.Refusal) *Error {
	kind := BadRequest
	switch {
	case slices.Contains(kinds, Kind(r.Code)):
		kind = Kind(r.Code)
	case r.Code == "unknown-command":
		kind = NotSupported
	}
	return &Error{Kind: kind, Text: r.Error()}
}

// checkAction refuses what is no action, so that "quit" or "go infinite" never
// reach an engine.
func checkAction(action string) *Error {
	verb, _, _ := strings.Cut(action, " ")
	switch {
	case !slices.Contains(driver.Verbs(), verb):
		return Refuse(BadRequest, "%q is no action; an action begins with %s", clip(action), strings.Join(driver.Verbs(), ", "))
	case len(action) > maxWords || !plain(action):
		return Refuse(BadRequest, "%q is no action", clip(action))
	}
	return nil
}

// checkToken refuses what is not one word.
func checkToken(token string) *Error {
	if token == "" || len(token) > maxWords || !plain(token) || strings.Contains(token, " ") {
		return Refuse(BadRequest, "%q is no turn; a turn is one word", clip(token))
	}
	return nil
}

// maxWords bounds what an engine is sent of a request, in bytes.
const maxWords = 4000

// plain says whether a text is printable, in one line, and its words have
// single spaces between them.
func plain(text string) bool {
	for _, c := range text {
		if c < ' ' || c == 0x7f || c == '\uFFFD' {
			return false
		}
	}
	return strings.Join(strings.Fields(text), " ") == text
}

// clip shortens what an error shows.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

package compliance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// probe is a conversation with an engine.
type probe struct {
	ctx      context.Context
	suite    *suite
	rule     rule
	proc     *driver.Process
	random   *rand.Rand
	greeting []string // the answer to the first ugi
	options  []driver.Option
	games    []string // the choices of option Game
	// named are the words of scripts: $game, $last and what they keep.
	named map[string]string
	// free says that any line may come, as the picture of `show`.
	free  bool
	gone  bool     // the engine was seen to end
	lines []string // the end of the conversation
	note  string
}

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// keptLines and keptWidth bound what is kept of a conversation.
const keptLines, keptWidth = 40, 160

func (p *probe) log(mark, line string) {
	line = strings.ToValidUTF8(line, "\uFFFD")
	if len(line) > keptWidth {
		line = strings.ToValidUTF8(line[:keptWidth], "") + fmt.Sprintf("… (%d bytes)", len(line))
	}
	p.lines = append(p.lines, mark+line)
	if len(p.lines) > 2*keptLines {
		p.lines = slices.Clone(p.lines[keptLines:])
	}
}

// begin shakes hands, as every conversation begins.
func (p *probe) begin() error {
	if p.suite.mute {
		return missing("the engine does not speak UGI, as its first rule shows")
	}
	if err := p.send("ugi"); err != nil {
		return err
	}
	for {
		line, err := p.next("ugi")
		if err != nil {
			p.suite.mute = true
			return err
		}
		p.greeting = append(p.greeting, line)
		if line == "ugiok" {
			break
		}
		if o, err := driver.ParseOption(line); err == nil {
			p.options = append(p.options, o)
		}
	}
	if game, ok := p.option("Game"); ok {
		p.games = game.Choices
		p.named["games"] = strings.Join(p.games, " ")
		if len(p.games) > 0 {
			p.named["last"] = p.games[len(p.games)-1]
		}
	}
	p.suite.claims = p.suite.claims || len(p.games) > 0
	if p.rule.section == UGI {
		return p.ready() // UGI wants it once before all else, and Autaxx waits for it
	}
	return nil
}

// follow has a conversation by a check. In plain UGI it is a runner's: nothing
// stands between a position and the question about it, since isready costs some
// engines the position, and what was said out of turn is found at the end.
func (p *probe) follow(c check) error {
	err := c(p)
	if err == nil && p.rule.section == UGI && !p.gone {
		err = p.ready()
	}
	return err
}

func (p *probe) option(name string) (driver.Option, bool) {
	i := slices.IndexFunc(p.options, func(o driver.Option) bool { return o.Name == name })
	if i < 0 {
		return driver.Option{}, false
	}
	return p.options[i], true
}

// close ends the engine and gathers what it wrote to its standard error.
func (p *probe) close() {
	p.proc.Close("quit", 2*time.Second)
	if p.suite.stderr == "" {
		p.suite.stderr = strings.TrimSpace(p.proc.Stderr())
	}
	if len(p.lines) > keptLines {
		p.lines = p.lines[len(p.lines)-keptLines:]
	}
}

// send sends lines.
func (p *probe) send(lines ...string) error {
	for _, line := range lines {
		if err := p.raw(line + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// raw sends bytes as they are.
func (p *probe) raw(text string) error {
	p.log("> ", strings.TrimSuffix(text, "\n"))
	return p.proc.SendRaw(p.ctx, text)
}

// next returns the next line, for an error of which request is the question.
func (p *probe) next(request string) (string, error) {
	ctx, cancel := context.WithTimeout(p.ctx, p.suite.config.Wait)
	defer cancel()
	line, err := p.proc.Receive(ctx)
	if errors.Is(err, context.DeadlineExceeded) && p.ctx.Err() == nil {
		return "", fmt.Errorf("no answer to %q within %v", driver.Clip(request), p.suite.config.Wait)
	}
	if err != nil {
		return "", err
	}
	p.log("< ", line)
	line = strings.TrimSpace(line)
	if !p.free && !protocolLine(line) {
		p.suite.foreign = append(p.suite.foreign, line)
	}
	return line, nil
}

// protocolLine says whether a line is one that the protocol has.
func protocolLine(line string) bool {
	switch word, _, _ := strings.Cut(line, " "); word {
	case "id", "option", "ugiok", "readyok", "ok", "error", "info", "bestmove", "response", "help", "eval", "nodes", "nps":
		return true
	}
	return false
}

// askPlainly sends a line and returns the answer as a runner waits for it: up to
// the response to a query, and else nothing.
func (p *probe) askPlainly(line string) (answer []string, err error) {
	if err := p.send(line); err != nil || !strings.HasPrefix(line, "query ") {
		return nil, err
	}
	for {
		l, err := p.next(line)
		if err != nil {
			return nil, err
		}
		if answer = append(answer, l); strings.HasPrefix(l, "response") {
			return answer, nil
		}
	}
}

// ask sends a line and returns what comes before the engine says that it is
// ready.
func (p *probe) ask(line string) ([]string, error) {
	if p.rule.section == UGI {
		return p.askPlainly(line)
	}
	if err := p.send(line, "isready"); err != nil {
		return nil, err
	}
	var answer []string
	for {
		l, err := p.next(line)
		if err != nil {
			return nil, err
		}
		if l == "readyok" {
			return answer, nil
		}
		answer = append(answer, l)
	}
}

// ready expects that nothing comes before the answer to isready.
func (p *probe) ready() error {
	if err := p.send("isready"); err != nil {
		return err
	}
	line, err := p.next("isready")
	if err == nil && line != "readyok" {
		err = fmt.Errorf("%q came where readyok should", driver.Clip(line))
	}
	return err
}

// one asks and expects one line that begins with a word; the rest is returned.
func (p *probe) one(line, word string) (string, error) {
	answer, err := p.ask(line)
	if err != nil {
		return "", err
	}
	if len(answer) != 1 {
		return "", fmt.Errorf("%q has %d lines of answer, not one", driver.Clip(line), len(answer))
	}
	first, rest, _ := strings.Cut(answer[0], " ")
	if first == "error" && word != "error" && strings.HasPrefix(rest, "unknown-command") {
		return "", missing("%q is not known", driver.Clip(line))
	}
	if first != word {
		return "", fmt.Errorf("the answer to %q is %q, not %s …", driver.Clip(line), driver.Clip(answer[0]), word)
	}
	return strings.TrimSpace(rest), nil
}

// ok asks for something that is answered with `ok …`.
func (p *probe) ok(line string) error {
	status, err := p.one(line, "ok")
	if err == nil && (!strings.Contains(status, "turn=p") || !strings.Contains(status, "phase=")) {
		err = fmt.Errorf("the answer to %q is ok without turn= and phase=", driver.Clip(line))
	}
	return err
}

// silent expects no answer.
func (p *probe) silent(line string) error {
	answer, err := p.ask(line)
	if err == nil && len(answer) > 0 {
		err = fmt.Errorf("%q is answered with %q, not with nothing", driver.Clip(line), driver.Clip(answer[0]))
	}
	return err
}

// codes are the error codes.
var codes = []string{"unknown-command", "bad-argument", "bad-option", "bad-position", "illegal-move", "game-over", "no-game", "busy"}

// refused expects one error line with one of the codes.
func (p *probe) refused(line string, allowed ...string) error {
	answer, err := p.one(line, "error")
	if err != nil {
		return err
	}
	code, text, _ := strings.Cut(answer, " ")
	switch {
	case !slices.Contains(codes, code):
		return fmt.Errorf("the answer to %q has the unknown code %q", driver.Clip(line), code)
	case !slices.Contains(allowed, code):
		return fmt.Errorf("the answer to %q is error %s, not %s", driver.Clip(line), code, strings.Join(allowed, " or "))
	case strings.TrimSpace(text) == "":
		return fmt.Errorf("the answer to %q has no text", driver.Clip(line))
	}
	return nil
}

// query asks a question.
func (p *probe) query(what string) (string, error) { return p.one("query "+what, "response") }

// hangUp ends the engine's input and returns the lines that still come. The
// engine must end well.
func (p *probe) hangUp() ([]string, error) {
	p.log("> ", "(end of input)")
	p.proc.CloseInput()
	answer, status, err := p.last("the end of input")
	if err == nil && status != "exit status 0" {
		err = fmt.Errorf("it ended with %s", status)
	}
	return answer, err
}

// last returns the lines that still come of an engine that is to end, and how it
// ended.
func (p *probe) last(request string) (answer []string, status string, err error) {
	for {
		line, err := p.next(request)
		var exit *driver.ExitError
		if errors.As(err, &exit) {
			p.log("< ", "("+exit.Status+")")
			p.gone = true
			return answer, exit.Status, nil
		}
		if err != nil {
			return answer, "", err
		}
		answer = append(answer, line)
	}
}

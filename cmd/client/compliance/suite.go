package compliance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// Verdict says what became of a rule.
type Verdict string

// The verdicts.
const (
	OK         Verdict = "ok"
	Broken     Verdict = "broken"
	NotOffered Verdict = "not offered"
)

// The sections, each a language. An engine claims to speak Quadrille by
// offering the option Game.
const (
	UGI       = "ugi"       // what kz04px's description of UGI asks, and no more
	Quadrille = "quadrille" // what docs/protocol.md asks beyond that
)

// Result is what became of one rule.
type Result struct {
	Section string  `json:"section"`
	Rule    string  `json:"rule"`
	Text    string  `json:"text"` // what the rule says
	Verdict Verdict `json:"verdict"`
	// Counts says that the rule is one of a language that the engine claims to
	// speak, or of the one section that is run.
	Counts bool `json:"counts"`
	// Why says how the rule was broken, or what is not offered.
	Why string `json:"why,omitempty"`
	// Note is a measurement that decides nothing.
	Note string `json:"note,omitempty"`
	// Lines is the end of the conversation, "> " before what was sent.
	Lines  []string `json:"lines"`
	TookMS int64    `json:"tookMs"`
}

// Config is how a suite is run.
type Config struct {
	Command driver.Command
	// Wait is how long the engine may take for each answer, and to stop;
	// 10 seconds by default.
	Wait time.Duration
	// Only, when not empty, is the one section to run.
	Only string
	// Seed decides which turns the games take.
	Seed uint64
	// Report, when not nil, gets each result as soon as it is there.
	Report func(Result)
}

// rule is one rule.
type rule struct {
	section, name, text string
	check               check
}

// errNotOffered says that an engine does not have what a rule is about.
var errNotOffered = errors.New("not offered")

// Run checks every rule. The error is that of an engine that cannot be
// started, or the context's when it ends; the results so far are returned.
func Run(ctx context.Context, c Config) ([]Result, error) {
	if c.Wait <= 0 {
		c.Wait = 10 * time.Second
	}
	s := &suite{config: c}
	var results []Result
	for _, r := range rules() {
		if c.Only != "" && c.Only != r.section {
			continue
		}
		result, err := s.run(ctx, r)
		if err != nil {
			return results, err
		}
		results = append(results, result)
		if c.Report != nil {
			c.Report(result)
		}
	}
	return results, nil
}

// Holds says whether every rule that counts holds. Plain UGI leaves it to the
// engine what it offers, such as options.
func Holds(results []Result) bool {
	held := 0
	for _, r := range results {
		switch {
		case !r.Counts, r.Section == UGI && r.Verdict == NotOffered:
		case r.Verdict != OK:
			return false
		default:
			held++
		}
	}
	return held > 0
}

// suite is a run of all rules, and what is gathered on the way.
type suite struct {
	config  Config
	foreign []string // lines that are none of the protocol
	stderr  string   // what an engine wrote there first
	mute    bool     // a handshake failed; no other is tried then
	claims  bool     // the engine has offered the option Game
}

// rules lists every rule in the order of the report. Those about everything
// that was read come last.
func rules() []rule {
	all := append(ugiRules(), stricterRules()...)
	for _, part := range [][]rule{optionRules(), positionRules(), searchRules(), runningRules(), queryRules(), lineRules()} {
		for _, r := range part {
			r.check = inOrder(hasGames, r.check)
			all = append(all, r)
		}
	}
	return append(all, lastRules()...)
}

// hasGames is the beginning of rules about what plain UGI does not have.
func hasGames(p *probe) error {
	if len(p.games) == 0 {
		return missing("there is no option Game with the games")
	}
	return nil
}

// run checks one rule with an engine of its own.
func (s *suite) run(ctx context.Context, r rule) (Result, error) {
	result := Result{Section: r.section, Rule: r.name, Text: r.text, Verdict: OK}
	p, err := s.open(ctx, r)
	if err != nil {
		return result, err
	}
	began := time.Now()
	err = p.begin()
	if err == nil {
		err = p.follow(r.check)
	}
	p.close()
	if ctx.Err() != nil {
		return result, ctx.Err()
	}
	result.TookMS = time.Since(began).Milliseconds()
	result.Lines, result.Note = p.lines, p.note
	result.Counts = r.section == UGI || s.claims || s.config.Only == Quadrille
	switch {
	case errors.Is(err, errNotOffered):
		result.Verdict, result.Why = NotOffered, strings.TrimSuffix(err.Error(), ": "+errNotOffered.Error())
	case err != nil:
		result.Verdict, result.Why = Broken, err.Error()
	}
	return result, nil
}

// open starts an engine.
func (s *suite) open(ctx context.Context, r rule) (*probe, error) {
	proc, err := driver.Start(s.config.Command, nil)
	if err != nil {
		return nil, err
	}
	return &probe{ctx: ctx, suite: s, rule: r, proc: proc, random: newRandom(s.config.Seed), named: map[string]string{}}, nil
}

// missing is an errNotOffered that says what.
func missing(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), errNotOffered)
}

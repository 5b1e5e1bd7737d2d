package compliance

import (
	"fmt"
	"strings"

	"quadrille/protocol/driver"
)

// lineRules are those of lines as bytes.
func lineRules() []rule {
	return []rule{
		{Quadrille, "carriage return", "a \\r at the end of a line is dropped", func(p *probe) error {
			if err := p.raw("query turn\r\n"); err != nil {
				return err
			}
			if line, err := p.next("query turn\\r"); err != nil || line != "response p1" {
				return orElse(err, "the answer is %q", driver.Clip(line))
			}
			return p.ready()
		}},
		{Quadrille, "no newline", "the last line counts without its newline", func(p *probe) error {
			if err := p.raw("query turn"); err != nil {
				return err
			}
			answer, err := p.hangUp()
			if err == nil && (len(answer) != 1 || answer[0] != "response p1") {
				err = fmt.Errorf("the answer is %q", driver.Clip(strings.Join(answer, " ")))
			}
			return err
		}},
		{Quadrille, "1 MiB line", "a line of 1 MiB is a line as any other", func(p *probe) error {
			line := "query turn"
			line += strings.Repeat(" ", longest-len(line))
			if got, err := p.one(line, "response"); err != nil || got != "p1" {
				return orElse(err, "the answer is %q", got)
			}
			return nil
		}},
		{Quadrille, "longer line", "a line of a byte more, or of 2 MiB, is one bad-argument", func(p *probe) error {
			for _, size := range []int{longest + 1, 2 * longest} {
				if err := p.refused("query turn"+strings.Repeat(" ", size-len("query turn")), "bad-argument"); err != nil {
					return err
				}
			}
			return p.is("turn", "p1")
		}},
		{Quadrille, "not UTF-8", "bytes that are no UTF-8 are one error, and the engine goes on", func(p *probe) error {
			return all(
				func() error { return p.refused("query \xff\xfe", "bad-argument", "unknown-command") },
				func() error { return p.refused("\xc3\x28", "bad-argument", "unknown-command") },
				func() error { return p.refused("moves \x00", "bad-argument", "illegal-move") },
				func() error { return p.is("turn", "p1") })
		}},
	}
}

// longest is the length that a line may have, in bytes.
const longest = 1 << 20

// orElse returns the error or, without one, a new one.
func orElse(err error, format string, args ...any) error {
	if err != nil {
		return err
	}
	return fmt.Errorf(format, args...)
}

// lastRules are about everything that was read in all conversations.
func lastRules() []rule {
	return []rule{
		{Quadrille, "standard output", "only lines of the protocol go to standard output", func(p *probe) error {
			if len(p.suite.foreign) > 0 {
				return fmt.Errorf("%d lines were none of the protocol, the first %q", len(p.suite.foreign), driver.Clip(p.suite.foreign[0]))
			}
			return nil
		}},
		{Quadrille, "standard error", "standard error is silent", func(p *probe) error {
			if p.suite.stderr != "" {
				return fmt.Errorf("it says %q", driver.Clip(p.suite.stderr))
			}
			return nil
		}},
	}
}

// Package numbered makes records, such as games of self-play, each of which is
// decided by its number: in this process, several at a time, or by the workers of a
// NATS server, over the queue that carries the games of matches.
package numbered

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/farm"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/train/linefile"
	"quadrille/protocol/driver"
)

// Flags say who makes the records.
type Flags struct {
	bus.Server
	Concurrency int     `short:"c" placeholder:"N" help:"Records that this process makes at a time; by default one a core."`
	Replay      float64 `default:"1" placeholder:"PERCENT" help:"With --nats, how many of the records this process makes again, and compares."`
}

// Maker makes a record of its number, as one line. It is used by one goroutine.
type Maker func(n int) (string, error)

// Kind is a kind of records.
type Kind struct {
	Name string
	// Makers returns what makes a Maker for each who makes records, by rules in JSON
	// and the files that those need.
	Makers func(rules []byte, files []string) (func() Maker, error)
	Check  func(line string) error // says what is wrong with a record
}

// Work is to make records of a kind.
type Work struct {
	Kind
	Rules any
	Files []string // paths
	Path  string   // what people are told of: usually a file's
	Have  int      // records that are there
	Total int      // records wanted
	Keep  func(line string) error
	Cut   func(n int) error // from record n on back
}

// InFile has the work's records kept in a file.
func (w *Work) InFile(f *linefile.File) { w.Have, w.Keep, w.Cut = f.Lines(), f.Append, f.Cut }

// Validate is called when the command line was read, before any file is begun.
func (f *Flags) Validate() error {
	if !(f.Replay >= 0 && f.Replay <= 100) {
		return errors.New("--replay is 0 to 100 percent")
	}
	return errors.Join(match.CheckPlayers("concurrency", f.Concurrency), f.Server.Validate())
}

// Do makes the records that are missing. A signal ends it, which keeps what there is.
func (f *Flags) Do(w Work) error {
	ctx, stop := cli.UntilSignal()
	defer stop()
	if err := f.Validate(); err != nil {
		return err
	}
	rules, err := json.Marshal(w.Rules)
	if err != nil {
		return err
	}
	makers, err := w.Makers(rules, w.Files)
	if err != nil {
		return err
	}
	progress := linefile.Begin(os.Stderr, w.Path, w.Have, w.Total)
	made := w.Have
	var keeping sync.Mutex // nothing is kept once Do has returned
	defer keeping.Lock()
	solo := match.Solo{Name: w.Name, Check: w.Check, Have: w.Have, Total: w.Total,
		Serve: func(in io.Reader, out io.Writer) error { return match.ServeAlone(in, out, makers()) },
		Keep: func(line string) error {
			keeping.Lock()
			defer keeping.Unlock()
			made++
			defer progress.Made(made)
			return w.Keep(line)
		},
		Cut: func(n int) error {
			keeping.Lock()
			defer keeping.Unlock()
			made = n
			return w.Cut(n)
		},
		Tell: func(note string) { fmt.Fprintf(os.Stderr, "%s: %s\n", w.Path, note) }}
	o := match.Options{Concurrency: f.Concurrency}
	if f.URL == "" {
		return run(ctx, &solo, o)
	}
	if solo.Program, err = w.program(rules); err != nil {
		return err
	}
	m := &farm.Match{Server: f.Server, Version: enginecmd.Version, Options: o, Replays: f.Replay / 100}
	o.Open = m.Open
	defer m.Close(true) // a run that goes on later makes what is missing then
	return run(ctx, &solo, o)
}

// run makes records. When the context ends it waits a second for those that are under
// way, which would not be kept, and leaves them to the end of the program.
func run(ctx context.Context, solo *match.Solo, o match.Options) error {
	ended := make(chan error, 1)
	go func() { ended <- solo.Run(ctx, o) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(time.Second):
		return ctx.Err()
	}
}

// program is this program as workers run it.
func (w *Work) program(rules []byte) (match.EngineSpec, error) {
	path, err := os.Executable()
	if err != nil {
		return match.EngineSpec{}, err
	}
	words := append([]string{path, "player", w.Name, string(rules)}, w.Files...)
	return match.EngineSpec{Cmd: driver.Join(words), Files: w.Files}, nil
}

// Player is the command that workers run. It makes records by their numbers, which
// it reads.
type Player struct {
	Kind  string   `arg:"" help:"Kind of the records."`
	Rules string   `arg:"" help:"Rules by which they are made, in JSON."`
	Files []string `arg:"" optional:"" help:"Files that the rules need."`
}

// Run makes records until the input ends.
func (p *Player) Run(out io.Writer, kinds []Kind) error {
	for _, k := range kinds {
		if k.Name == p.Kind {
			makers, err := k.Makers([]byte(p.Rules), p.Files)
			if err != nil {
				return err
			}
			return match.ServeAlone(os.Stdin, out, makers())
		}
	}
	return fmt.Errorf("there is no kind %q of records", p.Kind)
}

// Lines are records that are kept in no file.
type Lines struct{ List []string }

// Keep appends a record.
func (l *Lines) Keep(line string) error { l.List = append(l.List, line); return nil }

// Cut leaves the first n records.
func (l *Lines) Cut(n int) error { l.List = l.List[:n]; return nil }

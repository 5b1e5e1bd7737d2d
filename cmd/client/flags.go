package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"quadrille/cmd/internal/outfile"
	"quadrille/cmd/internal/output"
	"quadrille/protocol/driver"
)

// engineFlag names the engine of a command.
type engineFlag struct {
	Engine string `env:"QUADRILLE_ENGINE" placeholder:"CMD" help:"Command line of the engine to start; by default this program itself."`
}

// command is the engine that was named, or this program as one.
func (f engineFlag) command() (driver.Command, error) {
	if f.Engine != "" {
		return driver.ParseCommand(f.Engine)
	}
	command, err := driver.Self("engine")
	command.Name = "engine"
	return command, err
}

// traceFlag names the file for the conversation with engines.
type traceFlag struct {
	Trace string `placeholder:"FILE" help:"Append every line to and from engines to the file."`
}

// open returns a function that writes the lines of the pipes to the file, which is
// none of the command's other files.
func (f traceFlag) open(s *streams, others ...outfile.File) (trace driver.Trace, done func(), err error) {
	if f.Trace == "" {
		return nil, func() {}, nil
	}
	if err := outfile.CheckDistinct(outfile.File{By: "--trace", Path: f.Trace}, others...); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(f.Trace, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, err
	}
	w := output.New(file)
	s.written = append(s.written, w)
	return func(sent bool, line string) {
		arrow := "< "
		if sent {
			arrow = "> "
		}
		fmt.Fprintln(w, arrow+line)
	}, func() { file.Close() }, nil
}

// searchFlags are options of the engine and limits of its searches.
type searchFlags struct {
	Depth    int   `placeholder:"N" help:"Search N plies for each turn, whatever time that takes."`
	Movetime int   `placeholder:"MS" help:"Search MS milliseconds for each turn."`
	Hash     int   `placeholder:"MIB" help:"Size of the engine's hash table, in MiB."`
	Threads  int   `placeholder:"N" help:"Threads the engine searches with."`
	Seed     int64 `placeholder:"N" help:"Seed of everything random: the same seed and depth give the same turns."`
}

// check refuses what is no limit.
func (f searchFlags) check() error {
	if min(f.Depth, f.Movetime, f.Hash, f.Threads) < 0 {
		return errors.New("--depth, --movetime, --hash and --threads are positive numbers")
	}
	return nil
}

// limits are the arguments of go, with a number of nodes.
func (f searchFlags) limits(nodes int64) string {
	var words []string
	for _, l := range []struct {
		name  string
		value int64
	}{{"depth", int64(f.Depth)}, {"nodes", nodes}, {"movetime", int64(f.Movetime)}} {
		if l.value > 0 {
			words = append(words, fmt.Sprint(l.name, " ", l.value))
		}
	}
	return strings.Join(words, " ")
}

// apply sets the engine's options that were named.
func (f searchFlags) apply(set func(ctx context.Context, name, value string) error) error {
	for _, o := range []struct {
		name  string
		value int64
	}{{"Hash", int64(f.Hash)}, {"Threads", int64(f.Threads)}, {"Seed", f.Seed}} {
		if o.value == 0 {
			continue
		}
		if err := set(context.Background(), o.name, fmt.Sprint(o.value)); err != nil {
			return fmt.Errorf("--%s: %w", strings.ToLower(o.name), err)
		}
	}
	return nil
}

// maxFile is the size of the largest file of games that is read, in bytes.
const maxFile = 64 << 20

// read reads a file of games, or the standard input for "-". Errors do not name
// the file.
func (s *streams) read(path string) ([]byte, error) {
	in := s.in
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, errors.Unwrap(err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("too large for a file of games (over %d bytes)", maxFile)
	}
	return data, err
}

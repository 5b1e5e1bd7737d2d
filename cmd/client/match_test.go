package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestMatchScripts runs the scripts of client match.
func TestMatchScripts(t *testing.T) {
	runScripts(t, filepath.Join("..", "..", "testdata", "match"))
}

// Files of openings and engines are of any system.
func TestLinesOf(t *testing.T) {
	for _, text := range []string{"f5\n\nd6", "f5\r\n\r\nd6", "f5\r\rd6", "\ufefff5\r\n\nd6"} {
		if got := linesOf([]byte(text)); !slices.Equal(got, []string{"f5", "", "d6"}) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// Each flag is refused beside the match of a journal, unless it says nothing of what a
// new match would be, and so cannot be ignored.
func TestFlagsOfOldMatch(t *testing.T) {
	skipUnderRace(t)
	parser, err := kong.New(new(commandLine), kong.Vars{"version": "", "released": ""})
	if err != nil {
		t.Fatal(err)
	}
	var flags []*kong.Flag
	for _, node := range parser.Model.Children {
		if node.Name == "match" {
			flags = slices.Concat(node.AllFlags(true)...)
		}
	}
	// What a new match would be with some flags more.
	spec := func(words ...string) string {
		var line commandLine
		parser, err := kong.New(&line, kong.Vars{"version": "", "released": ""})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(append([]string{"match", "-e", "name=a", "-e", "name=b", "--seed", "1"}, words...)); err != nil {
			return err.Error()
		}
		s, lines, err := line.Match.spec()
		text, _ := json.Marshal(s)
		return fmt.Sprint(string(text), lines, err)
	}
	beside := slices.Concat(flagsOfPlay, flagsOfNATS, flagsOfView)
	unknown := slices.Clone(beside)
	plain, refused := spec(), 0
	for _, f := range flags {
		words := []string{"--" + f.Name}
		if !f.IsBool() {
			words[0] += "=2"
		}
		switch f.Name {
		case "help", "version", "resume", "report", "watch":
			continue
		case "seatings", "speeds":
			words[0] = "--" + f.Name + "=" + f.EnumSlice()[1]
		}
		unknown = slices.DeleteFunc(unknown, func(name string) bool { return name == f.Name })
		if strings.HasPrefix(f.Name, "nats-") {
			continue // refused without --nats as it is read, and read as a file with it
		}
		for _, old := range []string{"--resume", "--report"} {
			_, errs := inside(t, append([]string{"match", old, "none.db"}, words...), "", io.Discard)
			told := strings.Contains(errs, "leave out --"+f.Name+"\n")
			if may := slices.Contains(beside, f.Name) && (old == "--resume" || slices.Contains(flagsOfView, f.Name)); told == may {
				t.Errorf("%s beside %s: %s", words[0], old, errs)
			}
			if told {
				refused++
			}
		}
		if slices.Contains(beside, f.Name) && spec(words...) != plain {
			t.Errorf("%s makes another match and is ignored beside --resume:\n%s\n%s", words[0], spec(words...), plain)
		}
	}
	if len(unknown) > 0 || refused < 2*28 {
		t.Errorf("%d refused; no flags are %q", refused, unknown)
	}
}

package enginetest

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/engine"
)

// Script runs the cases in the files that match the pattern. A file is lines;
// '#' at the start of a line makes it a comment. The commands are
//
//	case NAME                 a new case, at the start position by default rules
//	rules K=V ...             the start position under these rules
//	fen FEN                   a position, read under the rules named before
//	play TOKEN ...            plays tokens
//	act VERB ARG ...          performs one action
//	want FIELD VALUE          compares; see below
//	refuse KIND play TOKEN => TEXT
//	refuse KIND act VERB ARG ... => TEXT
//	refuse position fen FEN => TEXT
//	refuse option rules K=V ... => TEXT
//
// FIELD is turn, phase, result, reason, scores, legal (in any order), fen,
// token, pending, state (JSON, to the byte) or diagram; the lines of a diagram
// follow, each behind '>' and one space. KIND is illegal, argument, over,
// position or option, and TEXT is part of the error's text.
func Script(t *testing.T, game engine.Game, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file matches %s: %v", pattern, err)
	}
	for _, file := range files {
		runFile(t, game, file)
	}
}

// script is a case that runs.
type script struct {
	*testing.T
	game     engine.Game
	where    string // file, for failures
	line     int
	given    engine.Rules
	position engine.Position
	wants    int
}

func (s *script) failf(format string, args ...any) {
	s.Helper()
	s.Errorf("%s:%d: "+format, append([]any{s.where, s.line}, args...)...)
}

func runFile(t *testing.T, game engine.Game, file string) {
	lines := readLines(t, file)
	for i := 0; i < len(lines); i++ {
		name, ok := strings.CutPrefix(lines[i], "case ")
		if !ok {
			if lines[i] != "" && lines[i][0] != '#' {
				t.Fatalf("%s:%d: %q stands before the first case", file, i+1, lines[i])
			}
			continue
		}
		first := i + 1
		for i+1 < len(lines) && !strings.HasPrefix(lines[i+1], "case ") {
			i++
		}
		t.Run(name, func(t *testing.T) { runCase(t, game, file, first, lines[first:i+1]) })
	}
}

func runCase(t *testing.T, game engine.Game, file string, first int, lines []string) {
	s := &script{T: t, game: game, where: filepath.Base(file), line: first}
	s.begin(engine.Rules{})
	for i := 0; i < len(lines); i++ {
		s.line = first + i + 1
		if lines[i] == "" || lines[i][0] == '#' {
			continue
		}
		if strings.TrimSpace(lines[i]) != "want diagram" {
			s.command(lines[i])
			continue
		}
		var want strings.Builder
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], ">") {
			i++
			want.WriteString(strings.TrimPrefix(lines[i][1:], " ") + "\n")
		}
		s.want("diagram", want.String())
	}
	if s.wants == 0 {
		t.Error("the case compares nothing")
	}
}

func (s *script) begin(rules engine.Rules) {
	s.Helper()
	p, err := s.game.New(rules, 0)
	if err != nil {
		s.Fatalf("%s:%d: %v", s.where, s.line, err)
	}
	s.given, s.position = rules, p
}

// command performs one line.
func (s *script) command(line string) {
	s.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch verb {
	case "rules":
		s.begin(s.settings(rest))
	case "fen":
		p, err := s.game.ParseFEN(rest, s.position.Rules())
		s.move(p, err)
	case "play":
		for _, token := range strings.Fields(rest) {
			s.move(s.position.Play(token))
		}
	case "act":
		s.move(s.position.Act(actionOf(rest)))
	case "want":
		field, value, _ := strings.Cut(rest, " ")
		s.want(field, strings.TrimSpace(value))
	case "refuse":
		s.refuse(rest)
	default:
		s.Fatalf("%s:%d: no command %q", s.where, s.line, verb)
	}
}

func (s *script) settings(words string) engine.Rules {
	s.Helper()
	given, err := engine.ParseSettings(strings.Fields(words))
	if err != nil {
		s.Fatalf("%s:%d: %v", s.where, s.line, err)
	}
	return given
}

func (s *script) move(p engine.Position, err error) {
	s.Helper()
	if err != nil {
		s.Fatalf("%s:%d: %v", s.where, s.line, err)
	}
	s.position = p
}

// actionOf splits at spaces; "" stands for an empty argument.
func actionOf(text string) engine.Action {
	words := strings.Fields(text)
	for i := range words {
		if words[i] == `""` {
			words[i] = ""
		}
	}
	return engine.Action{Verb: words[0], Args: words[1:]}
}

// want compares a field of the position with a value.
func (s *script) want(field, value string) {
	s.Helper()
	s.wants++
	got, ok := s.field(field)
	if !ok {
		s.Fatalf("%s:%d: no field %q", s.where, s.line, field)
	}
	if field == "legal" {
		got, value = sortWords(got), sortWords(value)
	}
	if got != value {
		s.failf("%s is\n%s\nand not\n%s", field, got, value)
	}
}

func (s *script) field(name string) (value string, ok bool) {
	p := s.position
	switch name {
	case "turn":
		return p.Turn().String(), true
	case "phase":
		return p.Phase(), true
	case "result":
		return p.Result().String(), true
	case "reason":
		return p.Result().ReasonOrNone(), true
	case "scores":
		return engine.JoinInts(p.Scores()), true
	case "legal":
		return strings.Join(p.Legal(), " "), true
	case "fen":
		return p.FEN(), true
	case "token":
		return p.Token(), true
	case "pending":
		return spell(p.Pending()), true
	case "diagram":
		return p.Diagram().String(), true
	case "state":
		text, err := json.Marshal(p.State())
		return string(text), err == nil
	}
	return "", false
}

// kinds are the kinds of refusal. A refusal must be of the named kind and of
// none of the narrower ones.
func kinds() map[string]error {
	return map[string]error{
		"illegal": engine.ErrIllegal, "argument": engine.ErrArgument, "over": engine.ErrOver,
		"position": engine.ErrPosition, "option": engine.ErrOption,
	}
}

// refuse expects an error and compares its kind and text.
func (s *script) refuse(rest string) {
	s.Helper()
	s.wants++
	input, text, ok := strings.Cut(rest, "=>")
	words := strings.Fields(input)
	kind := kinds()[strings.SplitN(rest, " ", 2)[0]]
	if !ok || len(words) < 2 || kind == nil {
		s.Fatalf("%s:%d: refuse KIND play|act|fen|rules INPUT => TEXT", s.where, s.line)
	}
	_, argument, _ := strings.Cut(strings.TrimSpace(input), words[1])
	err := s.attempt(words[1], strings.TrimSpace(argument))
	if err == nil {
		s.failf("it is accepted")
		return
	}
	narrow := kind == engine.ErrIllegal && (errors.Is(err, engine.ErrArgument) || errors.Is(err, engine.ErrOver))
	if !errors.Is(err, kind) || narrow {
		s.failf("the kind of %q is %v, not %v", err, errors.Unwrap(err), kind)
	}
	if !strings.Contains(err.Error(), strings.TrimSpace(text)) {
		s.failf("the text is\n%s\nand not\n%s", err, strings.TrimSpace(text))
	}
	checkText(s, input, err)
}

func (s *script) attempt(verb, argument string) error {
	var err error
	switch verb {
	case "play":
		if argument == `""` {
			argument = ""
		}
		_, err = s.position.Play(argument)
	case "act":
		_, err = s.position.Act(actionOf(argument))
	case "fen":
		_, err = s.game.ParseFEN(argument, s.position.Rules())
	case "rules":
		given, bad := engine.ParseSettings(strings.Fields(argument))
		if err = bad; err == nil {
			_, err = s.game.New(given, 0)
		}
	default:
		s.Fatalf("%s:%d: %q cannot be refused", s.where, s.line, verb)
	}
	return err
}

func sortWords(text string) string {
	words := strings.Fields(text)
	slices.Sort(words)
	return strings.Join(words, " ")
}

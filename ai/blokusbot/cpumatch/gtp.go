package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/google/shlex"

	"quadrille/engine"
)

// gtp is a program that speaks GTP with Pentobi's commands.
type gtp struct {
	match *match
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	told  int // turns of this game that it knows
	names []string
}

func (m *match) openGTP() (*gtp, error) {
	words, err := shlex.Split(m.gtp)
	if err != nil || len(words) == 0 {
		return nil, fmt.Errorf("no command in %q", m.gtp)
	}
	g := &gtp{match: m, cmd: exec.Command(words[0], words[1:]...), names: []string{"b", "w"}}
	if m.variant == "classic" {
		g.names = []string{"1", "2", "3", "4"}
	}
	if g.in, err = g.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := g.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	g.out = bufio.NewReader(out)
	if err := g.cmd.Start(); err != nil {
		return nil, err
	}
	game := map[string]string{"duo": "Blokus Duo", "classic": "Blokus"}[m.variant]
	_, err = g.ask("set_game " + game)
	return g, err
}

// ask sends a command and returns the answer.
func (g *gtp) ask(command string) (string, error) {
	if _, err := fmt.Fprintln(g.in, command); err != nil {
		return "", err
	}
	var answer []string
	for {
		line, err := g.out.ReadString('\n')
		if err != nil {
			return "", err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		answer = append(answer, line)
	}
	text := strings.Join(answer, "\n")
	if !strings.HasPrefix(text, "=") {
		return "", fmt.Errorf("%q was answered %q", command, text)
	}
	return strings.TrimSpace(text[1:]), nil
}

func (g *gtp) begin(game int) error {
	g.told = 0
	if _, err := g.ask("set_random_seed " + strconv.Itoa(game+1000)); err != nil {
		return err
	}
	_, err := g.ask("clear_board")
	return err
}

func (g *gtp) choose(pos engine.Position, turns []string, _ int) (string, time.Duration, error) {
	if err := g.tell(turns); err != nil {
		return "", 0, err
	}
	began := g.cpu()
	token, err := g.ask("genmove " + g.names[pos.Turn()-1])
	if err != nil {
		return "", 0, err
	}
	used := g.cpu() - began
	g.told++
	return token, used, nil
}

// tell plays the turns that the program does not know. It wants no passes; whose
// a turn is is counted with those who have passed out of the rota.
func (g *gtp) tell(turns []string) error {
	var out [4]bool
	seat := 0
	for i, token := range turns {
		for out[seat] {
			seat = (seat + 1) % len(g.names)
		}
		if token == "pass" {
			out[seat] = true
		} else if i >= g.told {
			if _, err := g.ask("play " + g.names[seat] + " " + token); err != nil {
				return err
			}
		}
		seat = (seat + 1) % len(g.names)
	}
	g.told = len(turns)
	return nil
}

// cpu is the processor time of the program's main thread, on Linux.
func (g *gtp) cpu() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", g.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	word, _, _ := strings.Cut(string(text), " ")
	n, _ := strconv.ParseInt(word, 10, 64)
	return time.Duration(n)
}

func (g *gtp) close() {
	g.in.Close()
	g.cmd.Wait()
}

package gtp

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
)

func TestMain(m *testing.M) { drivertest.Main(m, fakeEngine) }

// start starts a fake engine; every command that it reads is added to heard.
func start(t *testing.T, mode string, heard *[]string) *driver.Process {
	return drivertest.Start(t, mode, func(sent bool, line string) {
		if _, command, ok := strings.Cut(line, " "); ok && sent && heard != nil {
			*heard = append(*heard, command)
		}
	})
}

// open opens a fake engine.
func open(t *testing.T, mode string, heard *[]string, settings ...driver.Setting) *Player {
	t.Helper()
	p, err := Open(t.Context(), start(t, mode, heard), 20*time.Second, settings...)
	if err != nil {
		t.Fatalf("Open(%s): %v", mode, err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// fakeCommands are what the fake engines know.
const fakeCommands = "protocol_version\nname\nversion\nlist_commands\nknown_command\nquit\nboardsize\n" +
	"clear_board\nplay\ngenmove\nundo\nset_game\nlevel"

// extraCommands are what some of them know beyond that.
var extraCommands = map[string]string{
	"scores":       "\nfinal_score",
	"early scores": "\nfinal_score\nall_legal",
	"clocks":       "\ntime_settings\ntime_left",
	"seeds":        "\nset_random_seed",
	"egaroucid":    "\nfinal_score\ngogui-rules_final_result",
}

func fakeEngine(mode string) (status int) {
	if mode == "dies at start" {
		fmt.Fprintln(os.Stderr, "cannot find my weights")
		return 3
	}
	moves := 0
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		id, command, _ := strings.Cut(in.Text(), " ")
		if mode == "knows no ids" {
			id, command = "", in.Text()
		}
		if in.Text() == "quit" && mode != "never quits" {
			return 0
		}
		if fakeMisbehaves(mode, id, command) {
			continue
		}
		word, args, _ := strings.Cut(command, " ")
		answer, ok := fakeAnswer(mode, word, args, &moves)
		mark := "="
		if !ok {
			mark = "?"
		}
		switch mode {
		case "spaced ids":
			fmt.Printf("%s %s %s\n\n", mark, id, answer)
		case "no ids":
			fmt.Printf("%s %s\r\n\r\n", mark, answer)
		case "tight":
			fmt.Printf("%s%s\n\n", mark, answer)
		case "roomy":
			fmt.Printf("== %s ==\n\n%s%s\t%s # a comment\r\n\r\n\n\n", word, mark, id, answer)
		default:
			fmt.Printf("%s%s %s\n\n", mark, id, answer)
		}
	}
	return 0
}

// fakeAnswer is what a well-behaved engine says.
func fakeAnswer(mode, word, args string, moves *int) (text string, ok bool) {
	switch word {
	case "protocol_version":
		version, other := map[string]string{"version 1": "1", "egaroucid": "2.0", "tight": "gtp 2"}[mode]
		if !other {
			version = "2"
		}
		return version, mode != "no protocol_version"
	case "name":
		return "Fake", true
	case "version":
		return "1.0", mode != "no version"
	case "list_commands":
		list := fakeCommands + extraCommands[mode]
		if mode == "list on a line" {
			list = strings.ToUpper(strings.ReplaceAll(list, "\n", " "))
		}
		return list, mode != "no list"
	case "known_command":
		return fmt.Sprint(strings.Contains("\n"+fakeCommands+"\n", "\n"+args+"\n")), true
	case "play":
		if strings.HasSuffix(args, " pass") {
			return "syntax error", mode == "passes"
		}
		return "illegal move", args != "b a1"
	case "genmove":
		*moves++
		if mode == "talks" {
			return []string{"D3 (+2.5)\ndepth 12", "RESIGN", "--"}[(*moves-1)%3], true
		}
		return []string{"D3", "resign", "pass"}[(*moves-1)%3], true
	case "gogui-rules_final_result":
		if *moves == 0 {
			return "Game is not over yet.", true
		}
		return "White wins by 12 points. Final score is B 26 and W 38", true
	case "final_score":
		if mode == "egaroucid" {
			return "B12", true // wrong, and too early
		}
		return "W+12", mode == "early scores" || *moves > 0
	case "all_legal":
		if *moves > 0 {
			return "", true
		}
		return "d3\nc4\n", true
	case "level":
		return "no such level", args != "99"
	case "quit", "clear_board", seedCommand, "set_game", "boardsize", "undo", "time_settings", "time_left":
		return "", true
	}
	return "unknown command", false
}

// fakeMisbehaves does what the mode is for and says whether the command is
// dealt with.
func fakeMisbehaves(mode, id, command string) bool {
	searching := strings.HasPrefix(command, "genmove")
	switch {
	case mode == "deaf", mode == "hangs" && searching:
		time.Sleep(time.Hour)
	case mode == "dies" && searching:
		fmt.Println("=" + id)
		fmt.Fprintln(os.Stderr, "out of ideas")
		os.Exit(2)
	case mode == "refuses" && searching:
		fmt.Printf("?%s the game is over\n\n", id)
		return true
	case mode == "rubbish" && searching:
		fmt.Print("thinking...\n\x00\xff\n\n-- depth 3\n")
	case mode == "babbles" && searching:
		for {
			fmt.Println("thinking")
		}
	case mode == "endless answer" && searching:
		fmt.Println("=" + id)
		for {
			fmt.Println(strings.Repeat("d3 ", 1000))
		}
	case mode == "long line" && searching:
		fmt.Println("=" + id + " " + strings.Repeat("d3", driver.MaxLine))
		return true
	case mode == "wrong id" && searching:
		fmt.Print("=1001 d3\n\n")
		return true
	case mode == "no move" && searching:
		fmt.Print("=" + id + " I do not know\n\n")
		return true
	case mode == "never quits" && command == "":
		time.Sleep(time.Hour)
	}
	return false
}

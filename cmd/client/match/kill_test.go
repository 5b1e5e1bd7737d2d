//go:build unix

package match

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/match/arena"
)

// runner is the match runner in a process of its own: it goes on with a
// journal and prints the number of games after each.
func runner(path string) int {
	j, text, err := OpenJournal(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer j.Close()
	spec := &Spec{}
	if err := json.Unmarshal(text, spec); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	c := &collector{each: func(p Progress) { fmt.Println(p.Standing.Games) }}
	if err := Run(context.Background(), spec, j, Options{Concurrency: 2, Reporter: c}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// expectNoProcess fails when a fake engine of the test, or a child of one, is
// still there after a moment. It finds them by their marker.
func expectNoProcess(t *testing.T) {
	t.Helper()
	var found string
	for range 400 {
		out, err := exec.Command("ps", "-eo", "pid=,stat=,args=").Output()
		if err != nil {
			t.Skip("no ps:", err)
		}
		found = ""
		for line := range strings.Lines(string(out)) {
			if f := strings.Fields(line); strings.Contains(line, marker(t)+"\n") && !strings.HasPrefix(f[1], "Z") {
				found += line
			}
		}
		if found == "" {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("processes are left:\n%s", found)
}

// size is how many games the great test plays, and how many of them again
// without kills: as few as show every end, or what the environment asks for.
func size(t *testing.T) (games, undisturbed int) {
	n, err := strconv.Atoi(os.Getenv("QUADRILLE_MATCH_GAMES"))
	if err != nil {
		return 60, 24
	}
	t.Log("games:", n)
	return n, n
}

// wildSpec is a match between engines that crash, hang, cheat and lie at
// random, and one that does not.
func wildSpec(t *testing.T, games int) *Spec {
	spec := newSpec(fake(t, "good", "random seed=1"), fake(t, "wild", "wild seed=2 chance=0.03"),
		fake(t, "wilder", "wild seed=3 chance=0.06"), fake(t, "plain", "plain seed=4 game=teeko"))
	spec.Rounds = (games + 11) / 12
	// Long enough for an engine that answers at once on a busy machine.
	spec.Limits, spec.Stall = arena.Limits{MoveTime: 500 * time.Millisecond}, 2*time.Second
	spec.Margin = 500 * time.Millisecond
	return spec
}

// Games with engines that do every wrong there is, killed again
// and again in the middle of it: nothing is lost, nothing is counted twice,
// the table is what the journal says, the games are those of a match that was
// not disturbed, and no process is left.
func TestKilledAndResumed(t *testing.T) {
	t.Parallel() // it waits more than it works
	size, again := size(t)
	spec := wildSpec(t, size)
	path := filepath.Join(t.TempDir(), "match.db")
	j, err := Begin(t.Context(), spec, nil, path, testOptions(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	random := rand.New(rand.NewPCG(1, 2))
	total := spec.Rounds * 12
	before, kills := 0, 0
	for n := 0; ; n++ {
		stop := 1 << 30
		if n < 5 {
			stop = before + 1 + random.IntN(total/6)
		}
		seen, killed := runAndKill(t, path, stop)
		games := read(t, path)
		if len(games) < seen {
			t.Fatalf("%d games were reported, the journal has %d", seen, len(games))
		}
		before = len(games)
		if !killed {
			break
		}
		kills++
	}
	games := read(t, path)
	if len(games) != total || kills == 0 {
		t.Fatalf("%d games after %d kills, want %d", len(games), kills, total)
	}
	table := show(t, path)
	if diff := cmp.Diff(recount(games, 4), counts(table.last.Standing)); diff != "" {
		t.Errorf("recounted journal and table differ (-journal +table):\n%s", diff)
	}
	ends := map[arena.End]int{}
	for i, g := range games {
		ends[g.End]++
		if g.ID != i+1 {
			t.Fatalf("game %d is where game %d should be", g.ID, i+1)
		}
		if g.Fault > 0 && g.Seats[g.Fault-1] != 1 && g.Seats[g.Fault-1] != 2 {
			t.Errorf("game %d: an honest engine is at fault: %s, %s", g.ID, g.End, g.Detail)
		}
	}
	t.Logf("%d games, %d kills, ends %v", len(games), kills, ends)
	if diff := cmp.Diff(ends, table.last.Standing.Ends); diff != "" {
		t.Errorf("ends (-journal +table):\n%s", diff)
	}
	for _, end := range []arena.End{arena.EndRules, arena.EndIllegal, arena.EndTime, arena.EndStall,
		arena.EndCrash, arena.EndProtocol, arena.EndDisagreement} {
		if ends[end] == 0 {
			t.Errorf("no game ended with %s", end)
		}
	}
	expectNoProcess(t)
	undisturbed, _ := playAll(t, wildSpec(t, again))
	for i, g := range sorted(undisturbed.games) {
		if h := games[i]; !slices.Equal(g.Turns, h.Turns) || g.Result != h.Result || g.End != h.End {
			t.Errorf("game %d: %s %s without kills, %s %s with them", g.ID, g.Result, g.End, h.Result, h.End)
		}
	}
}

// runAndKill runs the runner and kills it when it has reported so many games.
// It returns the number last reported, and whether it was killed.
func runAndKill(t *testing.T, path string, stop int) (seen int, killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "runner", path)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		var n int
		if _, err := fmt.Fscan(out, &n); err != nil {
			break
		}
		if seen = n; n >= stop && !killed {
			killed = true
			cmd.Process.Kill()
		}
	}
	if err := cmd.Wait(); err != nil && !killed {
		t.Fatalf("runner: %v\n%s", err, errs.String())
	}
	return seen, killed
}

// read returns the games of a journal. The runner that had it is dead.
func read(t *testing.T, path string) []arena.Game {
	t.Helper()
	j, _, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	games, err := j.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func show(t *testing.T, path string) *collector {
	t.Helper()
	j, text, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	spec := &Spec{}
	if err := json.Unmarshal(text, spec); err != nil {
		t.Fatal(err)
	}
	c := &collector{}
	if err := Show(t.Context(), spec, j, testOptions(t, c)); err != nil {
		t.Fatal(err)
	}
	return c
}

// Engines that do not care about the end of their input, and children that
// they leave behind, die with a runner that was killed.
func TestNothingSurvivesAKill(t *testing.T) {
	unruly, family := fake(t, "unruly", "unruly seed=1"), fake(t, "family", "family seed=2")
	spec := newSpec(unruly, family)
	spec.Rounds = 1000
	path := filepath.Join(t.TempDir(), "match.db")
	o := testOptions(t, nil)
	j, err := Begin(t.Context(), spec, nil, path, o)
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	before := sleepers(t)
	runAndKill(t, path, 3)
	expectNoProcess(t)
	for range 400 {
		if sleepers(t) <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d children of engines before, %d after", before, sleepers(t))
}

// sleepers counts the children of the mode family.
func sleepers(t *testing.T) int {
	out, err := exec.Command("ps", "-eo", "stat=,args=").Output()
	if err != nil {
		t.Skip("no ps:", err)
	}
	n := 0
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "Z") && strings.Contains(line, " sleep 3600") {
			n++
		}
	}
	return n
}

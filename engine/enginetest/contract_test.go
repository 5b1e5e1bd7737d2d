package enginetest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func contract(flaw string) enginetest.Contract {
	return enginetest.Contract{
		Game: stones{flaw: flaw}, Reference: newPlain,
		Rules: []engine.Rules{{}, {"heap": "30", "misere": "true"}, {"heap": "7"}},
	}
}

// TestGoodGame plays a game that keeps every promise.
func TestGoodGame(t *testing.T) { contract("").Run(t) }

// flawEnv makes the test binary run one flawed game in TestFlawedGame.
const flawEnv = "ENGINETEST_FLAW"

// TestFlawedGame runs the contract on a flawed game when it is asked to by
// TestFlawsAreFound.
func TestFlawedGame(t *testing.T) {
	flaw := os.Getenv(flawEnv)
	if flaw == "" {
		t.Skip("runs in a process of its own")
	}
	contract(flaw).Run(t)
}

// TestFlawsAreFound checks that the contract fails for each flaw, and says why.
func TestFlawsAreFound(t *testing.T) {
	cases := []struct{ flaw, message string }{
		{"option without help", "help"},
		{"verb that is not listed", "does not list"},
		{"option of the wrong kind", "New map"},
		{"keeps the caller's map", "afterwards"},
		{"panics at a short FEN", "panics: short"},
		{"reads any FEN", "is accepted"},
		{"wrong winner", "the reference says"},
		{"end without a reason", "hyphenated"},
		{"scores of two", "for 3 players"},
		{"legal after the end", "with legal tokens"},
		{"legal twice", "listed twice"},
		{"illegal legal token", "its own legal token 4g1"},
		{"panics at a long token", "panics: long"},
		{"end of the wrong kind", "is not of the kind"},
		{"nil in an interface", "not nil"},
		{"error of two lines", "no short line"},
		{"surplus arguments", "is accepted"},
		{"shares its past", "is played as"},
		{"wrong last token", "the last token is"},
		{"nothing pending", "pending actions are"},
		{"FEN forgets the pass", "reading its FEN: Legal"},
		{"poor hash", "is shared by"},
		{"state is not JSON", "not JSON"},
		{"state shows the last turn", "State is"},
		{"diagram in colour", "line of the diagram"},
		{"empty last line", "diagram of"},
		{"looks are counted", "Diagram is"},
		{"perft counts too much", "by playing tokens"},
	}
	for _, c := range cases {
		t.Run(c.flaw, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestFlawedGame$")
			cmd.Env = append(os.Environ(), flawEnv+"="+c.flaw)
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Fatal("the contract does not notice")
			}
			if !strings.Contains(string(out), c.message) {
				t.Errorf("%q is not said:\n%s", c.message, out[:min(len(out), 1500)])
			}
		})
	}
}

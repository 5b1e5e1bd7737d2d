//go:build unix

package terminal

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/peterh/liner"

	"quadrille/cmd/internal/fulldisk"
)

// What was typed earlier is not lost where what is typed now cannot be kept, and only
// its owner may read it.
func TestHistoryOnFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "quadrille", "history")
	e := &Editor{state: liner.NewLiner(), history: path}
	defer e.state.Close()
	e.state.AppendHistory("new othello")
	if err := e.SaveHistory(); err != nil {
		t.Fatal(err)
	}
	e.state.AppendHistory("hint")
	var err error
	fulldisk.During(t, 3, func() { err = e.SaveHistory() })
	text, err2 := os.ReadFile(path)
	if err == nil || string(text) != "new othello\n" || err2 != nil {
		t.Errorf("%v; %q, %v", err, text, err2)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("beside it: %v, %v", entries, err)
	}
}

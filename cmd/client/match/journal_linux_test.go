package match

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Who may only read a journal is told what to do.
func TestJournalOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	j, err := createJournal(path, []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	os.Chmod(path, 0o444)
	os.Chmod(filepath.Dir(filepath.Dir(path)), 0o755)
	opened := make(chan error)
	go func() {
		runtime.LockOSThread() // and never given back: the thread ends with this
		if os.Geteuid() == 0 { // who may write everything
			unix.Setfsuid(65534)
		}
		_, _, err := OpenJournal(path)
		opened <- err
	}()
	if err := <-opened; err == nil || !strings.Contains(err.Error(), "copy it, with its -wal file") {
		t.Errorf("opened to be read: %v", err)
	}
}

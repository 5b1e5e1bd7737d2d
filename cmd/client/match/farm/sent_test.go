//go:build unix

package farm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/cmd/client/match"
	"quadrille/cmd/internal/bus"
)

// A coordinator cannot have this program's engine, which needs nobody's permission,
// read a file of the worker's machine.
func TestFilesOfOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.WriteFile("sent_test.go", nil, 0o600), os.Mkdir("othello", 0o700), os.WriteFile("weights", nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for args, refused := range map[string]bool{
		"--tune othello:weights=/etc/passwd":      true,
		"--tune othello:weights=../secret":        true,
		`--tune 'othello:weights=C:\secret'`:      true,
		"--tune=blokus:rank=1,model=sent_test.go": true,
		"sent_test.go":                        true,
		"--tune blokus:explore=1,rank=1":      false,
		"--tune teeko:draws=random --golden":  false,
		"--set Level=5":                       false,
		"--tune othello:weights=1":            false, // othello is a folder, and weights no value
		"--tune a:b=c,sent_test.go":           true,
		"--tune " + strings.Repeat("x", 5000): true,
		"":                                    false,
	} {
		o := order{Spec: match.Spec{Engines: []match.EngineSpec{{Name: "a", Args: args}}}, Programs: []program{{}, {}}}
		_, err := o.unpack(t.Context(), nil, nil, t.TempDir())
		if (err != nil) != refused || refused && !strings.Contains(err.Error(), "engine a: its argument") {
			t.Errorf("%s: %v, want refused %v", args, err, refused)
		}
	}
}

// Nor by the values that an argument is given.
func TestValuesOfOthers(t *testing.T) {
	for value, refused := range map[string]bool{"/etc/passwd": true, `C:\secret`: true, "'": true, "sent_test.go": true, "0.5": false, "traps": false} {
		o := order{Spec: match.Spec{Engines: []match.EngineSpec{{Name: "a", Args: "--tune othello:weights={V}"}}, Vary: []match.Parameter{{Name: "V", Values: []string{"1", value}}}},
			Programs: []program{{}, {}}}
		if _, err := o.unpack(t.Context(), nil, nil, t.TempDir()); (err != nil) != refused {
			t.Errorf("%s: %v, want refused %v", value, err, refused)
		}
	}
}

// What is sent has a folder of its own, which is not filled without end.
func TestRoomForFiles(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	l := dial(t, bus.Server{URL: s.ClientURL()})
	store, err := l.prepare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const text = "weights"
	name, err := put(t.Context(), store, "weights", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	other := filepath.Join(folder, "files", "other")
	if err := install(other, nil); err != nil {
		t.Fatal(err)
	}
	p := program{Files: []file{{"/their/new.bin", name}}}
	for _, c := range []struct {
		left int64 // bytes
		fits bool
	}{{int64(len(text)) - 1, false}, {-1, false}, {int64(len(text)), true}, {0, true}} { // the last is there already
		if err := os.Truncate(other, maxFiles-c.left); err != nil {
			t.Fatal(err)
		}
		e := match.EngineSpec{Args: "--tune othello:weights=/their/new.bin"}
		err := p.unpack(t.Context(), store, nil, folder, &e, nil)
		switch {
		case c.fits && (err != nil || e.Args != "'--tune' 'othello:weights="+filepath.Join(folder, "files", name)+"'"):
			t.Errorf("with %d bytes left: %s, %v", c.left, e.Args, err)
		case !c.fits && (err == nil || !strings.Contains(err.Error(), filepath.Join(folder, "files"))):
			t.Errorf("with %d bytes left: %v", c.left, err)
		}
	}
}

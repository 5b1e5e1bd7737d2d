// Command prove proves that Four in a Square with slideback=true is a draw,
// whatever the number of marbles, and writes the two certificates: how Blue
// never loses, and how Red never loses.
//
//	go run ./ai/square4bot/prove -dir DIR
//
// The certificates are strategies of pairs (package pairing). They do not
// depend on the number of marbles, so that one run settles pieces=4 to 16; it
// takes well under a second, and nothing needs to be saved on the way.
// Command provecheck, which shares no code with this one, checks them.
// docs/square4-value.md has the proof in words.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// BlueFile and RedFile are the names of the certificates.
const (
	BlueFile = "blue-never-loses.txt"
	RedFile  = "red-never-loses.txt"
)

func main() {
	dir := flag.String("dir", ".", "directory for the certificates")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "prove:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	for _, proof := range []struct {
		file  string
		prove func() (string, error)
	}{{BlueFile, blueNeverLoses}, {RedFile, redNeverLoses}} {
		text, err := proof.prove()
		if err != nil {
			return err
		}
		path := filepath.Join(dir, proof.file)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
		fmt.Println("wrote", path)
	}
	fmt.Println("Neither side can force a win: with slideback=true the value is a draw for every number of marbles from 4 to 16.")
	return nil
}

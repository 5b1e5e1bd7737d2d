package farm

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"quadrille/cmd/client/match"
	"quadrille/protocol/driver"
)

// maxArguments is how long the arguments of this program's engine are at most, in bytes.
const maxArguments = 2048

// onlySent refuses arguments of this program's engine, for which nobody is asked,
// that may have it read a file of this machine which was not sent, also when they are
// given the values of parameters.
func onlySent(e match.EngineSpec, sent []string, vary []match.Parameter) error {
	if len(e.Args) > maxArguments {
		return fmt.Errorf("its arguments are longer than %d bytes", maxArguments)
	}
	words, err := driver.Words(e.Args)
	if err != nil {
		return err
	}
	for _, p := range vary {
		names := func(value string) bool { return strings.ContainsAny(value, `/\'"`) || isFile(value) }
		if strings.Contains(e.Args, "{"+p.Name+"}") && slices.ContainsFunc(p.Values, names) {
			return fmt.Errorf("a value of %s names a file of this machine", clean(p.Name))
		}
	}
	for _, word := range words {
		rest := word
		for _, path := range sent {
			rest = strings.ReplaceAll(rest, path, "")
		}
		if strings.ContainsAny(rest, `/\`) || slices.ContainsFunc(values(rest), isFile) {
			return fmt.Errorf("its argument %q names a file of this machine; one that is to be sent is named with file=PATH too", cut(clean(word), maxWord))
		}
	}
	return nil
}

// values are the parts of a word that may be values, as f is of othello:weights=f.
func values(word string) (list []string) {
	for i := range len(word) {
		if i > 0 && !strings.ContainsRune("=:,", rune(word[i-1])) {
			continue
		}
		for j := i + 1; j <= len(word); j++ {
			if j == len(word) || word[j] == ',' {
				list = append(list, word[i:j])
			}
		}
	}
	return list
}

// isFile says whether there is something to be read; folders are not.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

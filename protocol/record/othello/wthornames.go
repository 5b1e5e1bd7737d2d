package othello

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
)

// names are the names that the numbers of a database stand for.
type names struct{ players, tournaments []string }

// The lengths of a name in the files of names, in bytes, the zero behind it
// included.
const (
	playerName     = 20
	tournamentName = 26
)

// The words before the numbers of nameless players and tournaments.
const (
	playerWord     = "player"
	tournamentWord = "tournament"
)

// nameOf is the name that a number stands for, or the number itself.
func nameOf(names []string, word string, number int) string {
	if number < len(names) && names[number] != "" {
		return names[number]
	}
	return fmt.Sprint(word, " ", number)
}

// readNames reads the files of names in a folder.
func readNames(folder fs.FS) (n names, err error) {
	if folder == nil {
		return n, nil
	}
	if n.players, err = namesIn(folder, "WTHOR.JOU", playerName); err != nil {
		return n, err
	}
	n.tournaments, err = namesIn(folder, "WTHOR.TRN", tournamentName)
	return n, err
}

// namesIn reads a file of names, whatever its capitals; no such file is no
// names.
func namesIn(folder fs.FS, file string, length int) ([]string, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, nil // the folder need not be readable for the database to be
	}
	for _, e := range entries {
		if !strings.EqualFold(e.Name(), file) || !e.Type().IsRegular() {
			continue
		}
		data, err := fs.ReadFile(folder, e.Name())
		if err != nil {
			return nil, err
		}
		names, err := parseNames(data, length)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		return names, nil
	}
	return nil, nil
}

// parseNames reads a file of names of a length. The error is an *OffsetError.
func parseNames(data []byte, length int) ([]string, error) {
	if len(data) < headerSize {
		return nil, fail(len(data), "the file ends within its header of %d bytes", headerSize)
	}
	count := int(binary.LittleEndian.Uint16(data[8:]))
	if want := headerSize + count*length; len(data) != want {
		return nil, fail(8, "the file says that it has %d names, which are %d bytes, but it has %d", count, want, len(data))
	}
	names := make([]string, count)
	for i := range names {
		field := data[headerSize+i*length:][:length]
		names[i] = latin1(field)
	}
	return names, nil
}

// latin1 reads a text up to its zero. Characters are those of ISO 8859-1.
func latin1(field []byte) string {
	var b strings.Builder
	for _, c := range field {
		if c == 0 {
			break
		}
		if r := rune(c); !unicode.IsControl(r) {
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}

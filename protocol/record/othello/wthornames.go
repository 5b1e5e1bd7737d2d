package othello

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"quadrille/protocol/record"
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

// numbers writes the numbers that names stand for, when there are any.
func (n names) numbers(tournament, black, white int) string {
	if n.players == nil && n.tournaments == nil {
		return ""
	}
	return fmt.Sprint(tournament, black, white)
}

// readNames reads the files of names in a folder. The notes say what of them
// cannot be read.
func readNames(folder fs.FS) (n names, notes []string) {
	if folder == nil {
		return n, nil
	}
	for _, file := range []struct {
		name   string
		length int
		to     *[]string
	}{{"WTHOR.JOU", playerName, &n.players}, {"WTHOR.TRN", tournamentName, &n.tournaments}} {
		names, err := namesIn(folder, file.name, file.length)
		if err != nil {
			notes = append(notes, err.Error())
		}
		*file.to = names
	}
	return n, notes
}

// namesIn reads a file of names, whatever its capitals; no such file is no
// names. The names in front of an error are returned with it.
func namesIn(folder fs.FS, file string, length int) ([]string, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, nil // the folder need not be readable for the database to be
	}
	for _, e := range entries {
		if !strings.EqualFold(e.Name(), file) || e.IsDir() {
			continue
		}
		data, err := fs.ReadFile(folder, e.Name())
		if err != nil {
			return nil, err
		}
		names, err := parseNames(data, length)
		if err != nil {
			err = fmt.Errorf("%s: %w", e.Name(), err)
		}
		return names, err
	}
	return nil, nil
}

// parseNames reads a file of names of a length, as many as it has room for. The
// error is an *OffsetError.
func parseNames(data []byte, length int) ([]string, error) {
	if len(data) < headerSize {
		return nil, fail(len(data), "the file ends within its header of %d bytes", headerSize)
	}
	var names []string
	for field := range slices.Chunk(data[headerSize:], length) {
		if len(field) == length {
			text, _, _ := strings.Cut(string(field), "\x00")
			names = append(names, record.CleanText(text))
		}
	}
	count := int(binary.LittleEndian.Uint16(data[8:]))
	if want := headerSize + count*length; len(data) != want {
		return names, fail(8, "the file says that it has %d names, which are %d bytes, but it has %d", count, want, len(data))
	}
	return names, nil
}

package prior

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

// weightsFile is what `go run ./cmd/train blokus fit` writes.
//
//go:embed weights.bin
var weightsFile []byte

// magic begins a file of weights; its last number changes with the features.
const magic = "blokus prior 3\n"

// Standard returns the weights that come with the program.
var Standard = sync.OnceValue(func() *Model {
	m, err := Parse(weightsFile)
	if err != nil {
		return new(Model)
	}
	return m
})

// Parse reads a file of weights.
func Parse(file []byte) (*Model, error) {
	data, ok := bytes.CutPrefix(file, []byte(magic))
	m := new(Model)
	if !ok || len(data) != binary.Size(m) {
		return nil, errors.New("prior: not a file of weights for these features")
	}
	if _, err := binary.Decode(data, binary.LittleEndian, m); err != nil {
		return nil, err
	}
	return m, m.check()
}

// Append appends the weights as a file.
func (m *Model) Append(to []byte) ([]byte, error) {
	return binary.Append(append(to, magic...), binary.LittleEndian, m)
}

// Digest is the beginning of the SHA-256 of the weights that come with the program,
// which says by what evaluation data was made.
func Digest() string { return fmt.Sprintf("%.6x", sha256.Sum256(weightsFile)) }

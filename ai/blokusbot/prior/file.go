package prior

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"sync"
)

// weightsFile is what `go run ./cmd/train blokus fit` writes.
//
//go:embed weights.bin
var weightsFile []byte

// magic begins a file of weights; its last number changes with the features.
const magic = "blokus prior 2\n"

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
	if !ok || len(data) != binary.Size(m.weights) {
		return nil, errors.New("prior: not a file of weights for these features")
	}
	_, err := binary.Decode(data, binary.LittleEndian, &m.weights)
	return m, err
}

// Append appends the weights as a file.
func (m *Model) Append(to []byte) ([]byte, error) {
	return binary.Append(append(to, magic...), binary.LittleEndian, &m.weights)
}

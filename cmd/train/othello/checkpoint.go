package othello

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"os"

	"quadrille/cmd/internal/outfile"
)

// errCheckpoint says that a checkpoint belongs to another fit.
var errCheckpoint = errors.New("checkpoint of another fit")

// save writes a checkpoint of a fit that has begun: its fingerprint and what a
// step changes.
func (r *regression) save(path string, fingerprint [32]byte) error {
	var b bytes.Buffer
	to := gob.NewEncoder(&b)
	if err := errors.Join(to.Encode(fingerprint), to.Encode(&r.progress)); err != nil {
		return err
	}
	return outfile.Write(path, b.Bytes())
}

// beginOrLoad starts a fit, from a checkpoint if there is one, and else from
// nothing.
func (r *regression) beginOrLoad(path string, fingerprint [32]byte) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		r.begin()
		return nil
	}
	if err != nil {
		return err
	}
	var of [32]byte
	from := gob.NewDecoder(bytes.NewReader(data))
	if err = from.Decode(&of); err == nil && of != fingerprint {
		err = errCheckpoint
	}
	if err == nil {
		r.arrange()
		err = from.Decode(&r.progress)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

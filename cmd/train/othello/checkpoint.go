package othello

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// A checkpoint of a fit is its fingerprint, the number of steps, the residual's
// measure, and the three vectors that a step changes.

// checkpoint returns the stored form of a fit that has begun.
func (r *regression) checkpoint(fingerprint [32]byte) ([]byte, error) {
	var b bytes.Buffer
	for _, part := range []any{fingerprint, uint32(r.steps), r.dot, r.parts, r.residual, r.direction} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// errCheckpoint says that a checkpoint belongs to another fit.
var errCheckpoint = errors.New("checkpoint of another fit")

// restore goes on from a checkpoint in place of begin.
func (r *regression) restore(from io.Reader, fingerprint [32]byte) error {
	var of [32]byte
	var steps uint32
	r.arrange()
	for _, part := range []any{&of, &steps, &r.dot, r.parts, r.residual, r.direction} {
		if err := binary.Read(from, binary.LittleEndian, part); err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
		if of != fingerprint {
			return errCheckpoint
		}
	}
	r.steps = int(steps)
	return nil
}

// beginOrRestore starts a fit, from a checkpoint if there is one of the same
// fit, and else from nothing.
func (r *regression) beginOrRestore(path string, fingerprint [32]byte) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		r.begin()
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if err = r.restore(f, fingerprint); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

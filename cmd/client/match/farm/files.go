package farm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/client/match"
	"quadrille/protocol/driver"
)

// Engines that are not this program travel through the object store, where their
// names are their SHA-256. So does what is to be played, which with its openings
// may be larger than a message.

// maxProgram is the size of the largest engine that is sent, in bytes.
const maxProgram = 1 << 30

// sum is the SHA-256 of what is read, in hexadecimal.
func sum(r io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), err
}

// put puts an object into the store, unless it is there, and returns its name.
func put(ctx context.Context, store jetstream.ObjectStore, about string, r io.ReadSeeker) (string, error) {
	name, err := sum(r)
	if err != nil {
		return "", err
	}
	if info, err := store.GetInfo(ctx, name); err == nil {
		return name, renew(ctx, store, info)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	_, err = store.Put(ctx, jetstream.ObjectMeta{Name: name, Description: about}, r)
	return name, lacking("the object store", err)
}

// Objects that nobody needs any more are deleted by the server after keepTime; one
// that is needed is written anew before that.
const renewTime = keepTime / 14

// renew writes an object anew that has been there for a while.
func renew(ctx context.Context, store jetstream.ObjectStore, info *jetstream.ObjectInfo) error {
	if time.Since(info.ModTime) < renewTime {
		return nil
	}
	object, err := store.Get(ctx, info.Name)
	if err != nil {
		return lacking("object "+info.Name, err)
	}
	defer object.Close()
	_, err = store.Put(ctx, jetstream.ObjectMeta{Name: info.Name, Description: info.Description}, object)
	return lacking("the object store", err)
}

// renew keeps what the match needs in the store. Where that fails it is tried again
// half a day later, of which there are many before the end.
func (q *queue) renew() {
	q.all.Go(func() {
		store, err := q.js.ObjectStore(q.ctx, bucketName)
		if err != nil {
			return
		}
		for _, name := range append(q.order.sums(), q.sum) {
			if info, err := store.GetInfo(q.ctx, name); err == nil {
				renew(q.ctx, store, info)
			}
		}
	})
}

// sums are the names of the programs in the store.
func (o *order) sums() (list []string) {
	for _, p := range o.Programs {
		if p.SHA256 != "" {
			list = append(list, p.SHA256)
		}
		for _, f := range p.Files {
			list = append(list, f.SHA256)
		}
	}
	return list
}

var errLarge = errors.New("too large")

// get returns an object of the store, which has the sum that is its name and so many
// bytes at most.
func get(ctx context.Context, store jetstream.ObjectStore, name string, most int64) ([]byte, error) {
	if !sumForm.MatchString(name) {
		return nil, fmt.Errorf("%q is no SHA-256", name)
	}
	object, err := store.Get(ctx, name)
	if err != nil {
		return nil, lacking("object "+name, err)
	}
	defer object.Close()
	data, err := io.ReadAll(io.LimitReader(object, most+1))
	switch got, _ := sum(bytes.NewReader(data)); {
	case int64(len(data)) > most:
		return nil, fmt.Errorf("object %s is %w (over %d bytes)", name, errLarge, max(0, most))
	case err != nil:
		return nil, lacking("object "+name, err)
	case got != name:
		return nil, fmt.Errorf("object %s has the SHA-256 %s", name, got)
	}
	return data, nil
}

// pack makes the order of a match: the programs are put into the store and taken
// out of the specification.
func pack(ctx context.Context, store jetstream.ObjectStore, spec *match.Spec) (order, error) {
	o := order{Spec: *spec}
	o.Spec.Engines = nil
	for _, e := range append(append([]match.EngineSpec{}, spec.Engines...), match.EngineSpec{Name: "referee", Cmd: spec.Referee}) {
		p, err := packProgram(ctx, store, &e)
		if err != nil {
			return o, fmt.Errorf("engine %s: %w", e.Name, err)
		}
		o.Programs = append(o.Programs, p)
		o.Spec.Engines = append(o.Spec.Engines, e)
	}
	last := len(spec.Engines)
	o.Spec.Referee = o.Spec.Engines[last].Args
	o.Spec.Engines = o.Spec.Engines[:last]
	return o, nil
}

// packProgram puts an engine's program into the store and leaves its arguments.
func packProgram(ctx context.Context, store jetstream.ObjectStore, e *match.EngineSpec) (p program, err error) {
	if e.Dir != "" || len(e.Env) > 0 {
		return p, errors.New("dir and env are of this machine; over NATS an engine has neither")
	}
	for _, path := range e.Files {
		f, err := os.Open(path)
		if err != nil {
			return p, err
		}
		sum, err := put(ctx, store, filepath.Base(path), f)
		f.Close()
		if err != nil {
			return p, err
		}
		p.Files = append(p.Files, file{path, sum})
	}
	e.Files = nil
	if e.Cmd == "" {
		return p, nil
	}
	command, err := e.Command()
	if err != nil {
		return p, err
	}
	path, err := exec.LookPath(command.Path)
	if err != nil {
		return p, err
	}
	f, err := os.Open(path)
	if err != nil {
		return p, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() > maxProgram {
		return p, errors.Join(err, fmt.Errorf("%s is too large to be sent (over %d bytes)", path, maxProgram))
	}
	p.Name = filepath.Base(path)
	p.SHA256, err = put(ctx, store, p.Name, f)
	e.Cmd, e.Args = "", driver.Join(command.Args)
	return p, err
}

// Allowed are the programs that a worker's owner lets it run, by their SHA-256,
// with the names that the owner gave them.
type Allowed map[string]string

// ReadAllowed reads a list as sha256sum writes it: a sum and a name a line. Empty
// lines and those that begin with # are passed over.
func ReadAllowed(text string) (Allowed, error) {
	list := Allowed{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		hash, name, _ := strings.Cut(line, " ")
		if hash = strings.ToLower(hash); !sumForm.MatchString(hash) {
			return nil, fmt.Errorf("line %d: %q does not begin with a SHA-256, as sha256sum writes it", n, driver.Clip(line))
		}
		list[hash] = strings.TrimLeft(strings.TrimSpace(name), "*")
	}
	return list, nil
}

// unpack makes the specification that a worker plays by: programs are fetched,
// where they are not here, as far as the owner allows them.
func (o *order) unpack(ctx context.Context, store jetstream.ObjectStore, allowed Allowed, folder string) (*match.Spec, error) {
	spec := o.Spec
	spec.Engines = append([]match.EngineSpec{}, o.Spec.Engines...)
	if len(o.Programs) != len(spec.Engines)+1 {
		return nil, fmt.Errorf("it has %d programs for %d engines and a referee", len(o.Programs), len(spec.Engines))
	}
	last := len(spec.Engines)
	for i, p := range o.Programs[:last] {
		if err := p.unpack(ctx, store, allowed, folder, &spec.Engines[i], spec.Vary); err != nil {
			return nil, fmt.Errorf("engine %s: %w", clean(spec.Engines[i].Name), err)
		}
	}
	referee := o.Programs[last]
	if referee.SHA256 == "" {
		if spec.Referee != "" {
			return nil, errors.New("it has arguments of a referee and no referee")
		}
		return &spec, nil
	}
	path, err := referee.fetch(ctx, store, allowed, folder)
	if err != nil {
		return nil, fmt.Errorf("the referee: %w", err)
	}
	spec.Referee = driver.Join([]string{path}) + " " + spec.Referee
	return &spec, nil
}

// unpack has an engine be the program and name the files that were sent with it, as
// they are here.
func (p program) unpack(ctx context.Context, store jetstream.ObjectStore, allowed Allowed, folder string, e *match.EngineSpec, vary []match.Parameter) error {
	if p.SHA256 != "" {
		path, err := p.fetch(ctx, store, allowed, folder)
		if err != nil {
			return err
		}
		e.Cmd = driver.Join([]string{path})
	}
	folder = filepath.Join(folder, "files")
	var sent []string
	for _, f := range p.Files {
		path, err := fetchFile(ctx, store, f.SHA256, filepath.Join(folder, f.SHA256), min(maxProgram, maxFiles-used(folder)))
		switch {
		case errors.Is(err, errLarge):
			return fmt.Errorf("%w; this worker keeps %d bytes of files that were sent, and its owner may delete those in %s", err, int64(maxFiles), folder)
		case err != nil:
			return err
		}
		renameFile(e, f.Path, path)
		sent = append(sent, path)
	}
	if p.SHA256 == "" {
		return onlySent(*e, sent, vary)
	}
	return nil
}

// maxFiles is how many bytes a worker keeps of files that programs read, which need
// nobody's permission.
const maxFiles = 4 << 30

// used is how many bytes the files in a folder have.
func used(folder string) (bytes int64) {
	entries, _ := os.ReadDir(folder) // none, where there is no folder yet
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// fetch returns the path of a program in the folder.
func (p program) fetch(ctx context.Context, store jetstream.ObjectStore, allowed Allowed, folder string) (string, error) {
	if _, ok := allowed[p.SHA256]; !ok {
		return "", fmt.Errorf("this worker may not run it; its owner allows it by a line in the file of --allow: %s  %s", p.SHA256, clean(p.Name))
	}
	path := filepath.Join(folder, p.SHA256)
	if strings.HasSuffix(p.Name, ".exe") {
		path += ".exe" // without which Windows starts nothing
	}
	return fetchFile(ctx, store, p.SHA256, path, maxProgram)
}

// fetchFile returns the path of an object, which is fetched unless it is there, if it
// has so many bytes at most.
func fetchFile(ctx context.Context, store jetstream.ObjectStore, name, path string, most int64) (string, error) {
	if !sumForm.MatchString(name) {
		return "", fmt.Errorf("%q is no SHA-256", name)
	}
	if f, err := os.Open(path); err == nil {
		got, err := sum(f)
		f.Close()
		if err == nil && got == name {
			return path, nil
		}
	}
	data, err := get(ctx, store, name, most)
	if err != nil {
		return "", err
	}
	return path, install(path, data)
}

// renameFile has an engine's arguments and options name a file that is elsewhere
// here: words that are its name, or end with it behind an equals sign.
func renameFile(e *match.EngineSpec, from, to string) {
	there := func(word string) string {
		if rest, ok := strings.CutSuffix(word, from); ok && (rest == "" || strings.HasSuffix(rest, "=")) {
			return rest + to
		}
		return word
	}
	if words, err := driver.Words(e.Args); err == nil {
		for i := range words {
			words[i] = there(words[i])
		}
		e.Args = driver.Join(words)
	}
	e.Options = slices.Clone(e.Options)
	for i := range e.Options {
		e.Options[i].Value = there(e.Options[i].Value)
	}
}

// install writes a program in one step, so that nobody starts half of it.
func install(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o700), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

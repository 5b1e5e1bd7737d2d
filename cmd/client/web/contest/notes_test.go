package contest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
)

// sized are notes that know how long they are, and which of them was written last.
type sized struct {
	store.Notes
	mu   sync.Mutex
	size map[string]int
	put  []int
}

func (n *sized) Put(ctx context.Context, space, key string, value []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.size[key] = len(value)
	n.put = append(n.put, len(value))
	return n.Notes.Put(ctx, space, key, value)
}

// What becomes of a game has only some of the games written, and all of them are
// there after a restart of the server.
func TestManyGames(t *testing.T) {
	s, h, end := world(t, "")
	defer end()
	notes := &sized{Notes: s, size: map[string]int{}}
	hall, err := contest.OpenHall(t.Context(), h, notes, nil)
	if err != nil {
		t.Fatal(err)
	}
	id, organiser, c := begin(t, hall, contest.Spec{Game: "teeko", Rounds: 10})
	for range 6 {
		if _, err := hall.Spar(t.Context(), id, organiser, host.Seat{Level: 1}); err != nil {
			t.Fatal(err)
		}
	}
	notes.mu.Lock()
	before, all := len(notes.put), 0
	for _, size := range notes.size {
		all += size
	}
	notes.mu.Unlock()
	if err := hall.Organise(id, organiser, "start"); err != nil {
		t.Fatal(err)
	}
	until(t, c, func(r contest.Results) bool { return r.Games[0].State != "waiting" })
	hall.Close()
	for _, size := range notes.put[before:] {
		if size > all/4 {
			t.Errorf("%d of %d bytes are written at a change", size, all)
		}
	}
	want := c.Results()
	again, err := contest.OpenHall(t.Context(), h, notes, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.Organise(id, organiser, "stop"); err != nil {
		t.Fatal(err)
	}
	reopened, err := again.Contest(id)
	if err != nil {
		t.Fatal(err)
	}
	if got := reopened.Results(); len(got.Games) != 300 || len(want.Games) != 300 || got.Games[299].First != want.Games[299].First || got.Games[0].State == "waiting" {
		t.Errorf("%d games, before %d", len(got.Games), len(want.Games))
	}
}

// withoutList are notes that do not take the list of competitions.
type withoutList struct {
	store.Notes
	mu   sync.Mutex
	kept map[string]bool // keys that have a value
}

func (n *withoutList) Put(ctx context.Context, space, key string, value []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if key == "all" {
		return errors.New("the disk is full")
	}
	n.kept[key] = value != nil
	return n.Notes.Put(ctx, space, key, value)
}

// A competition that cannot be written into the list leaves nothing behind.
func TestBeginLeavesNothing(t *testing.T) {
	s, h, end := world(t, "")
	defer end()
	notes := &withoutList{Notes: s, kept: map[string]bool{}}
	hall, err := contest.OpenHall(t.Context(), h, notes, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer hall.Close()
	if _, _, err := hall.Begin(t.Context(), contest.Spec{Game: "teeko"}); err == nil {
		t.Error("a competition was begun that cannot be kept")
	}
	if len(notes.kept) == 0 {
		t.Error("nothing was written")
	}
	for key, is := range notes.kept {
		if is {
			t.Errorf("the note %q stays", key)
		}
	}
}

// recalled are notes that remember what is in them.
type recalled struct {
	store.Notes
	mu    sync.Mutex
	space string
	notes map[string][]byte
}

func (n *recalled) Put(ctx context.Context, space, key string, value []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.space, n.notes[key] = space, value
	return n.Notes.Put(ctx, space, key, value)
}

// A competition whose games are all in one note, as they were once, is read, and
// written in blocks when something becomes of it.
func TestOldRecord(t *testing.T) {
	s, h, end := world(t, "")
	defer end()
	notes := &recalled{Notes: s, notes: map[string][]byte{}}
	hall, err := contest.OpenHall(t.Context(), h, notes, nil)
	if err != nil {
		t.Fatal(err)
	}
	id, organiser, c := begin(t, hall, contest.Spec{Game: "teeko", Rounds: 10})
	for range 4 {
		if _, err := hall.Spar(t.Context(), id, organiser, host.Seat{Level: 1}); err != nil {
			t.Fatal(err)
		}
	}
	want := c.Results()
	hall.Close()
	head, note := notes.inOneNote(t)
	again, err := contest.OpenHall(t.Context(), h, notes, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if c, err = again.Contest(id); err != nil {
		t.Fatal(err)
	}
	if got := c.Results(); len(want.Games) != 120 || !slices.EqualFunc(got.Games, want.Games, func(a, b contest.Outcome) bool { return a.First == b.First && a.Second == b.Second }) {
		t.Errorf("%d games, before %d", len(got.Games), len(want.Games))
	}
	if err := again.Organise(id, organiser, "start"); err != nil {
		t.Fatal(err)
	}
	notes.mu.Lock()
	defer notes.mu.Unlock()
	if text := string(notes.notes[note]); text == head || strings.Contains(text, `"Games"`) || !strings.Contains(text, `"Count":120`) {
		t.Errorf("the note is %s", text)
	}
	blocks := 0
	for key, value := range notes.notes {
		if strings.HasPrefix(key, note+"/") && value != nil {
			blocks++
		}
	}
	if blocks != 3 {
		t.Errorf("the games are in %d blocks, want 3", blocks)
	}
}

// inOneNote writes a competition's games into its own note in place of the blocks. It
// returns the note and its name.
func (n *recalled) inOneNote(t *testing.T) (text, name string) {
	t.Helper()
	var games []json.RawMessage
	var head map[string]any
	for key, value := range n.notes {
		if bytes.Contains(value, []byte(`"Count"`)) {
			name = key
			if err := json.Unmarshal(value, &head); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := 0; ; i++ {
		block := fmt.Sprintf("%s/%v/%d", name, head["Number"], i)
		if n.notes[block] == nil {
			break
		}
		var some []json.RawMessage
		if err := json.Unmarshal(n.notes[block], &some); err != nil {
			t.Fatal(err)
		}
		games = append(games, some...)
		if err := n.Put(t.Context(), n.space, block, nil); err != nil {
			t.Fatal(err)
		}
	}
	delete(head, "Count")
	head["Games"] = games
	data, err := json.Marshal(head)
	if err == nil {
		err = n.Put(t.Context(), n.space, name, data)
	}
	if err != nil || len(games) == 0 {
		t.Fatalf("%d games in the blocks of %q: %v", len(games), name, err)
	}
	return string(data), name
}

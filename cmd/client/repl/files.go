package repl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"quadrille/cmd/client/saves"
	"quadrille/engine"
	"quadrille/protocol/record"
)

// record is the present game with the date and who plays it.
func (r *REPL) record() *record.Record {
	st := r.Session.State()
	var tags []record.Tag
	if r.Session.Date() == "" {
		tags = append(tags, record.Tag{Name: record.DateTag, Value: r.Now().Format("2006-01-02")})
	}
	for _, seat := range st.Seats() {
		tags = append(tags, record.Tag{Name: record.SeatTag(seat), Value: r.player(seat).String()})
	}
	return r.Session.Record(tags...)
}

// home replaces a leading ~/ by the home folder, as a shell would.
func home(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	dir, err := os.UserHomeDir()
	if !ok || err != nil {
		return path
	}
	return filepath.Join(dir, rest)
}

func doSave(r *REPL, args []string) error {
	over := len(args) == 2 && args[1] == "over"
	if len(args) != 1 && !over {
		return errUsage
	}
	path := home(args[0])
	exists := saves.Exists(path)
	if exists && !over && path != r.gameFile {
		return fmt.Errorf("%s already exists; save %s over replaces it", path, special.Replace(args[0]))
	}
	w, err := saves.Write(path, r.record())
	if err != nil {
		return err
	}
	r.gameFile = path
	done := "Saved"
	if exists {
		done = "Replaced"
	}
	r.sayf("%s %s: %s.", done, path, r.summary())
	if w.Other != nil {
		r.sayf("It is kept as a %s: %v.", w.Form, w.Other)
	}
	if len(w.Lost) > 0 {
		r.sayf("The format %s leaves out: %s.", w.Form, strings.Join(w.Lost, ", "))
	}
	return nil
}

// summary says which game this is and how far it has come.
func (r *REPL) summary() string {
	st := r.Session.State()
	text := st.Game + ", " + engine.Count(len(st.Turns), "turn")
	if len(st.Pending) > 0 {
		text += " and an unfinished one"
	}
	return text
}

func doLoad(r *REPL, args []string) error {
	path := home(args[0])
	if err := r.Load(path, true); err != nil {
		return err
	}
	r.gameFile = path
	return nil
}

// Load sets up the game in a file, with its players where seats is set. On an
// error the present game stays.
func (r *REPL) Load(path string, seats bool) error {
	rec, notes, err := saves.Read(path)
	if err != nil {
		return err
	}
	if err := r.Session.Load(r.ctx, rec); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if note := r.Session.State().Contradiction(rec); note != "" {
		notes = append(notes, note)
	}
	for _, note := range notes {
		r.sayf("%s: %s", path, note)
	}
	r.leaveGame()
	if seats {
		r.takeSeats(rec)
	}
	r.sayf("Loaded %s: %s.", path, r.summary())
	r.paused = !r.player(r.Session.State().Turn).Human
	return nil
}

// takeSeats seats the players of a record as far as they can play here.
func (r *REPL) takeSeats(rec *record.Record) {
	for _, seat := range r.Session.State().Seats() {
		if p, err := ParsePlayer(rec.Tag(record.SeatTag(seat)), r.Level); err == nil {
			r.Seats[seat] = p
		}
	}
}

func doResume(r *REPL, args []string) error {
	if r.Autosaves == nil {
		return errNoAutosaves
	}
	games := r.Autosaves.List(r.autoFile)
	n := 1
	switch {
	case len(args) == 1 && args[0] == "list":
		return r.listUnfinished(games)
	case len(args) == 1:
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			return errUsage
		}
	}
	if n > len(games) {
		return fmt.Errorf("there is no unfinished game %d; resume list shows those there are", n)
	}
	return r.resume(games[n-1].Path, true)
}

// resume continues an unfinished game in a file of its own, since another client may
// be playing the one that it was left in, and goes on writing that.
func (r *REPL) resume(path string, seats bool) error {
	if err := r.Load(path, seats); err != nil {
		return err
	}
	r.keep()
	if r.Autosaves == nil { // it cannot be kept but there
		return nil
	}
	return r.Autosaves.Remove(path)
}

func (r *REPL) listUnfinished(games []saves.Game) error {
	if len(games) == 0 {
		r.say("There is no unfinished game.")
	}
	for i, g := range games {
		r.sayf("%2d  %s", i+1, describe(g))
	}
	return nil
}

// describe names an unfinished game by what is in its file.
func describe(g saves.Game) string {
	saved := g.Saved.Format("2006-01-02 15:04")
	rec, _, err := saves.Read(g.Path)
	if err != nil {
		return fmt.Sprintf("%s  %v", saved, err)
	}
	return fmt.Sprintf("%s  %s, %s", saved, rec.Tag(record.GameTag), engine.Count(len(rec.Turns), "turn"))
}

// offerResume tells of the last unfinished game.
func (r *REPL) offerResume() {
	if r.Autosaves == nil {
		return
	}
	if games := r.Autosaves.List(r.autoFile); len(games) > 0 {
		r.sayf("Left unfinished: %s. Type resume to continue it.", describe(games[0]))
	}
}

// Resume continues the last unfinished game, with its players where seats
// is set.
func (r *REPL) Resume(seats bool) error {
	if r.Autosaves == nil {
		return errNoAutosaves
	}
	games := r.Autosaves.List("")
	if len(games) == 0 {
		return fmt.Errorf("there is no unfinished game")
	}
	return r.resume(games[0].Path, seats)
}

var errNoAutosaves = errors.New("unfinished games are not kept here")

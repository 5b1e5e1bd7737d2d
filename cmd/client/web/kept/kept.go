// Package kept has all the games of a store that is one person's, such as a
// browser's: it lists them, writes them to one file and takes them from one. On a
// server who asks may not know of others' games.
package kept

import (
	"bytes"
	"context"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
	"quadrille/protocol/record"
)

// Store is a store that tells of all its games.
type Store interface {
	// Heads returns the games without their turns, those that were changed last
	// first.
	Heads(context.Context) ([]store.Head, error)
	// All returns the games in the same order, and the IDs of those that cannot be
	// read.
	All(context.Context) (games []store.Game, unread []string, err error)
	// Damaged returns the IDs of the games that cannot be read.
	Damaged() []string
}

// Host makes and deletes games.
type Host interface {
	Create(context.Context, host.Spec) (host.State, []string, error)
	Remove(ctx context.Context, id string) error
	ForgetSolutions()
}

// Games are the games of a store that a host uses too, and the solutions that its
// engines keep.
type Games struct {
	host   Host
	store  Store
	folder string
}

// New returns the games of a store, and the solutions in a folder.
func New(h Host, s Store, folder string) *Games { return &Games{h, s, folder} }

// Entry is a game of the list.
type Entry struct {
	ID string `json:"id"`
	host.Listed
	Updated time.Time `json:"updated"`
}

// List is what is told of all games.
type List struct {
	Games []Entry `json:"games"` // those that were changed last first
	// Damaged are the IDs of the games that cannot be read. They are kept until
	// they are removed.
	Damaged []string `json:"damaged"`
	// Solutions are the solved games that engines play from.
	Solutions []Solution `json:"solutions"`
}

// List tells of all games.
func (g *Games) List(ctx context.Context) (List, error) {
	heads, err := g.store.Heads(ctx)
	if err != nil {
		return List{}, host.Unwritten(err)
	}
	solutions, err := g.solutions()
	if err != nil {
		return List{}, err
	}
	l := List{Games: []Entry{}, Damaged: append([]string{}, g.store.Damaged()...), Solutions: solutions}
	for i, h := range heads {
		told := host.ListedOf(i+1, host.RecordOf(store.Game{Head: h}, ""))
		told.Turns = h.Turns
		l.Games = append(l.Games, Entry{h.ID, told, h.Updated})
	}
	return l, nil
}

// File writes all games that can be read to one file of records
// (docs/record.md). It returns the IDs of the others too.
func (g *Games) File(ctx context.Context) (text []byte, unread []string, err error) {
	all, unread, err := g.store.All(ctx)
	if err != nil {
		return nil, nil, host.Unwritten(err)
	}
	records := make([]*record.Record, len(all))
	for i, game := range all {
		records[i] = host.RecordOf(game, game.Reason)
	}
	text, _ = record.Native().Print(records)
	return text, unread, nil
}

// Remove deletes a game, one that cannot be read too.
func (g *Games) Remove(ctx context.Context, id string) error { return g.host.Remove(ctx, id) }

// RemoveAll deletes all games. One that fails ends it.
func (g *Games) RemoveAll(ctx context.Context) error {
	heads, err := g.store.Heads(ctx)
	if err != nil {
		return host.Unwritten(err)
	}
	ids := g.store.Damaged()
	for _, h := range heads {
		ids = append(ids, h.ID)
	}
	for _, id := range ids {
		if err := g.host.Remove(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// texts are the games as they are written to a file, each once.
func (g *Games) texts(ctx context.Context) (map[string]bool, error) {
	all, _, err := g.store.All(ctx)
	if err != nil {
		return nil, host.Unwritten(err)
	}
	texts := map[string]bool{}
	for _, game := range all {
		texts[identity(host.RecordOf(game, ""))] = true
	}
	return texts, nil
}

// identity is the same for two records of one game: why it ended is not in all of
// them.
func identity(r *record.Record) string {
	same := &record.Record{Turns: r.Turns, Pending: r.Pending, Intro: r.Intro}
	for _, tag := range r.Tags {
		if tag.Name != record.ReasonTag && tag.Name != record.StatedTag {
			same.SetTag(tag.Name, tag.Value)
		}
	}
	text, err := same.Print()
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace([]byte(text)))
}

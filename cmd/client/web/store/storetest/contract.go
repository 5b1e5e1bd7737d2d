// Package storetest is for the tests of what keeps games: what all of it must
// do, and a comparison of one store with another.
package storetest

import (
	"testing"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
)

// Store is everything that a store does.
type Store interface {
	host.Store
	store.Notes
	Close() error
}

// Opener opens the store of one place, again after it was closed.
type Opener func() Store

// Test tests stores, each at a new place that open makes.
func Test(t *testing.T, open func(*testing.T) Opener) {
	for name, test := range map[string]func(*testing.T, func(*testing.T) Opener){
		"games survive closing": testGamesSurviveClosing,
		"refused changes":       testRefusedChanges,
		"what stays":            testWhatStays,
		"notes":                 testPairs,
		"closed":                testClosed,
		"lists":                 testLists,
		"removable":             testRemovable,
		"listed":                testListed,
		"listed by pages":       testListedByPages,
		"resume clocks":         testResumeClocks,
		"due":                   testDue,
	} {
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

// Sample is a game with something in every field.
func Sample(id string) store.Game {
	at := time.Date(2026, 11, 28, 1, 2, 3, 4000, time.UTC)
	return store.Game{
		Head: store.Head{ID: id, Space: "v1", Game: "square4", Rules: map[string]string{"pieces": "8"}, Origin: "", Start: "startpos",
			Seats: []store.Seat{{Kind: "person", Name: "Ann", Hash: "00ff"}, {Kind: "engine", Level: 5}}, Waiting: true,
			Outcome: "none", Tags: []store.Tag{{Name: "Event", Value: "tea"}}, Intro: "begins", Version: 1, Turns: 1, Created: at, Updated: at,
			Request: &store.Request{What: "undo", By: "p1", Agreed: []string{"p1"}, Left: 2, To: new(int)},
			Clock: &store.Clock{Initial: 5 * time.Minute, Increment: 3 * time.Second, Left: []time.Duration{time.Minute, time.Hour},
				Begun: []bool{true, false}, Out: []bool{false, false}},
			Since: at.Add(time.Second), Deadline: at.Add(time.Minute), Offers: []int{-1, 4}, Lobby: store.ListedRunning,
			Earlier: "b", Later: "c", Client: "192.0.2.1/32"},
		Steps: []store.Step{{Text: "0.0s1", Comment: "bold"}, {Text: "place 8 0", Part: true}},
	}
}

// Load reads a game that is there.
func Load(t *testing.T, s Store, id string) store.Game {
	t.Helper()
	g, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

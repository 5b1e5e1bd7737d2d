package kv

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"quadrille/cmd/client/web/store"
)

// head is a store.Head as it is written. Times are in microseconds since 1970, 0
// for none.
type head struct {
	ID       string            `json:"id"`
	Space    string            `json:"space,omitempty"`
	Game     string            `json:"game"`
	Rules    map[string]string `json:"rules"`
	Origin   string            `json:"origin,omitempty"`
	Start    string            `json:"start"`
	Seats    []store.Seat      `json:"seats"`
	Still    bool              `json:"still,omitempty"`
	Waiting  bool              `json:"waiting,omitempty"`
	Result   string            `json:"result,omitempty"`
	Reason   string            `json:"reason,omitempty"`
	Outcome  string            `json:"outcome"`
	Tags     []store.Tag       `json:"tags,omitempty"`
	Intro    string            `json:"intro,omitempty"`
	Request  *store.Request    `json:"request,omitempty"`
	Clock    *store.Clock      `json:"clock,omitempty"`
	Since    int64             `json:"since,omitempty"`
	Deadline int64             `json:"deadline,omitempty"`
	Offers   []int             `json:"offers,omitempty"`
	Earlier  string            `json:"earlier,omitempty"`
	Later    string            `json:"later,omitempty"`
	Lobby    store.Heading     `json:"lobby,omitempty"`
	Client   string            `json:"client,omitempty"`
	Version  int               `json:"version"`
	Turns    int               `json:"turns"`
	Created  int64             `json:"created"`
	Updated  int64             `json:"updated"`
}

// step is a store.Step as it is written.
type step struct {
	Text    string `json:"text"`
	Part    bool   `json:"part,omitempty"`
	Comment string `json:"comment,omitempty"`
}

func encodeHead(h store.Head) ([]byte, error) {
	if h.Rules == nil {
		h.Rules = map[string]string{}
	}
	return json.Marshal(head{h.ID, h.Space, h.Game, h.Rules, h.Origin, h.Start, h.Seats, h.Still, h.Waiting, h.Result, h.Reason,
		h.Outcome, h.Tags, h.Intro, h.Request, h.Clock, store.Micros(h.Since), store.Micros(h.Deadline), h.Offers, h.Earlier, h.Later, h.Lobby,
		h.Client, h.Version, h.Turns, h.Created.UnixMicro(), h.Updated.UnixMicro()})
}

// decodeHead reads the head of the game of an ID.
func decodeHead(id string, value []byte) (store.Head, error) {
	var h head
	err := decode(value, &h)
	if err == nil && (h.ID != id || h.Version < 1 || h.Rules == nil) {
		err = fmt.Errorf("no head of game %q", id)
	}
	if err != nil {
		return store.Head{}, damaged(headKeys+id, err)
	}
	return store.Head{ID: h.ID, Space: h.Space, Game: h.Game, Rules: h.Rules, Origin: h.Origin, Start: h.Start, Seats: h.Seats,
		Still: h.Still, Waiting: h.Waiting, Result: h.Result, Reason: h.Reason, Outcome: h.Outcome, Tags: h.Tags, Intro: h.Intro,
		Request: h.Request, Clock: h.Clock, Since: store.FromMicros(h.Since), Deadline: store.FromMicros(h.Deadline), Offers: h.Offers,
		Earlier: h.Earlier, Later: h.Later, Lobby: h.Lobby, Client: h.Client, Version: h.Version, Turns: h.Turns,
		Created: time.UnixMicro(h.Created).UTC(), Updated: time.UnixMicro(h.Updated).UTC()}, nil
}

func encodeSteps(steps []store.Step) ([]byte, error) {
	written := make([]step, len(steps))
	for i, s := range steps {
		written[i] = step{s.Text, s.Part, s.Comment}
	}
	return json.Marshal(written)
}

// decodeSteps reads the steps of the game of an ID.
func decodeSteps(id string, value []byte) ([]store.Step, error) {
	var written []step
	if err := decode(value, &written); err != nil {
		return nil, damaged(stepsKeys+id, err)
	}
	var steps []store.Step
	for _, s := range written {
		steps = append(steps, store.Step{Text: s.Text, Part: s.Part, Comment: s.Comment})
	}
	return steps, nil
}

// decode reads one JSON value, with nothing in it that is not known.
func decode(value []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(value))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("more than one value")
	}
	return nil
}

// damaged names the key whose value cannot be read.
func damaged(key string, err error) error {
	return fmt.Errorf("%s: %w (%w)", key, &store.Failure{Cause: store.ErrDamaged, Text: "what is stored of this game cannot be read; " +
		"it was left as it is, and the other games are there"}, err)
}

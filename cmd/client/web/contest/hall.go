package contest

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"quadrille/cmd/client/names"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
)

// Hall has the competitions of a server.
type Hall struct {
	host  *host.Host
	store store.Notes
	log   *slog.Logger

	mu    sync.Mutex
	all   map[string]*entry // by their IDs
	given map[string]bool   // those that the hall does not keep itself
}

// entry is a competition in the hall.
type entry struct {
	*Contest `json:"-"`
	// What the store keeps besides the record:
	Terms     Terms     `json:"terms"`
	Organiser string    `json:"organiser"` // digest of the organiser's secret
	Made      time.Time `json:"made"`
}

// The notes of the hall in the store.
const (
	hallSpace = "contests"
	hallNote  = "all"
)

// Bounds of what is asked for.
const (
	maxContests = 50
	maxPlayers  = 40
	maxRounds   = 10
	maxBoards   = 20
	maxClock    = time.Hour
	keptIdle    = 24 * time.Hour // before a competition makes room
)

// OpenHall continues the competitions in the store. The context bounds only the
// start. Close must be called before the host's.
func OpenHall(ctx context.Context, h *host.Host, s store.Notes, log *slog.Logger) (*Hall, error) {
	hall := &Hall{host: h, store: s, log: log, all: map[string]*entry{}, given: map[string]bool{}}
	if hall.log == nil {
		hall.log = slog.New(slog.DiscardHandler)
	}
	data, err := s.Get(ctx, hallSpace, hallNote)
	if err != nil || data == nil {
		return hall, err
	}
	kept := map[string]*entry{}
	if err := json.Unmarshal(data, &kept); err != nil {
		return hall, fmt.Errorf("contest: note %q in the store: %w", hallNote, err)
	}
	for id, e := range kept {
		if e.Contest, err = Open(ctx, hall.config(id, e.Terms)); err != nil {
			hall.Close()
			return nil, err
		}
		hall.all[id] = e
	}
	return hall, nil
}

func (h *Hall) config(id string, t Terms) Config {
	return Config{Host: h.host, Store: h.store, Log: h.log, Space: hallSpace, Note: id, Names: id + "/names", Terms: t, Organised: true, Stopped: true}
}

// Include lets a competition that somebody else keeps be looked at by an ID, and
// organised with a secret if that is not empty.
func (h *Hall) Include(id string, c *Contest, organiser string) {
	e := &entry{Contest: c, Terms: c.Terms}
	if organiser != "" {
		e.Organiser = Digest(organiser)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all[id], h.given[id] = e, true
}

// Close ends what keeps the competitions of the hall.
func (h *Hall) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, e := range h.all {
		if !h.given[id] && e.Contest != nil {
			e.Close()
		}
	}
}

// save writes down which competitions there are. The caller holds the lock.
func (h *Hall) save(all map[string]*entry) error {
	kept := map[string]*entry{}
	for id, e := range all {
		if !h.given[id] {
			kept[id] = e
		}
	}
	data, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return h.store.Put(context.Background(), hallSpace, hallNote, data)
}

// Spec says what competition to hold. Zero fields stand for the defaults.
type Spec struct {
	Game   string            `json:"game"`
	Rules  map[string]string `json:"rules,omitempty"`
	Rounds int               `json:"rounds,omitempty"` // 1 by default
	Boards int               `json:"boards,omitempty"` // 4 by default
	Clock  float64           `json:"clock,omitempty"`  // seconds for a turn; 10 by default
}

// terms checks what is asked for.
func (h *Hall) terms(ctx context.Context, s Spec) (Terms, error) {
	t := Terms{Game: s.Game, Rules: s.Rules, Rounds: cmp.Or(s.Rounds, 1), Boards: cmp.Or(s.Boards, 4), Clock: time.Duration(cmp.Or(s.Clock, 10) * float64(time.Second))}
	switch {
	case t.Rounds < 1 || t.Rounds > maxRounds:
		return t, host.Refuse(host.BadRequest, "a competition has 1 to %d rounds, not %d", maxRounds, s.Rounds)
	case t.Boards < 1 || t.Boards > maxBoards:
		return t, host.Refuse(host.BadRequest, "1 to %d games are played at once, not %d", maxBoards, s.Boards)
	case !(s.Clock >= 0) || t.Clock < time.Second || s.Clock > maxClock.Seconds():
		return t, host.Refuse(host.BadRequest, "a player has 1 to %.0f seconds for a turn, not %v", maxClock.Seconds(), s.Clock)
	}
	standing, err := h.host.Look(ctx, host.Position{Game: s.Game, Rules: s.Rules}, host.Change{})
	if err != nil {
		return t, err
	}
	if len(standing.Names) != 2 {
		return t, host.Refuse(host.BadRequest, "a competition is for games of two players; with these rules %s has %d", standing.Title, len(standing.Names))
	}
	return t, nil
}

// Begin makes a competition, which waits for its players and for its organiser to
// start it. It returns its ID and the organiser's secret.
func (h *Hall) Begin(ctx context.Context, s Spec) (id, organiser string, err error) {
	t, err := h.terms(ctx, s)
	if err != nil {
		return "", "", err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	all := maps.Clone(h.all)
	old, err := h.room()
	if err != nil {
		return "", "", err
	}
	delete(all, old)
	id, organiser = host.NewID(), rand.Text()
	e := &entry{Terms: t, Organiser: Digest(organiser), Made: h.host.Now().UTC()}
	if e.Contest, err = Open(ctx, h.config(id, t)); err != nil {
		return "", "", err
	}
	all[id] = e
	if err := h.save(all); err != nil {
		e.remove() // nobody would find it
		return "", "", err
	}
	if gone := h.all[old]; gone != nil {
		gone.remove()
	}
	h.all = all
	return id, organiser, nil
}

// room is the ID of a competition to make room for one more, "" when there is
// room. The caller holds the lock.
func (h *Hall) room() (string, error) {
	if len(h.all)-len(h.given) < maxContests {
		return "", nil
	}
	oldest, when := "", h.host.Now().Add(-keptIdle)
	for id, e := range h.all {
		if last := e.last(e.Made); !h.given[id] && last.Before(when) {
			oldest, when = id, last
		}
	}
	if oldest == "" {
		return "", host.Refuse(host.Busy, "there are %d competitions, which is the limit, and all of them are in use; one makes room a day after its last game", maxContests)
	}
	return oldest, nil
}

// find returns the competition of an ID.
func (h *Hall) find(id string) (*entry, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.all[id]; e != nil {
		return e, nil
	}
	return nil, host.Refuse(host.NotFound, "there is no such competition; perhaps its link is not complete, or it made room for others")
}

// organised returns the competition of an ID for its organiser.
func (h *Hall) organised(id, secret string) (*entry, error) {
	e, err := h.find(id)
	switch {
	case err != nil:
		return nil, err
	case e.Organiser == "":
		return nil, host.Refuse(host.Forbidden, "nobody organises this competition; the server was started without a secret for it")
	case !same(e.Organiser, secret):
		return nil, host.Refuse(host.Forbidden, "this is for the organiser, whose secret goes into the header Authorization: Bearer …")
	}
	return e, nil
}

func same(digest, secret string) bool {
	return secret != "" && subtle.ConstantTimeCompare([]byte(digest), []byte(Digest(secret))) == 1
}

// Contest returns the competition of an ID.
func (h *Hall) Contest(id string) (*Contest, error) {
	e, err := h.find(id)
	if err != nil {
		return nil, err
	}
	return e.Contest, nil
}

// Organise starts, stops or restarts a competition for its organiser.
func (h *Hall) Organise(id, secret, what string) error {
	e, err := h.organised(id, secret)
	if err != nil {
		return err
	}
	return e.Contest.Organise(what)
}

// Join lets a player take part and returns his number and his secret. Whoever
// knows the competition may join.
func (h *Hall) Join(id, name string) (player int, secret string, err error) {
	e, err := h.find(id)
	if err != nil {
		return 0, "", err
	}
	if name, err = names.Check(name); err != nil {
		return 0, "", host.Refuse(host.BadRequest, "%v", err)
	}
	secret = rand.Text()
	player, err = e.add(Player{ID: Digest(secret)}, name)
	return player, secret, err
}

// Spar adds an engine as a sparring partner: a level of ours or a guest.
func (h *Hall) Spar(ctx context.Context, id, secret string, seat host.Seat) (player int, err error) {
	e, err := h.organised(id, secret)
	if err != nil {
		return 0, err
	}
	// What a game would say to such an engine, the competition says.
	seat.Kind = host.Engine
	if err := h.host.MaySit(ctx, host.Spec{Game: e.Terms.Game, Rules: e.Terms.Rules, Seats: []host.Seat{seat}}); err != nil {
		return 0, err
	}
	p := Player{Level: seat.Level, Engine: seat.Engine}
	if !p.plays() {
		return 0, host.Refuse(host.BadRequest, "a sparring partner has a level from 1 to 10, or the name of a guest engine")
	}
	return e.add(p, "")
}

// Player returns the competition of an ID and the number of the player with the
// secret, and notes that he is there.
func (h *Hall) Player(id, secret string) (*Contest, int, error) {
	e, err := h.find(id)
	if err != nil {
		return nil, 0, err
	}
	e.mu.Lock()
	i := slices.IndexFunc(e.players, func(p Player) bool { return p.ID != "" && same(p.ID, secret) })
	e.mu.Unlock()
	if i < 0 {
		return nil, 0, host.Refuse(host.Forbidden, "this is for a player, whose token goes into the header Authorization: Bearer …")
	}
	e.NoteActive(i)
	return e.Contest, i, nil
}

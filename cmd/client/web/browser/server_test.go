package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/webtest"
)

// server is a server that a test looks at beside the browser.
type server struct {
	*testing.T
	base   string
	client *http.Client
	token  string // that its requests have; "" for none
}

func startServer(t *testing.T) *server {
	s := webtest.Start(t)
	return &server{T: t, base: s.URL(), client: s.Client}
}

// as is the server for who has a token.
func (s *server) as(token string) *server {
	with := *s
	with.token = token
	return &with
}

func (s *server) ask(method, path string, body, to any) {
	s.Helper()
	var text io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			s.Fatal(err)
		}
		text = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(s.Context(), method, s.base+"/api/v1"+path, text)
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	reply, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer reply.Body.Close()
	all, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode >= 300 {
		s.Fatalf("%s %s: %d %s %v", method, path, reply.StatusCode, all, err)
	}
	if err := json.Unmarshal(all, to); err != nil {
		s.Fatal(err)
	}
}

// game makes a game of persons only, with rules given as name and value.
func (s *server) game(game string, rules ...string) string {
	s.Helper()
	spec := host.Spec{Game: game, Rules: map[string]string{}}
	for i := 0; i+1 < len(rules); i += 2 {
		spec.Rules[rules[i]] = rules[i+1]
	}
	return s.create(spec)
}

// private makes a game in which each seat has a token of its own.
func (s *server) private(spec host.Spec) (id string, tokens []string) {
	s.Helper()
	var made struct {
		State  host.State
		Tokens []string
	}
	spec.Tokens = true
	s.ask("POST", "/games", spec, &made)
	return made.State.ID, made.Tokens
}

func (s *server) create(spec host.Spec) string {
	s.Helper()
	var made struct{ State host.State }
	s.ask("POST", "/games", spec, &made)
	return made.State.ID
}

func (s *server) state(id string) host.State {
	s.Helper()
	var state host.State
	s.ask("GET", "/games/"+id, nil, &state)
	return state
}

// seats are the seats of the letters that engines write on boards.
var seats = map[string]map[string]string{
	"square4": {"R": "p1", "B": "p2"},
	"teeko":   {"O": "p1", "X": "p2"},
	"othello": {"X": "p1", "O": "p2"},
	"blokus":  {"B": "p1", "Y": "p2", "R": "p3", "G": "p4"},
}

// pieces lists what stands where: "d4p2 d5p1 …", sorted.
func pieces(t *testing.T, s host.State) string {
	t.Helper()
	var position struct{ Board [][]*string }
	if err := json.Unmarshal(s.Position, &position); err != nil {
		t.Fatal(err)
	}
	var all []string
	for row, line := range position.Board {
		for col, content := range line {
			if content != nil {
				all = append(all, cellName(s.Game, len(position.Board), row, col)+seats[s.Game][*content])
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// cellName is the name of a cell in the page. Of Four in a Square row and
// column are square and slot.
func cellName(game string, size, row, col int) string {
	switch game {
	case "square4":
		return fmt.Sprintf("%d.%d", row, col)
	case "othello":
		return fmt.Sprintf("%c%d", 'a'+col, row+1)
	}
	return fmt.Sprintf("%c%d", 'a'+col, size-row)
}

// seen is JavaScript for what stands where on the screen, by where it is
// drawn, in the form of pieces.
const seen = `(() => {
	const boxes = [...document.querySelectorAll('[role=gridcell]')].map((cell) => [cell.dataset.cell, cell.getBoundingClientRect()]);
	const drawn = document.querySelectorAll('.tiles .marble, .cell .shape, .cell:is(.p1, .p2) .disk, .blokus .cell:is(.p1, .p2, .p3, .p4)');
	return [...drawn].map((el) => {
		const box = el.getBoundingClientRect();
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		const at = boxes.find(([, b]) => x > b.left && x < b.right && y > b.top && y < b.bottom);
		const seat = ['p1', 'p2', 'p3', 'p4'].find((s) => el.classList.contains(s) || el.closest('.cell')?.classList.contains(s));
		return (at ? at[0] : 'nowhere') + seat;
	}).sort().join(' ');
})()`

// same waits until the windows show the game as the server has it.
func (s *server) same(id string, windows ...*window) host.State {
	s.Helper()
	state := s.state(id)
	want := pieces(s.T, state)
	for _, w := range windows {
		w.wait(`Number(document.querySelector('main').dataset.version) === %d && document.querySelector('main').dataset.result === %q && %s === %q`, state.Version, state.Result, seen, want)
	}
	return state
}

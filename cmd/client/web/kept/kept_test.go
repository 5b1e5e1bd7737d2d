package kept_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/kept"
	"quadrille/cmd/client/web/store/kv"
	"quadrille/cmd/client/web/webtest"
)

func TestMain(m *testing.M) { webtest.Main(m) }

// browser is somebody's games and the API that asks for them.
type browser struct {
	*webtest.Client
	disk   *kv.Memory
	folder string // of solutions
}

func newBrowser(t *testing.T) *browser {
	disk, folder := &kv.Memory{}, filepath.Join(t.TempDir(), "solutions")
	s, err := kv.Open(t.Context(), disk)
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.New(t.Context(), host.Config{Store: s, Open: webtest.Open, Engines: 1, Hash: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := h.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return &browser{webtest.Serve(t, api.NewAlone(api.Config{Games: h}, kept.New(h, s, folder))), disk, folder}
}

// game makes a game with turns and returns its ID.
func (b *browser) game(t *testing.T, spec string, moves ...string) string {
	t.Helper()
	status, data := b.Do(t, "POST", "/api/v1/games", spec, "Content-Type", "application/json")
	var made struct{ State host.State }
	if err := json.Unmarshal(data, &made); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, data)
	}
	for _, move := range moves {
		if status, data := b.Do(t, "POST", "/api/v1/games/"+made.State.ID+"/act", `{"move":"`+move+`"}`, "Content-Type", "application/json"); status != http.StatusOK {
			t.Fatalf("%s: %s", move, data)
		}
	}
	return made.State.ID
}

func (b *browser) list(t *testing.T) (l kept.List) {
	t.Helper()
	b.Get(t, "/api/v1/kept", &l)
	return l
}

func (b *browser) file(t *testing.T) string {
	t.Helper()
	status, _, text := b.Raw(t, "GET", "/api/v1/kept/record", "")
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	return string(text)
}

// take takes a whole file, as often as it needs.
func (b *browser) take(t *testing.T, file string) (made, there int, refused []string) {
	t.Helper()
	for from := 1; from > 0; {
		body, _ := json.Marshal(map[string]any{"data": []byte(file), "from": from})
		status, data := b.Do(t, "POST", "/api/v1/kept", string(body), "Content-Type", "application/json")
		var taken kept.Taken
		if err := json.Unmarshal(data, &taken); err != nil || status != http.StatusOK {
			t.Fatalf("%d %s", status, data)
		}
		made, there, from = made+taken.Made, there+taken.There, taken.Next
		for _, one := range taken.Refused {
			refused = append(refused, fmt.Sprint(one.Number, " ", one.Refusal))
		}
	}
	return made, there, refused
}

// told is what a list says, without what differs between two browsers.
func told(l kept.List) []string {
	var lines []string
	for _, e := range l.Games {
		lines = append(lines, fmt.Sprint(e.Game, e.Players, e.Event, e.Date, e.Result, e.Turns))
	}
	return slices.Sorted(slices.Values(lines))
}

// All games of one browser, of every kind, are taken to another by a file, once.
func TestCarried(t *testing.T) {
	from, to := newBrowser(t), newBrowser(t)
	from.game(t, `{"game":"square4","rules":{"pieces":"4"},"seats":[{"kind":"person","name":"Ann"},{"kind":"person","name":"Бен"}]}`, "0.0s1", "8.0s4")
	teeko := from.game(t, `{"game":"teeko"}`, strings.Fields("a1 d1 a2 d2 a3 d3 a4")...) // over by the rules
	from.game(t, `{"record":"[Game \"othello\"]\n[Event \"Tea\"]\n[Date \"2001\"]\n\n{begins} 1. d3 {bold} 2. c3 *"}`)
	resigned := from.game(t, `{"game":"othello","seats":[{"kind":"person"},{"kind":"person"}]}`, "d3")
	from.Do(t, "POST", "/api/v1/games/"+resigned+"/resign", `{"seat":"p2"}`, "Content-Type", "application/json")
	part := from.game(t, `{"game":"square4"}`, "0.2s3")
	from.Do(t, "POST", "/api/v1/games/"+part+"/act", `{"action":"place 0 0"}`, "Content-Type", "application/json")
	from.game(t, `{"game":"blokus","rules":{"start":"random"},"clock":{"initial":300000}}`)

	list := from.list(t)
	if len(list.Games) != 6 || list.Games[5].ID == "" || len(list.Damaged) != 0 {
		t.Fatalf("%+v", list)
	}
	file := from.file(t)
	for _, want := range []string{"bold", "(place 0 0)", `[P2 "Бен"]`, `[Reason "resign"]`, "2001"} {
		if !strings.Contains(file, want) {
			t.Errorf("%q is not in the file:\n%s", want, file)
		}
	}
	made, there, refused := to.take(t, file)
	if made != 6 || there != 0 || refused != nil {
		t.Errorf("%d made, %d were there, refused: %q", made, there, refused)
	}
	if diff := cmp.Diff(told(list), told(to.list(t))); diff != "" {
		t.Errorf("(-from +to):\n%s", diff)
	}
	if made, there, refused = to.take(t, to.file(t)); made != 0 || there != 6 || refused != nil {
		t.Errorf("again: %d made, %d were there, refused: %q", made, there, refused)
	}
	if made, there, _ = from.take(t, to.file(t)); made != 0 || there != 6 {
		t.Errorf("back: %d made, %d were there", made, there)
	}
	var state host.State
	from.Get(t, "/api/v1/games/"+teeko, &state)
	if state.Result != "p1win" {
		t.Errorf("%+v", state)
	}
}

// Solutions are listed with their sizes and are deleted one by one, and nothing else
// of their folder.
func TestSolutions(t *testing.T) {
	b := newBrowser(t)
	if l := b.list(t); len(l.Solutions) != 0 {
		t.Errorf("%+v", l.Solutions)
	}
	if err := os.Mkdir(b.folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int{"teeko-5x5.table": 1000, "teeko-5x5-advanced.table": 7, "teeko-1.part": 3} {
		if err := os.WriteFile(filepath.Join(b.folder, name), make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"teeko-1", "teeko-1.part", "teeko-5x5.table", "..%2Fsolutions%2Fteeko-5x5"} {
		if status, answer := b.Do(t, "DELETE", "/api/v1/kept/solutions/"+name, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
	if diff := cmp.Diff([]kept.Solution{{Name: "teeko-5x5-advanced", Bytes: 7}, {Name: "teeko-5x5", Bytes: 1000}}, b.list(t).Solutions); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if status, answer := b.Do(t, "DELETE", "/api/v1/kept/solutions/teeko-5x5", ""); status != http.StatusOK {
		t.Errorf("%d %s", status, answer)
	}
	if left := b.list(t).Solutions; len(left) != 1 || left[0].Bytes != 7 {
		t.Errorf("%+v", left)
	}
	if _, err := os.Stat(filepath.Join(b.folder, "teeko-1.part")); err != nil {
		t.Error(err)
	}
}

// Of a file with bad games the good ones are taken.
func TestTakenInPart(t *testing.T) {
	b := newBrowser(t)
	file := "[Game \"othello\"]\n\n1. d3 *\n\n[Game \"othello\"]\n\n1. d3 2. d3 *\n\n[Game \"chess\"]\n\n1. e4 *\n\n[Game \"teeko\"]\n\n1. a1 *\n"
	made, there, refused := b.take(t, file)
	if made != 2 || there != 0 || len(refused) != 2 || !strings.HasPrefix(refused[0], "2 ") || !strings.HasPrefix(refused[1], "3 ") {
		t.Errorf("%d made, %d were there, refused: %q", made, there, refused)
	}
	for body, want := range map[string]string{`{"data":"aGVsbG8=","from":1}`: "file", `{"data":"","from":1}`: "file", `{"from":0}`: "f"} {
		if text := b.refused(t, "POST", "/api/v1/kept", body); !strings.Contains(text, want) {
			t.Errorf("%s: %q", body, text)
		}
	}
}

// What cannot be read is not in the file of all games, and is named: a game whose
// turns are damaged or gone. It stays.
func TestUnread(t *testing.T) {
	b := newBrowser(t)
	good, damaged, gone := b.game(t, `{"game":"teeko"}`, "a1"), b.game(t, `{"game":"othello"}`, "d3"), b.game(t, `{"game":"square4"}`)
	if got := b.unread(t); got != "" {
		t.Errorf("with nothing wrong: %q", got)
	}
	owner, err := b.disk.Scan(t.Context(), "owner")
	if err != nil || len(owner) != 1 {
		t.Fatal(owner, err)
	}
	spoil := []kv.Pair{{Key: "steps/" + damaged, Value: []byte("[{")}, {Key: "steps/" + gone}}
	if err := b.disk.Change(t.Context(), owner[0], spoil); err != nil {
		t.Fatal(err)
	}
	want := []string{damaged, gone}
	slices.Sort(want)
	if got := b.unread(t); got != strings.Join(want, " ") {
		t.Errorf("unread are %q, want %q", got, want)
	}
	if file := b.file(t); !strings.Contains(file, "teeko") || strings.Contains(file, "othello") {
		t.Errorf("the file is\n%s", file)
	}
	if l := b.list(t); len(l.Games) != 3 {
		t.Errorf("%+v, with %s", l, good)
	}
}

// unread are the games that the file of all leaves out.
func (b *browser) unread(t *testing.T) string {
	t.Helper()
	reply, err := http.Get(b.URL + "/api/v1/kept/record")
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	return reply.Header.Get("Quadrille-Unread")
}

func (b *browser) refused(t *testing.T, method, path, body string) string {
	t.Helper()
	status, data := b.Do(t, method, path, body, "Content-Type", "application/json")
	if status != http.StatusBadRequest {
		t.Errorf("%s %s: %d %s", path, body, status, data)
	}
	return string(data)
}

// Games are deleted one by one or all at once.
func TestRemoved(t *testing.T) {
	b := newBrowser(t)
	first := b.game(t, `{"game":"othello","seats":[{"kind":"engine","level":1},{"kind":"engine","level":1}]}`) // which are at work
	b.game(t, `{"game":"teeko"}`, "a1")
	b.Must(t, "DELETE", "/api/v1/kept/"+first, "", &struct{}{})
	if l := b.list(t); len(l.Games) != 1 || l.Games[0].Game != "teeko" {
		t.Errorf("%+v", l)
	}
	if status, data := b.Do(t, "GET", "/api/v1/games/"+first, ""); status != http.StatusNotFound {
		t.Errorf("%d %s", status, data)
	}
	b.Must(t, "DELETE", "/api/v1/kept", "", &struct{}{})
	if l := b.list(t); len(l.Games) != 0 || b.file(t) != "" {
		t.Errorf("%+v, %q", l, b.file(t))
	}
}

// A server has nothing of it.
func TestNotOnServers(t *testing.T) {
	w := webtest.OpenWorld(t, "", nil)
	c := webtest.Serve(t, api.New(api.Config{Games: w.Host}))
	for _, method := range []string{"GET", "POST", "DELETE"} {
		if status, data := c.Do(t, method, "/api/v1/kept", ""); status != http.StatusNotFound {
			t.Errorf("%s: %d %s", method, status, data)
		}
	}
}

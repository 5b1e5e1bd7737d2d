package api_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/kept"
	"quadrille/cmd/client/web/webtest"
	"quadrille/cmd/client/web/wire"
)

// The document is a good one, its examples too.
func TestDocument(t *testing.T) {
	c := webtest.NewChecker(t, document(t))
	if err := c.Document().Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
}

// The document has every operation, and no others.
func TestDocumentIsComplete(t *testing.T) {
	var served, documented []string
	for _, a := range []wire.API{api.New(api.Config{}), api.NewAlone(api.Config{}, &kept.Games{})} {
		for _, o := range a.Routes {
			if operation := o.Method + " " + o.Path; !slices.Contains(served, operation) {
				served = append(served, operation)
			}
		}
	}
	ids := map[string]bool{}
	for path, item := range webtest.NewChecker(t, document(t)).Document().Paths.Map() {
		for method, o := range item.Operations() {
			documented = append(documented, method+" "+path)
			if o.OperationID == "" || ids[o.OperationID] || o.Summary == "" {
				t.Errorf("%s %s: id %q, summary %q", method, path, o.OperationID, o.Summary)
			}
			ids[o.OperationID] = true
			if o.Responses.Default() == nil {
				t.Errorf("%s %s does not say what other errors look like", method, path)
			}
		}
	}
	slices.Sort(served)
	slices.Sort(documented)
	if diff := cmp.Diff(served, documented); diff != "" {
		t.Errorf("operations (-served +documented):\n%s", diff)
	}
}

// Programs of others that read the document can use it: where a null may stand the
// schema has a type, without which nullable means nothing; an integer that 32 bits
// may not hold says so, since many generators take it for one of 32; bytes that may be
// left out have no format, since ogen sends a null where there are none; names do not
// meet in what is generated; a body that is one of two has a name, without which
// oapi-codegen sends none; and every operation says whether it wants a token.
func TestDocumentSuitsGenerators(t *testing.T) {
	var read struct {
		Security   *[]any
		Components struct{ Parameters, Schemas map[string]any }
	}
	var all any
	text := document(t)
	for _, to := range []any{&read, &all} {
		if err := json.Unmarshal(text, to); err != nil {
			t.Fatal(err)
		}
	}
	if read.Security == nil {
		t.Error("no security at the top, so operations without one of their own say nothing")
	}
	names := map[string]string{"option": "Option, a type that ogen adds"}
	for _, kind := range []map[string]any{read.Components.Parameters, read.Components.Schemas} {
		for name := range kind {
			if other := names[strings.ToLower(name)]; other != "" {
				t.Errorf("%s has the name of %s", name, other)
			}
			names[strings.ToLower(name)] = name
		}
	}
	counts := 0
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case []any:
			for i, v := range v {
				walk(fmt.Sprint(path, "/", i), v)
			}
		case map[string]any:
			if v["nullable"] == true && v["type"] == nil {
				t.Errorf("%s is nullable without a type", path)
			}
			if strings.HasSuffix(path, "/requestBody/content/application/json/schema") && v["oneOf"] != nil {
				t.Errorf("%s has no name", path)
			}
			properties, _ := v["properties"].(map[string]any)
			required, _ := v["required"].([]any)
			for name, property := range properties {
				if p, _ := property.(map[string]any); p["format"] == "byte" && !slices.Contains(required, any(name)) {
					t.Errorf("%s/properties/%s may be left out and has the format byte", path, name)
				}
			}
			most, _ := v["maximum"].(float64)
			if v["type"] == "integer" && (most > math.MaxInt32 || strings.HasSuffix(path, "/nodes") || strings.HasSuffix(path, "/nps")) {
				if counts++; v["format"] != "int64" {
					t.Errorf("%s may be beyond 32 bits and has format %v", path, v["format"])
				}
			}
			for name, v := range v {
				walk(path+"/"+name, v)
			}
		}
	}
	walk("", all)
	if counts == 0 {
		t.Error("no integer beyond 32 bits was found")
	}
}

// A State has all that a Standing has, described the same way.
func TestStateIsAStanding(t *testing.T) {
	schemas := webtest.NewChecker(t, document(t)).Document().Components.Schemas
	state, alone := schemas["State"].Value, schemas["Standing"].Value
	for name, property := range alone.Properties {
		if diff := cmp.Diff(property, state.Properties[name], cmpopts.IgnoreUnexported(openapi3.SchemaRef{})); diff != "" {
			t.Errorf("%s (-Standing +State):\n%s", name, diff)
		}
		// Not every position has the name of an opening, or a book.
		if always := name != "opening" && name != "book"; slices.Contains(alone.Required, name) != always || slices.Contains(state.Required, name) != always {
			t.Errorf("%s: whether it is always there should be %v", name, always)
		}
	}
}

// Requests of every operation succeed, with answers as the document says
// (which ask checks), and come to the host as they were meant.
func TestOperations(t *testing.T) {
	s := start(t)
	done := map[string]bool{}
	for _, tc := range []struct{ method, path, body, want string }{
		{"GET", "openapi.json", "", `"openapi": "3.0.3"`},
		{"GET", "catalogue", "", `{"games":[{"name":"fake"`},
		{"GET", "exercises", "", `"game":"teeko"`},
		{"GET", "exercises?game=othello", "", `{"exercises":[{"id":"`},
		{"POST", "positions", `{"game":"fake"}`, `{"game":"fake","title":"Fake"`},
		{"POST", "positions", `{"game":"fake","rules":{"size":"4"},"fen":"y","turns":["a","b"],"pending":["place 1"],"action":"place 2"}`, `"fen":"x"`},
		{"POST", "positions", `{"game":"fake","move":"a"}`, `"turns":[]`},
		{"GET", "analysis?game=fake", "", `event: best`},
		{"GET", "analysis?game=fake&rules=size=4&fen=8&turns=a+b&pending=place+1%3B+slide+2&depth=3&multipv=2", "", `event: best`},
		{"POST", "games", `{"game":"fake"}`, `{"state":{"id":"game"`},
		{"POST", "games", `{"record":"x","tokens":true}`, `"tokens":["secret",""]`},
		{"POST", "games", `{"game":"fake","rules":{"size":"4"},"fen":"y","seats":[{"kind":"engine","level":3},{"kind":"person","name":"Ann","guarded":true}]}`, `{"state":`},
		{"GET", "games/game", "", `"fen":"x"`},
		{"GET", "games/game?at=0", "", `"at":0`},
		{"POST", "games/game/act", `{"action":"place 0 2"}`, `"version":4`},
		{"POST", "games/game/act", `{"move":"0.2s1","version":4}`, `"version":5`},
		{"POST", "games/game/try", `{"action":"place 1"}`, `{"ok":true,"error":null,"diagram":[[{"t":"x","s":"p1"}]]}`},
		{"POST", "games/game/try", `{"action":"place 2"}`, `{"ok":false,"error":{"code":"illegal-move","text":"only place 1"},"diagram":[[{"t":"x","s":"p1"}]]}`},
		{"POST", "games/game/undo", ``, `"version":6`},
		{"POST", "games/game/undo", `{}`, `"version":7`},
		{"POST", "games/game/undo", `{"turns":2,"version":7}`, `"version":8`},
		{"POST", "games/game/undo", `{"actions":1}`, `"version":9`},
		{"POST", "games/game/undo", `{"to":0}`, `"version":10`},
		{"POST", "games/game/move", ``, `"move":"a","info":{"depth":3,"score":{"cp":-12},"nodes":99,"nps":5,"time":7,"pv":["a","b"]}}`},
		{"POST", "games/game/move", `{"level":1,"movetime":500,"depth":3,"nodes":9007199254740992,"exact":true,"version":11}`, `"move":"a"`},
		{"POST", "games/game/hint", ``, `{"move":"a","info":{"depth":3,`},
		{"POST", "games/game/hint", `{"level":10,"depth":1000,"movetime":3600000}`, `{"move":"a"`},
		{"POST", "games/game/restart", ``, `"version":13`},
		{"POST", "games/game/restart", `{}`, `"version":14`},
		{"POST", "games/game/resign", `{"seat":"p4"}`, `"version":15`},
		{"PUT", "games/game/seats", `[{"kind":"person"},{"kind":"engine","level":10}]`, `"version":16`},
		{"PUT", "games/game/seats", `[]`, `"version":17`},
		{"POST", "games/game/solution", `{"solve":true}`, `{"stage":"solving","done":250}`},
		{"POST", "solution", `{"game":"fake","rules":{"size":"4"},"solve":false}`, `{"stage":"solving","done":250}`},
		{"POST", "games/game/answer", `{"agree":true,"version":17}`, `"version":18`},
		{"POST", "games/game/answer", `{"agree":false}`, `"version":19`},
		{"POST", "games/game/draw", ``, `"version":20`},
		{"POST", "games/game/draw", `{"version":20}`, `"version":21`},
		{"POST", "games/game/rematch", ``, `"later":"later"`},
		{"POST", "games/game/rematch", `{}`, `"version":23`},
		{"GET", "games", ``, `"next":"x"`},
		{"GET", "games?standing=open&from=x&limit=100", ``, `{"games":[{"id":"game","standing":"open"`},
		{"POST", "games/game/join", ``, `"seat":"p2","token":"secret"}`},
		{"POST", "games/game/join", `{"seat":"p2","name":"Ann"}`, `"seat":"p2","token":"secret"}`},
		{"POST", "games/game/leave", ``, `"version":`},
		{"POST", "games/game/leave", `{"seat":"p2"}`, `"version":`},
		{"GET", "games/game/record", ``, "record of \"game\"\n"},
		{"GET", "games/game/record?form=record", ``, "record of \"game\"\n"},
		{"GET", "games/game/record?form=bytes", ``, "\xff"},
		{"GET", "games/game/records", ``, `{"form":"bytes","name":"fake","end":".bin","lost":["Date","comments"]}`},
		{"POST", "records", `{"record":"x"}`, `"notes":["x"]`},
		{"POST", "records", `{"data":"eXo="}`, `"notes":["yz"]`},
		{"POST", "games", `{"data":"eXo=","number":2}`, `{"state":`},
		{"POST", "games", `{"data":"eXo=","number":0}`, `{"state":`},
		{"POST", "games", `{"game":"fake","turns":["a"],"key":"0123456789abcdefABCDEF"}`, `{"state":`},
		{"GET", "games/game/list/pieces", ``, `{"entries":[]}`},
		{"GET", "games/game/analysis?depth=3&level=4&movetime=5&nodes=6&multipv=7&exact=true&at=8", "", `event: best`},
		{"GET", "games/game/review?depth=3&level=4&movetime=5&nodes=6&exact=true", "", `event: review`},
	} {
		status, body := s.ask(tc.method, api.Prefix+tc.path, tc.body)
		if status >= 300 || !strings.Contains(body, tc.want) {
			t.Errorf("%s %s %s: %d %s, want %s", tc.method, tc.path, tc.body, status, body, tc.want)
		}
		path, _, _ := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(tc.path, "/game", "/{id}"), "/pieces", "/{name}"), "?")
		done[tc.method+" "+api.Prefix+path] = true
	}
	for _, o := range api.New(api.Config{}).Routes {
		if strings.HasPrefix(o.Path, api.Prefix+"competitions") { // the fake has none; package contest tries them, and the examples of docs/api.md
			continue
		}
		endless := o.Method == "GET" && (o.Path == api.Prefix+"games/{id}/events" || o.Path == api.Prefix+"solution")
		if !done[o.Method+" "+o.Path] && !endless {
			t.Errorf("%s %s is not tried", o.Method, o.Path)
		}
	}
}

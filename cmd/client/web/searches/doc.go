// Package searches carries a server's searches over NATS to workers on any number
// of machines.
//
// A process that wants an engine tells all workers so, and again every second.
// Each worker puts what it hears of into the queue of its engines, which is that of
// a server's own: turns go before hints and these before analyses, of equals the
// clients are served in turn, and who has an engine is told when it should give way.
// When a worker has a place it asks the process for the search, which gives it to
// the first that asks. From then on the lines of a UGI engine go between the two,
// until the process has its answer.
//
// Nothing is kept by NATS, since a search is of use only to the process that asked
// for it; where several processes share a store, one of the others takes over the
// games of one that died. Each end learns at once from NATS that the other is no
// longer there, and from its silence that it is cut off; then the process asks for
// the search anew.
package searches

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// The subjects. docs/serve.md and deploy/nats.conf have who may do what with them.
const (
	askSubject   = "quadrille.search.ask"    // what processes want, to all workers
	helloSubject = "quadrille.search.hello." // WORKER
	fromSubject  = "quadrille.search.from."  // WORKER.PROCESS.SEARCH
)

// Times. Tests have others.
const (
	beatTime = time.Second      // between two words of both ends
	silence  = 10 * time.Second // after which the other end is lost
	patience = 30 * time.Second // for a worker
	// The pauses of a worker whose engine could not be started, or ended before it had
	// searched: the first, twice as long each time, and the longest.
	firstPause   = time.Second
	longestPause = time.Minute
)

// Limits of what is believed of others.
const (
	maxKnown = 10_000    // searches that a worker knows, and workers that a process does
	maxChunk = 256 << 10 // bytes of lines that are sent in one message, unless one is longer
	maxAsk   = 500       // searches in one message
	maxHeld  = 16 << 20  // bytes of a worker's lines that nobody has read yet
)

// ask is what a process wants.
type ask struct {
	Process string   `json:"process"`
	Want    []want   `json:"want,omitempty"`
	Gone    []string `json:"gone,omitempty"` // what it does not want any more
}

// want is a search.
type want struct {
	ID      string `json:"id"`
	Client  string `json:"client"` // a hash
	Key     string `json:"key"`    // a hash of the game, or empty
	Urgency int    `json:"urgency"`
}

// hello is what a worker says of itself.
type hello struct {
	Instance string `json:"instance"` // another for each start
	Places   int    `json:"places"`   // searches at a time
}

// kind says what a message between the two ends of a search is.
type kind string

const (
	take   kind = "take"   // from the worker: it would do the search
	given  kind = "given"  // to the worker: it is to do it
	denied kind = "denied" // to the worker: somebody else does, or nobody is to
	lines  kind = "lines"  // of the engine or to it
	beat   kind = "beat"   // nothing new
	known  kind = "known"  // from the worker: the engine has searched last for the same key
	wanted kind = "wanted" // from the worker: the engine should be given back at once
	shared kind = "shared" // from the worker: it should be soon
	done   kind = "done"   // to the worker: all is answered
	lost   kind = "lost"   // the sender goes no further
)

// word is a message between the two ends of a search.
type word struct {
	Kind kind   `json:"kind"`
	N    int    `json:"n"`              // the sender's words about this search so far, but for beats: a gap is what was lost
	At   string `json:"at,omitempty"`   // from the worker: where it hears words about this search
	Text string `json:"text,omitempty"` // lines, or why it is lost
}

// after says whether a word follows the n that were heard, which it counts: no other
// was lost between them.
func (w word) after(n *int) bool {
	if w.Kind != beat {
		*n++
	}
	return w.N == *n || w.Kind == lost
}

// hashed is what workers learn of a client or a game: the same for the same, and nothing
// else.
func hashed(what, name string) string {
	sum := sha256.Sum256([]byte("quadrille " + what + " " + name))
	return hex.EncodeToString(sum[:12])
}

// said reads a word. Where NATS says that nobody hears what was sent, it is lost.
func said(msg *nats.Msg) (word, bool) {
	if isUnheard(msg) {
		return word{Kind: lost, Text: "it is not there any more"}, true
	}
	var w word
	return w, json.Unmarshal(msg.Data, &w) == nil
}

// isUnheard says whether a message is NATS' own word that nobody hears another.
func isUnheard(msg *nats.Msg) bool {
	return len(msg.Data) == 0 && msg.Header.Get("Status") == "503"
}

// mouth says the words of one end of a search. NATS answers, in place of the other
// end, that it is not there.
type mouth struct {
	conn *nats.Conn
	// to is the subject at which the other end hears, from that of this one.
	to, from string

	saying sync.Mutex
	said   int // words so far
}

func (m *mouth) say(w word) {
	m.saying.Lock()
	defer m.saying.Unlock()
	if w.Kind != beat {
		m.said++
	}
	w.N = m.said
	m.conn.PublishRequest(m.to, m.from, encode(w))
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // nothing here is beyond JSON
	}
	return data
}

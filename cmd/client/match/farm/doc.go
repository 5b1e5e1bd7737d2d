// Package farm carries the games of matches over NATS JetStream to workers on
// any number of machines, and their results back.
//
// The coordinator of a match puts each game into a work queue as a message of its
// own. A worker that has it says every few seconds that it is still at it; when it
// stops saying so the server gives the game to another. The finished game goes
// into a second stream, and only then is the first message acknowledged, so that a
// game is always in one of the two, or in the journal. The coordinator has its
// referee replay what comes back, writes it to the journal and then acknowledges
// it. What comes twice is dropped by its number.
//
// Each match has a consumer with a name that nobody can guess. The coordinator
// tells it to the workers that it trusts, each at an inbox that no other worker
// may read. When a worker has lied the consumer gets another name, which that
// worker is not told.
package farm

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams and the bucket that all matches of a server share.
const (
	workStream   = "QUADRILLE_WORK"
	resultStream = "QUADRILLE_RESULTS"
	bucketName   = "quadrille"
)

// The subjects. deploy/nats.conf has who may do what with them.
const (
	workSubject   = "quadrille.work."   // MATCH.GAME.ATTEMPT
	resultSubject = "quadrille.result." // MATCH.WORKER.GAME
	helloSubject  = "quadrille.hello."  // WORKER
	watchSubject  = "quadrille.watch."  // MATCH
	callSubject   = "quadrille.call"    // a new coordinator wants to hear from workers
)

// Times. A worker that is silent for ackWait has lost its game.
const (
	ackWait   = 15 * time.Second
	helloTime = 2 * time.Second  // between two words of a worker
	deafTime  = 30 * time.Second // after which a silent worker or coordinator is gone
	countTime = 10 * time.Second // between two counts of what is in the streams
	keepTime  = 7 * 24 * time.Hour
)

// streams are the configurations of the two streams. What a match leaves behind
// is deleted after a week.
func streams() []jetstream.StreamConfig {
	one := func(name, subject, about string) jetstream.StreamConfig {
		return jetstream.StreamConfig{Name: name, Description: about, Subjects: []string{subject + ">"},
			Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, MaxAge: keepTime, Discard: jetstream.DiscardNew}
	}
	return []jetstream.StreamConfig{
		one(workStream, workSubject, "Games that Quadrille's workers play"),
		one(resultStream, resultSubject, "Games that they have played"),
	}
}

package farm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/internal/bus"
)

// link is a connection to the server.
type link struct {
	server bus.Server
	conn   *nats.Conn
	js     jetstream.JetStream
	// denied has the last thing that the server did not permit.
	denied chan string
	// gone is closed when the connection is, by us or because the server no
	// longer lets us in.
	gone chan struct{}
}

// connect connects once, and from then on again whenever the connection is lost.
// The name is what the server calls the connection. The inbox is the first word of
// the subjects at which answers arrive.
func connect(ctx context.Context, s bus.Server, name, inbox string) (*link, error) {
	l := &link{server: s, denied: make(chan string, 1), gone: make(chan struct{})}
	conn, err := s.Connect(name, inbox, l.deny, func() { close(l.gone) })
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(bus.AnswerTime))
	if err != nil {
		conn.Close()
		return nil, err
	}
	l.conn, l.js = conn, js
	return l, nil
}

// deny remembers what the server did not permit. All other errors come to those
// whose requests they are of.
func (l *link) deny(err error) {
	if !errors.Is(err, nats.ErrPermissionViolation) {
		return
	}
	select {
	case <-l.denied:
	default:
	}
	select {
	case l.denied <- clean(strings.TrimPrefix(err.Error(), "nats: ")):
	default:
	}
}

// lost says why a connection is gone for good.
func (l *link) lost() error {
	if err := l.conn.LastError(); err != nil {
		return l.server.Explain(err)
	}
	return l.server.Explain(nats.ErrConnectionClosed)
}

// lacking says what is missing where the server is there and does not do what is
// needed.
func (l *link) lacking(what string, err error) error {
	if err != nil {
		select {
		case denied := <-l.denied:
			return fmt.Errorf("%s: %s; deploy/nats.conf lists the permissions (%w)", what, denied, err)
		default:
		}
	}
	return lacking(what, err)
}

// lacking is the same where what was not permitted is not known.
func lacking(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("%s: the NATS server has no JetStream, which is to be switched on: nats-server -js", what)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("%s: the account of this user has no JetStream", what)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("%s: the NATS server does not answer; the user may lack the permission, which deploy/nats.conf lists (%w)", what, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// close closes the connection, when all that was written has left.
func (l *link) close() {
	l.conn.FlushTimeout(time.Second)
	l.conn.Close()
}

// prepare makes the streams and the bucket, unless they are there: then their
// replicas and limits are those that the server's owner has chosen.
func (l *link) prepare(ctx context.Context) (jetstream.ObjectStore, error) {
	for _, c := range streams() {
		_, err := l.js.Stream(ctx, c.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			_, err = l.js.CreateStream(ctx, c)
		}
		if err != nil {
			return nil, l.lacking("the stream "+c.Name, err)
		}
	}
	bucket, err := l.js.ObjectStore(ctx, bucketName)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		bucket, err = l.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucketName,
			Description: "Matches and engines of Quadrille, by SHA-256", TTL: keepTime, Storage: jetstream.FileStorage})
	}
	return bucket, l.lacking("the object store "+bucketName, err)
}

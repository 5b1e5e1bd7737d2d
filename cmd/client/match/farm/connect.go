package farm

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Server is where NATS is and how to come in.
//
// The fields are flags of a command line too.
type Server struct {
	URL   string `name:"nats" env:"QUADRILLE_NATS" placeholder:"URL" help:"NATS server, such as nats://HOST:4222 or tls://USER:PASSWORD@HOST, over which other machines search or, if it has JetStream, play games."`
	Creds string `name:"nats-creds" placeholder:"FILE" help:"Credentials for the NATS server, as nsc writes them."`
	NKey  string `name:"nats-nkey" placeholder:"FILE" help:"Seed of an nkey for the NATS server."`
	CA    string `name:"nats-ca" placeholder:"FILE" help:"Certificates by which the NATS server is trusted, beside the system's."`
	Cert  string `name:"nats-cert" placeholder:"FILE" help:"Certificate that the NATS server wants to see."`
	Key   string `name:"nats-key" placeholder:"FILE" help:"Key of that certificate."`
}

// Validate is called when the command line was read. Without a server nothing is about
// one, or a URL that was forgotten would be missed late.
func (s Server) Validate() error {
	if s.URL == "" && s != (Server{}) {
		return errors.New("--nats-creds, --nats-nkey, --nats-ca, --nats-cert and --nats-key are about a NATS server; name it with --nats URL, or in QUADRILLE_NATS")
	}
	return nil
}

// link is a connection to the server.
type link struct {
	server Server
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
func connect(ctx context.Context, s Server, name, inbox string) (*link, error) {
	l := &link{server: s, denied: make(chan string, 1), gone: make(chan struct{})}
	conn, err := s.Connect(name, inbox, l.deny, func() { close(l.gone) })
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(askTime))
	if err != nil {
		conn.Close()
		return nil, err
	}
	l.conn, l.js = conn, js
	return l, nil
}

// Connect connects once, and from then on again whenever the connection is lost,
// as the name and with the inbox that connect describes. Failed is called with what
// no request's error is, such as what the server does not permit; gone is when the
// connection is closed for good. The error says what is missing.
func (s Server) Connect(name, inbox string, failed func(error), gone func()) (*nats.Conn, error) {
	options, err := s.options()
	if err != nil {
		return nil, err
	}
	options = append(options, nats.Name(name), nats.CustomInboxPrefix(inbox), nats.MaxReconnects(-1),
		nats.ReconnectWait(250*time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.PingInterval(5*time.Second), nats.MaxPingsOutstanding(2), nats.ReconnectBufSize(-1), nats.Timeout(askTime),
		nats.ClosedHandler(func(*nats.Conn) { gone() }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { failed(err) }))
	conn, err := nats.Connect(s.URL, options...)
	if err != nil {
		return nil, s.explain(err)
	}
	return conn, nil
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
		return l.server.explain(err)
	}
	return l.server.explain(nats.ErrConnectionClosed)
}

// options are what the server wants to see.
func (s Server) options() (list []nats.Option, err error) {
	for _, f := range []struct{ flag, path string }{{"creds", s.Creds}, {"nkey", s.NKey}, {"ca", s.CA}, {"cert", s.Cert}, {"key", s.Key}} {
		if f.path == "" {
			continue
		}
		if _, err := os.ReadFile(f.path); err != nil {
			return nil, fmt.Errorf("--nats-%s: %w", f.flag, err)
		}
	}
	switch {
	case (s.Cert == "") != (s.Key == ""):
		return nil, errors.New("--nats-cert and --nats-key belong together: a certificate and its key")
	case s.Creds != "" && s.NKey != "":
		return nil, errors.New("--nats-creds and --nats-nkey exclude each other")
	}
	if s.Creds != "" {
		list = append(list, nats.UserCredentials(s.Creds))
	}
	if s.NKey != "" {
		o, err := nats.NkeyOptionFromSeed(s.NKey)
		if err != nil {
			return nil, fmt.Errorf("--nats-nkey %s: %w", s.NKey, err)
		}
		list = append(list, o)
	}
	if s.CA != "" {
		list = append(list, nats.RootCAs(s.CA))
	}
	if s.Cert != "" {
		list = append(list, nats.ClientCert(s.Cert, s.Key))
	}
	return list, nil
}

// explain says what is missing where the server does not let us in.
func (s Server) explain(err error) error {
	where := s.redacted()
	text := err.Error()
	switch {
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("there is no NATS server at %s; start one with nats-server, or for matches with nats-server -js", where)
	case errors.Is(err, nats.ErrAuthorization) && s.Creds == "" && s.NKey == "" && !strings.Contains(s.URL, "@"):
		return fmt.Errorf("the NATS server at %s wants to know who this is: put USER:PASSWORD@ into the URL, or give --nats-creds or --nats-nkey", where)
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("the NATS server at %s does not know this user, or the password or key is wrong", where)
	case strings.Contains(text, "certificate signed by unknown authority"), strings.Contains(text, "failed to verify certificate"):
		return fmt.Errorf("the certificate of the NATS server at %s is not trusted: give that of its authority with --nats-ca FILE (%w)", where, err)
	case strings.Contains(text, "certificate required"), strings.Contains(text, "bad certificate"), strings.Contains(text, "after TLS handshake") && s.Cert == "":
		return fmt.Errorf("the NATS server at %s wants a certificate that it trusts: give --nats-cert and --nats-key (%w)", where, err)
	case errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("the NATS server at %s speaks only TLS: write tls:// in place of nats://", where)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("the NATS server at %s does not speak TLS", where)
	}
	return fmt.Errorf("NATS at %s: %w", where, err)
}

// redacted is the URL without user and password.
func (s Server) redacted() string {
	var list []string
	for _, one := range strings.Split(s.URL, ",") {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil {
			u.User = nil
			one = u.String()
		}
		list = append(list, one)
	}
	return strings.Join(list, ",")
}

// lacking says what is missing where the server is there and does not do what is
// needed.
func (l *link) lacking(what string, err error) error {
	if err != nil {
		select {
		case denied := <-l.denied:
			return fmt.Errorf("%s: %s; docs/match.md lists the permissions (%w)", what, denied, err)
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
		return fmt.Errorf("%s: the NATS server does not answer; the user may lack the permission, which docs/match.md lists (%w)", what, err)
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

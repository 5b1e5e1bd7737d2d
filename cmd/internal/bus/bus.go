// Package bus reaches a NATS server, over which programs of Quadrille on several
// machines share work: by the flags that name it, with errors that say what is
// missing, and under names that are words of NATS's subjects.
package bus

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// AnswerTime is how long one answer of the server may take.
const AnswerTime = 5 * time.Second

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
	if s == (Server{}) {
		return nil
	}
	if s.URL == "" {
		return errors.New("--nats-creds, --nats-nkey, --nats-ca, --nats-cert and --nats-key are about a NATS server; name it with --nats URL, or in QUADRILLE_NATS")
	}
	for _, one := range strings.Split(s.URL, ",") {
		if one = strings.TrimSpace(one); !strings.Contains(one, "://") {
			one = "nats://" + one // as NATS takes it
		}
		u, err := url.Parse(one)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			// Which is not repeated, since it may have a password.
			return errors.New("--nats (or QUADRILLE_NATS) is not the URL of a NATS server, such as nats://HOST:4222 or tls://USER:PASSWORD@HOST; in a name or a password / is written %2F, @ %40 and # %23")
		}
	}
	_, err := s.options()
	return err
}

// Connect connects once, and from then on again whenever the connection is lost.
// The name is what the server calls the connection. The inbox is the first word of
// the subjects at which answers arrive. Failed is called with what no request's error
// is, such as what the server does not permit; gone is when the connection is closed
// for good. The error says what is missing.
func (s Server) Connect(name, inbox string, failed func(error), gone func()) (*nats.Conn, error) {
	options, err := s.options()
	if err != nil {
		return nil, err
	}
	options = append(options, nats.Name(name), nats.CustomInboxPrefix(inbox), nats.MaxReconnects(-1),
		nats.ReconnectWait(250*time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.PingInterval(5*time.Second), nats.MaxPingsOutstanding(2), nats.ReconnectBufSize(-1), nats.Timeout(AnswerTime),
		nats.ClosedHandler(func(*nats.Conn) { gone() }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { failed(err) }))
	conn, err := nats.Connect(s.URL, options...)
	if err != nil {
		return nil, s.Explain(err)
	}
	return conn, nil
}

// options are what the server wants to see.
func (s Server) options() (list []nats.Option, err error) {
	switch {
	case (s.Cert == "") != (s.Key == ""):
		return nil, errors.New("--nats-cert and --nats-key belong together: a certificate and its key")
	case s.Creds != "" && s.NKey != "":
		return nil, errors.New("--nats-creds and --nats-nkey exclude each other")
	}
	for _, f := range []struct {
		flag, path, what string
		has              func([]byte) bool
	}{
		{"creds", s.Creds, "user's seed, as nsc writes it below the user's token", hasSeed},
		{"nkey", s.NKey, "seed of a user's nkey, a line that begins with SU", hasSeed},
		{"ca", s.CA, "certificate (PEM)", func(text []byte) bool { return x509.NewCertPool().AppendCertsFromPEM(text) }},
		{"cert", s.Cert, "", nil}, {"key", s.Key, "", nil},
	} {
		if f.path == "" {
			continue
		}
		text, err := os.ReadFile(f.path)
		if err != nil {
			return nil, fmt.Errorf("--nats-%s: %w", f.flag, err)
		}
		if f.has != nil && !f.has(text) {
			return nil, fmt.Errorf("--nats-%s: %s has no %s", f.flag, f.path, f.what)
		}
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
		if _, err := tls.LoadX509KeyPair(s.Cert, s.Key); err != nil {
			return nil, fmt.Errorf("--nats-cert %s and --nats-key %s are not a certificate and its key (PEM): %w", s.Cert, s.Key, err)
		}
		list = append(list, nats.ClientCert(s.Cert, s.Key))
	}
	return list, nil
}

// hasSeed says whether a file has the seed of a user's nkey.
func hasSeed(text []byte) bool {
	pair, err := nkeys.ParseDecoratedUserNKey(text)
	if err == nil {
		pair.Wipe()
	}
	return err == nil
}

// Explain says what is missing where the server does not let us in.
func (s Server) Explain(err error) error {
	where := s.Redacted()
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

// Redacted is the URL without user and password.
func (s Server) Redacted() string {
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

var nameForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// CheckName says what is wrong with the name of a worker or a match, which is a
// word of subjects.
func CheckName(name string) error {
	if !nameForm.MatchString(name) {
		return fmt.Errorf("%q is not a name of 1 to 40 letters, digits, - and _", name)
	}
	return nil
}

// Inbox is where a worker hears answers: all subjects that begin so, and a dot.
func Inbox(name string) string { return "_INBOX_" + name }

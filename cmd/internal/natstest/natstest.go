// Package natstest starts NATS servers for tests.
package natstest

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Start starts a server that ends with the test, at any port and without JetStream
// unless change, which may be nil, has it otherwise.
func Start(t testing.TB, change func(*server.Options)) *server.Server {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true}
	if change != nil {
		change(o)
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// password is that of all users.
const password = "secret"

// Users reads the users and permissions of deploy/nats.conf, whose path is given. As
// has the address of each.
func Users(t *testing.T, path string) []*server.User {
	t.Helper()
	for _, user := range []string{"COORDINATOR", "LAB1", "GUEST", "WEB"} {
		t.Setenv("NATS_"+user, password)
	}
	config, err := server.ProcessConfigFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return config.Users
}

// As is the URL of a server for a user of Users.
func As(s *server.Server, user string) string {
	return strings.Replace(s.ClientURL(), "nats://", "nats://"+user+":"+password+"@", 1)
}

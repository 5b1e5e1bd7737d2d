package bus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What NATS takes as the URLs of servers is taken; what cannot be one is refused
// before anything is asked, without a password in the error.
func TestURL(t *testing.T) {
	for url, ok := range map[string]bool{
		"nats://127.0.0.1:4222": true, "tls://web:secret@nats.example": true, "ws://[::1]:80": true, "wss://nats.example/path": true,
		"localhost:4222": true, "nats.example": true, "nats://a:4222, nats://b:4222": true, "web:secret@nats.example": true,
		"/no/such": false, "http://nats.example": false, "nats://": false, "nats://web:sec/ret@nats.example": false, "nats://a:4222,": false,
		"nats://nats.example:port": false, " ": false,
	} {
		err := Server{URL: url}.Validate()
		if (err == nil) != ok || err != nil && (!strings.Contains(err.Error(), "nats://HOST:4222") || strings.Contains(err.Error(), "web:sec")) {
			t.Errorf("%q: %v", url, err)
		}
	}
}

// A file that has not what its flag is for is the command line's mistake, and no server
// is asked.
func TestFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("-----BEGIN nothing-----\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for flag, s := range map[string]Server{"--nats-creds": {Creds: file}, "--nats-nkey": {NKey: file}, "--nats-ca": {CA: file}, "--nats-cert": {Cert: file, Key: file}} {
		s.URL = "nats://127.0.0.1:1"
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), flag) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

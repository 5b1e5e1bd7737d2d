package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/problem"
)

// jsonListener makes JSON of the errors that net/http writes when what comes
// is no HTTP request. It gives them to no handler, so the connection is the
// only place where they can be seen.
type jsonListener struct{ net.Listener }

// Accept waits for a connection.
func (l jsonListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return jsonConn{c}, nil
}

// jsonConn is a connection of a jsonListener.
type jsonConn struct{ net.Conn }

// CloseWrite is for net/http, as in package gate.
func (c jsonConn) CloseWrite() error {
	if w, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return w.CloseWrite()
	}
	return nil
}

// malformedHeaders stand behind the status line of such an error, and nowhere
// else: answers of handlers have a Date.
var malformedHeaders = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// Write writes b, or in place of an error in plain text one in JSON.
func (c jsonConn) Write(b []byte) (int, error) {
	line, rest, _ := bytes.Cut(b, malformedHeaders)
	status, ok := bytes.CutPrefix(line, []byte("HTTP/1.1 "))
	if !ok || len(line) == len(b) || bytes.IndexByte(line, '\n') >= 0 {
		return c.Conn.Write(b)
	}
	body, err := json.Marshal(problem.Body{Error: problem.Detail{Code: string(host.BadRequest), Text: "this is no HTTP request: " + string(rest)}})
	if err != nil {
		return 0, err
	}
	// In a status line a colon begins what the text says too.
	status, _, _ = bytes.Cut(status, []byte(":"))
	if _, err := fmt.Fprintf(c.Conn, "HTTP/1.1 %s\r\nContent-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, len(body), body); err != nil {
		return 0, err
	}
	return len(b), nil
}

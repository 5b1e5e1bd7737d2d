package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store/postgres"
	"quadrille/cmd/client/web/webtest"
	"quadrille/protocol/driver/drivertest"
)

// serverMode has the test binary run as a server; the folder of its games, or the
// address of their database, follows.
const serverMode = "server "

func TestMain(m *testing.M) {
	drivertest.Main(m, func(mode string) int {
		if dir, ok := strings.CutPrefix(mode, serverMode); ok {
			return serve(dir)
		}
		return webtest.Engine(mode)
	})
}

// serve is `client serve` with a free port, whose address it prints. It ends
// when its input does.
func serve(dir string) int {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	config := web.Config{Listen: "127.0.0.1:0", Data: dir, Games: host.Config{Open: webtest.OpenProcess}}
	if postgres.IsAddress(dir) {
		config.Store = dir
		config.Gate = gate.Config{Rate: 1e6, Burst: 1e6, CostlyRate: 1e6, PerClient: 1000} // which nobody reaches, but all count
	}
	err := web.Serve(ctx, config, func(s *web.Server) { fmt.Println(s.URL()) })
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// process is a server process.
type process struct {
	url    string
	cmd    *exec.Cmd
	input  io.Closer
	client *http.Client
	ended  chan error
}

// launch starts a server process on a folder of games.
func launch(t *testing.T, dir string) *process {
	t.Helper()
	self := drivertest.Command(t, serverMode+dir)
	s := &process{cmd: exec.Command(self.Path), ended: make(chan error, 1)}
	s.cmd.Env = append(os.Environ(), self.Env...)
	s.cmd.Stderr = os.Stderr
	input, err := s.cmd.StdinPipe()
	output, err2 := s.cmd.StdoutPipe()
	if err := errors.Join(err, err2, s.cmd.Start()); err != nil {
		t.Fatal(err)
	}
	s.input = input
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2000}}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatalf("the server does not start: %v", errors.Join(err, s.cmd.Wait()))
	}
	s.url = strings.TrimSpace(line)
	go func() { s.ended <- s.cmd.Wait() }()
	return s
}

// kill kills the server as with kill -9.
func (s *process) kill() {
	s.cmd.Process.Kill()
	<-s.ended
	s.client.CloseIdleConnections()
}

// stop ends the server as it should be ended.
func (s *process) stop(t *testing.T) {
	t.Helper()
	s.client.CloseIdleConnections()
	s.input.Close()
	if err := <-s.ended; err != nil {
		t.Errorf("the server ends with: %v", err)
	}
}

// refusal is an answer that is no success.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s", r.status, r.text) }

// call sends a request and reads the answer into to, which may be nil. The
// error is a *refusal when the server answered.
func (s *process) call(method, path string, body, to any) error {
	var b bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&b).Encode(body); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, s.url+"/api/v1"+path, &b)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := s.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		return &refusal{answer.StatusCode, string(text)}
	}
	if to == nil {
		return nil
	}
	return json.Unmarshal(text, to)
}

// create makes a game.
func (s *process) create(spec host.Spec) (host.State, error) {
	var made struct {
		State host.State `json:"state"`
	}
	err := s.call("POST", "/games", spec, &made)
	return made.State, err
}

func (s *process) state(id string) (st host.State, err error) {
	err = s.call("GET", "/games/"+id, nil, &st)
	return st, err
}

// do posts a change of a game.
func (s *process) do(id, what string, body any) (st host.State, err error) {
	err = s.call("POST", "/games/"+id+"/"+what, body, &st)
	return st, err
}

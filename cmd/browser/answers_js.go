package main

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"syscall/js"

	"quadrille/cmd/client/web/http"
)

// tab answers one request, under the name that the worker's script gave it.
type tab struct {
	bridge  js.Value
	request string
}

func (t tab) begin(status int, header http.Header) {
	list := js.Global().Get("Array").New()
	for name, values := range header {
		for _, value := range values {
			list.Call("push", js.ValueOf([]any{name, value}))
		}
	}
	t.bridge.Call("begin", t.request, status, list)
}

func (t tab) part(text []byte) { t.bridge.Call("part", t.request, bytesToJS(text)) }

func (t tab) end() { t.bridge.Call("end", t.request) }

func bytesToJS(b []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}

func bytesToGo(array js.Value) []byte {
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return b
}

// requests are those that are being answered.
type requests struct {
	bridge  js.Value
	handler http.Handler
	log     *slog.Logger

	mu      sync.Mutex
	cancels map[string]context.CancelFunc // by the requests' names
}

// answerAll gives the worker's script what it asks the host by: ask(name, method, address,
// headers, body), where headers are pairs and the body is an Uint8Array or null,
// and cancel(name), which ends an answer that nobody waits for any more. Answers
// come by the script's begin, part and end, with that name of the request.
func answerAll(bridge js.Value, h http.Handler, log *slog.Logger) {
	r := &requests{bridge: bridge, handler: h, log: log, cancels: map[string]context.CancelFunc{}}
	bridge.Call("ready",
		js.FuncOf(func(_ js.Value, args []js.Value) any {
			r.ask(args[0].String(), args[1].String(), args[2].String(), args[3], args[4])
			return nil
		}),
		js.FuncOf(func(_ js.Value, args []js.Value) any {
			r.cancel(args[0].String())
			return nil
		}))
}

// ask begins to answer a request.
func (r *requests) ask(name string, method, address string, headers, body js.Value) {
	to := tab{r.bridge, name}
	ctx, cancel := context.WithCancel(context.Background())
	var text []byte
	if !body.IsNull() {
		text = bytesToGo(body)
	}
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(text))
	if err != nil { // the page's own addresses are right
		cancel()
		to.begin(http.StatusBadRequest, nil)
		to.end()
		return
	}
	for i := range headers.Length() {
		pair := headers.Index(i)
		request.Header.Add(pair.Index(0).String(), pair.Index(1).String())
	}
	r.mu.Lock()
	r.cancels[name] = cancel
	r.mu.Unlock()
	go func() {
		defer r.cancel(name)
		respond(r.handler, request, to, r.log)
	}()
}

func (r *requests) cancel(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cancel, ok := r.cancels[name]; ok {
		cancel()
		delete(r.cancels, name)
	}
}

package indexeddb

import (
	"crypto/rand"
	"syscall/js"
	"testing"

	"quadrille/cmd/client/web/store/kv"
	"quadrille/cmd/client/web/store/storetest"
)

// place is a database that nobody has used, opened anew by each call.
func place(t *testing.T) storetest.Opener {
	name := rand.Text()
	return func() storetest.Store {
		s, err := kv.Open(t.Context(), New(js.Global().Call("disk", name)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
}

// Everything that a store must do, over the database of a browser: package
// browser of the web server has it run there.
func TestContract(t *testing.T) {
	if js.Global().Get("disk").IsUndefined() {
		t.Skip("not in a browser")
	}
	storetest.Test(t, place)
}

// The browser's database answers as the memory does.
func TestAsMemory(t *testing.T) {
	if js.Global().Get("disk").IsUndefined() {
		t.Skip("not in a browser")
	}
	other, err := kv.Open(t.Context(), &kv.Memory{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Compare(t, 1, 300, place(t)(), other)
}

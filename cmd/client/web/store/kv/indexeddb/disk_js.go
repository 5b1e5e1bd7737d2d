package indexeddb

import (
	"context"
	"slices"
	"strings"
	"syscall/js"

	"quadrille/cmd/client/web/store/kv"
)

// Disk is a database.
type Disk struct {
	module js.Value // what disk in disk.js returns
}

// New returns the disk that an object of disk.js has.
func New(object js.Value) *Disk { return &Disk{object} }

// Scan returns the pairs whose keys begin with a prefix, sorted by the bytes of
// the keys.
func (d *Disk) Scan(ctx context.Context, prefix string) ([]kv.Pair, error) {
	found, err := await(ctx, d.module.Call("scan", prefix))
	if err != nil {
		return nil, err
	}
	keys, values := found.Get("keys"), found.Get("values")
	pairs := make([]kv.Pair, keys.Length())
	for i := range pairs {
		pairs[i] = kv.Pair{Key: keys.Index(i).String(), Value: fromBytes(values.Index(i))}
	}
	slices.SortFunc(pairs, func(a, b kv.Pair) int { return strings.Compare(a.Key, b.Key) })
	return pairs, nil
}

// Change writes pairs, all of them or none, if the guard's key has its value.
func (d *Disk) Change(ctx context.Context, guard kv.Pair, pairs []kv.Pair) error {
	keys, values := make([]any, len(pairs)), make([]any, len(pairs))
	for i, p := range pairs {
		keys[i], values[i] = p.Key, toBytes(p.Value)
	}
	_, err := await(ctx, d.module.Call("change", guard.Key, toBytes(guard.Value), keys, values))
	return err
}

// toBytes is a Uint8Array, or null for nil.
func toBytes(value []byte) js.Value {
	if value == nil {
		return js.Null()
	}
	array := js.Global().Get("Uint8Array").New(len(value))
	js.CopyBytesToJS(array, value)
	return array
}

// fromBytes is what a Uint8Array has. What is none is nobody's value of ours, and
// empty.
func fromBytes(value js.Value) []byte {
	if !value.InstanceOf(js.Global().Get("Uint8Array")) {
		return []byte{}
	}
	bytes := make([]byte, value.Length())
	js.CopyBytesToGo(bytes, value)
	return bytes
}

// await waits for a promise, or no longer than the context lasts; what was asked
// for goes on then.
func await(ctx context.Context, promise js.Value) (js.Value, error) {
	type result struct {
		value js.Value
		err   error
	}
	ended := make(chan result, 1)
	var resolved, rejected js.Func
	end := func(r result) any {
		resolved.Release()
		rejected.Release()
		ended <- r
		return nil
	}
	resolved = js.FuncOf(func(_ js.Value, args []js.Value) any { return end(result{value: args[0]}) })
	rejected = js.FuncOf(func(_ js.Value, args []js.Value) any {
		return end(result{err: explain(args[0].Get("name").String(), args[0].Get("message").String())})
	})
	promise.Call("then", resolved, rejected)
	select {
	case r := <-ended:
		return r.value, r.err
	case <-ctx.Done():
		return js.Undefined(), ctx.Err()
	}
}

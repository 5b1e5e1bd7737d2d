package ai

import (
	"runtime"
	"syscall/js"
	"time"
)

// breathEvery is how long a search keeps JavaScript's event loop waiting. To let
// it run takes some 20 µs.
const breathEvery = 10 * time.Millisecond

// breath lets JavaScript's event loop run now and then during a search. Go has
// one thread there, and what comes from outside (a line on standard input, a
// message to a worker, a timer) comes through that loop, which runs only while
// every goroutine waits.
type breath struct{ last time.Duration } // when it ended, by now

// take lets the loop run if that is due. Each of several goroutines that search
// waits, or the others would go on keeping the loop from running.
func (b *breath) take() {
	runtime.Gosched()
	if now()-b.last < breathEvery {
		return
	}
	woken := make(chan struct{})
	wake := js.FuncOf(func(js.Value, []js.Value) any {
		close(woken)
		return nil
	})
	defer wake.Release()
	defer callSoon(wake)()
	<-woken
	b.last = now()
}

// callSoon has a function called once by the event loop, behind what waits
// there already. A timer would do so after 4 ms only. Done ends what it took.
func callSoon(f js.Func) (done func()) {
	if soon := js.Global().Get("setImmediate"); soon.Truthy() { // Node
		soon.Invoke(f)
		return func() {}
	}
	channel := js.Global().Get("MessageChannel").New()
	port := channel.Get("port1")
	port.Set("onmessage", f)
	channel.Get("port2").Call("postMessage", js.Null())
	return func() { port.Call("close") }
}

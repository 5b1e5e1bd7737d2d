package browser

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"quadrille/cmd/client/web/webtest"
)

func TestMain(m *testing.M) { webtest.Main(m) }

// patience bounds every wait; only a page that is broken comes near it, also on a
// machine with much else to do.
const patience = 2 * time.Minute

var slow = flag.Float64("slow", 1, "how many times as long scripts of pages take")

// chromium finds the browser. Where there must be one, none is a failure.
func chromium(t *testing.T) string {
	t.Helper()
	if os.Getenv("QUADRILLE_BROWSER") == "none" || testing.Short() {
		t.Skip("without a browser")
	}
	// The shell is Chromium without a window and all that belongs to one, which
	// takes half of the processor's time.
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("QUADRILLE_BROWSER") == "required" {
		t.Fatal("no Chromium found, and QUADRILLE_BROWSER says that one is required")
	}
	t.Skip("no Chromium found")
	return ""
}

// startChromium starts one browser for all tests.
func startChromium(t *testing.T) context.Context {
	t.Helper()
	path := chromium(t)
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
	}
	for _, flag := range []string{
		"disable-background-networking", "disable-background-timer-throttling", "disable-renderer-backgrounding",
		"disable-backgrounding-occluded-windows", "disable-dev-shm-usage", "disable-extensions", "disable-sync",
		"disable-component-update", "disable-default-apps", "mute-audio", "hide-scrollbars", "no-proxy-server",
		"site-per-process", // which the shell leaves out: a frame of another origin has a process of its own
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		// Cancel waits for the browser to exit, so that its folder can go.
		_ = chromedp.Cancel(ctx)
		end()
		cancel()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	return ctx
}

// look says what a window is like.
type look struct {
	width, height int64
	touch         bool
	lang          string // of the browser
	dark          bool
	still         bool // less motion is asked for
}

var (
	desktop = look{width: 1280, height: 900, lang: "en", still: true}
	phone   = look{width: 360, height: 740, touch: true, lang: "en", still: true}
)

// window is a page with storage of its own, as another person's browser has.
type window struct {
	*testing.T
	ctx  context.Context
	base string // address of the server
	look look
	// close closes it as a person does: whatever happens in it ends at once.
	close func()

	mu       sync.Mutex
	problems []string // errors on the console, requests that left the server
}

// open opens a window at a path of the server. When the test ends it fails for
// whatever the browser complained about.
func open(t *testing.T, browser context.Context, base, path string, l look) *window {
	t.Helper()
	return openIn(t, browser, chromedp.WithNewBrowserContext(), base, path, l)
}

// tab opens another tab beside the window, with the same storage.
func (w *window) tab(path string) *window {
	w.Helper()
	same := chromedp.WithExistingBrowserContext(chromedp.FromContext(w.ctx).BrowserContextID)
	return openIn(w.T, w.ctx, same, w.base, path, w.look)
}

func openIn(t *testing.T, parent context.Context, place chromedp.ContextOption, base, path string, l look) *window {
	t.Helper()
	w := newWindow(t, parent, place, base, l)
	w.run(chromedp.Navigate(base + path))
	w.wait(`document.documentElement.dataset.ready`)
	return w
}

// newWindow opens a window that shows nothing yet.
func newWindow(t *testing.T, parent context.Context, place chromedp.ContextOption, base string, l look) *window {
	t.Helper()
	w := &window{T: t, base: base, look: l}
	ctx, cancel := chromedp.NewContext(parent, place, chromedp.WithListener(w.watch))
	w.ctx, w.close = ctx, cancel
	if err := chromedp.Do(ctx); err != nil { // opens the tab
		t.Fatal(err)
	}
	w.run(w.emulate(l))
	t.Cleanup(func() {
		w.report()
		cancel()
	})
	return w
}

// emulate makes the tab look as asked, and has it tell what happens in it.
func (w *window) emulate(l look) chromedp.Action[chromedp.Void] {
	scale, motion, colours := 1.0, "no-preference", "light"
	if l.touch && os.Getenv("QUADRILLE_SHOTS") != "" {
		scale = 2 // as phones have it; drawing it takes its time
	}
	if l.still {
		motion = "reduce"
	}
	if l.dark {
		colours = "dark"
	}
	return chromedp.Steps(
		call(emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: *slow}),
		call(network.Enable, network.EnableParams{}), call(log.Enable, cdp.Empty{}), call(runtime.Enable, cdp.Empty{}),
		call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: l.width, Height: l.height, DeviceScaleFactor: scale, Mobile: l.touch}),
		call(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: l.touch}),
		call(emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "QuadrilleTest", AcceptLanguage: l.lang}),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-reduced-motion", Value: motion}, {Name: "prefers-color-scheme", Value: colours},
		}}),
	)
}

// call is an action that sends one command.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, command, params)
		return err
	})
}

// watch notes what should not happen.
func (w *window) watch(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		w.note("exception: %s", describe(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			var words []string
			for _, arg := range e.Args {
				words = append(words, string(arg.Value))
			}
			w.note("console: %s", strings.Join(words, " "))
		}
	case *log.EventEntryAdded:
		if e.Entry.Source == log.EntrySourceIntervention && strings.Contains(e.Entry.Text, "touchmove") {
			return // the browser's own, since the page hears no such event, and seldom
		}
		if e.Entry.Level == log.EntryLevelError || e.Entry.Source == log.EntrySourceSecurity {
			w.note("browser's log: %s %s", e.Entry.Text, e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		if address, err := url.Parse(e.Request.URL); err != nil || (w.base != address.Scheme+"://"+address.Host && address.Scheme != "data") {
			w.note("a request to %s", e.Request.URL)
		}
	}
}

func (w *window) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problems = append(w.problems, fmt.Sprintf(format, args...))
}

// forgive takes out problems that the test provoked.
func (w *window) forgive(containing string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var rest []string
	for _, p := range w.problems {
		if !strings.Contains(p, containing) {
			rest = append(rest, p)
		}
	}
	w.problems = rest
}

func (w *window) report() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.problems {
		w.Errorf("%s", p)
	}
}

func describe(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Text + " " + e.Exception.Description
	}
	return fmt.Sprintf("%s (%s, line %d)", e.Text, e.URL, e.LineNumber+1)
}

// run performs actions within patience.
func (w *window) run(steps ...chromedp.Action[chromedp.Void]) {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		w.fail(err)
	}
}

// fail says what the page showed when something went wrong.
func (w *window) fail(err error) {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, 5*time.Second)
	defer cancel()
	text, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + " " + JSON.stringify({...document.querySelector("main").dataset}) + "\\n" + document.body.innerText.slice(0, 1500)`))
	w.Fatalf("%v\nthe page shows:\n%s", err, text)
}

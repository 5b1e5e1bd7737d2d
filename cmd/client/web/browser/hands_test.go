package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// wait waits until an expression of JavaScript is true in the page.
func (w *window) wait(expression string, args ...any) {
	w.Helper()
	if len(args) > 0 {
		expression = fmt.Sprintf(expression, args...)
	}
	deadline := time.Now().Add(patience)
	for {
		ctx, cancel := context.WithDeadline(w.ctx, deadline)
		// An error comes of a page that just gives way to another.
		is, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		cancel()
		if is {
			return
		}
		if time.Now().After(deadline) {
			w.fail(fmt.Errorf("waited for %s (%v)", expression, err))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// eval is the value of an expression.
func eval[T any](w *window, expression string, args ...any) T {
	w.Helper()
	if len(args) > 0 {
		expression = fmt.Sprintf(expression, args...)
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		w.fail(fmt.Errorf("%s: %w", expression, err))
	}
	return value
}

// point is the middle of an element that can be pressed, after scrolling to
// it and waiting until it is there and stays in its place.
func (w *window) point(selector string) (x, y float64) {
	w.Helper()
	find := fmt.Sprintf(`(() => {
		const el = document.querySelector(%q);
		if (!el || el.matches(':disabled') || !el.getClientRects().length) return [];
		el.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
		const box = el.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, selector)
	deadline := time.Now().Add(patience)
	var before []float64
	for {
		ctx, cancel := context.WithDeadline(w.ctx, deadline)
		at, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](find))
		cancel()
		if len(at) == 2 && slices.Equal(at, before) {
			return at[0], at[1]
		}
		before = at
		if time.Now().After(deadline) {
			w.fail(fmt.Errorf("nothing to press at %s (%v)", selector, err))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// click presses the mouse on an element.
func (w *window) click(selector string) {
	w.Helper()
	x, y := w.point(selector)
	w.run(chromedp.MouseClickXY(x, y))
}

// tap touches an element with a finger.
func (w *window) tap(selector string) {
	w.Helper()
	x, y := w.point(selector)
	w.run(chromedp.TapXY(x, y))
}

// press is click or tap, as the window has it.
func (w *window) press(selector string) {
	w.Helper()
	if w.look.touch {
		w.tap(selector)
		return
	}
	w.click(selector)
}

// drag moves the mouse, pressed, from one element to another.
func (w *window) drag(from, to string) {
	w.Helper()
	w.point(from) // a tall page scrolls to the end of the way and back
	x1, y1 := w.point(to)
	x0, y0 := w.point(from)
	w.run(chromedp.DragAndDropXY(x0, y0, x1, y1, 6))
}

// swipe drags with a finger, which stops that many pixels below the middle of
// the element.
func (w *window) swipe(from, to string, below float64) {
	w.Helper()
	x0, y0 := w.point(from)
	box := eval[[]float64](w, `(() => { const b = document.querySelector(%q).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, to)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) chromedp.Action[chromedp.Void] {
		if points == nil {
			points = []*input.TouchPoint{}
		}
		return call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	steps := []chromedp.Action[chromedp.Void]{touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x0, Y: y0})}
	for i := 1; i <= 6; i++ {
		part := float64(i) / 6
		steps = append(steps, touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x0 + (box[0]-x0)*part, Y: y0 + (box[1]+below-y0)*part}))
	}
	w.run(append(steps, touch(input.DispatchTouchEventTypeTouchEnd))...)
}

// keys presses keys one after another.
func (w *window) keys(keys ...string) {
	w.Helper()
	for _, key := range keys {
		w.run(chromedp.KeyEvent(key))
	}
}

// choose sets a choice or a field as a person would leave it.
func (w *window) choose(selector, value string) {
	w.Helper()
	// The choices of a list may come later than the list.
	w.wait(`(() => {
		const field = document.querySelector(%q);
		return field && (!field.options || [...field.options].some((option) => option.value === %s));
	})()`, selector, quoted(value))
	eval[bool](w, `(() => {
		const field = document.querySelector(%q);
		if (field.type === 'checkbox') field.checked = %s === 'true';
		else field.value = %s;
		field.dispatchEvent(new Event('change', { bubbles: true }));
		return true;
	})()`, selector, quoted(value), quoted(value))
}

// shot saves a picture where QUADRILLE_SHOTS says so.
func (w *window) shot(name string) {
	w.Helper()
	folder := os.Getenv("QUADRILLE_SHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	whole := chromedp.CaptureScreenshot() // of what the window shows: FullScreenshot shifts wide pages that go from right to left
	if w.look.touch {
		whole = chromedp.FullScreenshot(100)
	}
	picture, err := chromedp.Run(ctx, whole)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644)
	}
	if err != nil {
		w.Fatal(err)
	}
}

// quoted writes a Go value as JavaScript.
func quoted(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// names of keys.
const (
	enter  = kb.Enter
	escape = kb.Escape
	tab    = kb.Tab
	up     = kb.ArrowUp
	down   = kb.ArrowDown
	left   = kb.ArrowLeft
	right  = kb.ArrowRight
	home   = kb.Home
	end    = kb.End
)

func goTo(address string) chromedp.Action[chromedp.Void] { return chromedp.Navigate(address) }

// hover moves the mouse.
func (w *window) hover(x, y float64) {
	w.Helper()
	w.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
}

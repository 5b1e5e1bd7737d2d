package browser

import (
	"bytes"
	"context"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"quadrille/cmd/client/web/host"
)

// keepsIn has the window's browser put what is downloaded into a folder.
func (w *window) keepsIn(folder string) {
	w.Helper()
	w.run(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: chromedp.FromContext(w.ctx).BrowserContextID, DownloadPath: folder,
		})
		return err
	}))
}

// upload chooses a file at the start page.
func (w *window) upload(file string) {
	w.Helper()
	w.run(chromedp.SetUploadFiles(`#record`, []string{file}, chromedp.NodeReady))
}

// saveAndLoad downloads a record and loads it again.
func saveAndLoad(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("teeko", "size", "5")
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.play("b2", "c3")
	folder := t.TempDir()
	w.keepsIn(folder)
	w.press(`[data-action="save"]`)
	w.press(`[data-form="record"]`)
	file := w.downloaded(folder)
	w.run(chromedp.Navigate(s.base + "/"))
	w.wait(`document.querySelector('.seen a')`)
	w.upload(file)
	w.wait(`location.pathname.startsWith('/g/') && location.pathname !== '/g/%s' && document.querySelectorAll('.shape').length === 2`, id)
	broken := filepath.Join(folder, "broken.txt")
	if err := os.WriteFile(broken, []byte("no record\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.run(chromedp.Navigate(s.base + "/"))
	w.wait(`document.querySelector('#begin')`)
	w.upload(broken)
	w.wait(`document.querySelector('.errors .refusal small').textContent.length > 5`)
	w.forgive("status of 4")
}

// severalGames pastes games of which one cannot be read, finds one of them, and
// is told what of it was left out; then a file is dropped on a game.
func severalGames(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/", phone)
	w.wait(`document.querySelector('#begin')`) // which moves what is below
	w.press(`[data-action="pasting"]`)
	w.wait(`document.querySelector('#pasted')`)
	w.accessible("pasting")
	w.choose(`#pasted`, "(;GM[Othello]PC[GGS/os]PB[Ann]PW[Ben]RE[+2]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5//2.1]W[d6]B[c3];)"+
		"(;GM[Othello]PB[Cid]PW[Dan]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6];)"+
		"(;GM[Othello]PB[Eve]PW[Fay]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[a1];)")
	w.press(`[data-action="paste"]`)
	w.wait(`document.querySelectorAll('.found').length === 2 && document.querySelector('.refused li').textContent.startsWith('3: ')`)
	w.accessible("games of a file")
	w.narrow()
	w.shot("files-list-phone")
	w.press(`[data-number="2"]`)
	w.wait(`location.pathname.startsWith('/g/') && document.querySelector('main').dataset.turn === 'p1' && document.querySelectorAll('.cell.p1, .cell.p2').length === 6`)
	at := eval[string](w, `location.pathname`)
	drop := func(text string) {
		eval[bool](w, `(() => { const held = new DataTransfer(); held.items.add(new File([%s], 'a.txt'));
			document.querySelector('main').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: held })); return true; })()`, quoted(text))
	}
	drop("Dear all")
	w.wait(`document.querySelector('#verdict .refusal small').textContent.includes('none of the forms')`)
	drop("f5d6c3")
	w.wait(`document.querySelectorAll('.found').length === 1`)
	if now := eval[string](w, `location.pathname`); now != at {
		t.Errorf("a drop has left the game for %s", now)
	}
	w.press(`[data-number="1"]`)
	w.wait(`location.pathname !== %q && document.querySelectorAll('.cell.p1, .cell.p2').length === 7`, at)
	w.forgive("status of 4")
}

// spot is a colour that a picture has at a part of a cell's size from its middle.
type spot struct {
	cell       string
	right, low float64
	want       color.RGBA
}

// saves looks at what a game can be saved as, and at pictures of what is on the
// board, whose colours are those of the style sheets, mixed where they say so.
func saves(t *testing.T, chrome context.Context) {
	s := startServer(t)
	white := color.RGBA{255, 255, 255, 255}
	for _, tc := range []struct {
		spec  host.Spec
		forms string
		spots []spot
	}{
		{host.Spec{Record: "f5d6c3"}, "record ggf wthor fen transcript", []spot{
			{"a1", 0, 0, color.RGBA{0x2a, 0x7d, 0x54, 255}}, {"c3", 0, 0, color.RGBA{0xf0, 0x50, 0x3c, 255}},
			{"d4", 0.2, 0.25, color.RGBA{0x14, 0x15, 0x17, 255}}, {"d5", -0.12, -0.16, white},
		}},
		{host.Spec{Record: "[Game \"teeko\"]\n[Rules \"size=5 advanced=false repetition=0\"]\n\nb2 c3 *\n"}, "record fen", []spot{
			{"b2", 0, 0, color.RGBA{0xd9, 0x79, 0x1c, 255}}, {"c3", 0, 0, white}, {"c3", 0.2, 0, color.RGBA{0x3a, 0x53, 0xbd, 255}}, {"a1", 0, 0, color.RGBA{0xcf, 0xb2, 0x83, 255}},
		}},
		{host.Spec{Game: "square4", FEN: "RB../..B./.R../R.../R.B./..../####/..B./...R R placement 5,4 pieces=8,slideback=true,repetition=3 - -"}, "record fen", []spot{
			{"0.0", 0, 0, white}, {"0.2", 0, 0, color.RGBA{0xb9, 0x95, 0x60, 255}}, {"6.1", 0, 0, color.RGBA{0x33, 0x26, 0x1a, 255}}, {"7.2", 0.2, 0.2, color.RGBA{0x20, 0x53, 0xac, 255}},
		}},
		{host.Spec{Record: "(;GM[Blokus Duo];B[e10];W[j5])"}, "record blksgf fen", []spot{
			{"e10", 0, 0, color.RGBA{0xdf, 0xe8, 0xf7, 255}}, {"e10", 0.3, 0.3, color.RGBA{0x2b, 0x66, 0xc9, 255}}, {"j5", 0.3, -0.3, color.RGBA{0xe3, 0xb0, 0x08, 255}}, {"a1", 0, 0, color.RGBA{0xf4, 0xf1, 0xe9, 255}},
		}},
		{host.Spec{Game: "square4", Rules: map[string]string{"pieces": "4"}, Turns: []string{"0.0s1", "5.0s2"}}, "record fen", nil},
		{host.Spec{Game: "othello", FEN: passing, Turns: []string{"pass"}}, "record ggf wthor fen transcript", nil},
	} {
		id := s.create(tc.spec)
		w := open(t, chrome, s.base, "/g/"+id, desktop)
		w.ready()
		game := s.state(id).Game
		folder := t.TempDir()
		w.keepsIn(folder)
		w.press(`[data-action="save"]`)
		w.wait(`document.querySelector('dialog .forms')`)
		if forms := eval[string](w, `[...document.querySelectorAll('.forms small')].map((el) => el.id.slice(5)).join(' ')`); forms != tc.forms {
			t.Errorf("%s: forms %s, want %s", game, forms, tc.forms)
		}
		s.readsCopied(id, w)
		w.accessible("saving " + game)
		w.shot("save-" + game)
		w.press(`[data-picture="png"]`)
		picture := w.downloaded(folder)
		if !strings.HasPrefix(filepath.Base(picture), game+"-") {
			t.Errorf("the name of the picture: %s", picture)
		}
		w.pictured(game, picture, tc.spots)
	}
}

// readsCopied has the server read each text that the window offers to copy: it is the
// game that is shown, and the turns and the record have the turns of it too.
func (s *server) readsCopied(id string, w *window) {
	s.Helper()
	want := s.state(id)
	texts := eval[map[string]string](w, `Object.fromEntries([...document.querySelectorAll('.save .address :is(input, textarea)')].map((el) => [el.getAttribute('aria-label'), el.value]))`)
	for name, turns := range map[string]int{"Turns": len(want.Turns), "Position": 0, "Record": len(want.Turns)} {
		got := s.state(s.create(host.Spec{Record: texts[name]}))
		if got.Game != want.Game || got.FEN != want.FEN || len(got.Turns) != turns {
			s.Errorf("%q, which is copied, is read as %s, %d turns, %s; it was %s, %d turns, %s", texts[name], got.Game, len(got.Turns), got.FEN, want.Game, turns, want.FEN)
		}
	}
}

// pictured looks at spots of a picture of the board.
func (w *window) pictured(game, file string, spots []spot) {
	w.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		w.Fatal(err)
	}
	if shots := os.Getenv("QUADRILLE_SHOTS"); shots != "" {
		os.WriteFile(filepath.Join(shots, "saved-"+game+".png"), data, 0o644)
	}
	image, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		w.Fatalf("%s: %v", game, err)
	}
	wide := float64(image.Bounds().Dx())
	for _, s := range spots {
		at := eval[[]float64](w, `(() => { const box = document.querySelector('.board > :first-child').getBoundingClientRect(), c = document.querySelector('[data-cell="%s"]').getBoundingClientRect(), size = box.width + 16;
			return [(c.x + c.width * %v - box.x + 8) / size, (c.y + c.height * %v - box.y + 8) / size]; })()`, s.cell, 0.5+s.right, 0.5+s.low)
		r, g, b, _ := image.At(int(at[0]*wide), int(at[1]*wide)).RGBA()
		far := func(have uint32, want uint8) bool { return max(int(have>>8)-int(want), int(want)-int(have>>8)) > 14 }
		if far(r, s.want.R) || far(g, s.want.G) || far(b, s.want.B) {
			w.Errorf("%s: the picture has %02x%02x%02x at %s %v %v, want %v", game, r>>8, g>>8, b>>8, s.cell, s.right, s.low, s.want)
		}
	}
}

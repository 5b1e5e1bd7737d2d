package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"
)

// drawn is an icon of a drawing of the page's mark.
func drawn(t *testing.T, i icon) image.Image {
	t.Helper()
	svg, err := static.ReadFile(markSource)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(i.draw(readRects(svg))))
	if err != nil || img.Bounds() != image.Rect(0, 0, i.size, i.size) {
		t.Fatalf("%s: %v, %v", i.name, img.Bounds(), err)
	}
	return img
}

// Colours of points of the mark, as mark.svg has them. The dashes of 3 and gaps
// of 2 begin where the top of their square begins to be straight, as SVG says.
func TestIcon(t *testing.T) {
	img := drawn(t, icon{size: 240, part: 1})
	for _, tc := range []struct {
		x, y float64 // in the drawing
		want color.NRGBA
	}{
		{6, 6, color.NRGBA{0xc8, 0x32, 0x2b, 0xff}},
		{18, 6, color.NRGBA{0x2f, 0x6f, 0xd0, 0xff}},
		{6, 18, color.NRGBA{0xe0, 0xa8, 0x00, 0xff}},
		{18, 18, color.NRGBA{}},                       // nothing
		{2.2, 2.2, color.NRGBA{}},                     // outside of a round corner
		{12, 12, color.NRGBA{}},                       // between them
		{16, 13, color.NRGBA{0x8a, 0x8f, 0x98, 0xff}}, // 1 along: a dash
		{19, 13, color.NRGBA{}},                       // 4 along: a gap
		{22, 17, color.NRGBA{0x8a, 0x8f, 0x98, 0xff}}, // 5 + π + 2 = 10.1 along: a dash
		{22, 20, color.NRGBA{}},                       // 13.1 along: a gap
		{17, 22, color.NRGBA{}},                       // 10 + 2π + 3 = 19.3 along: a gap
	} {
		if got := color.NRGBAModel.Convert(img.At(int(tc.x*10), int(tc.y*10))); got != tc.want {
			t.Errorf("%v, %v: %v, want %v", tc.x, tc.y, got, tc.want)
		}
	}
}

// Icons that a device cuts have no hole, and their drawing is in the part of them
// that is always shown: in a circle of 40 % of the width (W3C, Web Application
// Manifest), and of Apple's in all but the edge.
func TestMaskedIcons(t *testing.T) {
	if testing.Short() {
		t.Skip("one step after another, and icons are slow to draw with the race detector")
	}
	for _, i := range installed {
		if i.paper.A == 0 {
			continue
		}
		img, middle := drawn(t, i), float64(i.size)/2
		for y := range i.size {
			for x := range i.size {
				c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
				far := math.Hypot(float64(x)+0.5-middle, float64(y)+0.5-middle) > 0.4*float64(i.size)
				edge := min(x, y, i.size-1-x, i.size-1-y) < i.size/20
				if c.A != 0xff || c != i.paper && (i.purpose == "maskable" && far || edge) {
					t.Fatalf("%s: %v at %d, %d", i.name, c, x, y)
				}
			}
		}
	}
}

// The manifest names icons of the folder, as large as it says.
func TestManifest(t *testing.T) {
	if testing.Short() {
		t.Skip("one step after another, and icons are slow to draw with the race detector")
	}
	f, err := newFolder(sourceWith(t, nil), program)
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(f.Files[folderManifest], &m); err != nil {
		t.Fatal(err)
	}
	sizes := map[string]string{}
	for _, i := range m.Icons {
		c, err := png.DecodeConfig(bytes.NewReader(f.Files[i.Source]))
		if size := fmt.Sprintf("%dx%d", c.Width, c.Height); err != nil || i.Sizes != size {
			t.Errorf("%s is %s, not %s (%v)", i.Source, size, i.Sizes, err)
		}
		sizes[i.Sizes] += i.Purpose + " "
	}
	if sizes["192x192"] != "any " || sizes["512x512"] != "any maskable " {
		t.Errorf("icons %v", sizes)
	}
	if m.Start != "./" || m.Scope != "./" || m.Display != "standalone" {
		t.Errorf("%+v", m)
	}
}

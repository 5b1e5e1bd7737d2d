package page

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"strings"
)

// markSource is the drawing of which the icons are made.
const markSource = "static/icons/mark.svg"

// paper is the colour behind icons that a device cuts to its own shape.
var paper = color.NRGBA{0xf5, 0xf3, 0xee, 0xff}

// icon is a picture of the mark, a square.
type icon struct {
	name    string
	size    int     // pixels
	part    float64 // of the width that the drawing takes
	paper   color.NRGBA
	purpose string // in the manifest, where it is listed only with one
}

// installed are the icons of the page where it is installed: as it is; with the
// drawing inside the circle that every device shows (of 80 % of the width); and
// for Apple's, which fill what is transparent with black.
var installed = []icon{
	{"icon-192", 192, 1, color.NRGBA{}, "any"},
	{"icon-512", 512, 1, color.NRGBA{}, "any"},
	{"icon-masked", 512, 0.66, paper, "maskable"},
	{appleIcon, 180, 0.86, paper, ""},
}

const appleIcon = "apple-touch-icon"

// manifest says how the page is installed. It has no id: that would be relative
// to the origin, and one host may have several folders.
type manifest struct {
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description"`
	Start       string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Background  string         `json:"background_color"`
	Theme       string         `json:"theme_color"`
	Categories  []string       `json:"categories"`
	Icons       []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// install draws the icons and writes the manifest, and returns the name of the
// icon for Apple's devices.
func (b *bundler) install() (apple string) {
	rects := readRects(b.read(markSource))
	hex := fmt.Sprintf("#%02x%02x%02x", paper.R, paper.G, paper.B)
	m := manifest{
		Name: "Quadrille", ShortName: "Quadrille", Description: "Four in a Square, Teeko, Othello and Blokus",
		Start: "./", Scope: "./", Display: "standalone", Background: hex, Theme: hex, Categories: []string{"games"},
	}
	for _, i := range installed {
		name := b.keep(i.name, ".png", i.draw(rects))
		if i.name == appleIcon {
			apple = name
			continue
		}
		m.Icons = append(m.Icons, manifestIcon{name, fmt.Sprintf("%dx%[1]d", i.size), "image/png", i.purpose})
	}
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		panic("page: " + err.Error())
	}
	b.files[folderManifest] = append(raw, '\n')
	return apple
}

// rect is a rectangle of SVG with round corners, which is filled, or drawn with a
// line of dashes and gaps of the same lengths all around.
type rect struct {
	X      float64 `xml:"x,attr"`
	Y      float64 `xml:"y,attr"`
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Round  float64 `xml:"rx,attr"`
	Fill   string  `xml:"fill,attr"`
	Stroke string  `xml:"stroke,attr"`
	Line   float64 `xml:"stroke-width,attr"`
	Dashes string  `xml:"stroke-dasharray,attr"` // a dash and a gap; none is one line

	dash, period float64 // a dash, and a dash and a gap
}

// readRects reads a drawing of 24 by 24 that has rectangles and nothing else.
func readRects(svg []byte) []rect {
	var drawing struct {
		ViewBox string `xml:"viewBox,attr"`
		Group   struct {
			Rects []rect `xml:"rect"`
			Other []struct {
				XMLName xml.Name
			} `xml:",any"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal(svg, &drawing); err != nil {
		panic("page: " + err.Error())
	}
	if drawing.ViewBox != "0 0 24 24" || len(drawing.Group.Other) > 0 {
		panic("page: the icons are made of a drawing of rectangles in 24 by 24 alone")
	}
	rects := drawing.Group.Rects
	for i := range rects {
		rects[i].readDashes()
	}
	return rects
}

func (r *rect) readDashes() {
	r.dash, r.period = 1, 1
	if r.Dashes == "" {
		return
	}
	var gap float64
	if _, err := fmt.Sscan(r.Dashes, &r.dash, &gap); err != nil {
		panic("page: dashes are a dash and a gap: " + err.Error())
	}
	r.period = r.dash + gap
}

const viewBox = 24

// draw is the icon as a file of PNG. A pixel is the mean of nine points in it.
func (i icon) draw(rects []rect) []byte {
	const fine = 3
	img := image.NewNRGBA(image.Rect(0, 0, i.size, i.size))
	scale := viewBox / (i.part * float64(i.size))
	at := func(pixel, part int) float64 {
		return (float64(pixel)+(float64(part)+0.5)/fine-float64(i.size)/2)*scale + viewBox/2
	}
	for y := range i.size {
		for x := range i.size {
			var sum mix
			for n := range fine * fine {
				sum.add(colourAt(rects, i.paper, at(x, n%fine), at(y, n/fine)))
			}
			img.SetNRGBA(x, y, sum.mean())
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic("page: " + err.Error())
	}
	return out.Bytes()
}

// mix adds up colours, each as much as it covers.
type mix struct{ r, g, b, a, n int }

func (m *mix) add(c color.NRGBA) {
	a := int(c.A)
	m.r, m.g, m.b, m.a, m.n = m.r+int(c.R)*a, m.g+int(c.G)*a, m.b+int(c.B)*a, m.a+a, m.n+1
}

func (m *mix) mean() color.NRGBA {
	if m.a == 0 {
		return color.NRGBA{}
	}
	return color.NRGBA{uint8(m.r / m.a), uint8(m.g / m.a), uint8(m.b / m.a), uint8(m.a / m.n)}
}

// colourAt is the colour of a point: that of the last rectangle that covers it.
func colourAt(rects []rect, otherwise color.NRGBA, x, y float64) color.NRGBA {
	for i := len(rects) - 1; i >= 0; i-- {
		if c := rects[i].colourAt(x, y); c != "" {
			return colour(c)
		}
	}
	return otherwise
}

// colourAt is the colour that the rectangle gives a point; "" outside of it.
func (r rect) colourAt(x, y float64) string {
	away, along := r.outline(x, y)
	switch {
	case r.Stroke != "" && math.Abs(away) <= r.Line/2 && math.Mod(along, r.period) < r.dash:
		return r.Stroke
	case r.Fill != "none" && away <= 0:
		return r.Fill
	}
	return ""
}

// outline says how far a point is outside the rectangle's outline, which is
// negative inside, and how far along it, clockwise from where the top begins to
// be straight, the point next to it is.
func (r rect) outline(x, y float64) (away, along float64) {
	w, h, corner := r.Width-2*r.Round, r.Height-2*r.Round, r.Round*math.Pi/2
	x, y = x-r.X-r.Round, y-r.Y-r.Round // from the inner rectangle, whose corners are the centres of the arcs
	dx, dy := x-min(max(x, 0), w), y-min(max(y, 0), h)
	away = math.Hypot(dx, dy) - r.Round
	arc := r.Round * math.Atan2(math.Abs(dx), math.Abs(dy)) // from above or below
	switch {
	case dy < 0 && dx == 0:
		along = x
	case dy < 0 && dx > 0:
		along = w + arc
	case dy == 0 && dx > 0:
		along = w + corner + y
	case dy > 0 && dx > 0:
		along = w + corner + h + corner - arc
	case dy > 0 && dx == 0:
		along = w + 2*corner + h + w - x
	case dy > 0:
		along = w + 2*corner + h + w + arc
	case dy == 0 && dx < 0:
		along = 2*w + 3*corner + h + h - y
	case dx < 0:
		along = 2*w + 4*corner + 2*h - arc
	}
	return away, along
}

// colour reads #rrggbb.
func colour(text string) color.NRGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
	if err != nil || len(text) != 7 {
		panic("page: " + text + " is not a colour of the form #rrggbb")
	}
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}

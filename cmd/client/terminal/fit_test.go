package terminal

import (
	"testing"

	"quadrille/engine"
)

func TestFit(t *testing.T) {
	d := engine.Diagram{
		{{Text: "  a b", Style: engine.Label}},
		{{Text: "2", Style: engine.Label}, {Text: " . .", Style: engine.Empty}, {Text: " 2", Style: engine.Label}, {Text: "  * "}, {Text: "B", Style: engine.P1Style}, {Text: " blue", Style: engine.Note}},
		{{Text: "1", Style: engine.Label}, {Text: " . .", Style: engine.Empty}, {Text: " 1", Style: engine.Label}},
		{{Text: "Blue places a piece.", Style: engine.Note}},
		{},
	}
	for width, want := range map[int]string{
		0:  "  a b\n2 . . 2  * B blue\n1 . . 1\nBlue places a piece.\n\n",
		20: "  a b\n2 . . 2  * B blue\n1 . . 1\nBlue places a piece.\n\n",
		19: "  a b\n2 . . 2\n1 . . 1\n  * B blue\nBlue places a\npiece.\n\n",
		5:  "  a b\n2 . . 2\n1 . . 1\n  * B blue\nBlue\nplaces\na\npiece.\n\n",
	} {
		if got := Fit(d, width).String(); got != want {
			t.Errorf("%d columns:\n%swant:\n%s", width, got, want)
		}
	}
}

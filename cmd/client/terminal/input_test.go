package terminal

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlain(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	for _, tc := range []struct {
		in   string
		want []string // lines, or the text of errors
	}{
		{"a\nb\r\n\nc", []string{"a", "b", "", "c", "EOF"}},
		{"", []string{"EOF"}},
		{long + "\n", []string{long, "EOF"}},
		{long + "x\na\n", []string{ErrLineTooLong.Error(), "a", "EOF"}},
		{long + "xx", []string{ErrLineTooLong.Error(), "EOF"}},
	} {
		p := NewPlain(strings.NewReader(tc.in), nil)
		var got []string
		for {
			line, err := p.ReadLine("unseen")
			if err != nil {
				line = err.Error()
			}
			got = append(got, line)
			if errors.Is(err, io.EOF) {
				break
			}
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%.20q (-want +got):\n%.300s", tc.in, diff)
		}
	}
}

func TestPlainPrompts(t *testing.T) {
	var out strings.Builder
	p := NewPlain(strings.NewReader("a\n"), &out)
	p.ReadLine("> ")
	p.ReadLine(">> ")
	if out.String() != "> >> " {
		t.Errorf("prompts: %q", out.String())
	}
}

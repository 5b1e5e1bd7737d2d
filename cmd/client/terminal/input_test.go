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
		{"\uFEFFa\n\uFEFFb", []string{"a", "\uFEFFb", "EOF"}},
		{"\xff\xfea\x00\r\x00\n\x00b\x00", []string{"a", "b", "EOF"}},
		{"\xef\nb", []string{"\xef", "b", "EOF"}},
		{long + "\n", []string{long, "EOF"}},
		{long + "x\na\n", []string{ErrLineTooLong.Error(), "a", "EOF"}},
		{long + "xx", []string{ErrLineTooLong.Error(), "EOF"}},
	} {
		p := NewPlain(strings.NewReader(tc.in))
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

func TestTypedPrompts(t *testing.T) {
	var out strings.Builder
	p := NewTyped(strings.NewReader("a\n"), &out)
	p.ReadLine("> ")
	p.ReadLine(">> ")
	if out.String() != "> >> " {
		t.Errorf("prompts: %q", out.String())
	}
}

// An interrupt ends the line that is read, and nothing that is typed is lost.
func TestTypedInterrupt(t *testing.T) {
	r, w := io.Pipe()
	p := NewTyped(r, io.Discard)
	ended := make(chan error)
	go func() {
		_, err := p.ReadLine("")
		ended <- err
	}()
	p.interrupt <- struct{}{} // when the line is being read
	if err := <-ended; !errors.Is(err, ErrInterrupted) {
		t.Errorf("interrupted: %v", err)
	}
	go w.Write([]byte("a\nb\n"))
	for _, want := range []string{"a", "b"} {
		if line, err := p.ReadLine(""); line != want || err != nil {
			t.Errorf("%q, %v, want %q", line, err, want)
		}
	}
	w.Close()
	if _, err := p.ReadLine(""); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

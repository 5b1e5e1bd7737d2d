package protocol

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// MaxLine is the longest line that is read, in bytes without its end.
const MaxLine = 1 << 20

var (
	errLineTooLong = refuse(BadArgument, "the line is longer than %d bytes", MaxLine)
	errNotUTF8     = refuse(BadArgument, "the line is not valid UTF-8")
)

// lineReader reads lines of bounded length.
type lineReader struct {
	r        *bufio.Reader
	first    bool
	anyBytes bool // lines need not be UTF-8
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), first: true}
}

// next returns the next line without its end and without a byte order mark in
// front of the first. The last line counts without a newline. The error is an
// *Error for a line that cannot be used, after which reading may go on, or
// io.EOF or another error of the underlying reader, after which it may not.
func (l *lineReader) next() (string, error) {
	line, err := l.raw()
	if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
		return "", err
	}
	if l.first {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
		l.first = false
	}
	if !l.anyBytes && !utf8.Valid(line) {
		return "", errNotUTF8
	}
	return string(line), nil
}

// ready says whether a whole line has been read from the input already.
func (l *lineReader) ready() bool {
	buffered, _ := l.r.Peek(l.r.Buffered())
	return bytes.IndexByte(buffered, '\n') >= 0
}

// raw returns the bytes of a line. At the end of input it returns io.EOF with
// whatever was left.
func (l *lineReader) raw() ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := l.r.ReadSlice('\n')
		if !tooLong {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			tooLong = tooLong || len(line) > MaxLine+2
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if tooLong || len(line) > MaxLine {
			return nil, errLineTooLong
		}
		return line, err
	}
}

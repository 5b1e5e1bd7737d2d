package classroom

import (
	"bufio"
	"errors"
	"io"
	"strconv"
)

// numbers reads words separated by white space, as scanf("%d") in C does, and
// wants each to be a number.
type numbers struct{ in *bufio.Reader }

// noNumber stands for a word that is not a number. No question takes a negative
// number for an answer.
const noNumber = -1

// maxWord is the number of bytes of a word that are looked at; a longer one is
// no number.
const maxWord = 32

// next reads a word and returns its number, noNumber if it is none. At the end
// of the input the error is io.EOF.
func (n numbers) next() (int, error) {
	c, err := n.skipSpace()
	if err != nil {
		return noNumber, err
	}
	var word []byte
	for ; err == nil && !isSpace(c); c, err = n.in.ReadByte() {
		if len(word) <= maxWord {
			word = append(word, c)
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return noNumber, err
	}
	value, err := strconv.Atoi(string(word))
	if err != nil || len(word) > maxWord {
		return noNumber, nil
	}
	return value, nil
}

// skipSpace returns the first byte that is no white space.
func (n numbers) skipSpace() (byte, error) {
	for {
		c, err := n.in.ReadByte()
		if err != nil || !isSpace(c) {
			return c, err
		}
	}
}

// isSpace is isspace of the C locale.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

package engine

import (
	"strconv"
	"strings"
)

// Count writes a number of things, as people read it, by the word for one of them: "1
// ply", "2 plies".
func Count[N int | int64 | uint64](n N, word string) string {
	return strconv.FormatInt(int64(n), 10) + " " + Plural(n, word)
}

// Plural is the word for so many things, by the word for one of them.
func Plural[N int | int64 | uint64](n N, word string) string {
	switch {
	case n == 1:
		return word
	case strings.HasSuffix(word, "y"):
		return strings.TrimSuffix(word, "y") + "ies"
	case strings.HasSuffix(word, "ch"):
		return word + "es"
	}
	return word + "s"
}

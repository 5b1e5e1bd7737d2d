package engine

import "strconv"

// ParseNumber reads a whole number from 1 to most, written without a sign or
// leading zeros.
func ParseNumber(text string, most int) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= most && text == strconv.Itoa(n)
}

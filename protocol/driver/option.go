package driver

import (
	"fmt"
	"strconv"
	"strings"
)

// Option is an engine option as a line `option …` announces it, with UCI's
// five types: button, check, spin, combo and string.
type Option struct {
	Name    string
	Type    string
	Default string // empty for a button, or when the engine says <empty>
	// Min and Max bound a spin; HasRange says that both were given.
	Min, Max int
	HasRange bool
	Choices  []string // of a combo
}

// ParseOption reads a line `option name N type T [default D] [min A] [max B]
// [var C …]`. Names, defaults and choices may consist of several words.
func ParseOption(line string) (Option, error) {
	rest, ok := cutWord(line, "option")
	if !ok {
		return Option{}, fmt.Errorf("driver: %q is not an option line", Clip(line))
	}
	var o Option
	var ranges int
	for key, value := range optionParts(strings.Fields(rest)) {
		var err error
		switch key {
		case "name":
			o.Name = value
		case "type":
			o.Type = value
		case "default":
			if value != "<empty>" {
				o.Default = value
			}
		case "min":
			o.Min, err = strconv.Atoi(value)
			ranges |= 1
		case "max":
			o.Max, err = strconv.Atoi(value)
			ranges |= 2
		case "var":
			o.Choices = append(o.Choices, value)
		}
		if err != nil {
			return Option{}, fmt.Errorf("driver: %s of option %s is %q, not a number", key, o.Name, Clip(value))
		}
	}
	o.HasRange = ranges == 3
	if o.Name == "" || o.Type == "" {
		return Option{}, fmt.Errorf("driver: option line without name or type: %q", Clip(line))
	}
	return o, nil
}

// optionParts splits the words of an option line into keys and their values.
// A word is a key only where the line can have it, so that a name may contain
// the word "type" no more than UCI allows, but a choice may be called "max".
func optionParts(words []string) func(yield func(key, value string) bool) {
	return func(yield func(key, value string) bool) {
		key, start := "", 0
		emit := func(end int) bool {
			return key == "" || yield(key, strings.Join(words[start:end], " "))
		}
		for i, w := range words {
			if !optionKey(w, key) || i == start && key != "" {
				continue
			}
			if !emit(i) {
				return
			}
			key, start = w, i+1
		}
		emit(len(words))
	}
}

// optionKey says whether the word begins a new part of an option line after a
// part with the key before.
func optionKey(word, before string) bool {
	switch before {
	case "":
		return word == "name"
	case "name":
		return word == "type"
	}
	switch word {
	case "default", "min", "max", "var":
		return true
	}
	return false
}

package engine

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// OptionKind is the type of a rule option, named as UCI names its types.
type OptionKind string

// The kinds of option a game may have.
const (
	Check OptionKind = "check" // true or false
	Spin  OptionKind = "spin"  // a whole number between Min and Max
	Combo OptionKind = "combo" // one of Choices
)

// Option describes one rule option of a game.
type Option struct {
	Name     string // lower case, without spaces
	Kind     OptionKind
	Default  string
	Min, Max int      // for Spin, both inclusive
	Choices  []string // for Combo
	Help     string   // one line for people
	// Later says that positions were written before there was the option: it is
	// written only where it does not have its default.
	Later bool
}

// Rules are the values of a game's rule options by name. A Rules that comes
// out of ResolveRules names every option, each value in its canonical form.
type Rules map[string]string

// Int returns the value of a Spin option. It must come from ResolveRules.
func (r Rules) Int(name string) int {
	n, _ := strconv.Atoi(r[name])
	return n
}

// Bool returns the value of a Check option. It must come from ResolveRules.
func (r Rules) Bool(name string) bool { return r[name] == "true" }

// Canonical returns the value as the option writes it ("08" becomes "8", "Duo"
// becomes "duo"), or an error that wraps ErrOption and says what the option takes.
func (o Option) Canonical(value string) (string, error) {
	switch o.Kind {
	case Check:
		if lower := strings.ToLower(value); lower == "true" || lower == "false" {
			return lower, nil
		}
		return "", Refuse(ErrOption, "%s takes true or false, not %q", o.Name, Clip(value))
	case Spin:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.Min || n > o.Max {
			return "", Refuse(ErrOption, "%s takes a number from %d to %d, not %q", o.Name, o.Min, o.Max, Clip(value))
		}
		return strconv.Itoa(n), nil
	default:
		for _, choice := range o.Choices {
			if strings.EqualFold(choice, value) {
				return choice, nil
			}
		}
		return "", Refuse(ErrOption, "%s takes one of %s, not %q", o.Name, strings.Join(o.Choices, " "), Clip(value))
	}
}

// ResolveRules checks the given values against the options and adds the
// defaults of those that are not named. The error wraps ErrOption.
func ResolveRules(options []Option, given Rules) (Rules, error) {
	rules := Rules{}
	for _, o := range options {
		rules[o.Name] = o.Default
	}
	// In order of names, so that of several mistakes always the same is told.
	for _, name := range slices.Sorted(maps.Keys(given)) {
		o, ok := FindOption(options, name)
		if !ok {
			if len(options) == 0 {
				return nil, Refuse(ErrOption, "no rule option %q; the rules of this game have none", Clip(name))
			}
			return nil, Refuse(ErrOption, "no rule option %q; there are: %s", Clip(name), optionNames(options))
		}
		canonical, err := o.Canonical(given[name])
		if err != nil {
			return nil, err
		}
		rules[name] = canonical
	}
	return rules, nil
}

// FindOption returns the option with the given name.
func FindOption(options []Option, name string) (Option, bool) {
	for _, o := range options {
		if o.Name == name {
			return o, true
		}
	}
	return Option{}, false
}

func optionNames(options []Option) string {
	var names []string
	for _, o := range options {
		names = append(names, o.Name)
	}
	return strings.Join(names, " ")
}

// FormatRules writes rules as key=value words in the order of the options,
// joined by sep.
func FormatRules(options []Option, rules Rules, sep string) string {
	var words []string
	for _, o := range options {
		if o.Later && rules[o.Name] == o.Default {
			continue
		}
		words = append(words, o.Name+"="+rules[o.Name])
	}
	return strings.Join(words, sep)
}

// ParseRules reads what FormatRules wrote and resolves it. A key that is
// missing, unless its option is Later, repeated or unknown is an error that wraps
// ErrOption.
func ParseRules(options []Option, text, sep string) (Rules, error) {
	given, err := ParseSettings(strings.Split(text, sep))
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		if _, ok := given[o.Name]; !ok && !o.Later {
			return nil, Refuse(ErrOption, "rule option %s is missing from %q", o.Name, Clip(text))
		}
	}
	return ResolveRules(options, given)
}

// ParseSettings reads key=value words into Rules without checking them
// against any game. The error wraps ErrOption.
func ParseSettings(words []string) (Rules, error) {
	given := Rules{}
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok || key == "" || value == "" {
			return nil, Refuse(ErrOption, "%q is not of the form key=value", Clip(w))
		}
		if _, twice := given[key]; twice {
			return nil, Refuse(ErrOption, "rule option %q is given twice", Clip(key))
		}
		given[key] = value
	}
	return given, nil
}

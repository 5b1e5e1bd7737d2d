package engine

import "strings"

// Lister is a Position that can list more about itself than every game has,
// such as the pieces that are left. A front end offers the lists by name
// without knowing what they are.
type Lister interface {
	// Lists returns the names of the lists, in the order to offer them.
	Lists() []string
	// List returns the entries of a list, one a line, each of words separated
	// by single spaces. The error, for a name that Lists does not have, wraps
	// ErrArgument.
	List(name string) ([]string, error)
}

// RefuseList returns the refusal of a list that a position does not have.
func RefuseList(l Lister, name string) error {
	return Refuse(ErrArgument, "no list %q; there are: %s", Clip(name), strings.Join(l.Lists(), " "))
}

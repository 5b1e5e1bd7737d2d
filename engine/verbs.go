package engine

// Verb is the first word of some of a game's actions. The protocol has a
// command of that name.
type Verb struct {
	// Name is one word in small letters, such as "place". It must not be the
	// name of another command of the protocol, such as "moves".
	Name string `json:"verb"`
	// Form shows the arguments, such as "SQUARE SLOT"; several forms are
	// joined by " | ". It is empty for a verb without arguments.
	Form string `json:"form"`
	// Help is what the action does, in a few words for people.
	Help string `json:"help"`
}

// VerbLister is a Game whose actions have other verbs than place and pass.
type VerbLister interface {
	// Verbs lists the verbs in the order in which people meet them. The caller
	// must not change the slice.
	Verbs() []Verb
}

// Verbs returns the verbs of a game's actions, place and pass where the game
// does not list its own.
func Verbs(g Game) []Verb {
	if lister, ok := g.(VerbLister); ok {
		return lister.Verbs()
	}
	return []Verb{
		{Name: "place", Form: "CELL", Help: "put a piece on a free cell"},
		{Name: Pass, Help: "pass, where the rules ask for it"},
	}
}

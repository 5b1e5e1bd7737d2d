package store

import "errors"

// What can be wrong with a store or a request to it.
var (
	ErrInUse   = errors.New("another program has it open")
	ErrDamaged = errors.New("the file is damaged; put it aside, or repair it with SQLite's own tools")
	ErrForeign = errors.New("the file is not this program's; it was left as it is")
	ErrNewer   = errors.New("the file was written by a later version of this program; it was left as it is")
	ErrClosed  = errors.New("the store is closed")
	ErrFull    = errors.New("the disk is full")
	ErrNoWrite = errors.New("the file cannot be written to")
	ErrDisk    = errors.New("the disk fails")
	ErrGone    = errors.New("the file of the games was removed or replaced; start the program again")
	ErrSlow    = errors.New("the disk does not answer")
	ErrAway    = errors.New("the database cannot be reached")
	ErrNoGame  = errors.New("there is no such game")
	ErrExists  = errors.New("there is such a game already")
	// ErrRoom is that there are as many games as there may be.
	ErrRoom  = errors.New("there is no room for another game")
	ErrStale = errors.New("the game has changed meanwhile")
	// ErrElsewhere is that a change was of work that another server has by now.
	ErrElsewhere = errors.New("another server has taken over what this belongs to")
)

// causes are the errors that a store fails with, apart from what a request has
// got wrong.
var causes = []error{ErrInUse, ErrDamaged, ErrForeign, ErrNewer, ErrClosed, ErrFull, ErrNoWrite, ErrDisk, ErrGone, ErrSlow, ErrAway}

// Failure is one of those errors in words that fit what keeps the games, and say
// what to do.
type Failure struct {
	Cause error // one of the above
	Text  string
}

func (f *Failure) Error() string { return f.Text }

func (f *Failure) Unwrap() error { return f.Cause }

// Reason says in a few words for everybody why the store failed, without a path
// or anything else of this machine; "" when the error is not the store's.
func Reason(err error) string {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f.Text
	}
	for _, cause := range causes {
		if errors.Is(err, cause) {
			return cause.Error()
		}
	}
	return ""
}

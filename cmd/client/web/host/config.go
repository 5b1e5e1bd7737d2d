package host

import (
	"context"
	"log/slog"
	"time"

	"quadrille/cmd/client/web/limits"
	"quadrille/protocol/driver"
)

// Config says what a host works with. A zero field stands for its default.
type Config struct {
	Store Store // required; the host does not close it
	// Peers are the other hosts of the store; by default there are none.
	Peers Peers
	// Shared has what clients do at all hosts of the store that have the same Workers;
	// nil by default, of a host that is alone.
	Shared limits.Shared
	// Open starts an engine process; required.
	Open func(ctx context.Context) (*driver.Engine, error)
	// OpenRules starts an engine that answers everything but searches; Open by
	// default.
	OpenRules func(ctx context.Context) (*driver.Engine, error)
	// Workers are other machines whose engines search, in place of this one's; none
	// by default. The host does not close them.
	Workers Workers
	// Guests are engines of others that can play seats.
	Guests []Guest
	// Engines is how many searches run at once, the guests' among them; the number
	// of cores by default. There are at most so many processes of each guest.
	Engines int
	// RuleEngines is how many processes answer everything but searches; 2 by
	// default.
	RuleEngines int
	// MaySolve says why no game may be solved on this machine, which takes memory
	// that a search does not; an *Error, or ErrUnwanted where that is not worth
	// telling. It is nil by default.
	MaySolve func() error
	// Queue is how many analyses, and as many hints and turns asked for, may wait
	// for an engine, half of them one client's, or for Workers at all hosts together;
	// more are refused with Busy. 64 by default. Engine seats always wait.
	Queue int
	// Hash is the memory of a searching engine, in MiB; 64 by default.
	Hash int
	// MoveTime is how long an engine of full strength thinks about a turn when
	// nothing else is said; 3 seconds by default.
	MoveTime time.Duration
	// Slice is how long an analysis runs before it gives way to others that wait;
	// 1 second by default, and twice as long each time.
	Slice time.Duration
	// MaxThink is the longest that any search takes; 10 minutes by default.
	MaxThink time.Duration
	// MaxGames is how many games are kept, a quarter of them one client's;
	// 100 000 by default. For more, old ones make room, or they are refused with
	// Busy.
	MaxGames int
	// IdleAfter is when a game nobody asks for leaves the memory, and an engine
	// that has nothing to do ends; 5 minutes by default.
	IdleAfter time.Duration
	// Forget is when a game that nobody changed is deleted; never by default.
	Forget time.Duration
	// Now is the time at which games are created and changed; time.Now by
	// default. Searches and IdleAfter go by the machine's clock.
	Now func() time.Time
	// Clock is the time by which the games' clocks go. By default it is Now where Now
	// is given, or several hosts have the store; else it begins with the machine's time
	// and then takes no notice when that is set, or goes on while the machine sleeps.
	Clock func() time.Time
	Log   *slog.Logger // nothing by default
}

package indexeddb

import (
	"fmt"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/kv"
)

// explain says what an error of the browser's database means for the games, by
// the names that the specification and disk.js give it.
func explain(name, message string) error {
	failure := func(cause error, text string) error {
		return fmt.Errorf("%w (%s: %s)", &store.Failure{Cause: cause, Text: text}, name, message)
	}
	switch name {
	case "GuardError":
		return kv.ErrGuard
	case "GoneError":
		return failure(store.ErrGone, "the games of this browser were deleted, in another tab or in its settings; load the page again")
	case "BlockedError":
		return failure(store.ErrInUse, "another tab has the games open with an earlier version of this page; close that tab and load this page again")
	case "VersionError":
		return failure(store.ErrNewer, "the games were kept by a later version of this page; load the page again while there is a network")
	case "QuotaExceededError":
		return failure(store.ErrFull, "the browser gives this page no more room; delete games, or free space on the device")
	case "MissingError", "SecurityError", "NotAllowedError":
		return failure(store.ErrNoWrite, "the browser does not let this page keep anything; "+
			"allow it to in the settings for this site (cookies and site data), or leave the private window")
	case "SlowError":
		return failure(store.ErrSlow, "the browser's database does not answer; close the browser and open it again")
	}
	return failure(store.ErrDisk, "the browser's database fails; load the page again, and if that does not help, free space on the device")
}

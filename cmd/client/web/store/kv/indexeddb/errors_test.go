package indexeddb

import (
	"errors"
	"testing"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/kv"
)

// What the browser says is told apart, and everybody is told what to do.
func TestExplain(t *testing.T) {
	for name, want := range map[string]error{
		"QuotaExceededError": store.ErrFull, "SecurityError": store.ErrNoWrite, "MissingError": store.ErrNoWrite, "VersionError": store.ErrNewer,
		"BlockedError": store.ErrInUse, "GoneError": store.ErrGone, "SlowError": store.ErrSlow, "UnknownError": store.ErrDisk,
		"AbortError": store.ErrDisk,
	} {
		if err := explain(name, "x"); !errors.Is(err, want) || store.Reason(err) == want.Error() {
			t.Errorf("%s: %v, %q", name, err, store.Reason(err))
		}
	}
	if err := explain("GuardError", "x"); !errors.Is(err, kv.ErrGuard) {
		t.Error(err)
	}
}

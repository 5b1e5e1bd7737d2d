package gate

import (
	"context"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

// checkRate refuses the requests of a client that makes too many, or holds them
// up.
func (g *Gate) checkRate(w http.ResponseWriter, r *http.Request) (string, *host.Error) {
	if g.config.Free != nil && g.config.Free(r) {
		return "", nil
	}
	patience := g.config.Patience
	if g.config.Patient != nil && !g.config.Patient(r) {
		patience = 0
	}
	wait, err := g.rates.Take(r.Context(), g.address(r).String(), patience)
	switch {
	case wait > patience:
		return "rate", tooMany(w, wait)
	case err != nil && !isRead(r):
		return g.unknown(w, err)
	}
	pause(r.Context(), wait)
	return "", nil
}

// isRead says whether a request changes nothing. Such are let in by the limits of this
// process alone while those of all are not known.
func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// unknown refuses a request because it is not known what its client has done at other
// processes.
func (g *Gate) unknown(w http.ResponseWriter, err error) (string, *host.Error) {
	g.config.Log.Error("what clients may do at all processes is not known", "error", err)
	w.Header().Set("Retry-After", "1")
	return "unknown", host.Unwritten(err)
}

// pause waits, or until the request is given up.
func pause(ctx context.Context, wait time.Duration) {
	if wait <= 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// checkCostly refuses costly requests beyond their own rate.
func (g *Gate) checkCostly(w http.ResponseWriter, r *http.Request) (string, *host.Error) {
	if g.config.Costly == nil || !g.config.Costly(r) {
		return "", nil
	}
	wait, err := g.costly.Take(r.Context(), g.address(r).String(), 0)
	switch {
	case wait > 0:
		return "costly", tooMany(w, wait)
	case err != nil:
		return g.unknown(w, err)
	}
	return "", nil
}

// tooMany asks the client to wait.
func tooMany(w http.ResponseWriter, wait time.Duration) *host.Error {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return host.Refuse(wire.TooMany, "too many requests; wait as long as Retry-After says")
}

// address is who asks: an IPv4 address, or the 64 bits of an IPv6 address that
// one household has.
func (g *Gate) address(r *http.Request) netip.Prefix {
	text := r.RemoteAddr
	if g.config.Proxy {
		if all := strings.Join(r.Header.Values("X-Forwarded-For"), ","); all != "" {
			text = strings.TrimSpace(all[strings.LastIndexByte(all, ',')+1:])
		}
	}
	return network(text)
}

// network is the network of an address, with or without a port.
func network(text string) netip.Prefix {
	a, err := netip.ParseAddr(text)
	if err != nil {
		if ap, err := netip.ParseAddrPort(text); err == nil {
			a = ap.Addr()
		}
	}
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // of no address: the zero Prefix, one client for all such
	return p
}

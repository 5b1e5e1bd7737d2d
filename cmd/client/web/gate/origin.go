package gate

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

func set(names []string) map[string]bool {
	m := make(map[string]bool)
	for _, n := range names {
		m[canonical(n)] = true
	}
	return m
}

// canonical writes an origin as browsers do: in lower case, without a slash at
// its end and without the port that the scheme stands for. Names of hosts stay
// as they are, in lower case.
func canonical(origin string) string {
	origin = strings.ToLower(strings.TrimSuffix(origin, "/"))
	for scheme, port := range defaultPorts {
		if strings.HasPrefix(origin, scheme+"://") {
			return strings.TrimSuffix(origin, port)
		}
	}
	return origin
}

var defaultPorts = map[string]string{"http": ":80", "https": ":443"}

// CheckOrigin says what is wrong with a text that is to be one of
// Config.Origins.
func CheckOrigin(text string) error {
	if text == "*" || text == "null" {
		return nil
	}
	u, err := url.Parse(text)
	switch {
	case err == nil && strings.Contains(u.Host, "*"):
		return fmt.Errorf("%q: only a lone * stands for any origin; name each one", text)
	case err != nil || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("%q is not an origin; one is written as https://example.org or http://localhost:3000, null stands for pages of files, and * for any origin", text)
	}
	return nil
}

// CheckFramer says what is wrong with a text that is to be an origin whose pages may
// show others in frames, as policies name it.
func CheckFramer(text string) error {
	if text == "null" {
		return errors.New("pages of files have no origin that a browser could be told, so null is none here; * is any")
	}
	return CheckOrigin(text)
}

// checkHost refuses requests that are addressed to somebody else. A page of a
// foreign name that an attacker's name server makes lead here is of the same
// origin as what it asks for; only the name gives it away. An address in place
// of a name can be nobody else's.
func (g *Gate) checkHost(_ http.ResponseWriter, r *http.Request) (string, *host.Error) {
	name := hostname(r.Host)
	if len(g.hosts) == 0 || g.hosts[name] {
		return "", nil
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return "", nil
	}
	return "host", host.Refuse(host.Forbidden,
		"this server does not go by that name; use http://127.0.0.1 or http://localhost with its port, or start it with --allow-host")
}

// hostname is the name in a Host header, without the port and in lower case.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// checkOrigin refuses what pages of other origins ask for unless theirs is
// allowed, and answers the questions that browsers ask before (CORS
// preflights). What comes from no page, as from curl, passes.
func (g *Gate) checkOrigin(w http.ResponseWriter, r *http.Request) (string, *host.Error) {
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	switch {
	case origin == "":
		return checkSite(r)
	case sameOrigin(origin, r.Host):
		return "", nil
	case !g.origins["*"] && !g.origins[canonical(origin)]:
		return "origin", host.Refuse(host.Forbidden,
			"pages of %s may not use this server; to let them, start it with --allow-origin %[1]s", driver.Clip(origin))
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Location, Retry-After, X-Request-Id")
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", "GET, POST, PUT")
		h.Set("Access-Control-Allow-Headers", "Authorization, *")         // * does not stand for Authorization
		if r.Header.Get("Access-Control-Request-Private-Network") != "" { // by a page of the public network
			h.Set("Access-Control-Allow-Private-Network", "true")
		}
		h.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
		return "preflight", nil
	}
	return "", nil
}

// checkSite refuses what a page of another origin asks for without an Origin
// header, such as an image. A link to the page is followed all the same.
func checkSite(r *http.Request) (string, *host.Error) {
	site := r.Header.Get("Sec-Fetch-Site")
	if site == "" || site == "none" || site == "same-origin" {
		return "", nil
	}
	if r.Header.Get("Sec-Fetch-Mode") == "navigate" && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		return "", nil
	}
	return "origin", host.Refuse(host.Forbidden, "pages of other origins may not use this server")
}

// sameOrigin says whether an origin is the one that the request is addressed
// to. A proxy may have taken the encryption off, so the scheme counts only as
// far as it stands for a port.
func sameOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	port := defaultPorts[u.Scheme]
	return strings.TrimSuffix(strings.ToLower(u.Host), port) == strings.TrimSuffix(strings.ToLower(host), port)
}

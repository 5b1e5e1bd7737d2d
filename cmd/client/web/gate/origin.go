package gate

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/problem"
)

func set(names []string) map[string]bool {
	m := make(map[string]bool)
	for _, n := range names {
		m[strings.ToLower(strings.TrimSuffix(n, "/"))] = true
	}
	return m
}

// checkHost refuses requests that are addressed to somebody else. A page of a
// foreign name that an attacker's name server makes lead here is of the same
// origin as what it asks for; only the name gives it away. An address in place
// of a name can be nobody else's.
func (g *Gate) checkHost(w http.ResponseWriter, r *http.Request) string {
	name := hostname(r.Host)
	if len(g.hosts) == 0 || g.hosts[name] {
		return ""
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return ""
	}
	problem.Write(w, http.StatusForbidden, string(host.Forbidden),
		"this server is not addressed by that name; use http://127.0.0.1 or http://localhost with its port, or start it with --allow-host")
	return "host"
}

// hostname is the name in a Host header, without the port and in lower case.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// checkPath refuses paths that a mux would redirect to a cleaner one, since
// the answer would not be JSON.
func checkPath(w http.ResponseWriter, r *http.Request) string {
	p := r.URL.EscapedPath()
	if strings.HasPrefix(p, "/") && !strings.Contains(p, "//") && !strings.Contains(p+"/", "/./") && !strings.Contains(p+"/", "/../") {
		return ""
	}
	if p == "*" && r.Method == http.MethodOptions {
		return ""
	}
	problem.Write(w, http.StatusNotFound, string(host.NotFound), "there is no such path; a path has no empty, . or .. parts")
	return "path"
}

// checkOrigin refuses what pages of other origins ask for unless theirs is
// allowed, and answers the questions that browsers ask before (CORS
// preflights). What comes from no page, as from curl, passes.
func (g *Gate) checkOrigin(w http.ResponseWriter, r *http.Request) string {
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	switch {
	case origin == "":
		return checkSite(w, r)
	case sameOrigin(origin, r.Host):
		return ""
	case !g.origins["*"] && !g.origins[strings.ToLower(origin)]:
		problem.Write(w, http.StatusForbidden, string(host.Forbidden),
			"pages of other origins may not use this server; it can be started with --allow-origin")
		return "origin"
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Location, Retry-After, X-Request-Id")
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", "GET, POST, PUT")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
		h.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
		return "preflight"
	}
	return ""
}

// checkSite refuses what a page of another origin asks for without an Origin
// header, such as an image. A link to the page is followed all the same.
func checkSite(w http.ResponseWriter, r *http.Request) string {
	site := r.Header.Get("Sec-Fetch-Site")
	if site == "" || site == "none" || site == "same-origin" {
		return ""
	}
	if r.Header.Get("Sec-Fetch-Mode") == "navigate" && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		return ""
	}
	problem.Write(w, http.StatusForbidden, string(host.Forbidden), "pages of other origins may not use this server")
	return "origin"
}

// sameOrigin says whether an origin is the one that the request is addressed
// to. A proxy may have taken the encryption off, so the scheme counts only as
// far as it stands for a port.
func sameOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	port := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	return strings.TrimSuffix(strings.ToLower(u.Host), port) == strings.TrimSuffix(strings.ToLower(host), port)
}

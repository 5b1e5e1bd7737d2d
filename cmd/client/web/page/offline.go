package page

import (
	"net/http"
	"strings"
	"sync"

	"quadrille/cmd/client/web/wire"
)

// offline is where a server has the folder.
const offline = "/offline/"

// offlineLink tells the page of a server that it has one.
const offlineLink = `<link rel="alternate" id="offline" href="` + offline + "\">\n"

// offlineRoutes are the routes of a folder that is made when it is asked for first.
func offlineRoutes(folder func() (Folder, error), framers []string) []wire.Route {
	ancestors := "'none'"
	if len(framers) > 0 {
		ancestors = strings.Join(framers, " ")
	}
	files := sync.OnceValues(func() (map[string]file, error) { return packFolder(folder) })
	answer := func(w http.ResponseWriter, r *http.Request) (any, error) {
		files, err := files()
		if err != nil {
			return nil, err
		}
		f, ok := files[r.PathValue("part")]
		if !ok {
			return nil, errNoPage
		}
		w.Header().Set("Content-Security-Policy", policy+"; frame-ancestors "+ancestors) // of workers too, whose own it is
		if len(framers) > 0 {
			w.Header().Del("X-Frame-Options") // which knows no origins
		}
		return f.send(w, r)
	}
	toFolder := func(w http.ResponseWriter, r *http.Request) (any, error) {
		http.Redirect(w, r, offline, http.StatusMovedPermanently)
		return nil, nil
	}
	return []wire.Route{
		{Method: "GET", Path: strings.TrimSuffix(offline, "/"), Answer: toFolder},
		{Method: "GET", Path: offline + "{part...}", Answer: answer},
	}
}

// packFolder prepares the files of a folder for sending.
func packFolder(folder func() (Folder, error)) (map[string]file, error) {
	made, err := folder()
	if err != nil {
		return nil, err
	}
	files := map[string]file{}
	for name, raw := range made.Files {
		f := pack(name, raw)
		f.kept = strings.HasPrefix(name, "built/")
		files[name] = f
	}
	files[""] = files[FolderIndex]
	return files, nil
}

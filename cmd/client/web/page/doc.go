// Package page is the web page: static files, embedded, that play every game
// of the server through /api/v1 and nothing else. They are plain JavaScript
// modules and style sheets, used as they lie in static; docs/web.md describes
// them.
package page

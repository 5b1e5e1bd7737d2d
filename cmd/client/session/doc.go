// Package session is a game on an engine process, seen from the client: it
// forwards what is played, keeps a copy of what is needed to set the game up
// again, and does so when the engine fails. It knows no game: everything it
// says about one comes from the engine.
package session

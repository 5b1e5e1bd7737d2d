// Package contest holds competitions: in each, everybody meets everybody with
// both colours in one game for two, people's programs with secrets and engines
// as sparring partners. It knows no game. The Othello document's API and the
// server's own have the same competitions underneath.
//
// A single goroutine, the referee, keeps a [Contest]: it begins games when both
// players are there, passes for those who can do nothing else, and ends the games
// of those who run out of time. What must survive is in the store: the games are
// the host's, and a record says which of them are the competition's and how they
// ended.
package contest

// Package gtp plays with engines that speak the Go Text Protocol, version 2.
// It follows Gunnar Farnebäck's draft 2 (2002) as the programs of other games
// have taken it over: Edax, Egaroucid, GRhino and Quarry's engines for
// Othello, Pentobi for Blokus.
//
// [Player] is a [driver.Player]. The language knows no levels, no limits but
// time in whole seconds, and no positions; what an engine has beyond that is
// set by commands of its own, which the user gives when the engine is started,
// such as `param_base resign 0` for Pentobi. A search cannot be stopped.
package gtp

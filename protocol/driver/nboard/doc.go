// Package nboard plays Othello with engines that speak the NBoard protocol,
// version 2 (Chris Welty), such as NTest and Edax.
//
// [Player] is a [driver.Player]. Of the limits the language knows the depth
// and a game clock. A search cannot be stopped, and the engine never says what
// it makes of the game. What an engine has beyond that is set by lines that
// the user gives when the engine is started, such as `set contempt 0`.
package nboard

// Package analyse has an engine judge every turn of a game, as package judge
// does, and writes what it found as text or as a page.
package analyse

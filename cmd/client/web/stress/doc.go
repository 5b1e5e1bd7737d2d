// Package stress has tests that treat a server badly: they start it as a
// process of its own, keep it busy with many games and kill it. docs/serve.md
// says how to run them at length and what they showed.
package stress

// Package web is the server that `client serve` starts. It has one store of
// games, one host that drives the engines, and on top of it the page, the API
// of its own and those of the documents that Quadrille grew from.
// docs/serve.md describes it.
package web

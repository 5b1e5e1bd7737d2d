// Package wire is how the APIs speak HTTP: routes and who answers them, JSON
// read strictly or leniently and written compressed, and refusals in the form
// that an API's clients expect. It knows nothing of who asks or how often; that
// is package gate's, in front of it on a server.
package wire

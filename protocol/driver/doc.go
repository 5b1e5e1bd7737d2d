// Package driver is the other end of the protocol's pipe: it starts an engine
// process, speaks to it, times it and ends it.
//
// A [Process] is any program that answers lines with lines. It is the common
// ground of the client, of a match runner with engines that speak other
// dialects, and of a server. An [Engine] is a process that speaks UGI with
// Quadrille's additions.
//
// What an engine process does wrong never hangs or kills its owner. Its
// standard error is always read, and the end of it kept for reports. A line
// of output may be up to [MaxLine] bytes. A process that ends, closes its
// output or does not answer in time fails every later request with the same
// error, which says what happened; the owner closes it and may start another.
// Close ends the process together with every process it started in its
// process group, and no goroutine survives it.
package driver

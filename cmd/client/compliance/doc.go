// Package compliance runs the rules of docs/protocol.md against an engine and
// says which it keeps.
//
// A [rule] is a short conversation with an engine that was started for it
// alone. It ends with nil when the rule holds, with an error that says how the
// engine broke it, or with errNotOffered when the engine does not have what
// the rule is about. The rules of plain UGI stand by themselves, so that an
// engine that speaks no more gets a fair report.
package compliance

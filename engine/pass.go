package engine

// Pass is the token of a turn without a move, and the verb of its action, in
// every game that has one.
const Pass = "pass"

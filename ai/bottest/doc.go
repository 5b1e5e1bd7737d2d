// Package bottest is the contract that every bot passes, for use in the tests
// of the bots. It asks for legal answers and lines, exact node limits, the
// same answer every time, an end soon after it is asked for, and honest use of
// the limits. A bot's tests call Contract with positions of its game; what is
// special about a game they test themselves.
package bottest

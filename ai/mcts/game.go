package mcts

import "math/rand/v2"

// Move is one turn in the game's own code.
type Move uint16

// MaxSeats bounds the number of players.
const MaxSeats = 4

// Candidate is a legal turn with its prior: how likely it is to be the best,
// before any simulation. The priors of a list add up to about one.
type Candidate struct {
	Move  Move
	Prior float32
}

// MaxHands bounds the number of hands.
const MaxHands = 6

// Turn is a move with the seat that made it and the hand that it came from.
type Turn struct {
	Move Move
	Side
}

// Side is who moves: the seat for which a result counts, and the hand. Equal
// moves from different hands have nothing to do with each other. Where a seat
// plays one colour the hand is the seat; a seat with several colours has a hand
// for each, and a colour that several seats play is one for each of them.
type Side struct{ Seat, Hand uint8 }

// Outcome is how a playout ended, one value a seat.
type Outcome struct {
	// Value is what a seat tries to make large, from 0 to 1.
	Value [MaxSeats]float32
	// Share is the seat's part of the win: 1 alone, 1/k among k that tie, 0
	// otherwise. The search only adds it up for reports.
	Share [MaxSeats]float32
}

// Rules are a game, as one goroutine of a search uses them; they may keep
// buffers between calls. S is a small value.
type Rules[S comparable] interface {
	// Side returns who is to move, all numbers from 0.
	Side(s *S) Side
	// Candidates appends the turns of the side to move, the most likely first,
	// and returns none when the game is over. At the root it must give all
	// legal turns; elsewhere it may leave unlikely ones out.
	Candidates(s *S, root bool, list []Candidate) []Candidate
	// Play plays a turn.
	Play(s *S, m Move)
	// Rollout plays from s to the end, changing it, and returns the outcome and
	// trace with the turns that it played appended. trace has the turns from
	// the root to s.
	Rollout(s *S, rng *rand.Rand, trace []Turn) (Outcome, []Turn)
	// Toward says whether the turn may lie on the way from s to goal. It only
	// saves time: saying yes too often is no mistake.
	Toward(s, goal *S, m Move) bool
}

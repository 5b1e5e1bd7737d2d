package contest

// pairing is who plays whom, as indices of the players.
type pairing struct{ first, second int }

// schedule lists the games of a competition: every ordered pair of the players
// once a round. The order is that of a round robin by the circle method, in
// which nobody appears twice within a row of n/2 games, so that the boards are
// rarely waiting for a player who is busy on another.
func schedule(players, rounds int) []pairing {
	circle := players + players%2 // an odd one out meets nobody
	var once []pairing
	for turn := range circle - 1 {
		for i := range circle / 2 {
			a, b := seatAt(i, turn, circle), seatAt(circle-1-i, turn, circle)
			if (turn+i)%2 == 1 {
				a, b = b, a
			}
			if a < players && b < players {
				once = append(once, pairing{a, b})
			}
		}
	}
	var all []pairing
	for range rounds {
		all = append(all, once...)
		for _, p := range once {
			all = append(all, pairing{p.second, p.first})
		}
	}
	return all
}

// seatAt is who sits at a place of the circle: player 0 stays, the others move
// on by one place every turn.
func seatAt(place, turn, circle int) int {
	if place == 0 {
		return 0
	}
	return 1 + (place-1+turn)%(circle-1)
}

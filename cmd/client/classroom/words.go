package classroom

// Everything that the program says, as the document has it (sections 4.1 to
// 4.3), apart from the board.
const (
	askPlayers   = "How many human players [1-2]?"
	askPlace     = "Player %d, please place your mark [1-16]:"
	askMark      = "Player %d, please select your mark [1-16]:"
	askDirection = "Please select moving direction [1-8] or back [0]:"

	computerPlaces = "Computer places the mark:"

	wrongPick  = "Wrong pick, try again."
	outOfBound = "Out of bound, try again."
	occupied   = "Occupied, try again."

	playerWins   = "Player %d wins! Congratulations!"
	computerWins = "Computer wins!"
	drawGame     = "Draw game!"
)

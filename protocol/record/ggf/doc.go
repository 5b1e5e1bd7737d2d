// Package ggf reads and writes games of Othello in the Generic Game Format of
// Michael Buro's game server GGS, which NBoard and other programs use too.
// The document is https://skatgame.net/mburo/ggsa/ggf.
//
// # What crosses over
//
//	GM        Game; only Othello is read
//	PC        Place
//	DT        Date and Time; a number is seconds since 1970
//	PB PW     P1 P2; ? is nobody
//	RB RW     P1Rating P2Rating
//	TI TB TW  Clock P1Clock P2Clock, the text as it is
//	RE        Result, and in Reason resign (:r), timeout (:t) or agreement (:s)
//	BO        Start
//	B W       a turn; PA is a pass. What stands behind the move becomes the
//	          turn's comment: "eval 1.50 time 4.20"
//
// Passes are written as the format wants them. When reading, they may be
// missing. TY says which game of the Othello family it is: only boards of 8
// squares a side without komi and with the usual aim are read, and TY[8] is
// written. Several games stand one behind the other, with or without the
// count that GGS writes before them. Other properties are skipped, which
// Parse says.
//
// # What does not
//
// The format has no escapes, so a text with ] cannot be written. Comments of
// another form than the one above and tags that the list does not have are
// lost, and so is a Date that is no day. RE without a letter behind it in a
// game that its moves do not end is taken over as the result, if it is a number
// that Othello has: Edax writes -127 for a game that goes on.
package ggf

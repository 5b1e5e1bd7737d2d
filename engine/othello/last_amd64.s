#include "textflag.h"
#include "go_asm.h"
#include "kernels_amd64.h"

// SolveLast with vectors, step by step as without. All routines have R9 the
// address of lastTables and R13 the number of positions so far. They hand
// boards down in registers: four squares and more in Y0 and Y1, three in Y8 and
// Y9, two in Y12 and Y13, one in BX; the disks of the side to move come first.

// COUNT leaves twice the flips of the last square in SI. own is kept; DI and
// R12 are used.
#define COUNT(own, square) \
	MOVQ square, R12; \
	SHLQ $5, R12; \
	LEAQ COUNTS_OF_SQUARE(R9)(R12*1), R12; \
	MOVQ 0(R12), DI; \
	ANDQ own, DI; \
	IMULQ FIRST_COLUMN(R9), DI; \
	SHRQ $56, DI; \
	ADDQ 16(R12), DI; \
	MOVBLZX FLIPS_OF_LINE(R9)(DI*1), SI; \
	MOVQ 8(R12), DI; \
	ANDQ own, DI; \
	IMULQ FIRST_COLUMN(R9), DI; \
	SHRQ $56, DI; \
	ADDQ 16(R12), DI; \
	MOVBLZX FLIPS_OF_LINE(R9)(DI*1), DI; \
	ADDL DI, SI; \
	MOVL square, DI; \
	ANDL $56, DI; \
	SHRXQ DI, own, DI; \
	MOVBLZX DI, DI; \
	ADDQ 16(R12), DI; \
	MOVBLZX FLIPS_OF_LINE(R9)(DI*1), DI; \
	ADDL DI, SI; \
	MOVL square, DI; \
	ANDL $7, DI; \
	SHRXQ DI, own, DI; \
	ANDQ FIRST_COLUMN(R9), DI; \
	IMULQ TO_ROW(R9), DI; \
	SHRQ $56, DI; \
	ADDQ 24(R12), DI; \
	MOVBLZX FLIPS_OF_LINE(R9)(DI*1), DI; \
	ADDL DI, SI

// ONE is lastSolver.solve1: BX the disks of the side to move, R10 alpha, the result in
// AX. It uses R15 and what COUNT uses, and BX.
#define ONE(square, moved, done) \
	INCQ R13; \
	POPCNTQ BX, AX; \
	COUNT(BX, square); \
	NEGQ AX; \
	LEAQ 64(AX)(AX*1), R15; \
	TESTL SI, SI; \
	JNZ moved; \
	LEAQ -2(R15), AX; \
	CMPQ R15, $0; \
	CMOVQGT R15, AX; \
	CMPQ AX, R10; \
	JGT done; \
	NOTQ BX; \
	COUNT(BX, square); \
	ADDQ SI, R15; \
	TESTL SI, SI; \
	CMOVQNE R15, AX; \
	JMP done; \
moved: \
	LEAQ -2(R15), AX; \
	SUBQ SI, AX; \
done:

// TWO is lastSolver.placeOf2: CX and DX the squares, R10 alpha, R11 the disks of the
// side that is not to move. The result is in AX when it goes to done; it goes
// on if there is no turn. It uses BX, SI, DI, R8, R12 and R15.
#define TWO(own, opp, second, a, b, c, d, e, f, better, none, done) \
	FLIP_GENERAL(own, opp, CX); \
	JZ second; \
	MOVQ R11, BX; \
	XORQ AX, BX; \
	ONE(DX, a, b); \
	CMPQ AX, R10; \
	JGT done; \
	MOVQ AX, R8; \
	FLIP_GENERAL(own, opp, DX); \
	JZ better; \
	MOVQ R11, BX; \
	XORQ AX, BX; \
	ONE(CX, c, d); \
	CMPQ AX, R8; \
	JGT done; \
better: \
	MOVQ R8, AX; \
	JMP done; \
second: \
	FLIP_GENERAL(own, opp, DX); \
	JZ none; \
	MOVQ R11, BX; \
	XORQ AX, BX; \
	ONE(CX, e, f); \
	JMP done; \
none:

// FINAL leaves in AX the margin of a game that ends with the disks in BX and
// DX against each other.
#define FINAL \
	POPCNTQ BX, BX; \
	POPCNTQ DX, DX; \
	LEAQ -64(BX)(BX*1), AX; \
	NEGQ DX; \
	LEAQ 64(DX)(DX*1), SI; \
	ADDQ DX, BX; \
	CMOVQGT SI, AX; \
	CMOVQEQ BX, AX

// lastTwo is lastSolver.solve2: CX and DX the squares, R10 alpha; the result in AX. It
// changes all general registers but R9 and R13.
TEXT lastTwo<>(SB), NOSPLIT, $0-0
	INCQ R13
	VMOVQ X13, R11
	TWO(Y12, Y13, secondOfOwn, a1, b1, c1, d1, e1, f1, betterOfOwn, noneOfOwn, doneOfOwn)
	VMOVQ X12, R11
	NOTQ R10
	TWO(Y13, Y12, secondOfOpp, a2, b2, c2, d2, e2, f2, betterOfOpp, noneOfOpp, doneOfOpp)
	VMOVQ X12, BX
	VMOVQ X13, DX
	FINAL
	RET

doneOfOpp:
	NEGQ AX

doneOfOwn:
	RET

// The frame of lastThree: the squares, alpha, the best margin, and whether the
// side to move has passed.
#define FIRST 0(SP)
#define SECOND 8(SP)
#define THIRD 16(SP)
#define ALPHA 24(SP)
#define BEST 32(SP)
#define PASSED 40(SP)

// TRY_THREE tries a turn of three.
#define TRY_THREE(square, one, other, next) \
	MOVQ square, BX; \
	FLIP_FOR(Y8, Y9, BX); \
	JZ next; \
	PLACE(Y8, Y9, BX, Y12, Y13); \
	MOVQ one, CX; \
	MOVQ other, DX; \
	MOVQ ALPHA, R10; \
	NOTQ R10; \
	CALL lastTwo<>(SB); \
	NEGQ AX; \
	CMPQ AX, BEST; \
	JLE next; \
	MOVQ AX, BEST; \
	CMPQ AX, ALPHA; \
	JGT done; \
next:

// lastThree is lastSolver.solve3: R10 alpha, R11 the empty squares; the result in AX.
// It changes all general registers but R9 and R13.
TEXT lastThree<>(SB), NOSPLIT, $48-0
	INCQ R13
	ODD(R11, DI)
	ANDQ R11, DI
	TZCNTQ DI, DI
	BTRQ DI, R11
	TZCNTQ R11, CX
	BLSRQ R11, R11
	TZCNTQ R11, R11
	MOVQ DI, FIRST
	MOVQ CX, SECOND
	MOVQ R11, THIRD
	MOVQ R10, ALPHA
	MOVQ $0, PASSED

again:
	MOVQ $-65, BEST
	TRY_THREE(FIRST, SECOND, THIRD, next1)
	TRY_THREE(SECOND, FIRST, THIRD, next2)
	TRY_THREE(THIRD, FIRST, SECOND, next3)
	MOVQ BEST, AX
	CMPQ AX, $-65
	JEQ none

done:
	CMPQ PASSED, $0
	JEQ return
	NEGQ AX

return:
	RET

none:
	CMPQ PASSED, $0
	JNE over
	INCQ R13
	NOTQ ALPHA
	MOVQ $1, PASSED
	VMOVDQA Y8, Y12
	VMOVDQA Y9, Y8
	VMOVDQA Y12, Y9
	JMP again

over:
	VMOVQ X8, BX
	VMOVQ X9, DX
	FINAL
	NEGQ AX
	RET

// The frame of MORE: the board, and the turns that are left on single squares or
// in odd quadrants, and elsewhere.
#define OWN 0(SP)
#define OPP 8(SP)
#define ODD_TURNS 16(SP)
#define EVEN_TURNS 48(SP)

// TURNS leaves in R11 the turns of a board, and some occupied squares.
#define TURNS \
	MOVE_LANES(Y0, Y1); \
	GATHER_LANES(Y3, X3, X2, R11)

// MORE is lastSolver.solve, with descend what searches a square less: R10 alpha, R11
// the turns and perhaps occupied squares, the result in AX. It changes all general
// registers but R9 and R13.
#define MORE(descend) \
	INCQ R13; \
	MOVQ R10, ALPHA; \
	MOVQ $0, PASSED; \
again: \
	VMOVQ X0, OWN; \
	VMOVQ X1, OPP; \
	MOVQ OWN, BX; \
	ORQ OPP, BX; \
	NOTQ BX; \
	ODD(BX, DI); \
	ISOLATED(BX, AX, CX, DX); \
	ANDQ BX, R11; \
	JZ none; \
	ANDQ R11, AX; \
	CMOVQNE AX, DI; \
	MOVQ $-65, BEST; \
	ANDNQ R11, DI, R12; \
	ANDQ DI, R11; \
	MOVQ R12, EVEN_TURNS; \
	JNZ next; \
even: \
	MOVQ EVEN_TURNS, R11; \
	MOVQ $0, EVEN_TURNS; \
	TESTQ R11, R11; \
	JZ exhausted; \
next: \
	MOVQ R11, DI; \
	MOVQ $~0x0042000000004200, BX; \
	ANDQ R11, BX; \
	CMOVQNE BX, DI; \
	MOVQ $0x8100000000000081, BX; \
	ANDQ R11, BX; \
	CMOVQNE BX, DI; \
	TZCNTQ DI, BX; \
	BTRQ BX, R11; \
	MOVQ R11, ODD_TURNS; \
	VPBROADCASTQ OWN, Y0; \
	VPBROADCASTQ OPP, Y1; \
	MOVQ BX, SI; \
	SHLQ $6, SI; \
	FLIP_LANES(Y0, Y1, LINES(R9)(SI*1), (LINES+32)(R9)(SI*1)); \
	UNITE_LANES(Y4, Y2); \
	PLACE(Y0, Y1, BX, Y8, Y9); \
	MOVQ ALPHA, R10; \
	NOTQ R10; \
	descend; \
	NEGQ AX; \
	MOVQ ODD_TURNS, R11; \
	CMPQ AX, BEST; \
	JLE worse; \
	MOVQ AX, BEST; \
	CMPQ AX, ALPHA; \
	JGT done; \
worse: \
	TESTQ R11, R11; \
	JNZ next; \
	JMP even; \
exhausted: \
	MOVQ BEST, AX; \
done: \
	CMPQ PASSED, $0; \
	JEQ return; \
	NEGQ AX; \
return: \
	RET; \
none: \
	CMPQ PASSED, $0; \
	JNE over; \
	INCQ R13; \
	NOTQ ALPHA; \
	MOVQ $1, PASSED; \
	VMOVDQA Y0, Y8; \
	VMOVDQA Y1, Y0; \
	VMOVDQA Y8, Y1; \
	TURNS; \
	JMP again; \
over: \
	VMOVQ X0, BX; \
	VMOVQ X1, DX; \
	FINAL; \
	NEGQ AX; \
	RET

// TO_THREE goes on with lastThree, TO with another routine. BX is the square
// that was taken.
#define TO_THREE \
	MOVQ OWN, R11; \
	ORQ OPP, R11; \
	BTSQ BX, R11; \
	NOTQ R11; \
	CALL lastThree<>(SB)

#define TO(fewer) \
	VMOVDQA Y8, Y0; \
	VMOVDQA Y9, Y1; \
	CALL fewer<>(SB)

TEXT lastFour<>(SB), NOSPLIT, $56-0
	TURNS
	MORE(TO_THREE)

TEXT lastFive<>(SB), NOSPLIT, $56-0
	TURNS
	MORE(TO(lastFour))

TEXT lastSix<>(SB), NOSPLIT, $56-0
	MORE(TO(lastFive))

// The frame of lastSeven begins with alpha, the best margin and whether the side to
// move has passed, as that of lastThree.
#define TURNS_LEFT 0(SP)
#define END 8(SP)
#define LIST 48 // seven of Child

// lastSeven is lastSolver.solveSorted: R10 alpha, R11 the turns; the result in AX. It
// changes all general registers but R9 and R13.
TEXT lastSeven<>(SB), NOSPLIT, $272-0
	INCQ R13
	MOVQ R10, ALPHA
	MOVQ $0, PASSED

again:
	VMOVQ X0, BX
	VMOVQ X1, AX
	ORQ AX, BX
	ANDNQ R11, BX, R8
	JZ none
	MOVQ BX, AX
	NOTQ AX
	ODD(AX, DX)
	LEAQ LIST(SP), DI
	MOVQ $(const_OrderStep-1), R10
	MOVQ $-0x80000000, R15

list:
	CHILD
	TESTQ R8, R8
	JNZ list
	MOVQ DI, END
	MOVQ $(const_OrderStep-1), AX
	SUBQ R10, AX
	MOVQ AX, TURNS_LEFT
	MOVQ $-65, BEST

try:
	NOTQ R15
	ANDQ $(const_OrderStep-1), R15
	IMUL3Q $Child__size, R15, R15
	LEAQ LIST(SP)(R15*1), DI
	MOVL $-0x80000000, Child_Order(DI)
	VPBROADCASTQ Child_Own(DI), Y0
	VPBROADCASTQ Child_Opp(DI), Y1
	MOVQ Child_Moves(DI), R11
	MOVQ ALPHA, R10
	NOTQ R10
	CALL lastSix<>(SB)
	NEGQ AX
	CMPQ AX, BEST
	JLE worse
	MOVQ AX, BEST
	CMPQ AX, ALPHA
	JGT done

worse:
	DECQ TURNS_LEFT
	JZ exhausted
	MOVQ $-0x80000000, R15
	MOVQ END, SI
	LEAQ LIST(SP), DI

scan:
	MOVLQSX Child_Order(DI), AX
	CMPQ AX, R15
	CMOVQGT AX, R15
	ADDQ $Child__size, DI
	CMPQ DI, SI
	JNE scan
	JMP try

exhausted:
	MOVQ BEST, AX

done:
	CMPQ PASSED, $0
	JEQ return
	NEGQ AX

return:
	RET

none:
	CMPQ PASSED, $0
	JNE over
	INCQ R13
	NOTQ ALPHA
	MOVQ $1, PASSED
	VMOVDQA Y0, Y8
	VMOVDQA Y1, Y0
	VMOVDQA Y8, Y1
	TURNS
	JMP again

over:
	VMOVQ X0, BX
	VMOVQ X1, DX
	FINAL
	NEGQ AX
	RET

// func solveLastVector(own, opp, moves uint64, empties, alpha int) (margin, nodes int)
TEXT ·solveLastVector(SB), NOSPLIT, $0-56
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	LOAD_CONSTANTS
	LEAQ ·lastTables(SB), R9
	XORL R13, R13
	MOVQ moves+16(FP), R11
	MOVQ empties+24(FP), AX
	MOVQ alpha+32(FP), R10
	CMPQ AX, $6
	JGT seven
	JEQ six
	CMPQ AX, $5
	JEQ five
	CALL lastFour<>(SB)
	JMP return

seven: // if there are: the list has no room for more turns
	MOVQ own+0(FP), BX
	ORQ opp+8(FP), BX
	POPCNTQ BX, BX
	CMPQ BX, $(64-7)
	JLT six
	CALL lastSeven<>(SB)
	JMP return

six:
	CALL lastSix<>(SB)
	JMP return

five:
	CALL lastFive<>(SB)

return:
	MOVQ AX, margin+40(FP)
	MOVQ R13, nodes+48(FP)
	VZEROUPPER
	RET

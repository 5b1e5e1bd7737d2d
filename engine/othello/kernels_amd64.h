// Macros of the AVX2 kernels. A set of squares is held in all four lanes of a
// Y register; lane i looks along the line whose squares are 1, 7, 8 or 9 bits
// apart, so that one instruction works on four directions.
//
// They all want: Y10 the steps of the lanes, Y11 twice as much, Y14 zero, Y15 all
// ones.

// The offsets of the parts of lastTables.
#define LINES 0
#define FLIPS_OF_LINE 4096
#define COUNTS_OF_SQUARE 6144
#define BIT_OF_SQUARE 8192
#define FIRST_COLUMN 8704
#define TO_ROW 8712

#define LOAD_CONSTANTS \
	VMOVDQU ·laneSteps(SB), Y10; \
	VPADDQ Y10, Y10, Y11; \
	VPXOR Y14, Y14, Y14; \
	VPCMPEQD Y15, Y15, Y15

#define SPREAD(general, x, y) \
	VMOVQ general, x; \
	VPBROADCASTQ x, y

// FLIP_LANES leaves in Y4 what turns over if the side with the disks own
// places one on the square whose lines are at the address, lane by lane. It
// uses Y2 to Y7.
//
// Rising lines: the lowest square that is not the other side's decides; if it
// is an own disk, what lies below it on the line turns over. Falling lines:
// the highest one decides. Filling downwards from it covers all of the line
// but what turns over, and it is an own disk if the own disks on the line are
// more, as a number, than its empty squares.
#define FLIP_LANES(own, opp, rising, falling) \
	VMOVDQU rising, Y2; \
	VMOVDQU falling, Y5; \
	VPANDN Y2, opp, Y3; \
	VPANDN Y5, opp, Y6; \
	VPSUBQ Y3, Y14, Y4; \
	VPAND own, Y5, Y7; \
	VPAND Y4, Y3, Y3; \
	VPAND own, Y3, Y3; \
	VPCMPEQQ Y3, Y14, Y4; \
	VPADDQ Y15, Y3, Y3; \
	VPANDN Y3, Y4, Y4; \
	VPAND Y2, Y4, Y4; \
	VPSRLVQ Y10, Y6, Y2; \
	VPXOR Y7, Y6, Y3; \
	VPOR Y2, Y6, Y6; \
	VPCMPGTQ Y3, Y7, Y7; \
	VPSRLVQ Y11, Y6, Y2; \
	VPAND Y5, Y7, Y7; \
	VPOR Y2, Y6, Y6; \
	VPSRLVQ ·laneFour(SB), Y6, Y2; \
	VPOR Y2, Y6, Y6; \
	VPANDN Y7, Y6, Y6; \
	VPOR Y6, Y4, Y4

// GATHER_LANES unites the lanes of y into a general register.
#define GATHER_LANES(y, x, x2, general) \
	VEXTRACTI128 $1, y, x2; \
	VPOR x2, x, x; \
	VPUNPCKHQDQ x, x, x2; \
	VPOR x2, x, x; \
	VMOVQ x, general

// UNITE_LANES unites the lanes of y into all of them.
#define UNITE_LANES(y, y2) \
	VPERM2I128 $1, y, y, y2; \
	VPOR y2, y, y; \
	VPSHUFD $0x4e, y, y2; \
	VPOR y2, y, y

// MOVE_LANES leaves in Y3 the squares beyond unbroken lines of opp that start
// at own, lane by lane, occupied squares among them. It uses Y2 to Y7. The
// fill covers one, two, four and six disks, as in Moves.
#define MOVE_LANES(own, opp) \
	VPAND ·laneInner(SB), opp, Y2; \
	VPSLLVQ Y10, own, Y3; \
	VPSRLVQ Y10, own, Y4; \
	VPSLLVQ Y10, Y2, Y7; \
	VPAND Y2, Y3, Y3; \
	VPAND Y2, Y4, Y4; \
	VPAND Y2, Y7, Y7; \
	VPSLLVQ Y10, Y3, Y5; \
	VPSRLVQ Y10, Y4, Y6; \
	VPAND Y2, Y5, Y5; \
	VPAND Y2, Y6, Y6; \
	VPSRLVQ Y10, Y7, Y2; \
	VPOR Y5, Y3, Y3; \
	VPOR Y6, Y4, Y4; \
	VPSLLVQ Y11, Y3, Y5; \
	VPSRLVQ Y11, Y4, Y6; \
	VPAND Y7, Y5, Y5; \
	VPAND Y2, Y6, Y6; \
	VPOR Y5, Y3, Y3; \
	VPOR Y6, Y4, Y4; \
	VPSLLVQ Y11, Y3, Y5; \
	VPSRLVQ Y11, Y4, Y6; \
	VPAND Y7, Y5, Y5; \
	VPAND Y2, Y6, Y6; \
	VPOR Y5, Y3, Y3; \
	VPOR Y6, Y4, Y4; \
	VPSLLVQ Y10, Y3, Y3; \
	VPSRLVQ Y10, Y4, Y4; \
	VPOR Y4, Y3, Y3

// The following want R9, the address of lastTables.

// FLIP_FOR leaves what a turn flips in all lanes of Y4 and in AX, and sets the
// zero flag if it flips nothing. SI is used.
#define FLIP_FOR(own, opp, square) \
	MOVQ square, SI; \
	SHLQ $6, SI; \
	FLIP_LANES(own, opp, LINES(R9)(SI*1), (LINES+32)(R9)(SI*1)); \
	UNITE_LANES(Y4, Y2); \
	VMOVQ X4, AX; \
	TESTQ AX, AX

// FLIP_GENERAL is FLIP_FOR with the result in AX alone.
#define FLIP_GENERAL(own, opp, square) \
	MOVQ square, SI; \
	SHLQ $6, SI; \
	FLIP_LANES(own, opp, LINES(R9)(SI*1), (LINES+32)(R9)(SI*1)); \
	GATHER_LANES(Y4, X4, X2, AX); \
	TESTQ AX, AX

// PLACE makes of a board and the flips in Y4 the next one.
#define PLACE(own, opp, square, nextOwn, nextOpp) \
	VPBROADCASTQ BIT_OF_SQUARE(R9)(square*8), Y2; \
	VPANDN opp, Y4, nextOwn; \
	VPOR own, Y4, nextOpp; \
	VPOR Y2, nextOpp, nextOpp

// ODD leaves in dst the odd quadrants of set; it uses SI.
#define ODD(set, dst) \
	MOVQ set, dst; \
	SHRQ $1, dst; \
	XORQ set, dst; \
	MOVQ dst, SI; \
	SHRQ $2, SI; \
	XORQ SI, dst; \
	MOVQ dst, SI; \
	SHRQ $8, SI; \
	XORQ SI, dst; \
	MOVQ dst, SI; \
	SHRQ $16, SI; \
	XORQ SI, dst; \
	MOVQ $0x0000001100000011, SI; \
	ANDQ SI, dst; \
	IMUL3Q $0x0f0f0f0f, dst, dst

// ISOLATED leaves in dst the squares of set with no other one beside them; it uses
// a and b.
#define ISOLATED(set, dst, a, b) \
	LEAQ (set)(set*1), dst; \
	MOVQ $0xfefefefefefefefe, a; \
	ANDQ a, dst; \
	MOVQ set, b; \
	SHRQ $1, b; \
	SHRQ $1, a; \
	ANDQ a, b; \
	ORQ b, dst; \
	MOVQ dst, a; \
	ORQ set, a; \
	MOVQ a, b; \
	SHLQ $8, a; \
	SHRQ $8, b; \
	ORQ a, dst; \
	ORQ b, dst; \
	ANDNQ set, dst, dst

// CHILD writes the first turn of R8 to the Child at DI and goes on to the next. It
// wants the board in Y0 and Y1, its occupied squares in BX, its odd quadrants in DX,
// the address of lines in R9, OrderStep-1 less the place in R10 and the highest order
// so far in R15. It changes AX, CX, SI, R11, R12, R14 and Y2 to Y9.
#define CHILD \
	TZCNTQ R8, CX; \
	BLSIQ R8, R11; \
	BLSRQ R8, R8; \
	MOVB CX, Child_Square(DI); \
	BTQ CX, DX; \
	SBBQ R12, R12; \
	ANDQ $const_parityBonus, R12; \
	MOVQ $const_XSquares, AX; \
	BTQ CX, AX; \
	SBBQ AX, AX; \
	ANDQ $-const_xPenalty, AX; \
	ADDQ AX, R12; \
	SHLQ $6, CX; \
	FLIP_LANES(Y0, Y1, (R9)(CX*1), 32(R9)(CX*1)); \
	UNITE_LANES(Y4, Y2); \
	SPREAD(R11, X8, Y8); \
	VPOR Y0, Y8, Y8; \
	VPOR Y4, Y8, Y8; \
	VPANDN Y1, Y4, Y9; \
	ORQ BX, R11; \
	VMOVQ X9, AX; \
	VMOVQ X8, SI; \
	MOVQ AX, Child_Own(DI); \
	MOVQ SI, Child_Opp(DI); \
	POPCNTQ AX, AX; \
	IMUL3Q $const_diskWeight, AX, AX; \
	ADDQ AX, R12; \
	AROUND(SI, AX, CX); \
	ANDNQ SI, R11, SI; \
	POPCNTQ SI, SI; \
	IMUL3Q $-const_beyondWeight, SI, SI; \
	ADDQ SI, R12; \
	MOVE_LANES(Y9, Y8); \
	GATHER_LANES(Y3, X3, X2, R14); \
	ANDNQ R14, R11, R14; \
	MOVQ R14, Child_Moves(DI); \
	MOVQ $const_Corners, AX; \
	ANDQ R14, AX; \
	POPCNTQ AX, AX; \
	POPCNTQ R14, R14; \
	ADDQ AX, R14; \
	IMUL3Q $-const_mobilityWeight, R14, R14; \
	ADDQ R14, R12; \
	IMUL3Q $const_OrderStep, R12, R12; \
	ADDQ R10, R12; \
	MOVL R12, Child_Order(DI); \
	CMPQ R12, R15; \
	CMOVQGT R12, R15; \
	DECQ R10; \
	ADDQ $Child__size, DI

// AROUND adds to a set the squares next to it, as Around; it uses a and b.
#define AROUND(set, a, b) \
	MOVQ $~const_ColumnA, a; \
	LEAQ (set)(set*1), b; \
	ANDQ a, b; \
	ANDQ set, a; \
	SHRQ $1, a; \
	ORQ a, set; \
	ORQ b, set; \
	MOVQ set, a; \
	SHLQ $8, a; \
	MOVQ set, b; \
	SHRQ $8, b; \
	ORQ a, set; \
	ORQ b, set

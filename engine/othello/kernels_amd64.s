#include "textflag.h"
#include "go_asm.h"
#include "kernels_amd64.h"

DATA ·laneSteps+0(SB)/8, $1
DATA ·laneSteps+8(SB)/8, $7
DATA ·laneSteps+16(SB)/8, $8
DATA ·laneSteps+24(SB)/8, $9
GLOBL ·laneSteps(SB), RODATA|NOPTR, $32

DATA ·laneFour+0(SB)/8, $4
DATA ·laneFour+8(SB)/8, $28
DATA ·laneFour+16(SB)/8, $32
DATA ·laneFour+24(SB)/8, $36
GLOBL ·laneFour(SB), RODATA|NOPTR, $32

// The squares a line may pass over.
DATA ·laneInner+0(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA ·laneInner+8(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA ·laneInner+16(SB)/8, $-1
DATA ·laneInner+24(SB)/8, $0x7e7e7e7e7e7e7e7e
GLOBL ·laneInner(SB), RODATA|NOPTR, $32

// func movesVector(own, opp uint64) uint64
TEXT ·movesVector(SB), NOSPLIT, $0-24
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	VMOVDQU ·laneSteps(SB), Y10
	VPADDQ Y10, Y10, Y11
	MOVE_LANES(Y0, Y1)
	GATHER_LANES(Y3, X3, X2, AX)
	MOVQ own+0(FP), BX
	ORQ opp+8(FP), BX
	ANDNQ AX, BX, AX
	MOVQ AX, ret+16(FP)
	VZEROUPPER
	RET

// func flipsVector(own, opp uint64, square uint8) uint64
TEXT ·flipsVector(SB), NOSPLIT, $0-32
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	MOVBLZX square+16(FP), CX
	ANDL $63, CX
	SHLQ $6, CX
	LEAQ ·linesFrom(SB), R8
	LOAD_CONSTANTS
	FLIP_LANES(Y0, Y1, (R8)(CX*1), 32(R8)(CX*1))
	GATHER_LANES(Y4, X4, X2, AX)
	MOVQ AX, ret+24(FP)
	VZEROUPPER
	RET

// func perftTwoVector(own, opp uint64) uint64
TEXT ·perftTwoVector(SB), NOSPLIT, $0-24
	MOVQ own+0(FP), AX
	MOVQ opp+8(FP), BX
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	LOAD_CONSTANTS
	MOVE_LANES(Y0, Y1)
	GATHER_LANES(Y3, X3, X2, R9)
	ORQ AX, BX // occupied
	ANDNQ R9, BX, R9
	XORL R10, R10
	TESTQ R9, R9
	JZ pass
	LEAQ ·linesFrom(SB), R8

next:
	TZCNTQ R9, CX
	BLSIQ R9, R11
	BLSRQ R9, R9
	SHLQ $6, CX
	FLIP_LANES(Y0, Y1, (R8)(CX*1), 32(R8)(CX*1))
	UNITE_LANES(Y4, Y2)
	SPREAD(R11, X8, Y8)
	VPOR Y0, Y8, Y8
	VPOR Y4, Y8, Y8
	VPANDN Y1, Y4, Y9
	ORQ BX, R11
	MOVE_LANES(Y9, Y8)
	GATHER_LANES(Y3, X3, X2, R12)
	ANDNQ R12, R11, R12
	POPCNTQ R12, R12
	CMPQ R12, $1 // a pass and an end are one
	ADCQ R12, R10
	TESTQ R9, R9
	JNZ next
	MOVQ R10, ret+16(FP)
	VZEROUPPER
	RET

pass:
	MOVE_LANES(Y1, Y0)
	GATHER_LANES(Y3, X3, X2, R12)
	ANDNQ R12, BX, R12
	POPCNTQ R12, R12
	CMPQ R12, $1
	ADCQ R12, R10
	MOVQ R10, ret+16(FP)
	VZEROUPPER
	RET

// func childrenVector(own, opp, moves uint64, list *[MaxTurns]Child) (n, first int)
TEXT ·childrenVector(SB), NOSPLIT, $0-48
	MOVQ moves+16(FP), R8
	MOVQ list+24(FP), DI
	TESTQ R8, R8
	JZ none
	MOVQ own+0(FP), BX
	ORQ opp+8(FP), BX
	MOVQ BX, AX
	NOTQ AX
	ODD(AX, DX)
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	LOAD_CONSTANTS
	LEAQ ·linesFrom(SB), R9
	MOVQ $(const_OrderStep-1), R10
	MOVQ $-0x80000000, R15

next:
	CHILD
	TESTQ R8, R8
	JNZ next
	MOVQ $(const_OrderStep-1), AX
	SUBQ AX, R10
	NEGQ R10
	MOVQ R10, n+32(FP)
	ANDQ AX, R15
	SUBQ R15, AX
	MOVQ AX, first+40(FP)
	VZEROUPPER
	RET

none:
	MOVQ $0, n+32(FP)
	MOVQ $0, first+40(FP)
	RET

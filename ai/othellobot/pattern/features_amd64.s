#include "textflag.h"

// The place of feature i is the 16-bit number at 2*i of a State; a State is four
// 256-bit registers. The upper halves of the vector registers are cleared
// before each return, since code with 128-bit instructions would stall on them.

// func playAVX2(to, from *State, power *powers, square, flips uint64)
TEXT ·playAVX2(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ power+16(FP), DX
	MOVQ square+24(FP), AX
	MOVQ flips+32(FP), CX
	SHLQ $7, AX
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	TESTQ CX, CX
	JZ placed

flip:
	// Sum up what the turned disks count.
	TZCNTQ CX, BX
	BLSRQ CX, CX
	SHLQ $7, BX
	VPADDW (DX)(BX*1), Y4, Y4
	VPADDW 32(DX)(BX*1), Y5, Y5
	VPADDW 64(DX)(BX*1), Y6, Y6
	VPADDW 96(DX)(BX*1), Y7, Y7
	TESTQ CX, CX
	JNZ flip

placed:
	// They count twice, since they were the other side's; then the sides change.
	VPADDW Y4, Y4, Y4
	VPADDW Y5, Y5, Y5
	VPADDW Y6, Y6, Y6
	VPADDW Y7, Y7, Y7
	VPADDW (DX)(AX*1), Y4, Y4
	VPADDW 32(DX)(AX*1), Y5, Y5
	VPADDW 64(DX)(AX*1), Y6, Y6
	VPADDW 96(DX)(AX*1), Y7, Y7
	VPADDW (SI), Y4, Y4
	VPADDW 32(SI), Y5, Y5
	VPADDW 64(SI), Y6, Y6
	VPADDW 96(SI), Y7, Y7
	VMOVDQU 8192(DX), Y0
	VMOVDQU 8224(DX), Y1
	VMOVDQU 8256(DX), Y2
	VMOVDQU 8288(DX), Y3
	VPSUBW Y4, Y0, Y4
	VPSUBW Y5, Y1, Y5
	VPSUBW Y6, Y2, Y6
	VPSUBW Y7, Y3, Y7
	VMOVDQU Y4, (DI)
	VMOVDQU Y5, 32(DI)
	VMOVDQU Y6, 64(DI)
	VMOVDQU Y7, 96(DI)
	VZEROUPPER
	RET

// NIBBLE adds what four squares of each side count.
#define NIBBLE \
	MOVQ R8, AX \
	ANDQ $15, AX \
	SHLQ $7, AX \
	SHRQ $4, R8 \
	MOVQ R9, BX \
	ANDQ $15, BX \
	SHLQ $7, BX \
	SHRQ $4, R9 \
	VPADDW (DX)(AX*1), Y0, Y0 \
	VPADDW 32(DX)(AX*1), Y1, Y1 \
	VPADDW 64(DX)(AX*1), Y2, Y2 \
	VPADDW 96(DX)(AX*1), Y3, Y3 \
	VPSUBW (DX)(BX*1), Y0, Y0 \
	VPSUBW 32(DX)(BX*1), Y1, Y1 \
	VPSUBW 64(DX)(BX*1), Y2, Y2 \
	VPSUBW 96(DX)(BX*1), Y3, Y3 \
	ADDQ $2048, DX

// func setAVX2(s *State, nibbles *nibbles, own, opp uint64)
TEXT ·setAVX2(SB), NOSPLIT, $0-32
	MOVQ s+0(FP), DI
	MOVQ nibbles+8(FP), DX
	MOVQ own+16(FP), R8
	MOVQ opp+24(FP), R9
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	MOVQ $8, CX

two:
	NIBBLE
	NIBBLE
	DECQ CX
	JNZ two
	VPADDW (DX), Y0, Y0
	VPADDW 32(DX), Y1, Y1
	VPADDW 64(DX), Y2, Y2
	VPADDW 96(DX), Y3, Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// TABLE takes the next pattern's table, from its first entry on.
#define TABLE(pattern) MOVQ (8*pattern)(DI), DX

#define LANE(feature, sum) \
	MOVWQZX (2*(feature))(SI), AX \
	MOVWQSX (DX)(AX*2), BX \
	ADDQ BX, sum

#define TWO(feature) \
	LANE(feature, R8) \
	LANE(feature+1, R9)

#define FOUR(feature) \
	TWO(feature) \
	TWO(feature+2)

// func sumAMD64(tables *[patternCount]*[1 << 16]int16, s *State) int
TEXT ·sumAMD64(SB), NOSPLIT, $0-24
	MOVQ tables+0(FP), DI
	MOVQ s+8(FP), SI
	XORQ R8, R8
	XORQ R9, R9
	TABLE(0)
	FOUR(0)
	TABLE(1)
	FOUR(4)
	TABLE(2)
	FOUR(8)
	TABLE(3)
	FOUR(12)
	FOUR(16)
	TABLE(4)
	FOUR(20)
	TABLE(5)
	FOUR(24)
	TABLE(6)
	FOUR(28)
	TABLE(7)
	FOUR(32)
	TABLE(8)
	TWO(36)
	TABLE(9)
	FOUR(38)
	TABLE(10)
	FOUR(42)
	TABLE(11)
	FOUR(46)
	TABLE(12)
	FOUR(50)
	ADDQ R9, R8
	MOVQ R8, ret+16(FP)
	RET

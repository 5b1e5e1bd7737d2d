#include "textflag.h"

// The numbers 0 to 7 in the order in which VSHUFPS leaves the edges of two
// registers.
DATA ·numbers+0(SB)/4, $0
DATA ·numbers+4(SB)/4, $1
DATA ·numbers+8(SB)/4, $4
DATA ·numbers+12(SB)/4, $5
DATA ·numbers+16(SB)/4, $2
DATA ·numbers+20(SB)/4, $3
DATA ·numbers+24(SB)/4, $6
DATA ·numbers+28(SB)/4, $7
GLOBL ·numbers(SB), RODATA, $32

// func chooseAVX2(looks *look, n int, bonus float32) (best int, score float32)
//
// Each of eight lanes keeps the best score of its edges and the first edge that has
// it. A sum and a product are rounded one after the other, as in choose. What is
// read of an edge while another goroutine writes it may be the mean of one moment and
// the bonus of another, which may have this search choose another edge and no more.
TEXT ·chooseAVX2(SB), NOSPLIT, $0-36
	MOVQ looks+0(FP), SI
	MOVQ n+8(FP), CX
	VBROADCASTSS bonus+16(FP), Y0
	VMOVDQU ·numbers(SB), Y1 // edges
	MOVL $8, AX
	VMOVD AX, X2
	VPBROADCASTD X2, Y2
	MOVL $0xBF800000, AX // -1
	VMOVD AX, X3
	VPBROADCASTD X3, Y3 // best scores
	VPXOR Y4, Y4, Y4    // their edges

next:
	VMOVUPS (SI), Y5
	VMOVUPS 32(SI), Y6
	VSHUFPS $0x88, Y6, Y5, Y7 // means
	VSHUFPS $0xDD, Y6, Y5, Y8 // bonuses
	VMULPS Y0, Y8, Y8
	VADDPS Y8, Y7, Y7
	VCMPPS $0x1E, Y3, Y7, Y9 // greater, false for what is no number
	VBLENDVPS Y9, Y7, Y3, Y3
	VBLENDVPS Y9, Y1, Y4, Y4
	VPADDD Y2, Y1, Y1
	ADDQ $64, SI
	SUBQ $8, CX
	JNZ next

	// The best score, in all lanes.
	VPERM2F128 $1, Y3, Y3, Y5
	VMAXPS Y5, Y3, Y5
	VPERMILPS $0x4E, Y5, Y6
	VMAXPS Y6, Y5, Y5
	VPERMILPS $0xB1, Y5, Y6
	VMAXPS Y6, Y5, Y5
	VMOVSS X5, score+32(FP)

	// The first of the edges that have it; elsewhere all bits are set.
	VCMPPS $0x04, Y5, Y3, Y6 // not equal
	VORPS Y6, Y4, Y4
	VEXTRACTI128 $1, Y4, X5
	VPMINUD X5, X4, X4
	VPSHUFD $0x4E, X4, X5
	VPMINUD X5, X4, X4
	VPSHUFD $0xB1, X4, X5
	VPMINUD X5, X4, X4
	VMOVD X4, AX
	MOVQ AX, best+24(FP)
	VZEROUPPER
	RET

// func matchAVX2(moves *Move, n int, wanted *Move, count int) uint64
//
// Four groups of sixteen moves are compared; of less than 64 moves they overlap.
TEXT ·matchAVX2(SB), NOSPLIT, $0-40
	MOVQ moves+0(FP), SI
	MOVQ n+8(FP), DX
	MOVQ wanted+16(FP), DI
	MOVQ count+24(FP), CX
	SUBQ $16, DX // the last place
	MOVQ $16, R9
	CMPQ DX, R9
	CMOVQLT DX, R9
	MOVQ $32, R10
	CMPQ DX, R10
	CMOVQLT DX, R10
	VMOVDQU (SI), Y4
	VMOVDQU (SI)(R9*2), Y5
	VMOVDQU (SI)(R10*2), Y6
	VMOVDQU (SI)(DX*2), Y7
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3

next:
	VPBROADCASTW (DI), Y8
	VPCMPEQW Y8, Y4, Y9
	VPCMPEQW Y8, Y5, Y10
	VPCMPEQW Y8, Y6, Y11
	VPCMPEQW Y8, Y7, Y12
	VPOR Y9, Y0, Y0
	VPOR Y10, Y1, Y1
	VPOR Y11, Y2, Y2
	VPOR Y12, Y3, Y3
	ADDQ $2, DI
	SUBQ $1, CX
	JNZ next

	// A byte for each move, the lanes of 128 bits in turn, then a bit.
	VPACKSSWB Y1, Y0, Y0
	VPACKSSWB Y3, Y2, Y2
	VPERMQ $0xD8, Y0, Y0
	VPERMQ $0xD8, Y2, Y2
	VPMOVMSKB Y0, AX
	VPMOVMSKB Y2, BX
	MOVWLZX AX, R11
	SHRL $16, AX
	MOVQ R9, CX
	SHLQ CX, AX
	ORQ AX, R11
	MOVWLZX BX, R12
	SHRL $16, BX
	MOVQ R10, CX
	SHLQ CX, R12
	ORQ R12, R11
	MOVQ DX, CX
	SHLQ CX, BX
	ORQ BX, R11
	MOVQ R11, ret+32(FP)
	VZEROUPPER
	RET

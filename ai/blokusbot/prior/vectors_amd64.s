#include "go_asm.h"
#include "textflag.h"

// What lanes below are taken for: 0 of the units, and any of the linear rating.
DATA ·least+0(SB)/8, $0
DATA ·least+8(SB)/8, $0
DATA ·least+16(SB)/8, $0
DATA ·least+24(SB)/8, $0x8000000000000000
GLOBL ·least(SB), RODATA, $32

// func sumAVX2(sums *sum, n int, of *[features+1]row, to *rows)
TEXT ·sumAVX2(SB), NOSPLIT, $0-32
	MOVQ sums+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ of+16(FP), R8
	MOVQ to+24(FP), R9

next:
	MOVWLZX (SI), DI
	MOVWLZX 2(SI), AX
	MOVWLZX 4(SI), BX
	MOVWLZX 6(SI), DX
	MOVWLZX 8(SI), R10
	MOVWLZX 10(SI), R11
	MOVWLZX 12(SI), R12
	SHLL $5, DI
	SHLL $5, AX
	SHLL $5, BX
	SHLL $5, DX
	SHLL $5, R10
	SHLL $5, R11
	SHLL $5, R12
	VMOVDQU (R8)(AX*1), Y0
	VPADDQ (R8)(BX*1), Y0, Y0
	VPADDQ (R8)(DX*1), Y0, Y0
	VPADDQ (R8)(R10*1), Y0, Y0
	VPADDQ (R8)(R11*1), Y0, Y0
	VPADDQ (R8)(R12*1), Y0, Y0
	VMOVDQU Y0, (R9)(DI*1)
	ADDQ $16, SI
	DECQ CX
	JNZ next
	VZEROUPPER
	RET

// func rateAVX2(list *blokus.Placement, n int, rows *rows, st *stage, places *places, ratings *int32)
TEXT ·rateAVX2(SB), NOSPLIT, $0-48
	MOVQ list+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ rows+16(FP), R8
	MOVQ st+24(FP), R9
	MOVQ places+32(FP), R10
	MOVQ ratings+40(FP), DI
	VMOVDQU stage_out(R9), Y1
	LEAQ stage_pieces(R9), R9
	VMOVDQU ·least(SB), Y2
	MOVQ $const_middle, AX
	VMOVQ AX, X4
	VPBROADCASTQ X4, Y4

next:
	MOVWLZX (SI), AX
	ADDQ $2, SI
	IMUL3L $5243, AX, BX
	SHRL $21, BX // orientation
	IMUL3L $400, BX, DX
	SUBL DX, AX // cell
	MOVWLZX places_origins(R10)(AX*2), AX
	ADDQ R8, AX // row of the cell above and to the left of the box
	MOVBLZX places_counts(R10)(BX*1), R11
	MOVQ BX, DX
	SHLQ $6, DX
	LEAQ places_offsets(R10)(DX*1), R12
	SHLQ $5, BX
	VMOVDQU (R9)(BX*1), Y0

	TESTL $1, R11
	JZ pair
	MOVWLZX (R12), DX
	ADDQ $2, R12
	VPADDQ (AX)(DX*1), Y0, Y0
	DECL R11

pair:
	MOVWLZX (R12), DX
	MOVWLZX 2(R12), BX
	VPADDQ (AX)(DX*1), Y0, Y0
	VPADDQ (AX)(BX*1), Y0, Y0
	ADDQ $4, R12
	SUBL $2, R11
	JNZ pair

	VPXOR Y4, Y0, Y0
	VPMAXSW Y2, Y0, Y0
	VPMADDWD Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X3
	VPADDD X3, X0, X0
	VPSHUFD $0x4E, X0, X3
	VPADDD X3, X0, X0
	VPSHUFD $0xB1, X0, X3
	VPADDD X3, X0, X0
	VMOVD X0, AX
	SARL $const_outShift, AX
	MOVL AX, (DI)
	ADDQ $4, DI
	DECQ CX
	JNZ next
	VZEROUPPER
	RET

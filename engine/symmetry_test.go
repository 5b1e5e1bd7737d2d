package engine

import "testing"

// TestSymmetries draws the images of a board of 3×3 cells, and goes there and
// back.
func TestSymmetries(t *testing.T) {
	for sym, want := range [Symmetries]string{
		"abc/def/ghi", "cba/fed/ihg", "ghi/def/abc", "ihg/fed/cba",
		"adg/beh/cfi", "cfi/beh/adg", "gda/heb/ifc", "ifc/heb/gda",
	} {
		var image [9]byte
		for cell := range uint8(9) {
			to := TransformCell(cell, 3, uint8(sym))
			image[to] = 'a' + cell
			if back := TransformCell(to, 3, InverseSymmetry(uint8(sym))); back != cell {
				t.Errorf("symmetry %d: cell %d goes to %d and back to %d", sym, cell, to, back)
			}
		}
		if got := string(image[:3]) + "/" + string(image[3:6]) + "/" + string(image[6:]); got != want {
			t.Errorf("symmetry %d: %s, not %s", sym, got, want)
		}
	}
}

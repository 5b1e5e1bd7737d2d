package seedapi

import "strings"

// BlokusPart is a piece in the answer to GET /parts/.
type BlokusPart struct {
	PartName string `json:"part_name"`
	Squares  int    `json:"squares"`
	// Orientations draws the part for each name of an orientation: rows from
	// the top, # for a square of the part and . for none.
	Orientations map[string][]string `json:"orientations"`
	// Players are the colours that have not placed it yet.
	Players []string `json:"players"`
}

// drawings are the parts in orientation 0, which is the way their letters look.
var drawings = [...]struct{ name, rows string }{
	{"1", "#"}, {"2", "#/#"}, {"I3", "#/#/#"}, {"V3", "#./##"},
	{"I4", "#/#/#/#"}, {"L4", "#./#./##"}, {"Z4", "##./.##"}, {"T4", "###/.#."}, {"O", "##/##"},
	{"I5", "#/#/#/#/#"}, {"V5", "#../#../###"}, {"L5", "#./#./#./##"}, {"T5", "###/.#./.#."},
	{"Z5", "##./.#./.##"}, {"F", ".##/##./.#."}, {"X", ".#./###/.#."}, {"U", "#.#/###"},
	{"P", "##/##/#."}, {"W", "#../##./.##"}, {"N", ".#/.#/##/#."}, {"Y", ".#/##/.#/.#"},
}

// catalogue lists all parts, without their players.
func catalogue() []BlokusPart {
	var list []BlokusPart
	for _, d := range drawings {
		rows := strings.Split(d.rows, "/")
		list = append(list, BlokusPart{
			PartName: d.name, Squares: strings.Count(d.rows, "#"),
			Orientations: map[string][]string{
				"0": rows, "90": turned(rows), "180": turned(turned(rows)), "270": turned(turned(turned(rows))),
				"mirror0": flipped(rows), "mirror90": turned(flipped(rows)),
				"mirror180": turned(turned(flipped(rows))), "mirror270": turned(turned(turned(flipped(rows)))),
			},
		})
	}
	return list
}

// turned returns the drawing after a quarter turn clockwise.
func turned(rows []string) []string {
	var out []string
	for col := range rows[0] {
		var line []byte
		for row := len(rows) - 1; row >= 0; row-- {
			line = append(line, rows[row][col])
		}
		out = append(out, string(line))
	}
	return out
}

// flipped returns the drawing with left and right exchanged.
func flipped(rows []string) []string {
	var out []string
	for _, row := range rows {
		var line []byte
		for col := len(row) - 1; col >= 0; col-- {
			line = append(line, row[col])
		}
		out = append(out, string(line))
	}
	return out
}

package seedapi

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"quadrille/cmd/client/web/contest"
)

//go:embed static
var static embed.FS

// style is GET /results.css.
func (*Othello) style(w http.ResponseWriter, r *http.Request) (any, error) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	http.ServeFileFS(w, r, static, "static/results.css")
	return nil, nil
}

// pageData is what the results page shows.
type pageData struct {
	Prefix            string
	Running, Finished bool
	Clock             float64
	Winners, Last     []string
	Next, Stuck       string
	Table             []tableRow // best first
	Boards            []pageBoard
	Listing           []pageGame
}

type tableRow struct {
	Standing
	Rank  int
	Leads bool
}

type pageBoard struct {
	Black, White string
	Disks        [2]int
	Board        *Grid
}

type pageGame struct {
	Number               int
	Black, White, Result string
	Moves                string
}

// page is GET /: the results for people, without a script.
func (a *Othello) page(w http.ResponseWriter, r *http.Request, prefix string) (any, error) {
	t, err := template.ParseFS(static, "static/results.html")
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := t.Execute(&body, newPageData(a.sum(r.Context()), prefix)); err != nil {
		return nil, err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(body.Bytes()) // the client may be gone
	return nil, nil
}

func newPageData(res Results, prefix string) pageData {
	data := pageData{Prefix: prefix, Running: res.Running, Finished: res.Finished, Clock: res.Clock, Last: res.Last, Next: sentence(res.Next), Stuck: sentence(res.Stuck), Table: ranked(res)}
	for _, i := range res.Leaders {
		data.Winners = append(data.Winners, res.Players[i].Name)
	}
	for i, g := range res.Games {
		black, white := res.Players[g.Black].Name, res.Players[g.White].Name
		if g.Board != nil {
			data.Boards = append(data.Boards, pageBoard{black, white, g.Disks, g.Board})
		}
		data.Listing = append(data.Listing, pageGame{i + 1, black, white, g.words(), strings.Join(g.Moves, " ")})
	}
	return data
}

// sentence writes words as one.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// ranked sorts the players by points and then by disks.
func ranked(res Results) []tableRow {
	var rows []tableRow
	for i, s := range res.Players {
		rows = append(rows, tableRow{Standing: s, Leads: slices.Contains(res.Leaders, i)})
	}
	slices.SortStableFunc(rows, func(a, b tableRow) int {
		if a.Points != b.Points {
			return int(2 * (b.Points - a.Points))
		}
		return b.Disks - a.Disks
	})
	for i := range rows {
		rows[i].Rank = i + 1
		if i > 0 && rows[i].Points == rows[i-1].Points && rows[i].Disks == rows[i-1].Disks {
			rows[i].Rank = rows[i-1].Rank
		}
	}
	return rows
}

// words tells the outcome of a game.
func (o Outcome) words() string {
	if o.State != "finished" {
		return o.State
	}
	text := fmt.Sprintf("%d–%d", o.Disks[0], o.Disks[1])
	if o.Reason == contest.OutOfTime {
		text += map[string]string{blackWins: ", White ran out of time", whiteWins: ", Black ran out of time"}[o.Result]
	}
	return text
}

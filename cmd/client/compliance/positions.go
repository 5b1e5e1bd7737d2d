package compliance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// positionRules are those of positions, turns, actions and questions.
func positionRules() []rule {
	return []rule{
		{Quadrille, "position", "`position` with startpos or a FEN and moves sets the position up; the FEN is read as it was written", inGames(script(`
			query fen => $start
			wander 6 => $moves
			query fen => $fen
			position startpos => nothing
			query fen => response $start
			position startpos moves $moves => nothing
			query fen => response $fen
			query history => response $moves
			position fen $fen => nothing
			query fen => response $fen
			position fen $start moves $moves => nothing
			query fen => response $fen`))},
		{Quadrille, "position errors", "a wrong FEN is bad-position, a wrong turn anywhere illegal-move, other words bad-argument, and the old position stays",
			inGames(script("query fen => $start\nspend => $turn"), unchanged(script(`
			position => bad-argument
			position xyzzy => bad-argument
			position startpos xyzzy => bad-argument
			position fen => bad-argument or bad-position
			position fen xyzzy => bad-position
			position fen $start xyzzy => bad-position or bad-argument
			position startpos moves $turn $turn => illegal-move
			position fen $start moves $turn $turn => illegal-move
			position startpos moves xyzzy $turn => illegal-move or bad-argument`)))},
		{Quadrille, "moves", "`moves` plays all turns or none", inGames(script("spend => $turn\nsearch nodes 1 => $good"), unchanged(script(`
			moves => bad-argument
			moves $turn => illegal-move
			moves xyzzy => illegal-move or bad-argument
			moves $good xyzzy => illegal-move or bad-argument`)))},
		{Quadrille, "actions", "the verbs that `query verbs` lists perform one action each; a refused one changes nothing",
			inSome(checkActions, missing("no turn could be played by an action"))},
		{Quadrille, "mid-turn", "in the middle of a turn legal and go give what completes it, and undo takes one action back",
			inSome(checkMidTurn, missing("there is no game with turns of two actions"))},
		{Quadrille, "undo", "`undo` takes N actions back; other numbers are bad-argument", inGames(
			script("undo => bad-argument\nquery fen => $start\nwander 1 => $turns"), takeBack, script("wander 4 => $turns"), unchanged(script(`
			undo 0 => bad-argument
			undo -1 => bad-argument
			undo xyzzy => bad-argument
			undo 99999 => bad-argument
			undo 99999999999999999999 => bad-argument`)), takeBack)},
		{Quadrille, "game over", "random games come to an end at which result, reason, scores and legal agree, turns are game-over and go says bestmove none",
			inSome(checkGameOver, fmt.Errorf("no game came to an end within %d random turns", longestGame))},
	}
}

// queryRules are those of query and show.
func queryRules() []rule {
	return []rule{
		{Quadrille, "query set", "every question of the protocol is answered with one response in every game", inGames(script(`
			query p1turn => response true
			query gameover => response false
			query result => response none
			query turn => response p1
			query reason => response none
			query game => response $game
			query games => response $games
			query history => response
			query pending => response none
			query title => $title
			query title $game => response $title`), filled("title", "verbs", "seats", "players", "phase", "scores", "legal", "fen", "startfen", "hash", "state", "diagram", "list"))},
		{Quadrille, "query errors", "no question, an unknown one or words after it are bad-argument",
			script("query => bad-argument\nquery xyzzy => bad-argument\nquery turn xyzzy => bad-argument")},
		{Quadrille, "query turn", "turn and p1turn agree, and some other seat follows the first", inGames(checkTurns)},
		{Quadrille, "query state", "`query state` and `query diagram` are one line of JSON each", inGames(isJSON("state", "{"), isJSON("diagram", "["))},
		{Quadrille, "query hash", "the hash changes with a turn and is the same in the same position", inGames(
			script("query fen => $start\nquery hash => $hash\nwander 1 => $turns"),
			func(p *probe) error {
				if after, err := p.query("hash"); err != nil || after == p.named["hash"] {
					return orElse(err, "the hash is %s before and after a turn", after)
				}
				return nil
			}, takeBack, script("query hash => response $hash"))},
		{Quadrille, "show", "`show` draws the board and ends with a line fen", inGames(checkShow)},
	}
}

// opening is a turn from the start position, its first action and how many it
// has. The engine tells the actions of a turn that is not complete; where one
// action is a whole turn, it is a verb and the turn's token. Without such a
// verb the first action is empty.
func (p *probe) opening() (turn, first string, actions int, err error) {
	legal, err := p.someLegal()
	if err != nil {
		return "", "", 0, err
	}
	turn = legal[0]
	if err := p.silent("moves " + turn); err != nil {
		return "", "", 0, err
	}
	for history := turn; history != ""; actions++ {
		pending, err := p.query("pending")
		if err == nil {
			err = p.ok("undo")
		}
		if err == nil {
			history, err = p.query("history")
		}
		if err != nil {
			return "", "", 0, err
		}
		if pending != "none" {
			first, _, _ = strings.Cut(pending, ";")
		}
	}
	if actions > 1 {
		return turn, first, actions, nil
	}
	first, err = p.singleAction(turn)
	return turn, first, actions, err
}

// singleAction finds the action that plays a turn, and takes it back.
func (p *probe) singleAction(turn string) (string, error) {
	verbs, err := p.verbs(p.named["game"])
	for _, v := range verbs {
		action := v.Name + " " + turn
		answer, err := p.ask(action)
		if err != nil {
			return "", err
		}
		if len(answer) == 1 && strings.HasPrefix(answer[0], "ok ") {
			return action, p.ok("undo")
		}
	}
	return "", err
}

func checkActions(p *probe) (tried bool, err error) {
	turn, first, actions, err := p.opening()
	if err != nil || first == "" {
		return false, err
	}
	verbs, err := p.verbs(p.named["game"])
	if err != nil {
		return true, err
	}
	var lines strings.Builder
	for _, v := range verbs {
		if v.Form == "" {
			lines.WriteString(v.Name + " => illegal-move\n")
			continue
		}
		lines.WriteString(v.Name + " => bad-argument\n" + v.Name + " xyzzy => bad-argument or illegal-move\n")
	}
	p.named["first"], p.named["turn"] = first, turn
	check := inOrder(unchanged(script(lines.String())), script("$first => ok"), unchanged(script("$first => illegal-move")))
	if actions == 1 {
		check = inOrder(check, script("query history => response $turn"))
	}
	return true, check(p)
}

func checkMidTurn(p *probe) (tried bool, err error) {
	_, first, actions, err := p.opening()
	if err != nil || actions < 2 {
		return false, err
	}
	p.named["first"], p.named["actions"] = first, fmt.Sprint(actions)
	return true, inOrder(script("query fen => $start\n$first => ok\nquery pending => response $first"), searches((*probe).legal, "depth 1"), script(`
		search depth 1 => $best
		moves $best => nothing
		undo $actions => ok
		query fen => response $start
		query history => response`))(p)
}

// takeBack undoes actions up to the start, whose FEN is $start.
func takeBack(p *probe) error {
	for range 100 {
		history, err := p.query("history")
		if err != nil {
			return err
		}
		if history == "" {
			return script("query fen => response $start")(p)
		}
		if err := p.ok("undo"); err != nil {
			return err
		}
	}
	return fmt.Errorf("undoing 100 times does not lead to the start")
}

func checkGameOver(p *probe) (tried bool, err error) {
	turns, err := p.wander(longestGame)
	if err != nil {
		return false, err
	}
	over, err := p.query("gameover")
	if err != nil || over != "true" || len(turns) == 0 {
		return false, err // a long game; others end
	}
	result, err := p.query("result")
	if err != nil || !slices.Contains(results, result) {
		return true, orElse(err, "the game is over and query result is %q", result)
	}
	reason, err := p.query("reason")
	if err != nil || reason == "none" || reason == "" || strings.Contains(reason, " ") {
		return true, orElse(err, "the game is over and query reason is %q", reason)
	}
	if f, err := p.search("depth 1"); err != nil || f.best != "none" {
		return true, orElse(err, "the game is over and bestmove is %s", f.best)
	}
	p.named["last"] = turns[len(turns)-1]
	return true, inOrder(script("query legal => response"), unchanged(script("moves $last => game-over")),
		script("undo => ok\nquery gameover => response false\nquery result => response none"))(p)
}

// filled wants answers that are not empty.
func filled(questions ...string) check {
	return func(p *probe) error {
		for _, q := range questions {
			if answer, err := p.query(q); err != nil || answer == "" {
				return orElse(err, "at the start query %s is empty", q)
			}
		}
		return nil
	}
}

// players is the number of seats of the present game.
func (p *probe) players() (int, error) {
	scores, err := p.query("scores")
	return len(strings.Fields(scores)), err
}

func checkTurns(p *probe) error {
	players, err := p.players()
	if err != nil {
		return err
	}
	for i := range 2 * players {
		p.named["seat"], p.named["first"] = fmt.Sprintf("p%d", i%players+1), fmt.Sprint(i%players == 0)
		if err := script("query turn => response $seat\nquery p1turn => response $first\nwander 1 => $turns")(p); err != nil {
			return err
		}
	}
	return nil
}

// isJSON wants an answer that is JSON and begins in some way.
func isJSON(question, begins string) check {
	return func(p *probe) error {
		answer, err := p.query(question)
		if err != nil || !json.Valid([]byte(answer)) || !strings.HasPrefix(answer, begins) {
			return orElse(err, "query %s is not JSON that begins with %s: %q", question, begins, driver.Clip(answer))
		}
		return nil
	}
}

func checkShow(p *probe) error {
	p.free = true
	fen, err := p.query("fen")
	if err != nil {
		return err
	}
	answer, err := p.ask("show")
	answer = slices.DeleteFunc(answer, func(l string) bool { return l == "" })
	if err != nil || len(answer) < 3 || answer[len(answer)-1] != "fen "+fen {
		return orElse(err, "show does not end with a board and fen %s", driver.Clip(fen))
	}
	return nil
}

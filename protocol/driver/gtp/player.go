package gtp

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// Player is an engine that speaks GTP. See [driver.Player] for its errors.
type Player struct {
	driver.Program
	id   int  // of the last command that was sent
	read int  // of the last answer that was read
	bare bool // the engine does not know ids: it is sent none
	// commands says which commands the engine knows, as far as it was asked;
	// listed says that all it knows are there.
	commands map[string]bool
	listed   bool

	start  func() *rota // of the game's beginning
	rota   *rota
	turns  []string // what the engine knows
	own    string   // the engine's last answer, which it has played; "" when none
	pace   string   // the kind of time settings that the engine knows
	noPass bool     // the engine does not take a pass as a move
	seeded bool     // the user's settings have a seed
}

// seedCommand is Pentobi's and ours for the seed of everything random.
const seedCommand = "set_random_seed"

// firstID is large so that no answer begins with the number by accident.
const firstID = 1000

// Open shakes hands with an engine that was started and makes its settings:
// each is a command of its own, the name, with the value as its arguments, such
// as "level" and "3". The engine may take the wait for each answer but a
// search. On an error the process is ended.
func Open(ctx context.Context, proc *driver.Process, wait time.Duration, settings ...driver.Setting) (*Player, error) {
	p := &Player{Program: driver.Program{Proc: proc, Wait: wait}, id: firstID, read: firstID, commands: map[string]bool{}}
	err := p.handshake(ctx)
	if err == nil {
		err = p.configure(ctx, settings)
	}
	if err != nil {
		proc.Abort()
		return nil, err
	}
	return p, nil
}

// handshake learns what the engine is. Only a version of the language that it
// names and that is not 2 stands in its way: engines write 2 in many ways
// (Egaroucid 2.0), and Pentobi does not know the question.
func (p *Player) handshake(ctx context.Context) error {
	version, err := p.greet(ctx)
	if err != nil {
		return err
	}
	if !version.failed && !isVersion2(version.text()) {
		return fmt.Errorf("gtp: %s speaks version %q of the protocol, not 2", p.Proc.Name(), driver.Clip(version.text()))
	}
	answers, err := p.converse(ctx, "name", "version", "list_commands")
	if err != nil {
		return err
	}
	for _, a := range answers[:2] {
		if !a.failed {
			p.Title = strings.Join(strings.Fields(p.Title+" "+a.text()), " ")
		}
	}
	if answers[2].failed {
		return nil
	}
	for word := range strings.FieldsSeq(answers[2].text()) {
		p.commands[strings.ToLower(word)] = true
	}
	p.listed = p.commands["genmove"]
	return nil
}

// greet asks for the version. An engine that refuses it without giving the id
// back may have taken the id for a command; if it answers without one, it is
// sent none from then on.
func (p *Player) greet(ctx context.Context) (answer, error) {
	answers, err := p.converse(ctx, "protocol_version")
	if err != nil {
		return answer{}, err
	}
	if !answers[0].failed || answers[0].id != 0 {
		return answers[0], nil
	}
	p.bare = true
	if answers, err = p.converse(ctx, "protocol_version"); err != nil {
		return answer{}, err
	}
	p.bare = !answers[0].failed
	return answers[0], nil
}

// isVersion2 says whether the first number in the text, if any, is 2.
func isVersion2(text string) bool {
	number := strings.TrimLeftFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	major := number[:len(number)-len(strings.TrimLeft(number, "0123456789"))]
	return major == "" || major == "2"
}

// configure sends the user's commands, all of which must succeed.
func (p *Player) configure(ctx context.Context, settings []driver.Setting) error {
	for _, s := range settings {
		p.seeded = p.seeded || s.Name == seedCommand
		c := strings.TrimSpace(s.Name + " " + s.Value)
		answers, err := p.converse(ctx, c)
		if err != nil {
			return err
		}
		if answers[0].failed {
			return &driver.Refusal{Code: "bad-option", Text: c + ": " + answers[0].text()}
		}
	}
	return nil
}

// knows says whether the engine has a command.
func (p *Player) knows(ctx context.Context, command string) (bool, error) {
	known, asked := p.commands[command]
	if p.listed || asked {
		return known, nil
	}
	answers, err := p.converse(ctx, "known_command "+command)
	if err != nil {
		return false, err
	}
	known = !answers[0].failed && strings.EqualFold(answers[0].text(), "true")
	p.commands[command] = known
	return known, nil
}

// send sends commands, each with an id of its own if the engine knows ids, all
// at once.
func (p *Player) send(ctx context.Context, commands ...string) error {
	lines := make([]string, len(commands))
	for i, c := range commands {
		p.id++
		if lines[i] = c; !p.bare {
			lines[i] = strconv.Itoa(p.id) + " " + c
		}
	}
	return p.Proc.SendLines(ctx, lines...)
}

// receive returns the answer to the next command that has none yet.
func (p *Player) receive(ctx context.Context, request driver.Request) (answer, error) {
	var r reader
	p.read++
	err := p.Proc.Await(ctx, request, func(line string, at time.Time) (bool, error) { return r.add(line, at, p.read) })
	if err != nil {
		return answer{}, err
	}
	if a := r.answer; a.id != 0 && a.id != p.read && !a.failed {
		return answer{}, fmt.Errorf("gtp: %s answered command %d where it was asked %d", p.Proc.Name(), a.id, p.read)
	}
	return r.answer, nil
}

// converse sends commands and returns their answers. The engine has the usual
// wait for all of them.
func (p *Player) converse(ctx context.Context, commands ...string) ([]answer, error) {
	request := driver.Request{Text: commands[0], Begun: time.Now(), Wait: p.Wait}
	if err := p.send(ctx, commands...); err != nil {
		return nil, err
	}
	answers := make([]answer, len(commands))
	for i := range answers {
		var err error
		if answers[i], err = p.receive(ctx, request); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// NewGame prepares a game. Positions and rules that the language or its
// engines do not have are refused.
func (p *Player) NewGame(ctx context.Context, setup driver.Setup) error {
	v, err := dialectFor(setup)
	if err != nil {
		return err
	}
	p.start = func() *rota { return newRota(setup) }
	p.rota, p.turns, p.own, p.pace = p.start(), nil, "", ""
	var commands []string
	// A game has its board; without a choice of games there is one of boards.
	for _, c := range []string{"set_game " + v.Title, fmt.Sprint("boardsize ", v.Size)} {
		name, _, _ := strings.Cut(c, " ")
		known, err := p.knows(ctx, name)
		if err != nil {
			return err
		}
		if known {
			commands = append(commands, c)
			break
		}
	}
	if err := p.seed(ctx, setup.Seed); err != nil {
		return err
	}
	commands = append(commands, "clear_board")
	answers, err := p.converse(ctx, commands...)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if a.failed {
			return &driver.Refusal{Code: "no-game", Text: commands[i] + ": " + a.text()}
		}
	}
	return nil
}

// seed gives the engine a seed for the next game, if it takes one and the user
// gave it none. What it answers is its own affair.
func (p *Player) seed(ctx context.Context, seed int) error {
	if p.seeded || seed == 0 {
		return nil
	}
	known, err := p.knows(ctx, seedCommand)
	if known && err == nil {
		_, err = p.converse(ctx, fmt.Sprint(seedCommand, " ", seed))
	}
	return err
}

var _ driver.Player = (*Player)(nil)

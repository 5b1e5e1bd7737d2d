package driver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
)

// Question is something that `query` answers. Engines may know only some.
type Question string

// The questions whose answers make up a [State].
const (
	AskGame    Question = "game"
	AskTitle   Question = "title"
	AskRules   Question = "rules"
	AskStart   Question = "startfen"
	AskPlayers Question = "players"
	AskSeats   Question = "seats"
	AskColours Question = "colours"
	AskColour  Question = "colour"
	AskTurn    Question = "turn"
	AskPhase   Question = "phase"
	AskResult  Question = "result"
	AskReason  Question = "reason"
	AskOpening Question = "opening"
	AskBook    Question = "book"
	AskScores  Question = "scores"
	AskLegal   Question = "legal"
	AskHistory Question = "history"
	AskPending Question = "pending"
	AskFEN     Question = "fen"
	AskJSON    Question = "state"
	AskDiagram Question = "diagram"
	AskLists   Question = "list"
	AskVariant Question = "variant"
)

// Summary are the questions about the game and how it stands.
func Summary() []Question {
	return []Question{AskGame, AskRules, AskStart, AskPlayers, AskSeats, AskColours, AskColour, AskTurn, AskPhase, AskResult, AskReason,
		AskHistory, AskPending}
}

// Everything are all the questions.
func Everything() []Question {
	return append(Summary(), AskTitle, AskOpening, AskBook, AskScores, AskLegal, AskFEN, AskJSON, AskDiagram, AskLists)
}

// State is what an engine says about a position. What it was not asked, or
// refused to answer, is empty; only turn, result and history it must not
// refuse. Lists are never nil.
type State struct {
	// Position is how to come back to it: with Summary asked as the engine
	// writes it, every rule option named, and else as far as it is known.
	Position
	Title   string // the name that people use for the game
	Players int    // seats; 2 when the engine does not say
	// Names are those of the seats for people, such as Red, one a player: p1,
	// p2 … where the engine has no others.
	Names []string
	// Colours are what takes turns, in their order, and Colour the number of the one
	// that acts, from 0. Where the engine does not say, each seat has one.
	Colours []Colour
	Colour  int
	Turn    string // seat that acts, p1 to p4
	Phase   string
	Result  string // p1win to p4win, draw or None
	Reason  string // why the game ended, a hyphenated word, or None
	// Opening is the name of the way the game began; empty when it has none.
	Opening string
	// Book is how many turns, from the first on, are in the engine's opening book; nil
	// where it has none of such games.
	Book   *int
	Scores []int // one a seat
	Legal  []string
	FEN    string
	// JSON is the position in the words of its game, and Diagram the board as
	// package engine has it, both in JSON; nil when the engine has none.
	JSON, Diagram json.RawMessage
	Lists         []string // the names that `query list` takes
	Variant       Variant  // the game as programs by others know it
}

// Setup is the game for players, from a start.
func (s State) Setup(start string) Setup {
	return Setup{Game: s.Game, Rules: s.Rules, Start: start, Seats: s.Players, Variant: s.Variant}
}

// Over says whether the rules have ended the game.
func (s State) Over() bool { return s.Result != "" && s.Result != None }

// Seat is the number of the seat that acts, from 0.
func (s State) Seat() int { return seatNumber(s.Turn) }

// Name is what people call a seat: Red for p1, say, or p1 where the engine
// has no other name.
func (s State) Name(seat string) string {
	if i := seatNumber(seat); i >= 0 && i < len(s.Names) {
		return s.Names[i]
	}
	return seat
}

// FindSeat is the seat that a person means: by its name or the beginning of one
// name alone, by the protocol's word or by its number, in capitals or not.
func (s State) FindSeat(word string) (seat string, ok bool) {
	var begun []string
	for i, seat := range s.Seats() {
		name := s.Name(seat)
		if strings.EqualFold(word, name) || strings.EqualFold(word, seat) || word == strconv.Itoa(i+1) {
			return seat, true
		}
		if len(word) < len(name) && strings.EqualFold(word, name[:len(word)]) {
			begun = append(begun, seat)
		}
	}
	if word == "" || len(begun) != 1 {
		return "", false
	}
	return begun[0], true
}

// Seats lists the seats in the order p1, p2, …
func (s State) Seats() []string {
	words := make([]string, s.Players)
	for i := range words {
		words[i] = seatWord(i)
	}
	return words
}

func seatWord(i int) string { return "p" + strconv.Itoa(i+1) }

// seatNumber is 0 for p1; -1 is not a seat.
func seatNumber(seat string) int {
	if len(seat) == 2 && seat[0] == 'p' && seat[1] >= '1' && seat[1] <= '0'+engine.MaxPlayers {
		return int(seat[1] - '1')
	}
	return -1
}

// parseState reads answers. Those that the engine refused are not among them.
func parseState(said map[Question]string) (State, error) {
	s := State{
		Position: Position{Game: said[AskGame], Rules: said[AskRules], Start: said[AskStart],
			Turns: words(said[AskHistory]), Pending: []string{}},
		Title: said[AskTitle],
		Turn:  said[AskTurn], Phase: said[AskPhase], Result: said[AskResult], Reason: said[AskReason],
		Legal: words(said[AskLegal]), FEN: said[AskFEN], JSON: rawJSON(said[AskJSON]), Diagram: rawJSON(said[AskDiagram]),
	}
	if _, asked := said[AskTurn]; asked && s.Seat() < 0 {
		return s, fmt.Errorf("driver: the engine says that it is the turn of %q", Clip(s.Turn))
	}
	if p := said[AskPending]; p != "" && p != None {
		s.Pending = strings.Split(p, "; ")
		s.Turns = s.Turns[:max(0, len(s.Turns)-1)] // the last is the one that has begun
	}
	if s.Reason == "" {
		s.Reason = None
	}
	if o := said[AskOpening]; o != None {
		s.Opening = o
	}
	if n, err := strconv.Atoi(said[AskBook]); err == nil {
		s.Book = &n
	}
	var err error
	if s.Scores, err = numbers(said[AskScores]); err != nil {
		return s, err
	}
	_ = json.Unmarshal([]byte(said[AskVariant]), &s.Variant) // an engine need not know it
	if json.Unmarshal([]byte(said[AskLists]), &s.Lists) != nil || s.Lists == nil {
		s.Lists = []string{}
	}
	return s, s.parseSeats(said)
}

func (s *State) parseSeats(said map[Question]string) error {
	s.Players = max(2, len(s.Scores))
	if text, asked := said[AskPlayers]; asked && text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 || n > engine.MaxPlayers {
			return fmt.Errorf("driver: the engine says that there are %q players", Clip(text))
		}
		s.Players = n
	}
	if s.Names = words(said[AskSeats]); len(s.Names) != s.Players {
		s.Names = s.Seats()
	}
	s.parseColours(said)
	return nil
}

func (s *State) parseColours(said map[Question]string) {
	var ok bool
	if s.Colours, ok = ParseColours(said[AskColours], s.Players); !ok {
		s.Colours = OneEach(s.Names)
	}
	s.Colour = slices.IndexFunc(s.Colours, func(c Colour) bool { return c.Name == said[AskColour] })
	if s.Colour < 0 {
		s.Colour = max(0, s.Seat())
	}
}

// words is never nil.
func words(text string) []string { return append([]string{}, strings.Fields(text)...) }

func numbers(text string) ([]int, error) {
	list := []int{}
	for _, w := range strings.Fields(text) {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, fmt.Errorf("driver: the engine gives %q as scores", Clip(text))
		}
		list = append(list, n)
	}
	return list, nil
}

// rawJSON is the text if it is JSON, else nil.
func rawJSON(text string) json.RawMessage {
	if !json.Valid([]byte(text)) {
		return nil
	}
	return json.RawMessage(text)
}

// parseAnswers pairs the lines of an answer with questions. It is nil when
// there are not as many answers as questions.
func parseAnswers(ask []Question, lines []string) map[Question]string {
	said := make(map[Question]string, len(ask))
	n := 0
	for _, line := range lines {
		text, ok := cutWord(line, "response")
		_, refused := ParseRefusal(line)
		if !ok && !refused {
			continue
		}
		if n == len(ask) {
			return nil
		}
		if ok {
			said[ask[n]] = text
		}
		n++
	}
	if n != len(ask) {
		return nil
	}
	return said
}

// unique leaves out the questions that are asked twice.
func unique(ask []Question) []Question {
	var list []Question
	for _, q := range ask {
		if !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	return list
}

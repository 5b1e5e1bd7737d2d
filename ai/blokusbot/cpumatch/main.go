// Command cpumatch plays the blokus bot against a program that speaks GTP, such
// as pentobi-gtp, or against itself with other parameters, at equal processor
// time. docs/search-blokus.md has results.
//
//	go run ./ai/blokusbot/cpumatch -games 100 -gtp 'pentobi-gtp --quiet --level 5 --nobook --noresign'
//	go run ./ai/blokusbot/cpumatch -games 200 -a explore=0.5 -b explore=1 -nodes 1000
//
// Against a GTP program, the time of the bot for its n-th turn is the mean
// that the program's own n-th turns have taken so far, in this match and in the
// games that the program first plays against itself; what a turn leaves or
// overruns is carried to the next. Both are measured in processor time, so that
// other work on the machine changes nothing. The rules are those that Pentobi
// knows: corners=fixed, end=all-blocked, scoring=official.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"time"
)

func main() {
	var m match
	flag.IntVar(&m.games, "games", 100, "games")
	flag.IntVar(&m.first, "first", 0, "number of the first game, to go on from earlier ones")
	flag.StringVar(&m.variant, "variant", "duo", "duo or classic")
	flag.StringVar(&m.gtp, "gtp", "", "command of a GTP program; without it the bot plays against itself")
	flag.StringVar(&m.a, "a", "", "parameters of the bot, key=value,...")
	flag.StringVar(&m.b, "b", "", "parameters of its opponent, if that is the bot itself")
	flag.Uint64Var(&m.nodes, "nodes", 0, "simulations a turn, in place of equal time")
	flag.DurationVar(&m.time, "time", 0, "processor time a turn of the bot against itself")
	flag.IntVar(&m.warm, "warm", 2, "games of the GTP program against itself at first")
	flag.Float64Var(&m.factor, "factor", 1, "time of the bot in proportion to the program's")
	flag.Float64Var(&m.spend, "spend", 0.8, "part of the time saved that the next turn may use")
	flag.Float64Var(&m.firstTurn, "firstturn", 0.4, "part of its time that the first turn of a game uses")
	flag.StringVar(&m.vary, "vary", "", "parameters that each game draws anew, name=value~value ...")
	flag.BoolVar(&m.verbose, "v", false, "print each game")
	flag.StringVar(&m.record, "record", "", "append the games to this file, one a line")
	profile := flag.String("cpuprofile", "", "write a profile to this file")
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			panic(err)
		}
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	begun := time.Now()
	if err := m.run(); err != nil {
		fmt.Fprintln(os.Stderr, "cpumatch:", err)
		os.Exit(1)
	}
	fmt.Printf("(%s)\n", time.Since(begun).Round(time.Second))
}

package match

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/cmd/client/match/stats"
)

// Parameter tries values of a parameter in one match: for each group of games,
// which are those of one encounter on one opening, every parameter draws one of
// its values, and in the end the groups with one value are compared with all.
// So every game tells something of every parameter. An engine is told the value
// where its description has the parameter's name in braces.
type Parameter struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// ParseParameter reads NAME=VALUE,VALUE…
func ParseParameter(text string) (Parameter, error) {
	name, list, _ := strings.Cut(text, "=")
	p := Parameter{Name: name, Values: strings.Split(list, ",")}
	if name == "" || strings.ContainsAny(name, "{} ") || len(p.Values) < 2 || slices.Contains(p.Values, "") {
		return p, fmt.Errorf("%q is not NAME=VALUE,VALUE with two values at least, such as explore=0.5,1", text)
	}
	return p, nil
}

// place is how a description names the parameter.
func (p Parameter) place() string { return "{" + p.Name + "}" }

// checkVary says which parameters no engine, or more than one, would be told.
func (s *Spec) checkVary() error {
	seen := map[string]bool{}
	for _, p := range s.Vary {
		n := 0
		for _, e := range s.Engines {
			if e.takes(p) {
				n++
			}
		}
		if len(p.Values) == 0 {
			return fmt.Errorf("the parameter %s has no values", p.Name)
		}
		if seen[p.Name] {
			return fmt.Errorf("the parameter %s is given twice", p.Name)
		}
		if n != 1 {
			return fmt.Errorf("%d engines have %s in their descriptions, and exactly one must, once or more, such as "+
				"args='--tune blokus:explore=%[2]s' or option.Hash=%[2]s", n, p.place())
		}
		seen[p.Name] = true
	}
	return nil
}

// takes says whether the engine is told the parameter.
func (e EngineSpec) takes(p Parameter) bool {
	texts := append([]string{e.Cmd, e.Args}, e.Env...)
	for _, o := range e.Options {
		texts = append(texts, o.Value)
	}
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, p.place()) })
}

// with is the engine with values in place of the parameters' names.
func (e EngineSpec) with(values []string) EngineSpec {
	r := strings.NewReplacer(values...)
	e.Cmd, e.Args, e.Env, e.Options = r.Replace(e.Cmd), r.Replace(e.Args), slices.Clone(e.Env), slices.Clone(e.Options)
	for i, text := range e.Env {
		e.Env[i] = r.Replace(text)
	}
	for i, o := range e.Options {
		e.Options[i].Value = r.Replace(o.Value)
	}
	return e
}

// draw returns the number of each parameter's value in a group, which depends
// on the seed alone.
func (s *Spec) draw(group int) []int {
	random := rand.New(rand.NewPCG(uint64(s.Seed), uint64(group)<<8|0x76))
	drawn := make([]int, len(s.Vary))
	for i, p := range s.Vary {
		drawn[i] = random.IntN(len(p.Values))
	}
	return drawn
}

// values are the parameters' names in braces, each with its value behind it.
func (s *Spec) values(drawn []int) []string {
	var list []string
	for i, p := range s.Vary {
		list = append(list, p.place(), p.Values[drawn[i]])
	}
	return list
}

// Effect is what a value does: the mean share of points of the engine that is
// told it in the groups with this value, less that in all groups, and the half
// width of its interval.
type Effect struct {
	Parameter string `json:"parameter"`
	Value     string `json:"value"`
	Effect    number `json:"effect"`
	Error     number `json:"error"`
	Groups    int    `json:"groups"`
}

// effects are those of all values, parameter by parameter.
func effects(p Progress) (list []Effect) {
	for i, parameter := range p.Spec.Vary {
		e := slices.IndexFunc(p.Spec.Engines, func(e EngineSpec) bool { return e.takes(parameter) })
		all, by := stats.Sample{}, make([]stats.Sample, len(parameter.Values))
		for group, share := range p.Standing.groupShares(e) {
			all.Add(share)
			by[p.Spec.draw(group)[i]].Add(share)
		}
		for j, value := range parameter.Values {
			list = append(list, Effect{parameter.Name, value, number(by[j].Mean() - all.Mean()), number(by[j].Error(confidence)), by[j].N})
		}
	}
	return list
}

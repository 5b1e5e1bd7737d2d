package repl

import (
	"cmp"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Complete is a terminal.Completer: it completes commands, turns and the
// arguments of commands, with a backslash in front of what would end a word.
func (r *REPL) Complete(line string, pos int) (head string, candidates []string, tail string) {
	text := []rune(line)
	before, tail := string(text[:pos]), string(text[pos:])
	words, word, start := typedWords(before)
	for _, c := range r.candidates(words, word) {
		if !hasPrefix(c, word) {
			continue
		}
		end := " "
		if strings.HasSuffix(c, "/") || strings.HasSuffix(c, "=") {
			end = ""
		}
		candidates = append(candidates, special.Replace(c)+end)
	}
	return before[:start], candidates, tail
}

// special writes a backslash in front of the characters that mean something
// where a line is split into words.
var special = strings.NewReplacer(" ", `\ `, "\t", "\\\t", `"`, `\"`, "'", `\'`, `\`, `\\`, "#", `\#`)

// typedWords splits the beginning of a line as split does the whole, but takes a
// quote that is open as one to be continued. It returns the complete words, the
// last one, which may be empty, and the byte at which that begins.
func typedWords(text string) (words []string, last string, start int) {
	var word strings.Builder
	var quote rune
	escaped := false
	for i, c := range text {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped = true
		case quote == 0 && (c == ' ' || c == '\t'):
			if i > start {
				words = append(words, word.String())
			}
			word.Reset()
			start = i + 1
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		default:
			word.WriteRune(c)
		}
	}
	return words, word.String(), start
}

// hasPrefix says whether a word begins with another, in capitals or not.
func hasPrefix(word, prefix string) bool {
	return len(word) >= len(prefix) && strings.EqualFold(word[:len(prefix)], prefix)
}

// candidates lists what the word behind the words of a line may become.
func (r *REPL) candidates(words []string, word string) []string {
	if len(words) == 0 {
		list := append(r.commandNames(), r.Session.State().Legal...)
		list = append(list, r.verbs()...)
		slices.Sort(list)
		return slices.Compact(list)
	}
	c, _ := r.find(words[0])
	if c.complete == nil {
		return nil
	}
	if !c.capitals {
		for i := range words {
			words[i] = strings.ToLower(words[i])
		}
	}
	return c.complete(r, words[1:], word)
}

func completeNew(r *REPL, args []string, _ string) []string {
	var list []string
	game := r.Session.State().Game
	if len(args) == 0 {
		list = r.gameNames()
	} else if !strings.Contains(args[0], "=") {
		game = args[0]
	}
	for _, o := range r.ruleOptions(game) {
		switch o.Type {
		case "check":
			list = append(list, o.Name+"=true", o.Name+"=false")
		case "combo":
			for _, c := range o.Choices {
				list = append(list, o.Name+"="+c)
			}
		default:
			list = append(list, o.Name+"=")
		}
	}
	return list
}

func completeSeat(r *REPL, args []string, _ string) []string {
	if len(args) == 0 {
		return r.seatWords()
	}
	return []string{"human", "engine", "engine:"}
}

func completeSide(r *REPL, _ []string, _ string) []string {
	return append(r.seatWords(), "all", "none", "random")
}

func completeLevel(r *REPL, args []string, _ string) []string {
	if len(args) > 0 {
		return nil
	}
	return r.seatWords()
}

// seatWords are the names of the seats, in small letters, and the protocol's
// words for them.
func (r *REPL) seatWords() []string {
	st := r.Session.State()
	list := st.Seats()
	for _, seat := range st.Seats() {
		list = append(list, strings.ToLower(st.Name(seat)))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func completeSet(r *REPL, args []string, _ string) []string {
	var list []string
	for _, o := range r.Session.Engine().Options() {
		switch {
		case len(args) == 0:
			list = append(list, o.Name)
		case strings.EqualFold(o.Name, args[0]) && o.Type == "check":
			return []string{"true", "false"}
		case strings.EqualFold(o.Name, args[0]):
			return o.Choices
		}
	}
	return list
}

// completeFile lists the files of the folder that the word names, those with a
// dot in front only where one is typed.
func completeFile(_ *REPL, args []string, word string) []string {
	if len(args) > 0 {
		return nil
	}
	folder, base := path.Split(word)
	entries, err := os.ReadDir(home(cmp.Or(folder, ".")))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".") || strings.ContainsFunc(name, unicode.IsControl) {
			continue
		}
		if isFolder(e, folder) {
			name += "/"
		}
		names = append(names, folder+name)
	}
	return names
}

// isFolder says whether an entry of a folder is one, or leads to one.
func isFolder(e os.DirEntry, folder string) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(home(folder + e.Name()))
	return err == nil && info.IsDir()
}

package cli

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed completion
var scripts embed.FS

// wordLike is what may be part of a function's name in a shell.
var wordLike = regexp.MustCompile(`[^a-zA-Z0-9_]`)

// Script is the text that has a shell complete the program's command line. The
// program itself says what there is.
func Script(shell, program string) (string, error) {
	text, err := scripts.ReadFile("completion/" + shell)
	if err != nil {
		return "", fmt.Errorf("no completion for %q; there are bash, zsh and fish", shell)
	}
	return strings.NewReplacer("FUNCTION", "_"+wordLike.ReplaceAllString(program, "_")+"_complete", "PROGRAM", program).Replace(string(text)), nil
}

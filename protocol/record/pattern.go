package record

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first used, which
// panics if it is wrong: most programs that can read games read none, and a browser
// starts its program anew in every tab.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

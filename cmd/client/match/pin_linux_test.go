package match

import (
	"maps"
	"testing"
)

func TestCoreTimes(t *testing.T) {
	const stat = `cpu  10132153 290696 3084719 46828483 16683 0 25195 0 175628 0
cpu0 1393280 32966 572056 13343292 6130 0 17875 0 23933 0
cpu11 1 2 3 40 5 6 7 8 100 0
intr 199292 0
cpu
cpux 1 2 3 4 5
ctxt 38014093
`
	want := map[int]coreTime{
		0:  {idle: 13343292 + 6130, all: 1393280 + 32966 + 572056 + 13343292 + 6130 + 17875},
		11: {idle: 45, all: 72},
	}
	if got := parseCoreTimes(stat); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

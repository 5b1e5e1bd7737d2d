package record

import (
	"strconv"
	"strings"
	"time"
)

// The forms of dates: the year first, as far as it is known, with any of the
// marks that people put between the numbers; and the year last.
var (
	yearFirst = Pattern(`^(\d{4})(?:\s*[-./年]\s*(\d{1,2}|\?{1,2})(?:\s*[-./月]\s*(\d{1,2}|\?{1,2})日?)?)?(?:[\s_T,]+(\d.*))?$`)
	yearLast  = Pattern(`^(\d{1,2})([-./])(\d{1,2})[-./](\d{4})(?:[\s_T,]+(\d.*))?$`)
	digits    = Pattern(`^\d+$`)
)

// withMonths are the layouts of dates with the month in letters, such as those
// of C's ctime and of Java.
var withMonths = []string{
	"2 Jan 2006", "2 January 2006", "2-Jan-2006", "2006-Jan-2", "2006 Jan 2", "Jan 2 2006", "January 2 2006", "Mon 2 Jan 2006", "Mon Jan 2 2006",
	"Mon Jan 2 15:04:05 2006", "Mon Jan 2 15:04:05 MST 2006", "Mon 2 Jan 2006 15:04:05 MST", "Mon 2 Jan 2006 15:04:05 -0700",
	"2 Jan 2006 15:04:05", "2 Jan 2006 15:04",
}

// ParseDate reads a day as programs and people write it, and the time of the
// day behind it. The day is 2006-01-02, or as much of it as is said: 2006-01 or
// 2006. It is not ok where that is not clear, as in 3/4/2006. A number of at
// least nine digits is the seconds since 1970, of twelve the milliseconds.
func ParseDate(text string) (day, clock string, ok bool) {
	text = oneSpaced(text)
	if digits().MatchString(text) && len(text) != 4 {
		return numberDate(text)
	}
	if m := yearFirst().FindStringSubmatch(text); m != nil {
		day, ok = dayOf(m[1], m[2], m[3])
		return day, m[4], ok && (m[4] == "" || len(day) == len(time.DateOnly))
	}
	if m := yearLast().FindStringSubmatch(text); m != nil {
		d, month, ok := dayAndMonth(m[1], m[3], m[2] == ".", m[5])
		if ok {
			day, ok = dayOf(m[4], month, d)
		}
		return day, m[5], ok
	}
	words := strings.ReplaceAll(text, ",", "")
	for _, layout := range withMonths {
		t, err := time.Parse(layout, words)
		switch {
		case err != nil:
			continue
		case strings.Contains(layout, "15:04"):
			clock = strings.TrimSuffix(t.Format("15:04:05 MST"), " UTC")
			if strings.Contains(words, "UTC") {
				clock += " UTC"
			}
		}
		return t.Format(time.DateOnly), clock, true
	}
	return "", "", false
}

// numberDate reads 20060102, or what computers count.
func numberDate(text string) (day, clock string, ok bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || len(text) > 14:
		return "", "", false
	case len(text) == 8:
		day, ok = dayOf(text[:4], text[4:6], text[6:])
		return day, "", ok
	case len(text) < 9:
		return "", "", false
	case len(text) >= 12:
		n /= 1000
	}
	t := time.Unix(n, 0).UTC()
	return t.Format(time.DateOnly), t.Format("15:04:05") + ".UTC", true
}

// dayAndMonth tells which of two numbers is which: with dots the day is the
// first, and with a clock of a.m. and p.m. the month.
func dayAndMonth(a, b string, dots bool, clock string) (day, month string, ok bool) {
	x, _ := strconv.Atoi(a)
	y, _ := strconv.Atoi(b)
	american := strings.HasSuffix(clock, "AM") || strings.HasSuffix(clock, "PM")
	switch {
	case dots || x > 12 || x == y:
		return a, b, true
	case y > 12 || american:
		return b, a, true
	}
	return "", "", false
}

// dayOf writes a day, or the part of it that is known. It is not ok when there
// is no such day.
func dayOf(year, month, day string) (string, bool) {
	text, layout := year, "2006"
	if month != "" && month[0] != '?' {
		text, layout = text+"-"+month, layout+"-1"
		if day != "" && day[0] != '?' {
			text, layout = text+"-"+day, layout+"-2"
		}
	}
	t, err := time.Parse(layout, text)
	return t.Format(map[string]string{"2006": "2006", "2006-1": "2006-01", "2006-1-2": time.DateOnly}[layout]), err == nil
}

package record

import "strings"

// Result is how a game ended.
type Result uint8

const (
	Unknown Result = iota // unfinished or not recorded
	RedWins
	BlackWins
	Draw
)

var resultNames = [...]string{"*", "1-0", "0-1", "1/2-1/2"}

// String returns the PGN text: 1-0 is a win for Red.
func (r Result) String() string { return resultNames[r&3] }

// resultWords are spellings of results beyond PGN's own, after narrowing
// full-width characters.
var resultWords = map[string]Result{
	"": Unknown, "?": Unknown, "-": Unknown, "未知": Unknown, "未完": Unknown, "不詳": Unknown, "不详": Unknown,
	"0.5-0.5": Draw, "1/2": Draw, "½-½": Draw, "和": Draw, "和棋": Draw, "和局": Draw, "红先和": Draw, "紅先和": Draw, "先和": Draw, "draw": Draw,
	"红胜": RedWins, "紅勝": RedWins, "红先胜": RedWins, "紅先勝": RedWins, "先胜": RedWins, "先勝": RedWins, "黑负": RedWins, "黑負": RedWins,
	"黑胜": BlackWins, "黑勝": BlackWins, "红先负": BlackWins, "紅先負": BlackWins, "先负": BlackWins, "先負": BlackWins, "红负": BlackWins, "紅負": BlackWins,
}

// ParseResult reads a result as PGN or common usage writes it.
func ParseResult(text string) (Result, bool) {
	text = strings.ToLower(strings.TrimSpace(narrow(text)))
	for r, name := range resultNames {
		if text == name {
			return Result(r), true
		}
	}
	r, ok := resultWords[text]
	return r, ok
}

// narrow replaces full-width ASCII forms and the ideographic blank.
func narrow(text string) string {
	for _, c := range []byte(text) {
		if c >= 0x80 {
			return strings.Map(func(r rune) rune {
				switch {
				case r >= '！' && r <= '～':
					return r - '！' + '!'
				case r == '　':
					return ' '
				}
				return r
			}, text)
		}
	}
	return text
}

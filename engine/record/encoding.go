package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"xqlab/engine/notation"
)

// Encoding is how a text file writes characters.
type Encoding uint8

const (
	Detect Encoding = iota // decide from the file's first bytes
	UTF8
	UTF16LE
	UTF16BE
	GB18030 // includes GBK and GB2312
	Big5
)

var encodingNames = [...]string{"auto", "utf-8", "utf-16le", "utf-16be", "gb18030", "big5"}

// String returns the encoding's usual name.
func (e Encoding) String() string {
	if int(e) < len(encodingNames) {
		return encodingNames[e]
	}
	return fmt.Sprintf("encoding(%d)", uint8(e))
}

// ParseEncoding returns the encoding of a name; hyphens and case do not matter.
func ParseEncoding(name string) (Encoding, error) {
	key := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name))
	switch key {
	case "auto", "detect":
		return Detect, nil
	case "utf8":
		return UTF8, nil
	case "utf16", "utf16le":
		return UTF16LE, nil
	case "utf16be":
		return UTF16BE, nil
	case "gb18030", "gbk", "gb2312", "cp936":
		return GB18030, nil
	case "big5", "cp950":
		return Big5, nil
	}
	return Detect, fmt.Errorf("unknown encoding %q (want one of %s)", name, strings.Join(encodingNames[:], ", "))
}

// codec returns the converter for an encoding other than UTF-8.
func (e Encoding) codec() encoding.Encoding {
	switch e {
	case UTF16LE:
		return xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM)
	case UTF16BE:
		return xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM)
	case GB18030:
		return simplifiedchinese.GB18030
	case Big5:
		return traditionalchinese.Big5
	}
	return encoding.Nop
}

// detectWindow is how much of a file, counted from its first byte that is not
// ASCII, decides about the encoding.
const detectWindow = 64 << 10

// NewDecoder returns a reader of UTF-8 text without byte order mark. With
// Detect the encoding is determined once: by byte order mark, else at the first
// byte that is not ASCII. Bytes that cannot be decoded become U+FFFD.
func NewDecoder(r io.Reader, e Encoding) io.Reader {
	return &decoder{src: bufio.NewReaderSize(r, detectWindow), encoding: e}
}

type decoder struct {
	src      *bufio.Reader
	encoding Encoding
	started  bool
	out      io.Reader // decodes the rest; nil while all bytes were ASCII
}

func (d *decoder) Read(buf []byte) (int, error) {
	if !d.started {
		d.started = true
		d.readMark()
	}
	if d.out != nil {
		return d.out.Read(buf)
	}
	// ASCII so far: hand out what is plain and look at the first other byte.
	peek, err := d.src.Peek(max(1, d.src.Buffered()))
	if len(peek) == 0 {
		return 0, err
	}
	n := 0
	for n < len(peek) && n < len(buf) && peek[n] < utf8.RuneSelf {
		buf[n] = peek[n]
		n++
	}
	if n > 0 || len(buf) == 0 {
		d.src.Discard(n)
		return n, nil
	}
	window, err := d.src.Peek(detectWindow)
	if err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull) {
		return 0, err
	}
	d.start(DetectEncoding(window))
	return d.out.Read(buf)
}

// readMark strips a byte order mark and starts the decoder if the encoding is
// known by now. A mark decides only where the encoding is to be detected, and
// so do the zero bytes of UTF-16 without one.
func (d *decoder) readMark() {
	head, _ := d.src.Peek(3)
	mark, size := Detect, 0
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		mark, size = UTF8, 3
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		mark, size = UTF16LE, 2
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		mark, size = UTF16BE, 2
	case len(head) > 1 && head[0] != 0 && head[1] == 0: // ASCII in UTF-16
		mark = UTF16LE
	case len(head) > 1 && head[0] == 0 && head[1] != 0:
		mark = UTF16BE
	}
	if mark != Detect && (d.encoding == Detect || d.encoding == mark) {
		d.src.Discard(size)
		d.encoding = mark
	}
	if d.encoding != Detect {
		d.start(d.encoding)
	}
}

func (d *decoder) start(e Encoding) {
	d.encoding = e
	if e == UTF8 {
		// Invalid bytes become U+FFFD as in the other encodings.
		d.out = transform.NewReader(d.src, xunicode.UTF8.NewDecoder())
		return
	}
	d.out = transform.NewReader(d.src, e.codec().NewDecoder())
}

// DetectEncoding judges a sample of a text without byte order mark that may be
// cut off anywhere. Strictly valid UTF-8 is UTF-8. Otherwise the sample is
// decoded both as GB18030 and as Big5; the larger share of characters that
// occur in Chinese move texts among those that are not ASCII wins, then the
// larger share of characters common in names of players and events; a tie
// goes to GB18030. "Big5 if it decodes" would not do: nearly every Big5 file
// is valid GB18030.
func DetectEncoding(sample []byte) Encoding {
	if validPrefix(sample) {
		return UTF8
	}
	gb, big := judge(sample, GB18030), judge(sample, Big5)
	switch {
	case gb.broken != big.broken:
		if gb.broken {
			return Big5
		}
		return GB18030
	case big.moves > gb.moves, big.moves == gb.moves && nameShare(big.text) > nameShare(gb.text):
		return Big5
	}
	return GB18030
}

// validPrefix reports whether the sample is UTF-8, except perhaps for a rune cut
// off at its end.
func validPrefix(sample []byte) bool {
	for len(sample) > 0 {
		r, size := utf8.DecodeRune(sample)
		if r == utf8.RuneError && size <= 1 {
			return !utf8.FullRune(sample)
		}
		sample = sample[size:]
	}
	return true
}

// verdict is how well a sample reads in an encoding.
type verdict struct {
	text   []byte  // the sample decoded
	broken bool    // too much of it does not decode
	moves  float64 // share of move characters among those that are not ASCII
}

// brokenShare is the share of undecodable characters at which an encoding is
// ruled out. A few are accepted, because records have damaged comments.
const brokenShare = 0.02

func judge(sample []byte, e Encoding) verdict {
	text, _, _ := transform.Bytes(e.codec().NewDecoder(), sample)
	v := verdict{text: text}
	all, bad, moves := 0, 0, 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if r < utf8.RuneSelf {
			continue
		}
		all++
		switch {
		case r == utf8.RuneError:
			if len(text) > 0 { // the last one may be cut off
				bad++
			}
		case notation.IsMoveCharacter(r):
			moves++
		case unicode.Is(unicode.Co, r):
			bad++ // private use: no real text
		}
	}
	v.broken = float64(bad) > brokenShare*float64(all)
	v.moves = float64(moves) / float64(max(1, all))
	return v
}

// nameShare is the share of name characters among those that are not ASCII.
func nameShare(text []byte) float64 {
	all, names := 0, 0
	for _, r := range string(text) {
		if r >= utf8.RuneSelf {
			all++
			if strings.ContainsRune(nameCharacters, r) {
				names++
			}
		}
	}
	return float64(names) / float64(max(1, all))
}

// nameCharacters are frequent in names of players, places, teams and events,
// in both scripts; they break ties between encodings.
const nameCharacters = "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅许許郑鄭洪卜柳吕呂蒋蔣谢謝于汪洪万萬" +
	"中国國象棋年月日第届屆全赛賽局对對大师師杯盃级級联聯团團个個人冠军軍广廣东東上海北京湖江苏蘇浙河四川黑龙龍云雲南西香港台湾灣" +
	"红紅先手胜勝负負和炮马馬车車兵卒士相将將帅帥布开開残殘谱譜集战戰名邀请請决決轮輪队隊男女子乙甲"

// decodeText decodes a short text of a binary format, cut at its first NUL.
func decodeText(b []byte, e Encoding) string {
	if e == UTF16LE {
		for i := 0; i+1 < len(b); i += 2 {
			if b[i] == 0 && b[i+1] == 0 {
				b = b[:i]
				break
			}
		}
	} else if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	text, err := e.codec().NewDecoder().Bytes(b)
	if err != nil {
		text = bytes.ToValidUTF8(b, []byte("\uFFFD"))
	}
	return strings.TrimSpace(string(text))
}

package record

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"xqlab/engine/board"
)

// The writers here exist for the tests only: they lay games out as XQStudio
// and CCBridge do, with every key of the scrambling in use.

// binaryNode is a node in file order.
type binaryNode struct {
	move                 board.Move
	comment              string
	hasChild, hasSibling bool
}

// flatten puts a game's tree in file order, root first.
func flatten(g *Game) []binaryNode {
	out := []binaryNode{{comment: g.Comment, hasChild: len(g.Main) > 0}}
	var line func(nodes []Node, last bool)
	line = func(nodes []Node, last bool) {
		if len(nodes) == 0 {
			return
		}
		n := nodes[0]
		out = append(out, binaryNode{n.Move, n.Comment, len(nodes) > 1, !last || len(n.Variations) > 0})
		line(nodes[1:], true)
		for i, v := range n.Variations {
			line(v, last && i == len(n.Variations)-1)
		}
	}
	line(g.Main, true)
	return out
}

func writeXQF(t testing.TB, g *Game, version byte, keys [13]byte) []byte {
	t.Helper()
	data := make([]byte, xqfHeader)
	copy(data, "XQ")
	data[2] = version
	copy(data[3:], keys[:]) // mask at 3, or-keys at 8, key sum and keys at 12
	k := newXQFKeys(data)
	p, err := g.Start()
	if err != nil {
		t.Fatal(err)
	}
	var used [32]bool
	for i := range 32 {
		data[0x10+i] = 0xFF
	}
	for s := board.Square(0); s < board.NumSquares; s++ {
		pc := p.At(s)
		if pc == board.NoPiece {
			continue
		}
		for i := range 32 {
			slot := i
			if version >= xqfSlotShift {
				slot = (int(k.piece) + 1 + i) % 32
			}
			if !used[i] && board.Color(slot/16) == pc.Color() && xqfPieces[slot%16] == pc.Type() {
				used[i] = true
				data[0x10+i] = byte(s.File()*10+s.Rank()) + k.piece
				break
			}
		}
	}
	for i := range used {
		if !used[i] {
			data[0x10+i] = 200 + k.piece // captured
		}
	}
	data[0x33] = byte(g.Result)
	for at, tag := range map[int]string{0x50: "Title", 0xD0: "Event", 0x130: "Red", 0x140: "Black"} {
		b, err := GB18030.codec().NewEncoder().Bytes([]byte(g.Tag(tag)))
		if err != nil {
			t.Fatal(err)
		}
		data[at] = byte(len(b))
		copy(data[at+1:], b)
	}
	var body []byte
	for i, n := range flatten(g) {
		from, to := byte(0), byte(0)
		if i > 0 {
			from = byte(n.move.From().File()*10 + n.move.From().Rank())
			to = byte(n.move.To().File()*10 + n.move.To().Rank())
		}
		body = append(body, from+xqfFromOffset+k.from, to+xqfToOffset+k.to)
		comment, err := GB18030.codec().NewEncoder().Bytes([]byte(n.comment))
		if err != nil {
			t.Fatal(err)
		}
		tag := byte(0)
		if version <= xqfVersion10 {
			if n.hasChild {
				tag |= 0xF0
			}
			if n.hasSibling {
				tag |= 0x0F
			}
			body = append(body, tag, 0)
			body = binary.LittleEndian.AppendUint32(body, uint32(len(comment)))
		} else {
			for bit, on := range map[byte]bool{0x80: n.hasChild, 0x40: n.hasSibling, 0x20: len(comment) > 0} {
				if on {
					tag |= bit
				}
			}
			body = append(body, tag, 0)
			if len(comment) > 0 {
				body = binary.LittleEndian.AppendUint32(body, uint32(len(comment))+k.comment)
			}
		}
		body = append(body, comment...)
	}
	for i := range body {
		body[i] += k.stream[i%32]
	}
	return append(data, body...)
}

func writeCBR(t testing.TB, g *Game) []byte {
	t.Helper()
	utf16 := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder()
	encode := func(s string) []byte {
		b, err := utf16.Bytes([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	data := make([]byte, cbrHeader)
	copy(data, cbrMagic)
	for _, f := range cbrTexts {
		copy(data[f.at:f.at+f.size], encode(g.Tag(f.name)))
	}
	data[2076] = byte(g.Result)
	p, err := g.Start()
	if err != nil {
		t.Fatal(err)
	}
	for i := range board.NumSquares {
		pc := p.At(cbrSquare(byte(i)))
		for code, pt := range cbrPieces {
			if pc != board.NoPiece && pt == pc.Type() {
				data[2120+i] = byte(pc.Color()+1)<<4 | byte(code)
			}
		}
	}
	square := func(s board.Square) byte { return byte((9-s.Rank())*9 + s.File()) }
	for i, n := range flatten(g) {
		flags := byte(0)
		for bit, on := range map[byte]bool{1: !n.hasChild, 2: n.hasSibling, 4: n.comment != ""} {
			if on {
				flags |= bit
			}
		}
		if i == 0 {
			data = append(data, flags, 0, 0, 0)
		} else {
			data = append(data, flags, 0, square(n.move.From()), square(n.move.To()))
		}
		if n.comment != "" {
			b := encode(n.comment)
			data = append(binary.LittleEndian.AppendUint32(data, uint32(len(b))), b...)
		}
	}
	return data
}

// branchy returns a random game with nested variations and comments.
func branchy(rng *rand.Rand) *Game {
	g := &Game{FEN: board.StartFEN, Result: Result(rng.IntN(4)), Comment: "开始"}
	g.setTag("Title", "棋谱")
	g.setTag("Event", "全国赛")
	g.setTag("Red", "甲")
	g.setTag("Black", "乙")
	p := board.NewPosition()
	var line func(first board.Move, n, depth int) []Node
	line = func(first board.Move, n, depth int) []Node {
		var nodes []Node
		for i := range n {
			var l board.MoveList
			p.LegalMoves(&l)
			if l.N == 0 {
				break
			}
			k := rng.IntN(l.N)
			node := Node{Move: l.Slice()[k]}
			isFirst := i == 0 && first != board.NoMove
			if isFirst {
				node.Move = first
			}
			if rng.IntN(4) == 0 {
				node.Comment = "注 comment"
			}
			if !isFirst && depth < 3 && rng.IntN(5) == 0 {
				for v := range rng.IntN(3) {
					alt := l.Slice()[(k+v+1)%l.N]
					if alt != node.Move {
						node.Variations = append(node.Variations, line(alt, 1+rng.IntN(6), depth+1))
					}
				}
			}
			nodes = append(nodes, node)
			p.Make(node.Move)
		}
		for range nodes {
			p.Unmake()
		}
		return nodes
	}
	g.Main = line(board.NoMove, 40, 0)
	return g
}

// sameGame compares what a binary format keeps.
func sameGame(t *testing.T, got, want *Game) {
	t.Helper()
	for _, g := range []*Game{got, want} {
		var kept []Tag
		for _, name := range []string{"Title", "Event", "Red", "Black"} {
			kept = append(kept, Tag{name, g.Tag(name)})
		}
		g.Tags = kept
	}
	if g, w := essence(got, PGN), essence(want, PGN); g != w {
		t.Errorf("read\n%s\nwant\n%s", g, w)
	}
}

func TestXQF(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, version := range []byte{0x0A, 0x0B, 0x0C, 0x10, 0x12} {
		for range 20 {
			var keys [13]byte
			if version > xqfVersion10 {
				for i := range keys {
					keys[i] = byte(rng.IntN(256))
				}
			}
			want := branchy(rng)
			got, err := ReadXQF(writeXQF(t, want, version, keys), "test.xqf")
			if err != nil {
				t.Fatalf("version %#x: %v", version, err)
			}
			if len(got.Warnings) > 0 {
				t.Fatalf("version %#x: %v", version, got.Warnings)
			}
			sameGame(t, got, want)
		}
	}
}

// TestXQFSide: the first move says who moves first, whatever the header says.
func TestXQFSide(t *testing.T) {
	g := readPGN(t, "[FEN \"3ak4/9/9/9/9/9/9/9/9/3K2R2 b\"]\n\n1... 士４进５ 2. 帅六平五 *")[0]
	data := writeXQF(t, g, 0x0A, [13]byte{})
	got, err := ReadXQF(data, "test.xqf")
	if err != nil || len(got.Warnings) > 0 || got.FEN != g.FEN || len(got.Main) != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestXQFDamage: records with impossible moves or cut off anywhere give what
// they have and say what is missing.
func TestXQFDamage(t *testing.T) {
	g := readPGN(t, "1. 炮二平五 马８进７ 2. 马二进三 车９平８ *")[0]
	whole := writeXQF(t, g, 0x0A, [13]byte{})
	for cut := len(whole) - 1; cut >= 0; cut -= 3 {
		got, err := ReadXQF(whole[:cut], "test.xqf")
		switch {
		case cut < xqfHeader && err == nil:
			t.Errorf("%d bytes accepted", cut)
		case cut >= xqfHeader && (err != nil || !got.Truncated || len(got.Main) >= 4):
			t.Errorf("%d bytes: %+v, %v", cut, got, err)
		}
	}
	illegal := bytes.Clone(whole)
	third := xqfHeader + 3*8
	illegal[third+1] = illegal[third] + xqfToOffset - xqfFromOffset // a passing move
	got, err := ReadXQF(illegal, "test.xqf")
	if err != nil || !got.Truncated || len(got.Main) != 2 || !strings.Contains(got.Warnings[0].Reason, "passing move") {
		t.Errorf("passing move: %+v, %v", got, err)
	}
	twice := bytes.Clone(whole)
	twice[0x11] = twice[0x10]
	if _, err := ReadXQF(twice, "test.xqf"); err == nil || !strings.Contains(err.Error(), "two pieces") {
		t.Errorf("two pieces on a square: %v", err)
	}
	long := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(long[xqfHeader+4:], 1<<31)
	if got, err := ReadXQF(long, "test.xqf"); err != nil || !strings.Contains(got.Warnings[0].Reason, "longer than the file") {
		t.Errorf("endless comment: %+v, %v", got, err)
	}
}

func TestCBR(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	library := append([]byte(cblMagic), make([]byte, 101952-len(cblMagic))...)
	copy(library[64:], "\x93\x5E") // 库
	var all []*Game
	for i := range 20 {
		want := branchy(rng)
		data := writeCBR(t, want)
		if i == 7 { // a heading in between
			heading := make([]byte, cblStep)
			copy(heading, cbrMagic)
			library = append(library, heading...)
		}
		got, err := ReadCBR(data, "test.cbr")
		if err != nil || len(got.Warnings) > 0 {
			t.Fatalf("%v, %v", got, err)
		}
		sameGame(t, got, want)
		library = append(library, data...)
		if rest := len(data) % cblStep; rest > 0 {
			library = append(library, make([]byte, cblStep-rest)...)
		}
		all = append(all, want)
	}
	r, err := NewCBLReader(library, "test.cbl")
	if err != nil {
		t.Fatal(err)
	}
	games := readAll(t, r)
	if len(games) != len(all) {
		t.Fatalf("%d games in the library, want %d", len(games), len(all))
	}
	for i := range games {
		number := i + 1
		if i >= 7 {
			number++
		}
		if games[i].Tag("Library") != "库" || games[i].Number != number {
			t.Errorf("record %d, want %d: %v", games[i].Number, number, games[i].Tags)
		}
		sameGame(t, games[i], all[i])
	}
}

func TestCBRDamage(t *testing.T) {
	whole := writeCBR(t, readPGN(t, "1. 炮二平五 马８进７ *")[0])
	for cut := range whole {
		got, err := ReadCBR(whole[:cut], "test.cbr")
		if (cut < cbrHeader) != (err != nil) || err == nil && !got.Truncated {
			t.Errorf("%d bytes: %+v, %v", cut, got, err)
		}
	}
	bad := bytes.Clone(whole)
	bad[2120] = 0x3F
	if _, err := ReadCBR(bad, "test.cbr"); err == nil || !strings.Contains(err.Error(), "unknown piece code 0x3f on a9") {
		t.Errorf("piece code: %v", err)
	}
}

func TestCBF(t *testing.T) {
	data, err := os.ReadFile("testdata/sample.cbf")
	if err != nil {
		t.Fatal(err)
	}
	if f := Sniff("sample", data); f != CBF {
		t.Errorf("sniffed as %v", f)
	}
	g, err := ReadCBF(data, "sample.cbf")
	if err != nil {
		t.Fatal(err)
	}
	if got := short(g); got != "h2e2 {当头炮} h9g7" || g.Result != Draw || g.Tag("Red") != "甲" || g.Comment != "开局" {
		t.Errorf("read as %s, %v, %v", got, g.Result, g.Tags)
	}
	if len(g.Warnings) != 1 {
		t.Errorf("warnings %v, want one about the moves after the main line", g.Warnings)
	}
	for _, bad := range []string{"", "<x/>x", "<ChineseChessRecord><MoveList><Move value=\"9\"/></MoveList></ChineseChessRecord>",
		"<ChineseChessRecord><Head><FEN>x</FEN></Head></ChineseChessRecord>"} {
		if _, err := ReadCBF([]byte(bad), "bad.cbf"); err == nil {
			t.Errorf("%q accepted", bad)
		}
	}
}

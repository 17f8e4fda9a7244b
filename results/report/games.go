package report

import (
	"fmt"
	"strconv"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/notation"
	"xqlab/results/store"
	"xqlab/results/table"
)

// maxPlies bounds the total number of moves of all games on a page: about 20
// bytes each.
const maxPlies = 100_000

// Games are the games of a run that a page holds.
type Games struct {
	ID    string
	Total int64 // of the run
	List  []GameRow
	Note  string // which games are missing, and how to export them
	Data  []GameData
	Table *table.Table // the list for the other formats
}

// GameRow is a line of the list of games.
type GameRow struct {
	Number               int // pair, from 1
	InPair               string
	Red, Black           string
	Result, Reason, Note string
	Plies                int
}

// GameData is what the viewer needs of a game, under short names because there
// may be hundreds of games.
type GameData struct {
	FEN     string   `json:"f"`
	Moves   string   `json:"m"` // ICCS without separators
	Chinese []string `json:"c"`
	Scores  []string `json:"s"` // pawns from the mover's view, "" where unknown
	Title   string   `json:"t"`
	End     string   `json:"e"`
}

// embed adds the list of games and a board to step through them.
func (b *builder) embed(s *Section, r *store.Run) error {
	g := &Games{ID: r.Short, Table: table.New("games", "Games", "pair", "game", "red", "black", "result", "reason", "plies", "opening", "detail", "start", "moves")}
	tallies, err := b.st.Tally(b.ctx, r.ID)
	if err != nil {
		return err
	}
	for _, t := range tallies {
		g.Total += t.Games.Games()
	}
	plies := 0
	for game, err := range b.st.Games(b.ctx, store.GameFilter{Run: r.ID, Moves: true, Limit: b.opt.MaxGames}) {
		if err != nil {
			return err
		}
		if plies += len(game.Moves); plies > maxPlies && len(g.List) > 0 {
			break
		}
		g.add(r, game)
	}
	if len(g.List) == 0 {
		return nil
	}
	if n := int64(len(g.List)); n < g.Total {
		g.Note = fmt.Sprintf("The page holds the first %d of %d games, to stay small. All of them: xqlab results export %s -o games.pgn", n, g.Total, r.Short)
		g.Table.Note = g.Note
	}
	s.heading("Games")
	s.add(Item{Games: g})
	return nil
}

func (g *Games) add(r *store.Run, game *store.Game) {
	red, black := nameIn(r, game.Red), nameIn(r, game.Black)
	detail := game.Detail
	if game.Fault != nil {
		detail = game.Fault.Text
	}
	g.List = append(g.List, GameRow{
		Number: game.Pair + 1, InPair: string('a' + rune(game.InPair)), Red: red, Black: black,
		Result: game.Result.String(), Reason: string(game.Reason), Note: detail, Plies: len(game.Moves),
	})
	data := GameData{
		FEN:   game.Opening.FEN,
		Title: fmt.Sprintf("Pair %d, game %d: %s (red) – %s (black)", game.Pair+1, game.InPair+1, red, black),
		End:   fmt.Sprintf("%s, %s", game.Result, game.Reason),
	}
	if detail != "" {
		data.End += ": " + detail
	}
	var moves strings.Builder
	pos, err := board.ParseFEN(game.Opening.FEN)
	for i := range game.Moves {
		m := &game.Moves[i]
		if err == nil && !pos.IsLegal(m.Move) {
			err = fmt.Errorf("illegal move %s", m.Move)
		}
		if err != nil {
			data.End += fmt.Sprintf(" (shown up to ply %d: %v)", i, err)
			break
		}
		moves.WriteString(m.Move.String())
		data.Chinese = append(data.Chinese, notation.Format(pos, m.Move, notation.Chinese))
		data.Scores = append(data.Scores, store.ScoreText(m))
		pos.Make(m.Move)
	}
	data.Moves = moves.String()
	g.Data = append(g.Data, data)
	var list []string
	for _, m := range game.Moves {
		list = append(list, m.Move.String())
	}
	g.Table.Add(table.Int(game.Pair+1), table.Int(game.InPair+1), table.Text(red), table.Text(black), table.Text(game.Result.String()),
		table.Text(string(game.Reason)), table.Int(len(game.Moves)), table.Int(game.Opening.Index+1), table.Text(detail),
		table.Text(game.Opening.FEN), table.Text(strings.Join(list, " ")))
}

func nameIn(r *store.Run, index int) string {
	if index < 0 || index >= len(r.Players) {
		return "player " + strconv.Itoa(index)
	}
	return r.Players[index].Name
}

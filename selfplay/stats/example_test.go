package stats_test

import (
	"context"
	"fmt"

	"xqlab/selfplay/stats"
)

// The result of a match in pairs, and the state of its sequential test.
func Example() {
	var pairs stats.Pairs
	pairs.Add(stats.Win, stats.Draw)
	pairs = pairs.Plus(stats.Pairs{LL: 3, LD: 250, DD: 400, WL: 100, WD: 370, WW: 12})

	s := stats.Summarize(stats.Counts{}, pairs)
	fmt.Println(s.Main.Text())
	fmt.Println("LOS", stats.Known(s.Main.LOS).Percent(1))

	test, err := stats.NewSPRT(0, 5).TestPenta(pairs.Penta())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("LLR %.2f (%.2f, %.2f): %v\n", test.LLR, test.Lower, test.Upper, test.Verdict)
	// Output:
	// Elo +21.3 +/- 7.8
	// LOS 100.0 %
	// LLR 3.43 (-2.94, 2.94): H1
}

func ExampleCounts_Estimate() {
	fmt.Println(stats.Counts{Wins: 136, Draws: 111, Losses: 96}.Estimate().Text())
	fmt.Println(stats.Counts{Wins: 10}.Estimate().Text())
	fmt.Println(stats.Counts{Draws: 10}.Estimate().Text())
	// Output:
	// Elo +40.7 +/- 30.4
	// Elo +inf (95 % limit: at least +140.2)
	// Elo +0.0 +/- n/a
}

func ExampleRate() {
	list, err := stats.Rate(context.Background(), []stats.Encounter{
		{Red: "A", Black: "B", Wins: 30, Draws: 50, Losses: 20},
		{Red: "B", Black: "A", Wins: 28, Draws: 47, Losses: 25},
		{Red: "B", Black: "C", Wins: 30, Draws: 50, Losses: 20},
		{Red: "C", Black: "B", Wins: 31, Draws: 44, Losses: 25},
	}, stats.RatingOptions{Anchors: []stats.Anchor{{Name: "A", Rating: 2000}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range list.Players {
		fmt.Printf("%s %s +/- %s\n", p.Name, p.Rating.Text(0), p.Error.Text(0))
	}
	fmt.Printf("red %+.1f, A above B %s\n", list.RedAdvantage, list.Confidence("A", "B").Percent(0))
	// Output:
	// A 2000 +/- n/a
	// B 1988 +/- 35
	// C 1981 +/- 49
	// red +25.3, A above B 75 %
}

func ExampleMcNemar() {
	r := stats.McNemar(5, 15) // 5 positions solved by the old engine only, 15 by the new one
	fmt.Printf("p = %.3f\n", r.ExactP)
	// Output: p = 0.041
}

package main

import (
	"time"

	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/kif"
	"hikyaku/match"
)

// polledJSON is the JSON of a poll: the mails that were received and sent.
type polledJSON struct {
	Reports []reportJSON   `json:"reports"`
	Sent    []deliveryJSON `json:"sent"`
	failure
}

// reportJSON is the JSON of the report on one mail, or on something that
// happened without one.
type reportJSON struct {
	Verdict courier.Verdict `json:"verdict"`
	From    string          `json:"from,omitempty"`
	Match   string          `json:"match,omitempty"`
	File    string          `json:"file,omitempty"`
	Steps   []stepJSON      `json:"steps,omitempty"`
	Said    string          `json:"said,omitempty"`
	Reason  string          `json:"reason,omitempty"` // a sentence
	Status  match.Waiting   `json:"status,omitempty"` // what the match waits for now
	Mine    bool            `json:"mine,omitempty"`   // whether it is the player's turn
	Ended   bool            `json:"ended,omitempty"`  // whether this mail ended it
}

type stepJSON struct {
	Do      string       `json:"do"`
	Move    string       `json:"move,omitempty"`
	Throw   []int        `json:"throw,omitempty"`
	Act     string       `json:"act,omitempty"`     // an act that only a newer hikyaku knows
	Number  int          `json:"number,omitempty"`  // the first move to be taken back
	Address string       `json:"address,omitempty"` // the new address, or that of a substitute
	Name    string       `json:"name,omitempty"`    // of a substitute
	Asks    kif.Question `json:"asks,omitempty"`    // the question that is agreed to
	From    string       `json:"from,omitempty"`
	To      string       `json:"to,omitempty"` // the last day of an absence
}

func newPolled(reports []courier.Report, sent []courier.Delivery) *polledJSON {
	polled := &polledJSON{Reports: []reportJSON{}, Sent: newDeliveries(sent)}
	for _, r := range reports {
		line := reportJSON{
			Verdict: r.Verdict, From: r.From, Match: r.Match, File: r.File, Said: r.Said, Reason: r.Reason.En, Status: r.Status, Mine: r.Mine, Ended: r.Ended,
		}
		for _, s := range r.Steps {
			line.Steps = append(line.Steps, newStep(s))
		}
		polled.Reports = append(polled.Reports, line)
	}
	return polled
}

// newStep returns the JSON of a step, which consists of identifiers.
func newStep(s kif.Step) stepJSON {
	switch s := s.(type) {
	case kif.Throw:
		faces, _ := engine.Move(s).Throw()
		return stepJSON{Do: "throw", Throw: faces}
	case kif.Move:
		return stepJSON{Do: "move", Move: string(s)}
	case kif.Ending:
		return stepJSON{Do: s.ID()}
	case kif.UndoOffer:
		return stepJSON{Do: "undo-offer", Number: s.Number}
	case kif.Agree:
		return stepJSON{Do: "agree", Asks: s.To}
	case kif.Away:
		return stepJSON{Do: "away", From: s.First.Format(time.DateOnly), To: s.Last.Format(time.DateOnly)}
	case kif.NewAddress:
		return stepJSON{Do: "address", Address: s.Address}
	case kif.Substitute:
		return stepJSON{Do: "substitute", Address: s.Who.Address, Name: s.Who.Name}
	case kif.Settle:
		return stepJSON{Do: "settle"}
	case kif.Contest:
		return stepJSON{Do: "contest"}
	case kif.Unknown:
		return stepJSON{Do: "unknown", Act: s.Text}
	}
	return stepJSON{Do: s.String()}
}

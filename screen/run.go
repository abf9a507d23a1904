package screen

import (
	"strings"
	"sync"

	"github.com/gdamore/tcell/v3"

	"hikyaku/render"
)

// Run shows m at the terminal until the player leaves it. Only what has changed is sent to the terminal.
func Run(m Model, h House) error {
	s, err := tcell.NewScreen(tcell.OptNegotiation(false)) // no question to the terminal, whose answer would take its time
	if err != nil {
		return err
	}
	return run(s, m, h)
}

func run(s tcell.Screen, m Model, h House) error {
	if err := s.Init(); err != nil {
		return err
	}
	defer s.Fini()
	s.EnableMouse(tcell.MouseButtonEvents)
	m.Wide, m.High = s.Size()
	pressed := false
	for !m.Quit {
		for m.Job.Do != "" {
			if sayBusy(m) != "" {
				draw(s, m)
			}
			m = m.Learn(Do(h, m.Job))
		}
		if len(s.EventQ()) == 0 { // else what is drawn would be stale
			draw(s, m)
		}
		happened, open := <-s.EventQ()
		if !open {
			return nil
		}
		if mouse, ok := happened.(*tcell.EventMouse); ok {
			held := pressed && mouse.Buttons() == tcell.ButtonPrimary
			if pressed = mouse.Buttons() == tcell.ButtonPrimary; held {
				continue
			}
		}
		if key, ok := happened.(*tcell.EventKey); ok && key.Key() == tcell.KeyCtrlL {
			s.Sync()
		}
		if e, ok := read(happened); ok {
			m = m.Update(e)
		}
	}
	return nil
}

// draw shows m on s, which sends what is different from before.
func draw(s tcell.Screen, m Model) {
	for y, row := range m.View() {
		for x, sign := range row {
			if sign.Covered {
				continue
			}
			if sign.Text == "" {
				sign.Text = " "
			}
			s.Put(x, y, sign.Text, style(sign))
		}
	}
	if x, y, ok := m.Caret(); ok {
		s.ShowCursor(x, y)
	} else {
		s.HideCursor()
	}
	s.Show()
}

// style returns the style of a sign, whose escape has the codes of render and of canvas.go alone.
func style(sign render.Sign) tcell.Style {
	st := tcell.StyleDefault
	for code := range strings.SplitSeq(strings.Trim(sign.SGR, "\x1b[m"), ";") {
		switch code {
		case "1":
			st = st.Bold(true)
		case "2":
			st = st.Dim(true)
		case "4":
			st = st.Underline(true)
		case "7":
			st = st.Reverse(true)
		case "31", "32", "33", "34", "35", "36":
			st = st.Foreground(tcell.PaletteColor(int(code[1] - '0')))
		}
	}
	return st
}

// keyNames returns the keys that are no characters. It is made when it is needed, not when the program starts.
var keyNames = sync.OnceValue(func() map[tcell.Key]string {
	return map[tcell.Key]string{
		tcell.KeyEnter: Enter, tcell.KeyCtrlJ: Enter, tcell.KeyEscape: Escape, tcell.KeyTab: Tab, tcell.KeyBacktab: BackTab,
		tcell.KeyBackspace: Backspace, tcell.KeyUp: Up, tcell.KeyDown: Down, tcell.KeyLeft: Left, tcell.KeyRight: Right,
		tcell.KeyHome: Home, tcell.KeyEnd: End, tcell.KeyPgUp: PageUp, tcell.KeyPgDn: PageDown, tcell.KeyCtrlC: Interrupt,
	}
})

// read returns what happened at the terminal, if it means something.
func read(happened tcell.Event) (e Event, ok bool) {
	switch h := happened.(type) {
	case *tcell.EventResize:
		wide, high := h.Size()
		return Event{Resize, wide, high}, true
	case *tcell.EventKey:
		if h.Key() == tcell.KeyRune && h.Modifiers()&(tcell.ModCtrl|tcell.ModAlt|tcell.ModMeta) == 0 {
			return Event{Key: h.Str()}, true
		}
		e.Key, ok = keyNames()[h.Key()]
		return e, ok
	case *tcell.EventMouse:
		e.X, e.Y = h.Position()
		e.Key, ok = map[tcell.ButtonMask]string{tcell.ButtonPrimary: Click, tcell.WheelUp: WheelUp, tcell.WheelDown: WheelDown}[h.Buttons()]
		return e, ok
	}
	return e, false
}

package letter

import (
	"strings"
	"testing"

	"hikyaku/internal/i18n"
)

// TestBlocks checks which parts of a text keep their form: a line to type is large enough to read, and a table keeps its columns.
func TestBlocks(t *testing.T) {
	for text, want := range map[string]string{
		"    Shogi level 3":    `<code style="display:block;margin:0 0 12px;padding:10px 14px;border:1px solid #0b6e72;border-radius:8px;overflow-wrap:anywhere;background:#f0e8d9;font:600 15px/1.6 Consolas,Menlo,monospace">Shogi level 3</code>`,
		"    poll\n    send":   "poll<br>send</code>",
		"  a   b\n  1   2":     "<pre",
		"One.\n* Two\n* Three": ">One.</p>\n<ul ",
		"* Two\n* Three":       ">Three</li>\n</ul>",
		"Setup\n-----":         ">Setup</h3>",
		"1. Fall\n2. burst":    ">1. Fall<br>2. burst</p>",
		"> Who wins?\n> Alice": "Who wins?<br>Alice",
	} {
		if got := block("", text); !strings.Contains(got, want) {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// TestLead wants a heading above every message: the first text if it is short, else its first sentence. To the player to move, the
// last text is the task, and until when stands out.
func TestLead(t *testing.T) {
	const invitation = " invites you to play Quoridor by mail."
	for text, want := range map[string]string{
		"You win! That was quick.": "You win! That was quick.",
		"Dr. No" + invitation + " Dr. No moves first. Time limit: 3 days per move.": "Dr. No" + invitation,
		"Aliceさんから、コリドールのメール対局への招待です。Aliceさんが先に指します。持ち時間は1手につき3日です。":                `Aliceさんから、コリドールのメール対局への<span style="white-space:nowrap">招待です。</span>`,
	} {
		heading, rest, _ := strings.Cut(lead("en", []i18n.Text{i18n.Same(text)}, false), "</p>")
		if !strings.Contains(heading, "bold 21px") || !strings.HasSuffix(heading, ">"+want) || (rest == "\n") != (text == want) {
			t.Errorf("%q has the heading %s, and then %s", text, heading, rest)
		}
	}
	turn := lead("en", []i18n.Text{i18n.Same("Alice played e2."), i18n.Same("It is your turn. Time until Friday.")}, true)
	for _, want := range []string{"Alice played e2.</p>", `600">It is your turn.</span>`, `color:#9f2d1d"> Time until Friday.</span>`} {
		if !strings.Contains(turn, want) {
			t.Errorf("no %s in %s", want, turn)
		}
	}
}

// TestCommandsStandApart wants a command at the end of a text as a line to type, in both forms of a message.
func TestCommandsStandApart(t *testing.T) {
	for text, want := range map[string]string{
		"Over. To play again: hikyaku invite --rematch 8c56f019": "Over. To play again:\n\n    hikyaku invite --rematch 8c56f019\n",
		"もう一局指すには：hikyaku invite --rematch 8c56f019":             "もう一局指すには：\n\n    hikyaku invite --rematch 8c56f019\n",
		"And 2 more: hikyaku matches --waiting lists them.":      "And 2 more: hikyaku matches --waiting lists them.\n",
		"With hikyaku: hikyaku poll, then hikyaku accept.":       "With hikyaku: hikyaku poll, then hikyaku accept.\n",
	} {
		if got := paragraphs("en", []i18n.Text{i18n.Same(text)}); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if got := blocks("en", "", []i18n.Text{i18n.Same(text)}); strings.Contains(got, "<code") != strings.Contains(want, "\n\n") {
			t.Errorf("%q is %s", text, got)
		}
	}
}

// TestPage wants the first paragraph large, text as text, and the token.
func TestPage(t *testing.T) {
	page := Page("en", "abcde-fghjk", "You are a member.\n\nSay <b>hello</b>.")
	for _, want := range []string{">You are a member.</p>", "bold 21px", "Say &lt;b&gt;hello&lt;/b&gt;.", "token:abcde-fghjk"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

// TestMovesAreNotBroken wants a move with a hyphen on one line, and long words broken where they must be.
func TestMovesAreNotBroken(t *testing.T) {
	const move = `<span style="white-space:nowrap">S3e-4d.</span>`
	for what, got := range map[string]string{
		"heading":   lead("en", []i18n.Text{i18n.Same("Alice threw 4 and played S3e-4d.")}, false),
		"paragraph": block("", "Alice threw 4 and played S3e-4d."),
	} {
		if !strings.Contains(got, " and played "+move) {
			t.Errorf("the move of the %s may be broken: %s", what, got)
		}
	}
	if got := prose("away 2026-12-20..2027-01-05, mail-only"); strings.Contains(got, "<span") {
		t.Errorf("not moves: %s", got)
	}
}

// TestHelp wants a heading and a list of definitions instead of columns in monospaced type.
func TestHelp(t *testing.T) {
	for lang, want := range map[string][]string{
		"en": {">What you can reply</p>", ">if e6 then c7</dt>", ">gives up your seat to the substitute, once everyone has agreed</dd>", ">legal moves</dt>\n<dd style=\"margin:0 0 10px\">the moves that are possible now</dd>", ">substitute: Carol &lt;carol@example.org&gt;</dt>", ">Look things up</h3>"},
		"ja": {">返信に書けること</p>", ">指し手 引き分け？</dt>", ">指し手に引き分けの提案を添えます</dd>", ">今指せる手</dd>"},
	} {
		got := lead(lang, []i18n.Text{i18n.T("tell.help")}, false)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("no %s in\n%s", part, got)
			}
		}
		if strings.Contains(got, "<pre") {
			t.Errorf("columns in\n%s", got)
		}
	}
}

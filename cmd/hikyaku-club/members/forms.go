package members

import (
	"regexp"
	"sync"
)

func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// form is one way to phrase a request. Its groups capture the details.
type form struct {
	kind  Kind
	value string
	expr  *regexp.Regexp
}

// forms are all phrasings. The first that matches counts.
var forms = sync.OnceValue(func() (list []form) {
	for _, f := range []struct {
		kind        Kind
		value, expr string
	}{
		{Yes, "", `yes|yes,? please|y|ok|okay|confirm(?:ed)?|i confirm|はい|はい、?お願い|確認|確認しました|そうです|その通り`},
		{Accept, "", `(?:i )?accept(?:ed)?(?: (?:the )?challenge)?(?: of| in| on)?[ #]*(.*)|i'd love to(?: play)?|承諾[ 、]*(.*)|(.+?)を?承諾|(?:挑戦を?)?(?:お)?受け(?:る|て立つ|て立)?`},
		{Decline, "", `(?:i )?declined?(?: (?:the )?challenge)?(?: of| in| on)?[ #]*(.*)|no|no,? thanks|no,? thank you|辞退[ 、]*(.*)|(.+?)を?辞退|(?:お)?断り|いいえ|遠慮`},
		{Stop, "", `stop|unsubscribe|(?:please )?stop writing(?: to me)?|配信停止|停止`},
		{Help, "", `help|\?|how|how does (?:it|this) work|助け(?:て)?|ヘルプ|使い方|使いかた|案内|説明`},

		{JoinLadder, "", `(?:join|enter) (?:the )?ladder(?: (?:of|for|in))?[ :]*(.*)|(?:join|enter) the (.+) ladder|番付(?:に|へ)?(?:参加|登録|入り)[ :、]*(.*)|番付[ 、](.+?)[ 、]*に?参加|(.+?)の?番付(?:に|へ)(?:参加|登録|入り)`},
		{Climb, "", `climb[ :]*(.*)|challenge (.+?) on (?:the )?ladder(?: (?:of|for|in))?[ :]*(.*)|challenge (.+?) on the (.+) ladder|番付挑戦[ :、]*(.*)|(.*?)の?番付で(.+)挑戦`},
		{Ladder, "", `(?:the )?ladder(?: (?:of|for|in))?[ :]*(.*)|番付表?[ :、]*(.*)|(.+?)の番付表?`},

		{List, "", `list(?: (?:all|seeks|of seeks|open seeks))?|(?:open )?seeks|(?:対局)?(?:募集)?の?(?:一覧|リスト)表?`},
		{Withdraw, "", `(?:withdraw|cancel)(?: (?:from|my|seek|no\.?|number|the))*[ #:]*(.*)|(?:募集の?)?(?:取り?下げ|取り?消し?|撤回|欠場|棄権)[ :、]*(.*)|(.+?)(?:の募集)?[をの]?(?:取り?下げ|取り?消し?|撤回|欠場|棄権)`},
		{Seek, "", `(?:seek|seeking|looking for|find me)(?: (?:an? )?(?:opponents?|players?|game|match)(?: (?:for|in|of|at))?)?[ :]*(.*)|(?:対局)?(?:相手)?を?募集[ :、]*(.*)|(.+?)(?:の?(?:対局)?相手)?を?募集`},
		{Take, "", `(?:i )?take(?: (?:seek|no\.?|nr\.?|number))*[ #:]*(\d*)|応募[ :、#]*(\d*)番?|(\d+)番?(?:の募集)?[にへを]?応募`},
		{Challenge, "", `(?:i )?challenge[ :]*(.*)|挑戦[ :、]*(.*)|(.+)(?:に|への)挑戦[ :、]+(.+)|(.+)挑戦`},

		{Standings, "", `(?:the )?(?:standings|ratings?|rankings?)(?: (?:of|for|in))?[ :]*(.*)|(?:順位|順位表|レーティング|レーティング表|レート|レート表|ランキング)(?:[ :、]+(.*))?|(.+?)の?(?:順位表?|レーティング表?|レート表?|ランキング)`},
		{History, "", `(?:history|results)(?: (?:of|for))?[ :]*(.*)|(?:my )(?:history|results)|(?:戦績|成績|対局歴|履歴)[ :、]*(.*)|(.+?)の(?:戦績|成績|対局歴|履歴)`},
		{Events, "", `(?:the )?(?:events?|tournaments?)|(?:大会|行事)(?:の?(?:一覧|案内))?`},
		{Bye, "", `(?:bye|half-point bye)(?: (?:in|for))?[ :]+(.+)|抜け番(?:を?希望)?[ :、]+(.+)|(.+?)[のを]?抜け番(?:を?希望)?`},
		{Enter, "", `(?:enter|sign up for|register for)[ :]*(.*)|(?:大会)?(?:参加|出場|エントリー)[ :、]*(.*)|(.+?)[にへ](?:参加|出場|エントリー)`},
		{Join, "", `join(?: (?:the )?club)?(?: as)?[ :]*(.*)|register(?: as)?[ :]*(.*)|(?:入会|会員登録)(?:希望|します|したいです)?[ :、]*(.*)|(.+?)(?:という名前|の名前|の名)?で入会`},

		{Pause, "", `(?:pause|(?:i'm |i am |i'll be )?(?:away|absent))(?: from)?[ :]*(.*)|(?:休会|不在|留守|お?休み)[ :、は]*(.*)|(.+?)[はをの、]? ?(?:休会|不在|留守|お?休み)`},
		{Back, "", `(?:i'm |i am )?back(?: again)?|resume|復帰|再開|戻りました|休会(?:解除|終了)`},
		{Digest, "daily", `digest[ :]*(?:daily|every day)|(?:まとめ|お知らせ)[はを]?[ :、]*(?:毎日|日刊)|毎日まとめ`},
		{Digest, "weekly", `digest[ :]*(?:weekly|every week)|(?:まとめ|お知らせ)[はを]?[ :、]*(?:毎週|週1|週1回|週一回?)|毎週まとめ`},
		{Digest, "off", `(?:digest[ :]*(?:off|none|never|stop)|no digest)|(?:まとめ|お知らせ)[はを]?[ :、]*(?:なし|無し|不要|停止|中止|やめ|止め|いりません)`},
		{Digest, "", `digest|まとめ`},
		{Language, "en", `(?:language|lang)[ :]*(?:en|english|英語)|in english|(?:言語|言葉)[ :、は]*(?:en|english|英語)|英語で?`},
		{Language, "ja", `(?:language|lang)[ :]*(?:ja|jp|japanese|日本語)|in japanese|(?:言語|言葉)[ :、は]*(?:ja|japanese|日本語)|日本語で?`},
		{Language, "", `language|言語`},
		{Program, "without", `(?:i (?:play|write) )?(?:without hikyaku|by mail)|hikyaku ?(?:なし|を使わない|を使いません|は使いません|を使わずに対局)|メールで(?:対局|指し)`},
		{Program, "with", `(?:i (?:play )?)?(?:with|use) hikyaku|hikyaku ?(?:で|を使用|を使い|を使う|を使って対局|で対局|で指し|あり)`},
		{Words, "hide", `(?:hide|don't publish|do not publish) (?:my )?(?:words|comments)|(?:発言|言葉|コメント)[ をのは、]*(?:非公開|公開しない|公開しません)`},
		{Words, "publish", `publish (?:my )?(?:words|comments)|(?:発言|言葉|コメント)[ をのは、]*公開`},
		{Leave, "", `(?:i )?(?:leave|quit)(?: (?:the )?club)?|退会(?:希望)?`},
	} {
		list = append(list, form{f.kind, f.value, regexp.MustCompile(`^(?:` + f.expr + `)$`)})
	}
	return list
})

var (
	ends = lazy(`[.!。！…]+(?:\s+|$)|[。！]+`)

	// polite matches politeness around a request.
	polite = lazy(`^(?:(?:please|pls|i'd like to|i would like to|i want to|may i|can i|could i|could you|can you|can you please|show me|show|send me|the list of)\s+)?(.*?)` +
		`(?:,?\s+(?:please|pls|thanks|thank you|for me)|[\s、。]*[をで]?(?:(?:どうぞ)?(?:よろしく)?お願い(?:し|いた|致)?(?:ます)?|願います|希望(?:します)?)|(?:を|の)?(?:見せて|教えて|送って)(?:くだ|下)さい|(?:を|の)?(?:見せて|教えて|送って)|して(?:くだ|下)さい|(?:くだ|下)さい|したいです|したい|いたします|致します|します|しました|ます|です)?$`)

	withHikyaku = lazy(`[\s、,]*(?:\(?(?:i play )?with hikyaku\)?|hikyaku(?:で|を使用|を使い|を使って|あり)?(?:対局|指し)?)$`)
	personForm  = lazy(`^(?:(?:to|for|of) )?(.+?)(?: ?(?:さん|さま|様))?[にへ]?(?: [ のでをに]*)?(?:[\s,]+(?:to|at|in|for|with|of|on|a game of))*$`)
	fillers     = lazy(`(?:^|\s)(?:a|an|the|of|for|in|at|with|games?|match(?:es)?|per|each|every|move|turn|and|to|please|一手|1手|持ち?時間|制限時間|対局|相手|[のでをがはにと、,.]+)(?:\s(?:a|an|the|of|for|in|at|with|games?|match(?:es)?|per|each|every|move|turn|and|to|please|一手|1手|持ち?時間|制限時間|対局|相手|[のでをがはにと、,.]+))*(?:\s|$)`)

	limits    = lazy(`(?:(?:一手|1手)[\s、]*)?([0-9]{1,4}) ?(d(?:ays?)?|h(?:ours?)?|日間?|時間)\b?(?: ?\+ ?([0-9]{1,4}) ?(d(?:ays?)?|h(?:ours?)?|日|時間))?(?: ?(?:a|per|each|for each|for every|/) ?(?:move|turn|手))?の?`)
	players   = lazy(`players ?[=:] ?([0-9])|\bfor ([234]|two|three|four)(?: players| people)?\b|([234]|two|three|four|[二三四])(?:[ -]?players?\b| ?(?:人|名)(?:制|対局|用|で)?)`)
	setting   = lazy(`\b([a-z-]+) ?= ?([a-z0-9-]+)`)
	rated     = lazy(`\b(?:rated|ranked)\b|レーティング(?:対局|戦|あり)?|レート(?:対局|戦|あり)?|公式(?:戦|対局)?`)
	unrated   = lazy(`\b(?:friendly|unrated|not rated|casual)\b|親善(?:対局|試合|戦)?|友好(?:対局|戦)?|練習(?:対局|試合)?|(?:レーティング|レート)なし|フリー(?:対局)?`)
	strictly  = lazy(`\bstrict(?:ly)?\b|(?:時間|持ち時間)?(?:厳守|厳格)(?:あり)?`)
	engines   = lazy(`\b(?:with )?(?:engines?|programs?)(?: (?:allowed|ok|welcome))?\b|(?:エンジン|ソフト|プログラム|ai|コンピューター?)(?:の?(?:使用|利用|助け))?(?:も?可|あり|ok)?`)
	noEngines = lazy(`\b(?:no|without) (?:engines?|programs?)\b|(?:エンジン|ソフト|プログラム|ai|コンピューター?)(?:の?(?:使用|利用|助け))?(?:なし|不可|禁止)`)
	dates     = lazy(`^([0-9]{1,2})[月/]([0-9]{1,2})日?(?:\s*(?:\.\.+|–|—|-|~|から|to|until)\s*([0-9]{1,2})[月/]([0-9]{1,2})日?(?:まで)?)?$`)
)

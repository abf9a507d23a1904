package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hikyaku/internal/lazyregexp"
)

// typedLines marks the lines that a person typed: neither quotes nor what programs and offices add.
func (r Reader) typedLines(lines []string) []bool {
	typed := make([]bool, len(lines))
	for i, line := range lines {
		typed[i] = !inserted().MatchString(trim(line)) && !banner().MatchString(trim(line))
	}
	dropArmour(lines, typed)
	end := dropAnswered(lines, typed, r.Answered)
	dropQuotes(lines, typed, end)
	r.dropSignature(lines, typed)
	dropDisclaimer(lines, typed)
	return typed
}

// inserted matches the line with the token that a finished reply brings along or its writer has copied, the line that s-nail writes after a
// quote, and the text that replaces a picture of HTML mail.
var inserted = lazyregexp.New(`(?i)^(?:token: ?[0-9a-z]{5}(?:-[0-9a-z]{5})+|(?:match|対局):? ?[0-9a-f]{8}[.。]?|--\s?End of <[^<> ]+>|\[(?:cid|image):.{1,100}\])$`)

// banner is a warning that the mail server of an office puts above a message.
var banner = lazyregexp.New(`(?i)^\W{0,3}(?:you don't often get email from|sie erhalten nicht (?:häufig|oft) e-?mails? von|vous ne recevez pas souvent de courriers?|no suele recibir correos? electrónicos? de)\b|` +
	`^\W{0,3}(?:external|extern|externe|caution|warning|achtung|attention)\b.{0,60}\b(?:originated from outside|from outside|outside (?:of )?(?:the|your|our) organi[sz]ation|external sender|außerhalb|extérieur|externen)\b|^\[?external(?: e-?mail| sender)?\]?$`)

// drop marks lines from one to before another as not typed.
func drop(typed []bool, from, to int) {
	for i := from; i < to; i++ {
		typed[i] = false
	}
}

// dropArmour marks what PGP puts around a signed text, and takes off the hyphen with which PGP escapes one.
func dropArmour(lines []string, typed []bool) {
	signed := false
	for i := 0; i < len(lines); i++ {
		if signed {
			lines[i] = strings.TrimPrefix(lines[i], "- ")
		}
		switch trim(lines[i]) {
		case "-----BEGIN PGP SIGNED MESSAGE-----":
			signed = true
			end := i + 1
			for end < len(lines) && trim(lines[end]) != "" {
				end++
			}
			drop(typed, i, end)
			i = end
		case "-----BEGIN PGP SIGNATURE-----":
			signed = false
			end := i + 1
			for end < len(lines) && trim(lines[end]) != "-----END PGP SIGNATURE-----" {
				end++
			}
			drop(typed, i, min(end+1, len(lines)))
			i = end
		}
	}
}

// dropAnswered marks the lines that are also in the message answered, however they are quoted, and the header lines that a
// program put before them. It returns the index after the last of them, or 0 if there are none. An instruction copied from an
// example of the message is not one of them if it is before all others and on its own.
func dropAnswered(lines []string, typed []bool, answered string) (end int) {
	whole, known := squeezed(answered), map[string]bool{}
	for line := range strings.Lines(answered) {
		known[squeezed(line)] = true
	}
	ours := func(line string) bool {
		bare := squeezed(line)
		return utf8.RuneCountInString(bare) >= 12 && strings.Contains(whole, bare)
	}
	begin := -1
	for i, line := range lines {
		if !ours(line) || begin < 0 && naming(peel(line)) != (Wish{}) && !(i+1 < len(lines) && ours(lines[i+1])) {
			continue
		}
		if typed[i], end = false, i+1; begin < 0 {
			begin = i
		}
	}
	for i := max(begin, 0); i < end; i++ {
		typed[i] = typed[i] && !known[squeezed(lines[i])]
	}
	heads := 0
	for i := begin - 1; i >= 0; i-- { // backwards through the lines that a program puts before a message, in any language
		line := trim(lines[i])
		switch {
		case line == "" || known[squeezed(line)]: // a short line of it, too
			continue
		case attribution().MatchString(line):
			drop(typed, i, begin)
		case headLike().MatchString(line):
			if heads++; heads > 1 {
				drop(typed, i, begin)
			}
			continue
		case strings.HasSuffix(strings.ReplaceAll(line, "：", ":"), ":") && (strings.ContainsAny(line, "@0123456789") || end-begin > 2), headRule().MatchString(line):
			drop(typed, i, begin)
		}
		break
	}
	return end
}

// headLike matches a line that may belong to the header of a quoted message, and headRule a line that may come before one.
var (
	headLike = lazyregexp.New(`^[*＊]{0,2}\p{L}[^:：@]{0,24}[:：][*＊]{0,2}(?:\s|\pL|"|<|$)`)
	headRule = lazyregexp.New(`^[-_─━=＝*＊]{2,}.{0,60}[-_─━=＝*＊]{2,}$`)
)

// initials matches a quote mark with the author's initials before it, which some programs write.
var initials = lazyregexp.New(`(?m)^\s*\p{Lu}{1,4}>`)

// squeezed returns a line without blanks and signs of quotation.
func squeezed(text string) string {
	text = initials().ReplaceAllString(text, "")
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || strings.ContainsRune(">＞»|\u00ad", c) {
			return -1
		}
		return c
	}, text)
}

// Quotes reports whether a text has a sentence, quoted or not, however its lines are broken.
func Quotes(text, sentence string) bool { return strings.Contains(squeezed(text), squeezed(sentence)) }

// dropQuotes marks as not typed: quoted lines, the line that introduces a quote, and everything below the head of a
// message that a program put there whole, up to the end of the message answered if that is known.
func dropQuotes(lines []string, typed []bool, end int) {
	for i := 0; i < len(lines); i++ {
		switch n := introduction(lines[i:]); {
		case quoted(lines[i]):
			typed[i] = false
		case n > 0 && followedByQuote(lines[i+n:], typed[i+n:]):
			drop(typed, i, i+n)
			i = dropTabbed(lines, typed, i+n) - 1
		case n > 0 && strings.ContainsAny(strings.Join(lines[i:i+n], ""), "@0123456789") || forwarded(lines[i:]):
			if end <= i {
				end = len(lines)
			}
			drop(typed, i, end)
			i = dropTabbed(lines, typed, end) - 1 // s-nail quotes attachments after the text too
		}
	}
}

// dropTabbed marks the lines from from on that begin with a tab or are blank, and returns the index after them.
func dropTabbed(lines []string, typed []bool, from int) int {
	for from < len(lines) && (strings.HasPrefix(lines[from], "\t") || trim(lines[from]) == "") {
		typed[from] = false
		from++
	}
	return from
}

// quoted reports whether a line begins with a sign of quotation.
func quoted(line string) bool {
	line = strings.TrimLeft(line, " \t\u3000")
	return strings.HasPrefix(line, ">") && !strings.HasSuffix(line, "<") || strings.HasPrefix(line, "» ") || strings.HasPrefix(line, "＞") || strings.HasPrefix(line, "|") || initials().MatchString(line)
}

// wrote is that verb as mail programs put it before a quote, in twelve languages.
const wrote = `(wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|napisał(\(?a\)?)?|pisze|skrev|пишет|написал(\(?а\)?)?|пише|napsal(\(?a\)?)?|kirjoitti|yazdı|ezt írta|写道|寫道|작성|님이 작성|さんは書きました|のメール)`

// attribution matches such a line without a date, which comes before a message that was quoted whole.
var attribution = lazyregexp.New(`(?i)^[^.!?。]{1,60}` + wrote + `\s*[:：]$`)

// The lines that mail programs put before a quote. They contain an address, a date or a verb and end in a colon, after which
// Yahoo begins the quote on the same line.
var introductions = []func() *regexp.Regexp{
	lazyregexp.New(`(?i)^(on|am|le|el|em|il|op|w dniu|dnia|在|于) ?.{4,300}` + wrote + `.{0,100}[:：]$`),
	lazyregexp.New(`(?i)^.{0,300}\d.{0,300}` + wrote + `\s*[:：]$`),
	lazyregexp.New(`^\d{4}[년年/-]\s?\d{1,2}[월月/-]\s?\d{1,2}[일日]?.{0,300}[:：]$`),
	lazyregexp.New(`^.{1,200}<[^<>@ ]+@[^<>@ ]+>.{0,60}[:：]$`),
	lazyregexp.New(`^.{1,200}(のメール|さんは書きました)\s*[:：]$`),
	lazyregexp.New(`^[^.!?。]{1,60} wrote\s*:$`),
	lazyregexp.New(`^.{1,60} wrote in <[^<> ]+>:$`),
	lazyregexp.New(`(?i)^[^.!?。]{1,60} ` + wrote + `[^.!?]{0,20}\d.{0,40}:$`),
	lazyregexp.New(`^On .{4,200}<[^<>@ ]+@[^<>@ ]+> wrote: `),
}

// opening matches the beginning of an introduction that mail may break into several lines.
var opening = lazyregexp.New(`(?i)^(on|am|le|el|em|il|op|w dniu|dnia) |^(在|于)|^\d{4}[년年/-]|^\d{1,2}[. ]|^\pL{2,4}[.,]+ \d{1,2} | wrote in$`)

// introduction returns how many lines, broken by mail, introduce a quote; 0 for none.
func introduction(lines []string) int {
	joined := ""
	for n := 1; n <= min(3, len(lines)); n++ {
		part := trim(lines[n-1])
		if part == "" || n == 2 && !opening().MatchString(joined) {
			return 0
		}
		joined = trim(joined + " " + part)
		if !strings.ContainsAny(joined, ":：") {
			continue // every form below ends its words with a colon
		}
		for _, form := range introductions {
			if len(joined) < 500 && form().MatchString(joined) {
				return n
			}
		}
	}
	return 0
}

// followedByQuote reports whether the next line that is not blank is quoted.
func followedByQuote(lines []string, typed []bool) bool {
	for i, line := range lines {
		if trim(line) != "" {
			return quoted(line) || strings.HasPrefix(line, "\t") || !typed[i]
		}
	}
	return false
}

var (
	rule = lazyregexp.New(`^[-_─━=＝*＊]{2,}\s*(?i:(original message|元のメッセージ|forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|` +
		`mensagem encaminhada|doorgestuurd bericht|wiadomość przekazana|転送されたメッセージ|转发的?邮件|전달된 메일|original|ursprüngliche nachricht|message d'origine|` +
		`mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|oryginalna wiadomość|wiadomość oryginalna|` +
		`исходное сообщение|пересылаемое сообщение|原始邮件|原始郵件|원본 메시지|원본 메일|originalmeddelande)\s*[-_─━=＝*＊]{2,})$`)
	forwarding = lazyregexp.New(`(?i)^(begin forwarded message|anfang der weitergeleiteten (e-mail|nachricht)|début du message (réexpédié|transféré)|inicio del mensaje reenviado|` +
		`inizio messaggio inoltrato|início da mensagem encaminhada|begin doorgestuurd bericht|转发的邮件|転送されたメッセージ|전달된 메시지)\s?[:：]$`)
	headerLine = lazyregexp.New(`(?i)^\*{0,2}(from|sent|date|to|cc|subject|差出人|送信者|送信日時|日時|宛先|件名|von|gesendet|datum|an|betreff|de|envoyé|date|à|objet|` +
		`enviado( el)?|para|asunto|enviada em|assunto|da|inviato|data|a|oggetto|van|verzonden|aan|onderwerp|od|wysłano|do|temat|от( кого)?|отправлено|` +
		`кому|тема|发件人|发送时间|收件人|主题|寄件者|寄件日期|收件者|主旨|보낸 사람|보낸 날짜|받는 사람|제목)\s*\*?\s*[:：]`)
)

// forwarded reports whether the head of a message, quoted without signs, begins here.
func forwarded(lines []string) bool {
	first := trim(lines[0])
	if rule().MatchString(first) || forwarding().MatchString(first) {
		return true
	}
	heads, looked := 0, 0
	for _, line := range lines {
		line = trim(line)
		if line == "" && heads == 0 && looked > 0 {
			continue
		}
		if looked++; looked > 8 {
			break
		}
		if headerLine().MatchString(line) && stars(line) == stars(first) {
			heads++
		} else if !(looked == 1 && len(line) >= 10 && strings.Trim(line, "_") == "") && heads == 0 {
			return false
		}
	}
	return heads >= 2
}

// stars counts the marks of bold type before a text.
func stars(text string) int { return len(text) - len(strings.TrimLeft(text, "*")) }

// The lines with which programs and telephones sign by themselves, whatever their names are, and virus scanners.
var programSignature = lazyregexp.New(`(?i)^(?:(?:sent (?:from|with|via|using)|envoyé (?:depuis|avec|via|à partir|par|de)|enviad[oa] (?:desde|con|com|de|do|da|pel[oa]|via|a partir|a través)|inviat[oa] (?:da|dal|dallo|con|tramite)|inviat[oa] (?:dalla|dall')|` +
	`(?:verzonden|verstuurd) (?:vanaf|van|met|via|vanuit)|gesendet (?:mit|von|über|via|aus)|(?:skickat|skickades|sändes) (?:från|med|via)|sendt (?:fra|med)|lähetetty|odesláno (?:z|ze)|` +
	`wysłan[eoa] (?:z|ze|przez|za)|отправлено (?:с|со|из|через)|надіслано (?:з|із)|发自|從我的) ?(.{1,60})|(?:从|從|通过|透過) ?(.{1,40}?) ?(?:发送|發送|傳送)|` +
	`(.{1,40})(?:から送信|から送信されました|で送信|에서 (?:보냄|보냈습니다|보낸 (?:메일|메시지)입니다|발송됨|전송됨))[.。]?|` +
	`(?:diese nachricht wurde )?von (mein.{1,40}) gesendet\.?|(?:[\pL]+ )?(?:[\pL]+ )?(?:o )?(?:outlook|gmail|proton mail|thunderbird|yahoo mail|spark) (?:for|für|pour|para|per|voor|för|dla|til|для) .{3,40}|` +
	`(?:ios|android)(?:用の?| ?版)? ?outlook.{0,40}|.{0,10}outlook(?:を|을|를| 다운).{0,20}|(?:virus-free|virenfrei)\. .{0,60}|this e-?mail has been (?:checked|scanned) .{1,80})$`)

// link matches one in Markdown, as Proton puts into text.
var link = lazyregexp.New(`\[([^\[\]]{1,60})\]\(https?://[^()\s]{1,200}\)`)

// signsByProgram reports whether a line is such a signature, and not "Sent from my telephone by my son": it names a device with
// capital letters, digits and a few more words.
func signsByProgram(line string) bool {
	line = link().ReplaceAllString(line, "$1")
	parts := programSignature().FindStringSubmatch(line)
	if parts == nil {
		return false
	}
	for _, w := range strings.FieldsFunc(strings.Join(parts[1:], " "), func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("-.,()/[]:", c) }) {
		if first, _ := utf8.DecodeRuneInString(w); unicode.IsLower(first) && !strings.HasPrefix(w, "i") && !phrases().device.has(strings.ToLower(strings.TrimSuffix(w, "'a"))) {
			return false
		}
	}
	words := tokens(strings.Join(parts[1:], " "), nil)
	return !phrases().doubts(slices.DeleteFunc(words, func(w token) bool { return !w.capital }))
}

// ornament is a line that begins a signature in Japanese mail.
var ornament = lazyregexp.New(`^[-─━―=＝*＊~〜～_＿☆★◆◇■□+＋]{5,}$`)

// corrects reports whether a line has a legal move that is too long to be a part of an address, such as "Flat 3B".
func (r Reader) corrects(line string) bool {
	return r.Move != nil && slices.ContainsFunc(r.find(line), func(m found) bool { return m.legal && m.to-m.from > squareSize })
}

// dropSignature marks the signature at the end of the typed text, but for lines with a move or a word of doubt that stand apart.
func (r Reader) dropSignature(lines []string, typed []bool) {
	written, bye := 0, false
	for i, line := range lines {
		plain := trim(line)
		switch {
		case !typed[i] || plain == "":
		case signsByProgram(plain):
			typed[i] = false
		case plain == "--" || written > 0 && ornament().MatchString(plain):
			apart := false // after a blank line
			for j := i; j < len(lines) && typed[j] && !afterthought().MatchString(lines[j]); j++ {
				apart = apart || trim(lines[j]) == ""
				typed[j] = apart && (r.corrects(lines[j]) || !strings.ContainsAny(lines[j], "@:0123456789") && phrases().doubts(tokens(lines[j], nil)))
			}
		case phrases().byes.has(keyOf(plain)):
			bye = true
			written++
		case bye && called(plain) && !speaks(tokens(plain, nil)): // with what people put below their name
			typed[i] = false
			for j := i + 1; j < len(lines) && typed[j] && trim(lines[j]) != "" && !r.postscript(lines[j]); j++ {
				typed[j] = false
			}
		default:
			bye = false
			written++
		}
	}
}

// speaks reports whether words where a name may stand are an instruction or a doubt: "Never Mind".
func speaks(words []token) bool {
	x := phrases()
	words = slices.DeleteFunc(words, func(w token) bool { return w.text == "" })
	return slices.ContainsFunc(words, func(w token) bool { return ideograph(w.text) }) && x.doubts(words) || x.doubt(joined(words)) || !slices.ContainsFunc(words, func(w token) bool { return !x.doubts([]token{w}) }) ||
		slices.ContainsFunc(commands, func(w Word) bool { return x.words[w].longest(words) == len(words) })
}

// postscript reports whether a line below a name is more than an address, which is written with capital letters and digits and has no legal
// move beside other words.
func (r Reader) postscript(line string) bool {
	words := tokens(line, nil)
	if r.Move != nil {
		moves := r.find(line)
		if slices.ContainsFunc(moves, func(m found) bool { return m.legal }) {
			rest := wordsOf(tokens(line, moves))
			if len(rest) == 0 || slices.ContainsFunc(rest, func(w token) bool { return !w.capital && w.text != "0" && !phrases().titles.has(w.text) }) {
				return true
			}
		}
	}
	return afterthought().MatchString(line) || phrases().doubts(words) || !strings.ContainsAny(line, "@/") && slices.ContainsFunc(words, func(w token) bool {
		first, _ := utf8.DecodeRuneInString(w.text)
		return w.text == "?" || unicode.In(first, unicode.Hiragana) || unicode.IsLower(first) && !w.capital && len(w.text) > maxParticle && !phrases().titles.has(w.text)
	})
}

// maxParticle is the length of the longest word of an address that is written with a small letter, such as "of".
const maxParticle = 3

// afterthought matches the beginning of a postscript.
var afterthought = lazyregexp.New(`(?i)^\s*(?:p\.? ?p?\.?s\b|ps\d?\b|p\.?d\.?\b|n\.?b\.?\b|п\.? ?с\b|зы\b|追伸|추신|附言|又及)`)

// called reports whether a line after a farewell can be a name, or what people put below it.
func called(line string) bool {
	words := strings.Fields(line)
	short := utf8.RuneCountInString(line) <= 8
	if len(words) > 6 || strings.ContainsAny(line, "?!？！。") || short && strings.ContainsFunc(line, unicode.IsDigit) { // it may be a move
		return false
	}
	parts := 0
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		if phrases().titles.has(keyOf(w)) {
			continue
		}
		if parts++; parts > 2 {
			return false
		}
		if unicode.IsLower(first) || solid(first) && !short || unicode.In(first, unicode.Hiragana) {
			return false
		}
	}
	return true
}

// A company's disclaimer speaks of a message that is confidential or exclusive, and of its recipient; or of the environment and printing.
var (
	aboutMail    = lazyregexp.New(`(?i)e-?mail|\bmessage|communication|courriel|mensaje|correo|messaggi|mensagem|bericht|nachricht|meddeland|mejl|wiadomoś|сообщени|письм|メール|메일|informa[tcz]`)
	confidential = lazyregexp.New(`(?i)confiden[ct]i|privileged|vertraulich|vertrouwelijk|riservat|poufn|конфиденциал|konfidentiell|sekretess|機密|기밀|` +
		`solely|exclusiv|esclusiv|uitsluitend|wyłącznie|ausschließlich|исключительно|только|enbart|만을|のみ|geen rechten`)
	recipient = lazyregexp.New(`(?i)addressee|recipient|person named|empfänger|adressat|destinat|geadresseerde|ontvanger|mottagar|adresat|odbiorc|\bcontain|enthäl|enthalten|contener|contenir|contient|contenere|contiene|conter|contém|innehålla|bevat|ontleend|zawiera|содержа|含|포함|адресат|получател|수신인|수신자|受信者|名宛|宛先`)
	paper     = lazyregexp.New(`(?i)(?:environment|umwelt|ambiente|milieu|miljön|środowisk|природ|환경|環境).{0,60}(?:print|druck|imprim|stampa|impressão|skriver ut|druk|печат|인쇄|印刷)|` +
		`(?:print|druck|imprim|stampa|impressão|skriver ut|druk|печат|인쇄|印刷).{0,60}(?:environment|umwelt|ambiente|milieu|miljön|środowisk|природ|환경|環境)`)
	legalNotice = lazyregexp.New(`(?i)^\W{0,3}(?:legal notice|confidentiality notice|disclaimer|aviso legal|avviso legale|rechtlicher hinweis|nota prawna|avertissement)\b`)
)

// disclaims reports whether a company's disclaimer begins with the first of some lines.
func disclaims(lines []string) bool {
	if first := lines[0]; !aboutMail().MatchString(first) && !legalNotice().MatchString(first) && !paper().MatchString(strings.Join(lines[:min(2, len(lines))], " ")) {
		return false
	}
	text := strings.Join(lines, " ")
	return aboutMail().MatchString(text) && confidential().MatchString(text) && recipient().MatchString(text) || paper().MatchString(text)
}

// dropDisclaimer marks the disclaimers after the typed text, each up to the next blank line.
func dropDisclaimer(lines []string, typed []bool) {
	written := false
	for i := range lines {
		if !typed[i] || trim(lines[i]) == "" {
			continue
		}
		end := i
		for end < len(lines) && typed[end] && trim(lines[end]) != "" && !afterthought().MatchString(lines[end]) {
			end++
		}
		if end > i && written && disclaims(lines[i:end]) {
			drop(typed, i, end)
		}
		written = true
	}
}

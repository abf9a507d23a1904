package rengi

import _ "embed" // the rules

//go:embed RULES.md
var manualEn string

//go:embed RULES.ja.md
var manualJa string

package mailbox

import "strings"

// unflow joins the lines that a mail program has broken for the way (format=flowed, RFC 3676). A line that ends in a blank
// goes on in the next one of the same quotation; of such a blank nothing stays where delsp says so.
func unflow(text string, delsp bool) string {
	var lines []string
	depth, open := 0, false
	for line := range strings.SplitSeq(text, "\n") {
		content := strings.TrimLeft(line, ">")
		quotes := len(line) - len(content)
		content = strings.TrimPrefix(content, " ") // stuffed
		signs := content == "-- "
		if open && quotes == depth && !signs {
			lines[len(lines)-1] += content
		} else {
			lines = append(lines, quotation(quotes)+content)
		}
		depth, open = quotes, strings.HasSuffix(content, " ") && !signs
		if last := &lines[len(lines)-1]; open && delsp {
			*last = strings.TrimSuffix(*last, " ")
		}
	}
	for i, line := range lines {
		if line != "-- " {
			lines[i] = strings.TrimRight(line, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// quotation is how a line quoted so deep begins.
func quotation(depth int) string {
	if depth == 0 {
		return ""
	}
	return strings.Repeat(">", depth) + " "
}

package mailbox

import "strings"

// unflow joins lines that a mail program broke for transit (format=flowed, RFC 3676). A line that ends in a space continues
// on the next line of the same quote depth; with delsp the space is removed.
func unflow(text string, delsp bool) string {
	var lines []string
	depth, open := 0, false
	for line := range strings.SplitSeq(text, "\n") {
		content := strings.TrimLeft(line, ">")
		quotes := len(line) - len(content)
		content = strings.TrimPrefix(content, " ") // space-stuffed
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

// quotation returns the prefix of a line of this quote depth.
func quotation(depth int) string {
	if depth == 0 {
		return ""
	}
	return strings.Repeat(">", depth) + " "
}

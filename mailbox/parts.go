package mailbox

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// body collects what Read takes from the parts of a message.
type body struct {
	parts       int
	text, html  string // the first non-blank part of each kind
	attachments []Attachment
	status      []byte // the beginning of a delivery report
	returned    []byte // the beginning of a returned letter
	receipt     bool   // the message is a read receipt
}

// read reads a part and all parts inside it. The argument err is the library's error for the part: an unknown charset or
// transfer encoding.
func (b *body) read(e *message.Entity, err error, depth int) error {
	if b.parts++; b.parts > maxParts {
		return ErrTooManyParts
	}
	kind, _, _ := e.Header.ContentType()
	kind, _, _ = strings.Cut(kind, ";") // also where the parameters cannot be parsed
	kind = strings.ToLower(strings.TrimSpace(kind))
	disposition, _, _ := e.Header.ContentDisposition()
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return b.multipart(e, depth+1)
	case kind == "message/delivery-status" && depth > 0:
		b.status = beginning(e, b.status)
		return nil
	case kind == "message/rfc822" || kind == "message/global" || kind == "text/rfc822-headers":
		b.returned = beginning(e, b.returned)
		return nil // a forwarded message
	case strings.HasPrefix(kind, "message/"):
		b.receipt = b.receipt || kind == "message/disposition-notification"
		return nil
	case strings.EqualFold(disposition, "attachment") || fileName(e) != "",
		kind != "text/plain" && kind != "text/html" && strings.Contains(kind, "/"):
		a := Attachment{
			Name:      fileName(e),
			Type:      clean(kind),
			ContentID: clean(strings.Trim(strings.TrimSpace(e.Header.Get("Content-Id")), "<>")),
			Inline:    strings.EqualFold(disposition, "inline"),
		}
		data, readErr := io.ReadAll(io.LimitReader(e.Body, MaxAttachment+1))
		if readErr == nil && len(data) <= MaxAttachment && !message.IsUnknownEncoding(err) {
			a.Data = data
		}
		b.attachments = append(b.attachments, a)
		return nil
	}
	return b.readText(e, err, kind)
}

func (b *body) multipart(e *message.Entity, depth int) error {
	if depth > maxDepth {
		return ErrTooDeep
	}
	if _, params, _ := e.Header.ContentType(); params["boundary"] == "" {
		return b.readText(e, nil, "text/plain") // without a boundary it has no parts
	}
	parts := e.MultipartReader()
	for {
		part, err := parts.NextPart()
		if part == nil {
			// Parts after a broken one cannot be found; those before it are kept.
			return nil
		}
		if err := b.read(part, err, depth); err != nil {
			return err
		}
	}
}

func fileName(e *message.Entity) string {
	_, disposition, _ := e.Header.ContentDisposition()
	if name := disposition["filename"]; name != "" {
		return line(name)
	}
	_, kind, _ := e.Header.ContentType()
	return line(kind["name"])
}

// readText reads a text part. It does not use the text before damage: half a move may be another move.
func (b *body) readText(e *message.Entity, err error, kind string) error {
	data, readErr := io.ReadAll(io.LimitReader(e.Body, maxText))
	// Some programs omit the closing boundary. Text without transfer encoding is complete nevertheless.
	bare := slices.Contains([]string{"", "7bit", "8bit", "binary"}, strings.ToLower(e.Header.Get("Content-Transfer-Encoding")))
	if readErr != nil && !(bare && errors.Is(readErr, io.ErrUnexpectedEOF)) {
		return ErrDamaged
	}
	var text string
	if message.IsUnknownCharset(err) {
		text = asciiOnly(data)
	} else {
		text = string(data)
	}
	text = clean(lf.Replace(text))
	if _, params, _ := e.Header.ContentType(); strings.EqualFold(params["format"], "flowed") {
		text = unflow(text, strings.EqualFold(params["delsp"], "yes"))
	}
	text = strings.TrimRight(text, "\n")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if kind == "text/html" && b.html == "" {
		b.html = text
	}
	if kind != "text/html" && b.text == "" {
		b.text = text
	}
	return nil
}

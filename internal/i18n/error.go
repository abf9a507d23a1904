package i18n

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"strings"
	"syscall"
)

// Error is an error with a sentence in both languages.
type Error struct {
	key  string
	args []any
}

// Err returns the Error with the sentence of a key, as T does. An argument that is an error is printed in both languages too, and
// is found by errors.Is and errors.As.
func Err(key string, args ...any) error { return &Error{key, args} }

// Key returns the key of the sentence, by which programs know the error.
func (e *Error) Key() string { return e.key }

// Sentence returns the sentence in both languages.
func (e *Error) Sentence() Text { return T(e.key, e.args...) }

// Error returns the English sentence.
func (e *Error) Error() string { return e.Sentence().En }

// Unwrap returns the arguments that are errors.
func (e *Error) Unwrap() (list []error) {
	for _, arg := range e.args {
		if err, ok := arg.(error); ok {
			list = append(list, err)
		}
	}
	return list
}

// Of returns the sentence of err in both languages. Errors of the system or of libraries without a translation stay in English.
func Of(err error) Text {
	if errs := joined(err); len(errs) > 0 {
		lines := make([]Text, len(errs))
		for i, err := range errs {
			lines[i] = Of(err)
		}
		return Lines(lines...)
	}
	var translated sayer
	if errors.As(err, &translated) {
		return around(err, translated.(error), quoted(translated))
	}
	key, inner := system(err)
	if key == "" || !strings.Contains(err.Error(), inner.Error()) {
		return Same(err.Error())
	}
	if place, outer := placed(err); outer != nil {
		return around(err, outer, T("system.file", "file", place, "why", T(key)))
	}
	return around(err, inner, T(key))
}

// Plain returns the sentence of err, as Of does, without the identifier of a rule that it quotes.
func Plain(err error) Text {
	text := Of(err)
	var ruled interface {
		sayer
		Quoted() Text
	}
	if !errors.As(err, &ruled) {
		return text
	}
	quote, plain := ruled.Quoted(), ruled.Sentence()
	return Text{En: strings.ReplaceAll(text.En, quote.En, plain.En), Ja: strings.ReplaceAll(text.Ja, quote.Ja, plain.Ja)}
}

// placed returns the file, the host or the address that an error of the system names, and the part of the error that does.
func placed(err error) (place string, outer error) {
	var file *fs.PathError
	var host *net.DNSError
	var connection *net.OpError
	switch {
	case errors.As(err, &file):
		return file.Path, file
	case errors.As(err, &connection) && connection.Addr != nil:
		return connection.Addr.String(), connection
	case errors.As(err, &host) && connection != nil:
		return host.Name, connection
	case host != nil:
		return host.Name, host
	}
	return "", nil
}

// joined returns the errors that errors.Join has put together in err, none for another error.
func joined(err error) []error {
	list, several := err.(interface{ Unwrap() []error })
	if !several {
		return nil
	}
	if all := errors.Join(list.Unwrap()...); all == nil || all.Error() != err.Error() {
		return nil
	}
	return list.Unwrap()
}

// around returns err with the text of inner replaced by sentence.
func around(err, inner error, sentence Text) Text {
	before, after, found := strings.Cut(err.Error(), inner.Error())
	if !found {
		return sentence
	}
	return Text{En: before + sentence.En + after, Ja: before + sentence.Ja + after}
}

// system returns the key for an error of the system, and the part of err that is translated by it.
func system(err error) (key string, inner error) {
	var number syscall.Errno
	var host *net.DNSError
	switch {
	case errors.As(err, &host):
		return "system.no-host", host
	case errors.Is(err, context.DeadlineExceeded):
		return "system.timeout", context.DeadlineExceeded
	}
	for general, key := range generals {
		switch {
		case errors.Is(err, general) && errors.As(err, &number):
			return key, number
		case errors.Is(err, general):
			return key, general
		}
	}
	if errors.As(err, &number) {
		return errnos[number], number
	}
	return "", nil
}

// generals are the keys for file errors that all systems have.
var generals = map[error]string{
	fs.ErrNotExist: "system.no-file", fs.ErrPermission: "system.denied", fs.ErrExist: "system.exists",
}

// errnos are the keys for other common errors of the system.
var errnos = map[syscall.Errno]string{
	syscall.ENOSPC: "system.full", syscall.EISDIR: "system.is-folder", syscall.ENOTDIR: "system.no-folder",
	syscall.ECONNREFUSED: "system.refused", syscall.EADDRINUSE: "system.taken", syscall.ECONNRESET: "system.lost", syscall.EROFS: "system.read-only",
}

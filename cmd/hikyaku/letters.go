package main

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine/all"
	"hikyaku/internal/demo"
	"hikyaku/internal/i18n"
)

const lettersHTML = `<!DOCTYPE html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<title>{{.Title}}</title>
<style>body { font-family: sans-serif } iframe { border: 1px solid #888; height: 700px; vertical-align: top } iframe.n { width: 390px } iframe.w { width: 900px }</style>
<h1>{{.Title}}</h1>
{{range .Names}}<h2>{{.}}</h2>
<p><a href="{{.}}.txt">.txt</a> <a href="{{.}}.eml">.eml</a></p>
<p><iframe class="n" src="{{.}}.html"></iframe> <iframe class="w" src="{{.}}.html"></iframe></p>
{{end}}</html>
`

// galleryOfLetters writes every kind of mail into a folder, in both languages:
// raw, as text, and as a page.
func galleryOfLetters(c *cli.Context, dir string) error {
	temporary, err := os.MkdirTemp("", "hikyaku-letters-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	var names []string
	for _, lang := range i18n.Languages {
		letters, err := demo.Letters(all.Games, filepath.Join(temporary, lang), lang)
		if err != nil {
			return err
		}
		for i, s := range letters {
			name := fmt.Sprintf("%s-%02d-%s", lang, i+1, s.Name)
			if err := writeLetter(filepath.Join(dir, name), s); err != nil {
				return err
			}
			names = append(names, name)
		}
	}
	var page bytes.Buffer
	shown := struct {
		Lang, Title string
		Names       []string
	}{language(c.App), i18n.In(language(c.App), "letters.title"), names}
	if err := template.Must(template.New("letters").Parse(lettersHTML)).Execute(&page, shown); err != nil {
		return err
	}
	file := filepath.Join(dir, "letters.html")
	if err := os.WriteFile(file, page.Bytes(), 0o644); err != nil {
		return err
	}
	if c.Bool("json") {
		return setAnswer(c, &galleryJSON{Page: file, Letters: len(names)})
	}
	return printLine(c, i18n.In(language(c.App), "letters.written", "n", len(names), "file", file))
}

// writeLetter writes a mail raw, as text, and as a page with its picture in a
// file beside it.
func writeLetter(path string, s demo.Specimen) error {
	raw, err := s.Letter.Bytes()
	if err != nil {
		return err
	}
	page := s.Letter.HTML
	for _, a := range s.Letter.Attachments {
		if a.Inline {
			page = strings.ReplaceAll(page, "cid:"+a.ContentID, filepath.Base(path)+".png")
			if err := os.WriteFile(path+".png", a.Data, 0o644); err != nil {
				return err
			}
		}
	}
	for ending, data := range map[string][]byte{".eml": raw, ".txt": []byte(s.Letter.Text + "\n"), ".html": []byte(page)} {
		if err := os.WriteFile(path+ending, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

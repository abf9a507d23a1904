// Command floor is what BenchmarkStart measures hikyaku against: it links the packages that hikyaku is built on, and prints one line.
package main

import (
	"fmt"

	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message"
	"github.com/urfave/cli/v2"
	"github.com/wneessen/go-mail"
	"gopkg.in/yaml.v3"
)

func main() {
	fmt.Println("linked:", len([]any{cli.NewApp, imapclient.DialTLS, message.Read, mail.NewMsg, yaml.Unmarshal}))
}

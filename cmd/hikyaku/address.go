package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
)

func addressCommand() *cli.Command {
	return &cli.Command{
		Name: "address", ArgsUsage: "ADDRESS",
		UsageText: "hikyaku secret address alice@example.org",
		Flags:     []cli.Flag{textFlag("trace"), boolFlag("json")},
		Action:    changeAddress,
	}
}

func changeAddress(c *cli.Context) error {
	address := c.Args().First()
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	list, err := d.ChangeAddress(address)
	answer := &sentJSON{Sent: []deliveryJSON{}}
	for _, m := range list {
		sent, failure := carrier.Send(c.Context, m.File, m.Match)
		answer.Sent = append(answer.Sent, newDeliveries(sent)...)
		if !c.Bool("json") {
			printDeliveries(c, sent)
		}
		err = errors.Join(err, failure, failed(sent))
		runHooks(c, conf, func() []hookEvent { return delivered(conf.desk(), sent) })
	}
	switch {
	case c.Bool("json"):
		return errors.Join(err, setAnswer(c, answer))
	case err != nil:
		return err
	}
	return printLine(c, i18n.In(language(c.App), "address.next", "n", len(list), "address", address))
}

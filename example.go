// Package hikyaku holds the example of a configuration.
package hikyaku

import _ "embed"

// ExampleConfig is config.example.yaml, with every field of a configuration.
//
//go:embed config.example.yaml
var ExampleConfig string

// Command hello is the least that a program in Go does, for BenchmarkStart.
package main

import "fmt"

func main() { fmt.Println("hello") }

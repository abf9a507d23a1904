// Command hikyaku plays board games by letter.
package main

func main() {}

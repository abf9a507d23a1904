// Package realtest contains only a test: it hands messages to Postfix, which run.sh starts on this computer in front of a club.
package realtest

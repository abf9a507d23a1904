// Package realtest has no code of its own: its test hands letters to Postfix, which run.sh starts on this machine in front of a club.
package realtest

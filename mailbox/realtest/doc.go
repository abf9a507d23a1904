// Package realtest has no code of its own: its tests play over Postfix, Dovecot and an authorization server, which run.sh starts on
// this computer, and with mutt, neomutt and s-nail.
package realtest

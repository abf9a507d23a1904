// Package realtest has no code of its own: its tests play over Dovecot, Cyrus, Courier and mox, Postfix and an authorization server,
// which run.sh starts on this computer, and with alpine, aerc, mutt, neomutt and s-nail.
package realtest

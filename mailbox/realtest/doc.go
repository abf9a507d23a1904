// Package realtest contains only tests. They play matches over Dovecot, Cyrus, Courier, mox, Postfix and an authorization server,
// which run.sh starts on this computer, and with the mail programs alpine, aerc, mutt, neomutt and s-nail.
package realtest

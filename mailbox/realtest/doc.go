// Package realtest has no code of its own: its tests play over Postfix and Dovecot, which run.sh starts on this machine, and with mutt and s-nail.
package realtest

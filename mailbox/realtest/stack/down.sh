#!/bin/sh
# Stops what up.sh started. Usage: down.sh DIR
{
	postfix -c "$1/postfix" stop
	dovecot -c "$1/dovecot.conf" stop
} >>"$1/stop.log" 2>&1 </dev/null
# Both return before all is closed.
for _ in 1 2 3 4 5 6 7 8 9 10; do
	[ -e "$1/run/master.pid" ] || break
	sleep 0.2
done

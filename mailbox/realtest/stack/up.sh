#!/bin/sh
# Starts Postfix and Dovecot on this machine for the users of users at hikyaku.test, whose passwords are in
# DIR/users. Needs root.
# Usage: up.sh DIR [PORT]    the first time, with the first of 13 free ports in a row: IMAP with STARTTLS, IMAP with TLS,
#                            submission with STARTTLS, submission with TLS, two that the servers use between them,
#                            that of the authorization server, and six for more.sh
#        up.sh DIR           again, after down.sh
# All output goes to files in DIR: who waits for the end of ours does not wait for the servers.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
D=$(cd "$1" && pwd)

fill() {
	sed -e "s#@DIR@#$D#g" -e "s#@1@#$port#" -e "s#@2@#$((port + 1))#" -e "s#@3@#$((port + 2))#" \
		-e "s#@4@#$((port + 3))#" -e "s#@5@#$((port + 4))#" -e "s#@6@#$((port + 5))#" \
		-e "s#@7@#$((port + 6))#" -e "s#@9@#$((port + 8))#" "$here/$1.in" >"$D/$1"
}

if [ ! -f "$D/port" ]; then
	port=$2
	mkdir "$D/tls" "$D/postfix" "$D/pfqueue" "$D/pfdata" "$D/mail" "$D/run" "$D/state"
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
		-addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -keyout "$D/tls/key.pem" -out "$D/tls/cert.pem" 2>"$D/openssl.log"
	fill dovecot.conf
	fill oauth2.conf
	fill postfix/main.cf
	fill postfix/master.cf
	cp "$here/users" "$D/users"
	chmod 755 "$D"
	chown mail:mail "$D/mail"
	chown postfix:postfix "$D/pfdata"
	chown root:root "$D/pfqueue" "$D/postfix"
	echo "$port" >"$D/port"
fi
{
	dovecot -c "$D/dovecot.conf"
	postfix -c "$D/postfix" check
	postfix -c "$D/postfix" start
} >>"$D/start.log" 2>&1 </dev/null

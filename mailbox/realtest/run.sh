#!/usr/bin/env bash
# Runs the tests of this folder against real servers, which it starts on this machine and stops again: Postfix and Dovecot (stack/up.sh),
# Cyrus, Courier and mox (stack/more.sh), and the authorization server in authority/. Needs root; installs what is missing.
set -euo pipefail
cd "$(dirname "$0")"
conflicting=/tmp/hikyaku-imap-servers # Debian installs only one IMAP server
if ! type postfix dovecot openssl mutt neomutt s-nail alpine aerc tmux script saslpasswd2 couriertcpd makeuserdb >/dev/null 2>&1 ||
	[ ! -e /usr/lib/dovecot/lmtp ] || [ ! -e /usr/lib/cyrus/bin/master ] || [ ! -d $conflicting ]; then
	{
		apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
			postfix dovecot-imapd dovecot-lmtpd openssl mutt neomutt s-nail alpine aerc tmux bsdutils \
			cyrus-common courier-base courier-authlib-userdb gamin sasl2-bin libsasl2-modules &&
			packages=$(mktemp -d) && chmod 755 "$packages" && (cd "$packages" && apt-get download cyrus-imapd courier-imap) &&
			for package in "$packages"/*.deb; do dpkg -x "$package" "$packages/all"; done && mv "$packages/all" $conflicting
	} >/tmp/hikyaku-apt.log 2>&1 || { cat /tmp/hikyaku-apt.log; exit 1; }
fi

# The first of 13 ports in a row on which nobody answers.
free_ports() {
	local port base
	for base in $(shuf -i 20000-29980 -n 50); do
		for port in $(seq "$base" $((base + 12))); do
			! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || continue 2
		done
		echo "$base"
		return
	done
	return 1
}

dir=$(mktemp -d)
started=()
finish() {
	status=$?
	stack/down.sh "$dir"
	[ ${#started[@]} = 0 ] || { kill "${started[@]}"; wait; } 2>/dev/null
	[ $status = 0 ] || tail -n 20 "$dir"/*.log
	rm -rf "$dir" || true # a server may still be writing its last words
	exit $status
}
trap finish EXIT
(cd authority && GOWORK=off go build -o "$dir/authority" .)
(cd mox && GOWORK=off go build -o "$dir/mox.program" github.com/mjl-/mox)
cp -r $conflicting "$dir/x"
stack/up.sh "$dir" "$(free_ports)"
"$dir/authority" "127.0.0.1:$(($(cat "$dir/port") + 6))" "$dir/users" >"$dir/authority.log" 2>&1 &
started+=($!)
stack/more.sh "$dir" >"$dir/more.log" 2>&1 &
started+=($!)
until [ -e "$dir/more.ready" ]; do
	kill -0 $! # it has failed
	sleep 0.1
done
HIKYAKU_MAIL_STACK=$dir go test -tags realmail -count 1 -timeout 10m "$@" .

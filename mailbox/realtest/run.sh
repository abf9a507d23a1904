#!/usr/bin/env bash
# Runs the tests of this folder against Postfix, Dovecot and the authorization server in authority/, which it starts on this machine
# and stops again, and with mutt, neomutt and s-nail. Needs root; installs what is missing.
set -euo pipefail
cd "$(dirname "$0")"
if ! type postfix dovecot openssl mutt neomutt s-nail script >/dev/null 2>&1 || [ ! -e /usr/lib/dovecot/lmtp ]; then
	{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
		postfix dovecot-imapd dovecot-lmtpd openssl mutt neomutt s-nail bsdutils; } >/tmp/hikyaku-apt.log 2>&1 ||
		{ cat /tmp/hikyaku-apt.log; exit 1; }
fi

# The first of seven ports in a row on which nobody answers.
free_ports() {
	local port base
	for base in $(shuf -i 20000-29980 -n 50); do
		for port in $(seq "$base" $((base + 6))); do
			! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || continue 2
		done
		echo "$base"
		return
	done
	return 1
}

dir=$(mktemp -d)
authority=
finish() {
	status=$?
	stack/down.sh "$dir"
	[ -z "$authority" ] || kill "$authority"
	[ $status = 0 ] || tail -n 20 "$dir"/dovecot.log "$dir"/postfix.log "$dir"/authority.log "$dir"/st*.log
	rm -rf "$dir"
}
trap finish EXIT
(cd authority && GOWORK=off go build -o "$dir/authority" .)
stack/up.sh "$dir" "$(free_ports)"
"$dir/authority" "127.0.0.1:$(($(cat "$dir/port") + 6))" "$dir/users" >"$dir/authority.log" 2>&1 &
authority=$!
HIKYAKU_MAIL_STACK=$dir go test -tags realmail -count 1 -timeout 10m "$@" .

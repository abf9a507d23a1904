#!/usr/bin/env bash
# Runs the test of this folder with a Postfix in front of a club, which it starts on this machine and stops again. Needs root; installs
# Postfix where it is missing.
set -euo pipefail
cd "$(dirname "$0")"
type postfix >/dev/null 2>&1 || {
	{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postfix; } >/tmp/hikyaku-apt.log 2>&1 ||
		{ cat /tmp/hikyaku-apt.log; exit 1; }
}

# A port on which nobody answers.
free_port() {
	local port
	for port in $(shuf -i 20000-29999 -n 50); do
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
	done
	return 1
}

dir=$(mktemp -d)
finish() {
	status=$?
	stack/down.sh "$dir"
	[ $status = 0 ] || tail -n 20 "$dir"/postfix.log "$dir"/st*.log
	rm -rf "$dir" || true
	exit $status
}
trap finish EXIT
stack/up.sh "$dir" "$(free_port)"
HIKYAKU_MAIL_STACK=$dir go test -tags realmail -count 1 -timeout 10m "$@" .

#!/bin/sh
# Starts a Postfix on this machine that hands letters to club@hikyaku.test in at a club. Needs root.
# Usage: up.sh DIR PORT    PORT is that of the club
# All output goes to files in DIR: who waits for the end of ours does not wait for the server.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
D=$(cd "$1" && pwd)
mkdir "$D/postfix" "$D/pfqueue" "$D/pfdata"
for file in main.cf master.cf; do
	sed -e "s#@DIR@#$D#g" -e "s#@PORT@#$2#g" "$here/$file.in" >"$D/postfix/$file"
done
chmod 755 "$D"
chown postfix:postfix "$D/pfdata"
chown root:root "$D/pfqueue" "$D/postfix"
echo "$2" >"$D/port"
{
	postfix -c "$D/postfix" check
	postfix -c "$D/postfix" start
} >>"$D/start.log" 2>&1 </dev/null

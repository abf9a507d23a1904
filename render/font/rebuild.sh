#!/usr/bin/env bash
# rebuild.sh BIZUDPGothic-Regular.ttf YujiBoku-Regular.ttf
#
# Makes the two faces beside this script anew. Needs Python 3 with fontTools (Debian: python3-fonttools) and the
# faces BIZ UDPGothic, version 1.05, of https://github.com/googlefonts/morisawa-biz-ud-gothic (Debian:
# fonts-morisawa-bizud-gothic) and Yuji Boku of https://github.com/Kinutafontfactory/Yuji.
# The same faces and fontTools give the same bytes. None is needed to build hikyaku.
set -euo pipefail
[ $# -eq 2 ] || { sed -n '2s/^# /usage: /p' "$0" >&2; exit 2; }
here=$(dirname "$0")
python3 "$here/captions.py" "$1" "$here/captions-BIZUDPGothic-Regular-subset.ttf"
python3 "$here/men.py" "$2" "$here/men-YujiBoku-subset.ttf"
ls -l "$here"/*.ttf

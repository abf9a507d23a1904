#!/usr/bin/env bash
# rebuild.sh BIZUDPGothic-Regular.ttf
#
# Makes captions-BIZUDPGothic-Regular-subset.ttf beside this script anew. Needs Python 3 with fontTools
# (Debian: python3-fonttools) and the face, version 1.05, of
# https://github.com/googlefonts/morisawa-biz-ud-gothic (Debian: fonts-morisawa-bizud-gothic).
# The same face and fontTools give the same bytes. Neither is needed to build hikyaku.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2s/^# /usage: /p' "$0" >&2; exit 2; }
here=$(dirname "$0")
python3 "$here/captions.py" "$1" "$here/captions-BIZUDPGothic-Regular-subset.ttf"
ls -l "$here/captions-BIZUDPGothic-Regular-subset.ttf"

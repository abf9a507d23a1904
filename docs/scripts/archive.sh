#!/bin/sh
# Checks every record of an archive: the moves, the signatures, the dice, and whether two records of one
# match fit together. It prints nothing where all is well, so that cron sends no mail then.
# Exit status 1 where something is wrong, 2 where it could not be found out.
#
#    archive.sh FOLDER
set -u
answers=$(mktemp) || exit 2
trap 'rm -f "$answers"' EXIT
find "$1" -name '*.kif' -exec hikyaku check --json {} + >"$answers" 2>/dev/null

# A large archive is checked in several runs: an answer is a line.
report=$(jq -r '
	(.records[]? | select(.ok | not) | "\(.file): \(.errors[0].id), \(.errors[0].en)"),
	(.forks[]? | "\(.files | join(" and ")): \(.forked | join(" and ")) signed both, and they differ after step \(.common)"),
	(.error // empty | .en)' "$answers") || exit 2
[ -n "$report" ] || exit 0
jq -n -r '[inputs.records[]?] | "\(map(select(.ok | not)) | length) of \(length) records cannot be read."' "$answers"
printf '%s\n' "$report"
exit 1

#!/bin/sh
# A bot: it accepts every invitation, and plays a random legal move whenever it is its turn.
# Let cron run it every few minutes. Exit status 1 means that a person should look.
set -u

# ask runs hikyaku with --json. The answer is then in $answer, and its error, if any, in $error.
ask() {
	answer=$(hikyaku "$@" --json 2>/dev/null)
	status=$?
	error=$(printf '%s' "$answer" | jq -r '.error.id // .rejected.rule // empty')
	return $status
}

# wanted prints what jq finds in the list of matches, one a line.
wanted() { hikyaku matches --json 2>/dev/null | jq -r ".matches[]? | $1"; }

failed=0
complain() {
	echo "$*: $error" >&2
	failed=1
}

ask poll
case $? in
0) ;;
6) exit 0 ;; # the servers are away: the next run tries again
*) complain "poll" ;;
esac

for match in $(wanted 'select(.mine and .status == "joining") | .match'); do
	ask accept "$match" && echo "$match: accepted" || complain "$match"
done

for match in $(wanted 'select(.mine and (.paused | not)) | select(.status == "move" or .status == "throw") | .match // empty'); do
	ask show "$match" || { complain "$match"; continue; }
	if [ "$(printf '%s' "$answer" | jq -r .status)" = throw ]; then
		ask throw "$match" || { complain "$match"; continue; }
	fi
	ask moves "$match" || { complain "$match"; continue; }
	move=$(printf '%s' "$answer" | jq -r '.legal[]' | awk 'BEGIN { srand() } rand() * NR < 1 { move = $0 } END { print move }')
	ask move "$match" "$move" --send
	case $? in
	0) echo "$match: $move" ;;
	4) ;; # the match has moved on meanwhile: the next run sees how
	6) echo "$match: $move, which the next poll sends" ;;
	*) complain "$match: $move" ;; # 3 would be a rule that refuses a move which the list has
	esac
done
exit $failed

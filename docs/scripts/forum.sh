#!/bin/sh
# Draws every match in which something has happened since the last run, to be posted in a forum:
# a picture and a text for each, in a folder. It prints the names of the pictures.
#
#    forum.sh FOLDER
set -eu
folder=$1
seen=$folder/seen.json new=$folder/new.json changed=$folder/changed
mkdir -p "$folder"
[ -e "$seen" ] || echo '{"matches":[]}' >"$seen"

# Exit status 5 says that a record among them is damaged: the others are drawn all the same.
hikyaku matches --json >"$new" || [ $? -eq 5 ]

jq -n -r --slurpfile seen "$seen" --slurpfile new "$new" '
	($seen[0].matches | map(select(.digest) | {key: .file, value: .digest}) | from_entries) as $known
	| $new[0].matches[] | select(.digest and .digest != $known[.file]) | .file' >"$changed"

while IFS= read -r file; do
	name=$(basename "$file" .kif)
	hikyaku show "$file" -o "$folder/$name.png" --size 800 --caption
	hikyaku show "$file" -o "$folder/$name.txt" --forum
	echo "$name.png"
done <"$changed"
mv "$new" "$seen"

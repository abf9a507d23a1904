#!/bin/sh
# Stops what up.sh started. Usage: down.sh DIR
postfix -c "$1/postfix" stop >>"$1/stop.log" 2>&1 </dev/null

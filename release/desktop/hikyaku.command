#!/bin/sh
# A double click in the Finder runs this in a terminal window; the matches open in the browser.
exec "$(dirname "$0")/hikyaku" board

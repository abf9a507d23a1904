#compdef hikyaku
_hikyaku() {
    local -a lines
    lines=("${(@f)$("${(Q)words[1]}" __complete "${words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)}")
    local files=${lines[(I):files]} found=1
    lines=("${(@)${(@)${(@)lines:#(:files|)}//:/\\:}/$'\t'/:}")
    _describe hikyaku lines && found=0
    (( files )) && _files && found=0
    return found
}
if [[ $funcstack[1] == _hikyaku ]]; then _hikyaku; else compdef _hikyaku hikyaku; fi

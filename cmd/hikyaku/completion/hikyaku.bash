_hikyaku() {
    local line=${COMP_LINE:0:COMP_POINT} cur=${COMP_WORDS[COMP_CWORD]} files= i value
    # bash also ends a word at = : and @, and replaces only what stands behind them.
    local word=${line##*[[:space:]]}
    local kept=${word%"${word##*[=:@]}"}
    [[ $word != "$cur" ]] || kept=
    COMPREPLY=()
    while IFS=$'\t' read -r value _; do
        if [[ $value == :files ]]; then files=yes; else COMPREPLY+=("${value#"$kept"}"); fi
    done < <("${COMP_WORDS[0]}" __complete "$line" 2>/dev/null)
    if [[ $files ]]; then
        compopt -o filenames -o default 2>/dev/null
        while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "${word#"$kept"}")
    elif [[ $cur != [\'\"]* ]]; then
        for i in "${!COMPREPLY[@]}"; do printf -v "COMPREPLY[i]" %q "${COMPREPLY[i]}"; done
    fi
}
complete -F _hikyaku hikyaku

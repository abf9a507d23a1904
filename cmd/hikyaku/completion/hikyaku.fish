function __hikyaku_complete
    set -l line (commandline -cp)
    set -l words (commandline -po)
    for value in ($words[1] __complete "$line" 2>/dev/null)
        if test "$value" = :files
            __fish_complete_path (commandline -ct)
        else
            printf '%s\n' "$value"
        end
    end
end
complete -c hikyaku -f -a '(__hikyaku_complete)'

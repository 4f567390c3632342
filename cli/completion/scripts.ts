/** What a shell is told: it asks `range complete` for the words, so that the script stays right when the tool gets new verbs. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type ShellName = (typeof shells)[number]

export const scripts: Readonly<Record<ShellName, string>> = {
  bash: `_range() {
  local IFS=$'\\n' typed="\${COMP_WORDS[COMP_CWORD]}"
  local words
  words=$(range complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
  COMPREPLY=($(compgen -W "$words" -- "$typed"))
}
complete -o default -F _range range`,
  zsh: `#compdef range
_range() {
  local -a found
  local value about
  while IFS=$'\\t' read -r value about; do
    found+=("\${value//:/\\\\:}:$about")
  done < <(range complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe range found; else _files; fi
}
if [ "$funcstack[1]" = _range ]; then _range "$@"; else compdef _range range; fi`,
  fish: `function __range_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (range complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c range -f -a '(__range_complete)'`,
}

const bash = `# Completes meridian commands in bash.
_meridian() {
  local IFS=$'\\n'
  COMPREPLY=($(meridian __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _meridian meridian
`;

const zsh = `#compdef meridian
# Completes meridian commands in zsh.
_meridian() {
  local line
  local -a found
  for line in "\${(@f)$(meridian __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#found )); then _describe 'meridian' found; else _files; fi
}
if [[ $funcstack[1] == _meridian ]]; then _meridian "$@"; else compdef _meridian meridian; fi
`;

const fish = `# Completes meridian commands in fish.
complete -c meridian -f -a '(meridian __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
complete -c meridian -n '__fish_seen_subcommand_from import publish' -F
`;

export const COMPLETION_SCRIPTS = { bash, zsh, fish } as const;
export type Shell = keyof typeof COMPLETION_SCRIPTS;

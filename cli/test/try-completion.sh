#!/usr/bin/env bash
# Tries the completions in the shells themselves: bash always, zsh and fish where they are installed.
#   cli/test/try-completion.sh <command that is mw>
set -euo pipefail
work=$(mktemp -d /tmp/makewhole-completion.XXXXXX)
trap 'rm -rf "$work"' EXIT
mkdir "$work/zsh"
"$@" completion bash > "$work/mw.bash"
"$@" completion zsh > "$work/zsh/_mw"
"$@" completion fish > "$work/mw.fish"

in_bash() {
  bash --norc -c '. "$1"; COMP_WORDS=($2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _mw; echo "$3${COMPREPLY[*]}"' \
    bash "$work/mw.bash" "$1" "${1% *} "
}
in_fish() { echo "${1% *} $(fish --no-config -c 'function mw; end; source $argv[1]; complete -C $argv[2]' "$work/mw.fish" "$1" | cut -f 1 | xargs)"; }
# zsh completes at a prompt alone, so it gets a terminal: the words, Tab, then `echo` before them, which prints what stands there.
cat > "$work/prompt.zsh" <<'END'
zmodload zsh/zpty
zpty prompt zsh -f -i
zpty -w -n prompt "PS1=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; echo be''gun"$'\n'
zpty -r -m prompt seen '*begun*'
zpty -w -n prompt "$2"$'\t\x01'"echo li''ne: "$'\n'
zpty -r -m prompt seen '*line: *'$'\n'
zpty -d prompt
print -r -- "${seen##*line: }"
END
in_zsh() { timeout 30 zsh -f "$work/prompt.zsh" "$work/zsh" "$1" | tr -d '\r' | head -1; }

for shell in bash zsh fish; do
  command -v "$shell" >/dev/null || { echo "$shell is not here"; continue; }
  while IFS='|' read -r typed expected; do
    found=$("in_$shell" "$typed" | sed 's/ *$//')
    [ "$found" = "$expected" ] || { echo "$shell makes '$found' of '$typed', not '$expected'"; exit 1; }
  done <<'END'
mw eve|mw events
mw events t|mw events tail
mw listen --fo|mw listen --forward-to
mw sign POST --key-|mw sign POST --key-id
mw conformance partner --pub|mw conformance partner --public-key
mw completion z|mw completion zsh
mw help logs t|mw help logs tail
END
  echo "$shell completes"
done

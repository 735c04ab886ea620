import type { CommandForm } from './command.ts';

export type CompletedShell = 'bash' | 'zsh';

/**
 * A script that completes the words of commands and their options. It contains everything, so that no process starts at
 * a keypress; after an update of the service it must be made again.
 */
export function composeCompletion(shell: CompletedShell, commands: readonly CommandForm[]): string {
  const cases = listWords(commands).map(([before, words]) => `    '${before}') words='${words.join(' ')}' ;;`);
  const start = shell === 'zsh' ? ['#compdef makewhole', 'autoload -Uz bashcompinit && bashcompinit'] : [];
  return [
    ...start,
    '_makewhole() {',
    '  local before="" word words="" index=1',
    '  COMPREPLY=()',
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    '    word="${COMP_WORDS[index]}"',
    // The first option ends the name of a command; the words after it are values.
    '    case "$word" in -*) break ;; esac',
    '    before="${before:+$before }$word"',
    '  done',
    '  case "$before" in',
    ...cases,
    '  esac',
    // None of our words has a space.
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    // Completes file names where we have no words, for example after --public-key-file.
    'complete -o default -F _makewhole makewhole',
  ].join('\n');
}

/** The possible next words after each beginning of a command, and the options after a complete name. */
function listWords(commands: readonly CommandForm[]): (readonly [before: string, words: readonly string[]])[] {
  const words = new Map<string, Set<string>>([['', new Set(['help', '--help', '--version'])]]);
  const add = (before: string, word: string) => words.set(before, (words.get(before) ?? new Set()).add(word));
  for (const { name, options, optional = [], flags = [] } of commands) {
    const parts = name.split(' ');
    parts.forEach((part, index) => {
      add(parts.slice(0, index).join(' '), part);
      add(['help', ...parts.slice(0, index)].join(' '), part);
    });
    for (const option of [...options, ...optional, ...flags, 'json', 'as', 'help']) add(name, `--${option}`);
  }
  return [...words].map(([before, set]) => [before, [...set].toSorted()] as const);
}

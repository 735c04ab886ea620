import type { CommandForm } from './command.ts';

export type CompletedShell = 'bash' | 'zsh';

/**
 * A script that completes the words of commands and their options. Everything is in it, so that no process is started for a
 * press of a key; who updates the service makes it anew.
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
    // Options end the name of a command; what follows them are values.
    '    case "$word" in -*) break ;; esac',
    '    before="${before:+$before }$word"',
    '  done',
    '  case "$before" in',
    ...cases,
    '  esac',
    // No word of ours has a space.
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    // Files are offered where there is nothing of ours, such as behind --public-key-file.
    'complete -o default -F _makewhole makewhole',
  ].join('\n');
}

/** What may follow each beginning of a command: the next words, and behind a whole name its options. */
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

import type { Command } from './command.ts';
import { optionsOf } from './parse-given.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * A script that completes commands and options. It contains all of them, so that pressing the key starts no
 * process.
 */
export function composeCompletion(shell: Shell, commands: readonly Command[]): string {
  const compose = { bash: forBash, zsh: forZsh, fish: forFish }[shell];
  return compose(commands);
}

function forBash(commands: readonly Command[]): string {
  const cases = listWords(commands).map(([before, words]) => `    '${before}') words='${words.join(' ')}' ;;`);
  return [
    '_mw() {',
    '  local before="" word words="" index=1',
    '  COMPREPLY=()',
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    '    word="${COMP_WORDS[index]}"',
    // The name of a command ends at the first option; values follow it.
    '    case "$word" in -*) break ;; esac',
    '    before="${before:+$before }$word"',
    '  done',
    // After a command that takes arguments the options are still offered.
    '  while :; do',
    '  case "$before" in',
    ...cases,
    '  esac',
    '  [ -n "$words" ] && break',
    '  case "$before" in *" "*) before="${before% *}" ;; *) break ;; esac',
    '  done',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _mw mw',
  ].join('\n');
}

/** In zsh's own functions: those it borrows from bash complete only from the second key press on. */
function forZsh(commands: readonly Command[]): string {
  const cases = listWords(commands).map(([before, words]) => `      '${before}') offered=(${words.join(' ')}) ;;`);
  return [
    '#compdef mw',
    '_mw() {',
    '  local before="" index',
    '  local -a offered',
    '  for ((index = 2; index < CURRENT; index++)); do',
    '    [[ ${words[index]} == -* ]] && break',
    '    before="${before:+$before }${words[index]}"',
    '  done',
    '  while :; do',
    '    case "$before" in',
    ...cases,
    '    esac',
    '    (( $#offered )) && break',
    '    [[ $before == *" "* ]] || break',
    '    before="${before% *}"',
    '  done',
    '  compadd -a offered || _files',
    '}',
    // zsh calls it to complete if it is a file of fpath; if sourced, it registers itself for `mw`.
    'if [[ "${funcstack[1]}" == _mw ]]; then _mw "$@"; else compdef _mw mw; fi',
  ].join('\n');
}

/** The words that may follow each prefix of a command: the next words, and the options after a whole name. */
function listWords(commands: readonly Command[]): (readonly [before: string, words: readonly string[]])[] {
  const words = new Map<string, Set<string>>([['', new Set(['help', '--help', '--version'])]]);
  const add = (before: string, word: string) => words.set(before, (words.get(before) ?? new Set()).add(word));
  for (const command of commands) {
    const { name } = command;
    const parts = name.split(' ');
    parts.forEach((part, index) => {
      add(parts.slice(0, index).join(' '), part);
      add(['help', ...parts.slice(0, index)].join(' '), part);
    });
    for (const value of valuesOf(command)) add(name, value);
    for (const option of optionsOf(command)) add(name, `--${option.name}`);
  }
  return [...words].map(([before, set]) => [before, [...set].toSorted()] as const);
}

function forFish(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const firsts = new Map(commands.map(({ name, about }) => [name.split(' ')[0] ?? '', about]));
  const helped = `__fish_seen_subcommand_from help; and not __fish_seen_subcommand_from ${[...firsts.keys()].join(' ')}`;
  const lines = ['complete -c mw -f'];
  for (const [word, about] of firsts) {
    const members = commands.filter(({ name }) => name.startsWith(`${word} `));
    const said = members.length > 0 ? `mw ${word} …` : about;
    lines.push(`complete -c mw -n __fish_use_subcommand -a ${quoted(word)} -d ${quoted(said)}`);
    lines.push(`complete -c mw -n ${quoted(helped)} -a ${quoted(word)} -d ${quoted(said)}`);
  }
  lines.push(`complete -c mw -n __fish_use_subcommand -a help -d 'show usage'`);
  lines.push(`complete -c mw -n __fish_use_subcommand -l version -d 'show the version'`);
  for (const command of commands) {
    const { name, about, arguments: wanted = [] } = command;
    const [first = '', second] = name.split(' ');
    const own = `__fish_seen_subcommand_from ${first}`;
    const seen = second === undefined ? own : `${own}; and __fish_seen_subcommand_from ${second}`;
    if (second !== undefined) {
      const others = commands.flatMap((one) => (one.name.startsWith(`${first} `) ? [one.name.split(' ')[1]] : []));
      const open = `${own}; and not __fish_seen_subcommand_from ${others.join(' ')}`;
      lines.push(`complete -c mw -n ${quoted(open)} -a ${quoted(second)} -d ${quoted(about)}`);
    }
    if (wanted.includes('<file>')) lines.push(`complete -c mw -n ${quoted(seen)} -F`);
    const listed = valuesOf(command);
    if (listed.length > 0) lines.push(`complete -c mw -n ${quoted(seen)} -a ${quoted(listed.join(' '))}`);
    for (const option of optionsOf(command)) {
      // After an option with a value, files are offered.
      const value = option.value === undefined ? '' : ' -r -F';
      lines.push(`complete -c mw -n ${quoted(seen)} -l ${option.name}${value} -d ${quoted(option.about)}`);
    }
  }
  return lines.join('\n');
}

/** The possible first arguments of a command, if there is a list of them. */
const valuesOf = ({ name }: Command): readonly string[] => (name === 'completion' ? shells : []);

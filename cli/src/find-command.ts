import type { Command } from './command.ts';

export type Found =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  /** Help for all commands, for a group such as `events`, or for one command. */
  | { readonly kind: 'help'; readonly commands: readonly Command[]; readonly of: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'unknown'; readonly typed: string; readonly near: readonly string[] };

const helpWords = ['--help', '-h'];
const versionWords = ['--version', '-v'];

/** What the words after `mw` request. No words, and a group without a command, request help. */
export function findCommand(commands: readonly Command[], words: readonly string[]): Found {
  const asked = words[0] === 'help' ? words.slice(1) : words;
  const helped = words[0] === 'help' || asked.some((word) => helpWords.includes(word));
  const said = asked.filter((word) => word !== '--json' && !helpWords.includes(word));
  const command = commands
    .filter(({ name }) => startsWith(said, name.split(' ')))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
  if (command !== undefined) {
    if (helped) return { kind: 'help', of: command.name, commands: [command] };
    return { kind: 'command', command, rest: without(asked, command.name.split(' ').length) };
  }
  if (said.length === 0) return { kind: 'help', of: '', commands };
  if (versionWords.includes(said[0] ?? '')) return { kind: 'version' };
  const ended = said.findIndex((word) => word.startsWith('-'));
  const names = ended === -1 ? said : said.slice(0, ended);
  const members = commands.filter(({ name }) => names.length > 0 && startsWith(name.split(' '), names));
  if (members.length > 0) return { kind: 'help', of: names.join(' '), commands: members };
  return { kind: 'unknown', typed: names.join(' ') || (said[0] ?? ''), near: listNear(commands, names) };
}

const startsWith = (words: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((word, index) => words[index] === word);

/** The words after the name; a `--json` before or within it stays. */
function without(words: readonly string[], count: number): string[] {
  let left = count;
  return words.filter((word) => {
    if (left === 0 || word === '--json') return true;
    left -= 1;
    return false;
  });
}

/** The maximum number of names to suggest. */
const offeredMax = 3;

/** Names within one or two typos of the input, otherwise the names of the same group. */
function listNear(commands: readonly Command[], typed: readonly string[]): string[] {
  const distances = commands.map(({ name }) => {
    const same = typed.slice(0, name.split(' ').length).join(' ');
    return { name, distance: countEdits(same, name), allowed: Math.max(2, Math.floor(name.length / 4)) };
  });
  const close = distances
    .filter(({ distance, allowed }) => distance <= allowed)
    .toSorted((one, other) => one.distance - other.distance);
  const [first = ''] = typed;
  const near =
    close.length > 0
      ? close
      : commands.filter(({ name }) => name.split(' ').some((part) => countEdits(part, first) <= 1));
  return near.slice(0, offeredMax).map(({ name }) => name);
}

/** The name within one or two typos of the input. */
export const findNearest = (typed: string, names: readonly string[]): string | undefined =>
  names
    .map((name) => ({ name, distance: countEdits(name, typed) }))
    .filter(({ distance }) => distance <= 2)
    .toSorted((one, other) => one.distance - other.distance)[0]?.name;

/** The number of letters to insert, delete, replace or swap to turn one text into the other. */
function countEdits(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    const above = rows[i - 1] ?? [];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const crossed = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = crossed ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

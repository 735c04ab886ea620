import type { Command } from './command.ts';

type Found =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  /** Help was asked for: of all commands, of a group such as `staff`, or of one. */
  | { readonly kind: 'help'; readonly of: string; readonly commands: readonly Command[] }
  | { readonly kind: 'version' }
  /** No such command; `near` are those whose names are nearest. */
  | { readonly kind: 'unknown'; readonly typed: string; readonly near: readonly string[] }
  /** A group without one of its commands, or nothing at all. */
  | { readonly kind: 'incomplete'; readonly of: string; readonly commands: readonly Command[] };

const helpWords = ['--help', '-h'];

/** Determines what the command line asks for. */
export function findCommand(commands: readonly Command[], words: readonly string[]): Found {
  const asked = words[0] === 'help' ? words.slice(1) : words;
  const said = asked.filter((word) => word !== '--json');
  const ended = said.findIndex((word) => word.startsWith('-'));
  const names = ended === -1 ? said : said.slice(0, ended);
  const wantsHelp = words[0] === 'help' || helpWords.includes(said[names.length] ?? '');
  if (names.length === 0) {
    if (said[0] === '--version' || said[0] === '-v') return { kind: 'version' };
    if (wantsHelp) return { kind: 'help', of: '', commands };
    const [first] = said;
    if (first !== undefined) return { kind: 'unknown', typed: first, near: [] };
    return { kind: 'incomplete', of: '', commands };
  }
  const command = longestFirst(commands).find(({ name }) => startsWith(said, name.split(' ')));
  if (command !== undefined && words[0] === 'help') return { kind: 'help', of: command.name, commands: [command] };
  if (command !== undefined) return { kind: 'command', command, rest: without(asked, command.name.split(' ')) };
  for (let count = names.length; count > 0; count -= 1) {
    const group = names.slice(0, count);
    const members = commands.filter(({ name }) => startsWith(name.split(' '), group));
    if (members.length === 0) continue;
    const of = group.join(' ');
    if (wantsHelp) return { kind: 'help', of, commands: members };
    if (count === names.length) return { kind: 'incomplete', of, commands: members };
    break;
  }
  return { kind: 'unknown', typed: names.join(' '), near: listNear(commands, names) };
}

const startsWith = (words: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((word, index) => words[index] === word);

/** `staff token list` before a command `staff`, should there ever be both. */
const longestFirst = (commands: readonly Command[]) =>
  commands.toSorted((one, other) => other.name.split(' ').length - one.name.split(' ').length);

/** The words after the name; a `--json` before it stays. */
function without(words: readonly string[], name: readonly string[]): string[] {
  let left = name.length;
  return words.filter((word) => left === 0 || (word === '--json' ? true : (left -= 1) < 0));
}

/** Maximum number of suggested names. */
const offeredMax = 3;

/** Names within one or two typos of the typed one; otherwise names that share a word with it. */
function listNear(commands: readonly Command[], typed: readonly string[]): string[] {
  const close = commands
    .map(({ name }) => {
      const parts = name.split(' ');
      const same = typed.slice(0, parts.length).join(' ');
      return { name, distance: countEdits(same, name), allowed: Math.max(2, Math.floor(name.length / 4)) };
    })
    .filter(({ distance, allowed }) => distance <= allowed)
    .toSorted((one, other) => one.distance - other.distance);
  if (close.length > 0) return close.slice(0, offeredMax).map(({ name }) => name);
  const [first = ''] = typed;
  return commands
    .filter(({ name }) => name.split(' ').some((part) => countEdits(part, first) <= 1))
    .slice(0, offeredMax)
    .map(({ name }) => name);
}

/** The edit distance of two texts: letters to insert, delete, replace or swap. */
function countEdits(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    const above = rows[i - 1] ?? [];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
          ? (rows[i - 2]?.[j - 2] ?? 0) + 1
          : replaced;
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

import { describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { findCommand } from './find-command.ts';

const find = (...words: string[]) => findCommand(commands, words);
const nearOf = (...words: string[]) => {
  const found = find(...words);
  return found.kind === 'unknown' ? found.near : found.kind;
};

describe('the words of the command line', () => {
  it('the first words name a command, and the rest are its options', () => {
    expect(find('staff', 'token', 'list', '--email', 'a@example.com')).toMatchObject({
      kind: 'command',
      command: { name: 'staff token list' },
      rest: ['--email', 'a@example.com'],
    });
    expect(find('--json', 'staff', 'list')).toMatchObject({ kind: 'command', rest: ['--json'] });
  });

  it.each([
    [['--help'], ''],
    [['-h'], ''],
    [['help'], ''],
    [['--json', '--help'], ''],
    [['staff', '--help'], 'staff'],
    [['help', 'staff'], 'staff'],
    [['staff', 'token', '-h'], 'staff token'],
    [['help', 'staff', 'list'], 'staff list'],
  ])('the words %j ask for help', (words, of) => {
    expect(find(...words)).toMatchObject({ kind: 'help', of });
  });

  it.each([[['--version']], [['-v']], [['--json', '--version']]])('the words %j ask for the version', (words) => {
    expect(find(...words)).toEqual({ kind: 'version' });
  });

  it.each([
    [[], ''],
    [['staff'], 'staff'],
    [['institution', 'key'], 'institution key'],
  ])('the words %j are only the beginning of a command', (words, of) =>
    expect(find(...words)).toMatchObject({ kind: 'incomplete', of }),
  );

  it.each([
    [['migrat'], ['migrate']],
    [['dcotor'], ['doctor']],
    [['staff', 'lst'], ['staff list']],
    [['stafff', 'list'], ['staff list']],
    [['staff', 'tokens', 'list'], ['staff token list']],
    [['instituton', 'show', 'inst_1'], ['institution show']],
  ])('the words %j resemble a command', (words, near) => {
    expect(nearOf(...words)).toEqual(expect.arrayContaining(near));
    expect(nearOf(...words)[0]).toBe(near[0]);
  });

  it('words that resemble no command get no suggestion', () => {
    expect(nearOf('xylophone')).toEqual([]);
    expect(nearOf('--frobnicate')).toEqual([]);
  });
});

describe('the table of commands', () => {
  it('every command name is unique, not the beginning of another, and safe in a shell', () => {
    const names = commands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => names.some((other) => other.startsWith(`${name} `)))).toEqual([]);
    for (const name of names) expect(name).toMatch(/^[a-z-]+( [a-z-]+)*$/);
  });
});

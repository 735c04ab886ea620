import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';
import { readVersion } from './read-version.ts';

/** Without settings: nothing here needs any. */
async function run(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await runCommand(words, {
    env: {},
    print: (text) => void (said.out += text),
    printError: (text) => void (said.err += text),
  });
  return { code, ...said };
}

describe('help', () => {
  it('help for every command, group and all exits with 0, on standard output, without settings', async () => {
    const groups = new Set(
      commands.flatMap(({ name }) =>
        name
          .split(' ')
          .slice(0, -1)
          .map((_, i, all) => all.slice(0, i + 1).join(' ')),
      ),
    );
    for (const name of ['', ...groups, ...commands.map(({ name }) => name)]) {
      const words = name === '' ? [] : name.split(' ');
      const { code, out, err } = await run(...words, '--help');
      expect([name, code, err]).toEqual([name, 0, '']);
      expect(out).toContain(`makewhole ${name}`.trim());
      const asJson = JSON.parse((await run(...words, '--help', '--json')).out);
      expect(asJson.commands.every((one: { name: string }) => one.name.startsWith(name))).toBe(true);
    }
  });

  it('help explains each exit code', async () => {
    expect((await run('--help')).out).toMatch(/^ {2}2 {2}usage error: /m);
  });
});

it('help prints no control sequences, and for programs the same text', async () => {
  const typed = 'stafff\u001b[2J\u009b\u202e';
  const { code, err } = await run(typed);
  expect([code, err]).toEqual([2, expect.stringContaining('stafff\\u001b[2J\\u009b\\u202e is not a command')]);
  const asJson = (await run(typed, '--json')).err;
  expect(asJson).not.toMatch(/\p{Cc}|\p{Cf}/u);
  expect(JSON.parse(asJson).error).toContain(typed);
});

describe('the version option', () => {
  it('the version is that of the package, for people and programs', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: `makewhole ${readVersion()}`, err: '' });
    expect(JSON.parse((await run('--version', '--json')).out)).toEqual({
      version: readVersion(),
      node: process.versions.node,
    });
  });
});

describe('a mistake on the command line', () => {
  it('a mistyped command name gets the closest name as a suggestion, and exit code 2', async () => {
    const { code, err } = await run('staf', 'list');
    expect([code, err]).toEqual([
      2,
      'staf list is not a command. Did you mean makewhole staff list? See makewhole --help.',
    ]);
  });

  it('a mistake is one JSON object with --json', async () => {
    for (const words of [['staf', 'list'], ['staff'], ['staff', 'create'], []]) {
      const { code, out, err } = await run(...words, '--json');
      expect([code, out, Object.keys(JSON.parse(err))]).toEqual([2, '', ['error']]);
    }
  });

  it('invalid settings exit with 1 and are all named, as JSON too', async () => {
    const { code, err } = await run('staff', 'list', '--json');
    expect([code, JSON.parse(err).error]).toEqual([
      1,
      expect.stringMatching(/DATABASE_URL[^]*DATA_KEY|DATA_KEY[^]*DATABASE_URL/),
    ]);
  });
});

it('a new key needs no settings: there are none before it', async () => {
  expect(await run('keys', 'new')).toMatchObject({ code: 0, out: expect.stringMatching(/^[\w+/]{43}=$/) });
});

describe('completion in bash', () => {
  /** The shell's suggestions, requested from the script as the shell does. */
  async function offered(...words: string[]): Promise<string[]> {
    const file = join(mkdtempSync(join(tmpdir(), 'makewhole-completion-')), 'script');
    writeFileSync(file, (await run('completion', 'bash')).out);
    const ask =
      'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _makewhole; printf "%s\\n" "${COMPREPLY[@]}"';
    const out = execFileSync('bash', ['-c', ask, 'bash', file, 'makewhole', ...words], { encoding: 'utf8' });
    return out.split('\n').filter(Boolean);
  }

  it('completion offers commands, their next words and their options', async () => {
    expect(await offered('')).toEqual(expect.arrayContaining(['doctor', 'migrate', 'staff', '--help', '--version']));
    expect(await offered('sta')).toEqual(['staff']);
    expect(await offered('staff', '')).toEqual(['create', 'list', 'password', 'token']);
    expect(await offered('help', 'staff', 'to')).toEqual(['token']);
    expect(await offered('staff', 'token', 'list', '--')).toEqual(['--as', '--email', '--help', '--json']);
    expect(await offered('doctor', '--json', '--s')).toEqual(['--strict']);
    expect(await offered('nothing', '')).toEqual([]);
  });
});

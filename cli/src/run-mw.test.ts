import { execFileSync, spawn } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createShell } from '../test/shell.ts';
import { commands } from './commands.ts';
import { exitCodes } from './describe.ts';

const shell = createShell();
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('help', () => {
  it.each(['', '--help', '-h', 'help', 'events', 'events --help', 'help events', 'logs'])(
    'is what mw %s says, with exit 0',
    async (words) => {
      const { exitCode, out, err } = await shell.run(words);
      expect([exitCode, err]).toEqual([0, []]);
      expect(out.join('\n')).toContain('Exit codes:');
    },
  );

  it.each(commands.map(({ name }) => name))('of mw %s has its options, with exit 0', async (name) => {
    const { options = [] } = commands.find((command) => command.name === name)!;
    const { exitCode, out } = await shell.run(`${name} --help`);
    expect(exitCode).toBe(0);
    for (const option of [...options.map((one) => one.name), 'json', 'url', 'help'])
      expect(out.join('\n')).toContain(`--${option}`);
    expect(JSON.parse((await shell.run(`${name} --help --json`)).out.join('')).commands[0].name).toBe(name);
  });

  it('is in the README: every command, option and exit code', () => {
    for (const { name, options = [] } of commands) {
      expect(readme).toContain(`mw ${name}`);
      for (const option of options) expect(readme, `--${option.name} of ${name}`).toContain(`--${option.name}`);
    }
    for (const [code, meaning] of exitCodes) expect(readme.replaceAll(/\s+/g, ' ')).toContain(`| ${code} | ${meaning}`);
  });
});

describe('the environment', () => {
  it('is in the help and in the README: every variable that the code reads', async () => {
    const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
      // The reference client is a separate program with its own settings.
      (file) => !/\.test\.ts$|^conformance\/reference\//.test(file),
    );
    const text = sources.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
    const read = [...text.matchAll(/\benv(?:\.|\[')([A-Z_]+)/g)].map(([, name = '']) => name);
    expect(new Set(read)).toContain('MAKEWHOLE_URL');
    const help = (await shell.run('--help')).out.join('\n');
    for (const name of new Set(read)) {
      expect(help).toContain(name);
      expect(readme).toContain(name);
    }
    // All other variables come through the Io, where this test sees them.
    expect(text.match(/process\.env/g)).toHaveLength(1);
  });
});

describe('a mistyped command', () => {
  it.each([
    ['evnts tail', 'Did you mean mw events tail?'],
    ['event tial', 'Did you mean mw events tail?'],
    ['lisen', 'Did you mean mw listen?'],
    ['zzz', 'See mw --help.'],
    ['sign', '<method> is missing'],
    ['sign GET http://x --keyid y', 'did you mean --key-id?'],
    ['listen --forward-to', '--forward-to has no value'],
    ['listen --agent=yes', '--agent takes no value'],
    ['listen --since 1h --since 2h', '--since is given twice'],
    ['whoami now', 'unexpected argument now'],
    ['--nothing', 'is not a command'],
  ])('exits with 2 and explains why: mw %s', async (words, said) => {
    const { exitCode, out, err } = await shell.run(words);
    expect([exitCode, out]).toEqual([2, []]);
    expect(err.join('\n')).toContain(said);
    const asJson = await shell.run(`${words} --json`);
    expect(asJson.exitCode).toBe(2);
    expect(JSON.parse(asJson.err.join(''))).toHaveProperty('error');
  });

  it.each([
    ['ftp://api.example.com', 'not a URL'],
    ['http://api.example.com', 'must begin with https://'],
    ['https://user:secret@api.example.com', 'must not have a user'],
    ['nonsense', 'not a URL'],
  ])('is a server value that is not a safe address for a key: %s', async (url, said) => {
    const { exitCode, err } = await shell.run(`whoami --url ${url}`);
    expect([exitCode, err.join('')]).toEqual([2, expect.stringContaining(said)]);
  });

  it('is a config file that is not valid JSON, which the error names', async () => {
    const broken = createShell({ url: 'https://api.example.com' });
    const path = join(broken.folder, 'makewhole');
    execFileSync('mkdir', [path]);
    writeFileSync(join(path, 'config.json'), '{');
    const { exitCode, err } = await broken.run('whoami');
    expect([exitCode, err.join('')]).toEqual([1, expect.stringContaining('config.json is not valid JSON')]);
  });
});

describe('completion', () => {
  it('completes commands and options in a real bash', async () => {
    const { out } = await shell.run('completion bash');
    const ask = (...words: readonly string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const script = `${out.join('\n')}\nCOMP_WORDS=(mw ${line}); COMP_CWORD=${words.length}; _mw; printf '%s ' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
    };
    expect(ask('eve')).toEqual(['events']);
    expect(ask('events', 't')).toEqual(['tail']);
    expect(ask('listen', '--fo')).toEqual(['--forward-to']);
    expect(ask('sign', 'POST', '--key-')).toEqual(['--key-id']);
  });

  it('exists for zsh and fish, and for no other shell', async () => {
    expect((await shell.run('completion zsh')).out[0]).toBe('#compdef mw');
    const fish = (await shell.run('completion fish')).out;
    for (const { options = [] } of commands)
      for (const { name } of options) expect(fish.some((line) => line.includes(` -l ${name} `))).toBe(true);
    expect((await shell.run('completion tcsh')).exitCode).toBe(2);
  });
});

/** As a process: its exit code, and what it loads, which determines the startup time on every machine. */
describe('the process', () => {
  const entry = fileURLToPath(new URL('mw.js', import.meta.url));
  const preload = fileURLToPath(new URL('../../server/test/processes/loaded-files.ts', import.meta.url));

  async function run(...words: readonly string[]) {
    const args = ['--import', preload, entry, ...words];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const [out, files] = await Promise.all([text(child.stdout as Readable), text(child.stdio[3] as Readable)]);
    const exitCode = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)));
    return { exitCode, out, files: files.split('\n') };
  }

  it('prints its version, and loads little for it and for help', async () => {
    const [version, help] = await Promise.all([run('--version'), run('--help')]);
    expect([version.exitCode, help.exitCode]).toEqual([0, 0]);
    expect(version.out).toMatch(/^mw \d+\.\d+\.\d+\n$/);
    for (const { files } of [version, help]) {
      expect(files.filter((file) => /\/(sdk|server\/src|node_modules)\//.test(file))).toEqual([]);
      expect(files.length).toBeLessThan(25);
    }
  });

  it('ends with the code of the command', async () => {
    const ran = await Promise.all([run('events'), run('evnts'), run('doctor', '/dev/null')]);
    expect(ran.map(({ exitCode }) => exitCode)).toEqual([0, 2, 2]);
  });
});

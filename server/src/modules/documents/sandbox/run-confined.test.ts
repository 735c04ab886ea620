import { existsSync, writeFileSync, mkdtempSync, openSync, rmSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { watchChildren } from '#test/processes/child-memory';
import type { Confined } from './run-limited.ts';
import { givenFile } from './sandbox-data.ts';
import { hasSandbox } from './has-sandbox.ts';
import { runConfined } from './run-confined.ts';

const usual = { cpuS: 2, wallMs: 20_000, maxBytes: 1_000_000, signal: new AbortController().signal };
const run = (command: string, args: string[], changes: Partial<Confined> = {}) =>
  runConfined({ ...usual, command, args, ...changes });
const shell = (script: string, changes: Partial<Confined> = {}) => run('sh', ['-c', script], changes);

describe('a confined program', () => {
  it('runs in a sandbox on this machine', async () => {
    expect(await hasSandbox()).toBe(true);
  });

  it('sees the one file it is given, and none of ours', async () => {
    const home = mkdtempSync(join(tmpdir(), 'makewhole-confined-'));
    const file = join(home, 'secret.txt');
    writeFileSync(file, 'given');
    const fd = openSync(file, 'r');
    rmSync(home, { recursive: true });
    expect((await run('cat', [givenFile], { fd })).output.toString()).toBe('given');
    closeSync(fd);
    for (const path of ['/etc/passwd', '/root', '/home', '/work', process.cwd(), '/var/lib']) {
      expect([path, (await run('ls', [path])).ok]).toEqual([path, false]);
    }
  });

  it('sees no setting of ours, no other process and no network', async () => {
    const seen = (await shell('env; echo; ls /proc | grep -c "^[0-9]"; cat /proc/net/dev')).output.toString();
    expect(seen).not.toMatch(/DATA_KEY|DATABASE_URL|HOME=\/root/);
    const [, processes] = seen.split('\n\n');
    expect(Number(processes?.split('\n')[0])).toBeLessThan(8);
    expect(seen).not.toMatch(/eth\d|ens|enp/);
  });

  it('writes no file, anywhere', async () => {
    expect((await shell('echo content > /tmp/file')).ok).toBe(false);
    expect((await shell('echo content > /usr/file')).ok).toBe(false);
  });

  it.each<[string, string, Partial<Confined>]>([
    ['when its time is up', 'sleep 30', { wallMs: 300 }],
    ['when its share of the processor is used up', 'while :; do :; done', { cpuS: 1 }],
    ['with whatever it has begun', 'sleep 30 & sleep 30', { wallMs: 300 }],
    ['when nobody waits for it any more', 'sleep 30', { signal: AbortSignal.timeout(300) }],
  ])('is ended %s', async (_when, script, changes) => {
    const children = watchChildren();
    const startedAt = performance.now();
    expect((await shell(script, changes)).ok).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(usual.wallMs - 100);
    expect(children.stop().left).toBe(0);
  });

  it('reports whether it was ended by its timeout', async () => {
    expect((await shell('sleep 30', { wallMs: 300 })).late).toBe(true);
    expect((await shell('exit 1')).late).toBe(false);
    expect((await shell('while :; do :; done', { cpuS: 1 })).late).toBe(false);
  });

  it('has lower priority than the service, also where Linux groups processes by session', async () => {
    expect((await shell('nice')).output.toString()).toBe('5\n');
    if (!existsSync('/proc/self/autogroup')) return;
    // It is set once the program has started, and applies inside the sandbox.
    const script = 'until grep "nice 5" /proc/self/autogroup; do sleep 0.02; done';
    expect((await shell(script)).output.toString()).toMatch(/^\/autogroup-\d+ nice 5\n$/);
  });

  it('is ended when it writes too much, and what it wrote so far is the answer', async () => {
    const { ok, output } = await run('yes', [], { maxBytes: 100_000 });
    expect([ok, output.length > 0, output.length <= 100_000]).toEqual([true, true, true]);
  });

  it('gets no more memory than a report needs', async () => {
    const children = watchChildren();
    expect((await shell('x=a; while :; do x="$x$x"; done', { cpuS: 4 })).ok).toBe(false);
    expect(children.stop().peakMb).toBeLessThan(600);
  });

  it('that is missing is our failure, not the document’s', async () => {
    await expect(run('no-such-program', [])).rejects.toThrow('cannot be run');
  });
});

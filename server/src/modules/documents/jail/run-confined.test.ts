import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withUpload } from '#platform/http';
import { watchChildren } from '#test/processes/child-memory';
import { findWall, runConfined } from './confined-runs.ts';
import { findOwnUser } from './find-own-user.ts';
import { runLimited, type Confined } from './run-limited.ts';
import { givenFile } from './jail-data.ts';
import { guardedCalls, type Architecture } from './syscall-data.ts';
import { walls } from './wall-data.ts';

const usual = { cpuS: 2, wallMs: 20_000, maxBytes: 1_000_000, signal: new AbortController().signal };
const run = (command: string, args: string[], changes: Partial<Confined> = {}) =>
  runConfined({ ...usual, command, args, ...changes });
/** A shell line starts other programs, which needs a directory for files; empty files here. */
const shell = (script: string, changes: Partial<Confined> = {}) =>
  run('sh', ['-c', script], { scratchBytes: 0, ...changes });

describe('a confined program', () => {
  it('a confined program runs in a sandbox on this machine', async () => {
    expect(await findWall({ socket: undefined, unwalled: false })).toBe('namespaces');
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

  it('a confined program reports whether it was ended by its timeout', async () => {
    expect((await shell('sleep 30', { wallMs: 300 })).late).toBe(true);
    expect((await shell('exit 1')).late).toBe(false);
    expect((await shell('while :; do :; done', { cpuS: 1 })).late).toBe(false);
  });

  it('a confined program has lower priority than the service, even where Linux groups processes by session', async () => {
    expect((await shell('nice')).output.toString()).toBe('5\n');
    if (!existsSync('/proc/self/autogroup')) return;
    // It is set once the program has started, and applies inside the sandbox.
    const script = 'until grep "nice 5" /proc/self/autogroup; do sleep 0.02; done';
    expect((await shell(script)).output.toString()).toMatch(/^\/autogroup-\d+ nice 5\n$/);
  });

  it('a confined program is ended when it writes too much, and its output so far is the answer', async () => {
    const { ok, output } = await run('yes', [], { maxBytes: 100_000 });
    expect([ok, output.length > 0, output.length <= 100_000]).toEqual([true, true, true]);
  });

  it('gets no more memory than a report needs', async () => {
    const children = watchChildren();
    expect((await shell('x=a; while :; do x="$x$x"; done', { cpuS: 4 })).ok).toBe(false);
    expect(children.stop().peakMb).toBeLessThan(600);
  });

  it('a missing program is our failure, not the document’s', async () => {
    await expect(run('no-such-program', [])).rejects.toThrow('cannot be run');
  });
});

describe.each(walls.filter((wall) => wall !== 'none'))('a program isolated by %s', (wall) => {
  const behind = (command: string, args: string[], changes: Partial<Confined> = {}) =>
    runLimited({ ...usual, command, args, ...changes }, wall);

  it('reads the file it is given and cannot change it', async () => {
    await withUpload(Buffer.from('given'), async ({ fd }) => {
      expect((await behind('cat', [givenFile], { fd }))?.output.toString()).toBe('given');
      const change =
        'open(my $f, "+<", "/proc/self/fd/3") and print "opened"; chmod(0666, "/proc/self/fd/3") and print "rights"';
      expect((await behind('perl', ['-e', change], { fd }))?.output.toString()).toBe('');
    });
  });

  it('reads no other file, opens no socket and starts no other program', async () => {
    const tries = {
      file: 'open(my $f, "<", "/etc/passwd") and print "read"',
      socket: 'use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) and print "opened"',
      fork: 'defined(fork()) and print "forked"',
      session: 'syscall($^O eq "linux" ? 112 : 0) >= 0 and print "session"',
      signal: 'kill(0, getppid()) and print "sent"',
    };
    for (const [name, script] of Object.entries(tries)) {
      const ran = await behind('perl', ['-e', script]);
      expect([name, ran?.wall, ran?.output.toString()]).toEqual([name, wall, '']);
    }
  });

  it('an isolated program is ended when it complains without end', async () => {
    const ran = await behind('perl', ['-e', 'print STDERR "x" x 65536 for 1 .. 100000'], { cpuS: 20 });
    expect([ran?.ok, ran?.complaint.length]).toEqual([false, 4096]);
  });
});

/** The signal goes out when something arrives in a pipe whose owner is the victim. */
const signalByPipe = `
  pipe(my $from, my $to);
  fcntl($from, 10, 9);
  fcntl($from, 8, $ARGV[0] + 0) and print "owner set";
  fcntl($from, 4, 020000);
  syswrite($to, "x");
`;
/** A child that becomes a child of the caller, by CLONE_PARENT, and ends. */
const leaveChild = `
  my $child = syscall($ARGV[0] + 0, 0x8011, 0, 0, 0, 0);
  exec "true" if $child == 0;
  print "child left" if $child > 0;
`;

describe.each(walls)('a hostile program isolated by %s', (wall) => {
  const attack = (script: string, argument: number | undefined, changes: Partial<Confined> = {}) =>
    runLimited({ ...usual, command: 'perl', args: ['-e', script, String(argument)], ...changes }, wall);

  it.each([undefined, 0])('a hostile program ends no other process of its user: scratch %s', async (scratchBytes) => {
    const victim = spawn('sleep', ['60'], { stdio: 'ignore', ...findOwnUser() });
    const ended = once(victim, 'exit');
    const ran = await attack(signalByPipe, victim.pid, { scratchBytes });
    victim.kill('SIGTERM');
    expect([ran?.wall, ran?.output.toString(), await ended]).toEqual([wall, '', [null, 'SIGTERM']]);
  });

  it('a hostile program leaves no unawaited children behind', async () => {
    const ran = await attack(leaveChild, guardedCalls.clone[process.arch as Architecture], { scratchBytes: 0 });
    expect([ran?.wall, ran?.output.toString(), listZombies()]).toEqual([wall, '', []]);
  });
});

/** Children of this process that have ended and were never waited for. */
const listZombies = (): string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) return false;
    const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
    return state === 'Z' && Number(parent) === process.pid;
  });

/** Sixteen rule sets of Landlock are the most that a process can have, and one forbids it to mount. */
const withoutWalls = `
  my $attributes = pack('Q', 1 << 11);
  my $rules = syscall(444, $attributes, 8, 0);
  syscall(0 + $ARGV[0], 38, 1, 0, 0, 0);
  syscall(446, $rules, 0) for 1 .. 16;
  exec { $ARGV[1] } @ARGV[1 .. $#ARGV];
`;

describe('where no isolation is possible', () => {
  const script = `
    import { runConfined } from './confined-runs.ts';
    const usual = { command: 'echo', args: ['ran'], cpuS: 1, wallMs: 10000, maxBytes: 100, signal: AbortSignal.timeout(10000) };
    for (const unwalled of [false, true])
      await runConfined({ ...usual, reader: { socket: undefined, unwalled } }).then(
        ({ wall, output }) => console.log(wall, String(output).trim()),
        ({ status, retryAfterS }) => console.log(status, retryAfterS),
      );
  `;
  it('nothing runs, and whoever asks is told to come back; a setting allows it', async () => {
    const prctl = process.arch === 'arm64' ? '167' : '157';
    const node = [process.execPath, '--input-type=module', '-e', script];
    const { stdout, stderr } = spawnSync('perl', ['-e', withoutWalls, prctl, ...node], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['503 10\nnone ran\n', '']);
  });
});

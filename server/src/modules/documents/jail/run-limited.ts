import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { Config } from '#platform/config';
import { assembleFilter } from './rules.ts';
import { findOwnUser } from './find-own-user.ts';
import { type Architecture, architectures, guardedCalls, usualCalls, wallCalls } from './syscall-data.ts';
import { namespaces, raiseWalls, readablePaths, type Wall, writablePaths } from './wall-data.ts';

export type Readers = Config['readers'];

/** An external program, run on an untrusted file. */
export type Confined = {
  readonly command: string;
  readonly args: readonly string[];
  /** Inherited as descriptor 3 for reading, which the program opens as /proc/self/fd/3. */
  readonly fd?: number;
  /** Written to its standard input. */
  readonly input?: Uint8Array;
  readonly cpuS: number;
  readonly wallMs: number;
  /** Beyond it the program is ended, and its output so far is the answer. */
  readonly maxBytes: number;
  /** The largest file it may write, all of them in the directory $SCRATCH, which also allows it to start others; default: none. */
  readonly scratchBytes?: number | undefined;
  readonly signal: AbortSignal;
  /** Default: by this process, isolated. */
  readonly reader?: Readers | undefined;
};

export type Ran = {
  /** Whether it exited with code 0. */
  readonly ok: boolean;
  /** Whether its timeout ended it; on a busy machine most of that time may have been waiting. */
  readonly late: boolean;
  readonly output: Buffer;
  readonly complaint: string;
  /** Its isolation; undefined where it could not run. */
  readonly wall: Wall | undefined;
};

/** Enough for the largest report; a page that unpacks into gigabytes ends here. */
const addressSpaceBytes = 512 * 1024 * 1024;
const complaintMaxBytes = 4096;
/** Endless nesting causes 6 MB of complaints; more than this is deliberate. */
const complaintsMaxBytes = 32 * 1024 * 1024;
/**
 * A shell and two programs, with threads. Counts all programs together where they have their own user; where they
 * have ours, the least of 64, 128 and so on that leaves room for one.
 */
const processesMax = { ofSandbox: '16', ofUser: '64', ofService: '64-4096' } as const;

/** Short requests go first when all compete for the processor: at this niceness a program gets a third of a share. */
const niceness = '5';

/** Enough to find programs and their data; nothing of the service's configuration. */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' };

/**
 * Runs a program in one isolation, which is part of the command: a program starts when everything is in place, or not
 * at all. Undefined where this isolation failed.
 */
export async function runLimited(confined: Confined, wall: Wall, scratch = '/tmp'): Promise<Ran | undefined> {
  const [command, ...args] = toCommand(confined, wall, scratch);
  // Reopened for reading, so that the program cannot change the file.
  const fd = confined.fd === undefined ? undefined : openSync(`/proc/self/fd/${confined.fd}`, 'r');
  const child = spawn(command ?? '', args, {
    // Its own process group, so that all of it can be ended.
    detached: true,
    env: { ...environment, SCRATCH: scratch },
    cwd: '/',
    stdio: [confined.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', fd ?? 'ignore', 'pipe'],
    ...findOwnUser(),
  });
  if (fd !== undefined) closeSync(fd);
  letOthersGoFirst(child);
  const end = () => endGroup(child);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end();
  }, confined.wallMs);
  confined.signal.addEventListener('abort', end, { once: true });
  if (confined.signal.aborted) end();
  try {
    const { status, ...ran } = await collect(child, confined, end);
    if (status === 'ux') throw new Error(`a program cannot be run: ${confined.command} is missing`);
    return status === 'u' || late || confined.signal.aborted ? { ...ran, late, wall } : undefined;
  } finally {
    clearTimeout(timer);
    confined.signal.removeEventListener('abort', end);
    end();
  }
}

function toCommand(confined: Confined, wall: Wall, scratch: string): readonly string[] {
  const { scratchBytes, input } = confined;
  const architecture = process.arch as Architecture;
  if (!Object.hasOwn(architectures, architecture)) throw new Error(`no filter of calls for ${process.arch} is known`);
  const calls = { ...wallCalls, close: usualCalls['close'], close_range: usualCalls['close_range'], ...guardedCalls };
  const numbers = Object.entries(calls).map(([name, call]) => `${name}=${call?.[architecture]}`);
  const filter = assembleFilter(architecture, { scratch: scratchBytes !== undefined });
  const opened = scratchBytes === undefined ? writablePaths : [...writablePaths, `+${scratch}`];
  const landlock = wall === 'landlock' ? [...readablePaths, ...opened].join(':') : '';
  return [
    ...(wall === 'namespaces' ? [...namespaces, ...toScratch(scratchBytes, input), '--remount-ro', '/', '--'] : []),
    '/usr/bin/perl',
    '-e',
    raiseWalls,
    '--',
    numbers.join(','),
    toLimits(confined, wall),
    filter.toString('hex'),
    landlock,
    confined.command,
    ...confined.args,
  ];
}

/** A part of memory that holds the input, the result, and something in between; without it nothing can be written. */
const toScratch = (scratchBytes: number | undefined, input: Uint8Array | undefined): readonly string[] =>
  scratchBytes === undefined
    ? []
    : ['--size', String((input?.length ?? 0) + 2 * scratchBytes + 1_048_576), '--tmpfs', '/tmp'];

/** Numbers of the kernel's limits. */
const limitNumbers = { cpu: 0, fsize: 1, core: 4, nproc: 6, nofile: 7, memlock: 8, as: 9, msgqueue: 12 } as const;

function toLimits({ cpuS, scratchBytes = 0 }: Confined, wall: Wall): string {
  const limits: Record<keyof typeof limitNumbers, number | string> = {
    as: addressSpaceBytes,
    cpu: cpuS,
    // Most programs write to pipes, never to files.
    fsize: scratchBytes,
    nproc: processesMax[wall === 'namespaces' ? 'ofSandbox' : findOwnUser() ? 'ofUser' : 'ofService'],
    nofile: 64,
    core: 0,
    memlock: 0,
    msgqueue: 0,
  };
  const names = Object.keys(limitNumbers) as (keyof typeof limitNumbers)[];
  return names.map((name) => `${limitNumbers[name]}=${limits[name]}`).join(',');
}

/**
 * Where Linux groups processes by session (autogroup), niceness counts only within one session, so the session's own is
 * set. Elsewhere the file is missing or has no effect; a failure to write it is ignored.
 */
function letOthersGoFirst({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, niceness);
  } catch {
    // The process has ended already, or the system limits how often this may be set.
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}

type Collected = Pick<Ran, 'ok' | 'output' | 'complaint'> & { readonly status: string };

function collect(child: ChildProcess, { input, maxBytes }: Confined, end: () => void): Promise<Collected> {
  const chunks: Buffer[] = [];
  let size = 0;
  let complaint = '';
  let complained = 0;
  let status = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else end();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, complaintMaxBytes);
    complained += text.length;
    if (complained > complaintsMaxBytes) end();
  });
  child.stdio[4]?.on('data', (chunk: Buffer) => {
    status += chunk.toString('latin1');
  });
  // A program that ends before it has read everything closes the pipe.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return new Promise((resolve) => {
    // The isolation program is missing, so nothing has started.
    child.once('error', () => resolve({ ok: false, output: Buffer.of(), complaint: '', status: '' }));
    child.once('close', (code) =>
      resolve({ ok: code === 0 || size > maxBytes, output: Buffer.concat(chunks), complaint, status }),
    );
  });
}

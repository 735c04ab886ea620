import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { untilYes } from './until-yes.ts';

/** A program from outside, run on what a stranger sent. */
export type Confined = {
  readonly command: string;
  readonly args: readonly string[];
  /** Inherited as descriptor 3, which the program opens as /proc/self/fd/3. */
  readonly fd?: number;
  /** Given to its standard input. */
  readonly input?: Uint8Array;
  readonly cpuS: number;
  readonly wallMs: number;
  /** Beyond it the program is ended, and what it wrote so far is the answer. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

export type Ran = {
  /** Whether it ended by itself, and said that all was well. */
  readonly ok: boolean;
  /** Whether it was ended because its time was up: it may have waited for a busy machine most of it. */
  readonly late: boolean;
  readonly output: Buffer;
  readonly complaint: string;
};

/** The path by which a confined program opens the descriptor it inherits. */
export const givenFile = '/proc/self/fd/3';

/** Enough for the largest report; a page that unpacks into gigabytes ends here. */
const addressSpaceBytes = 512 * 1024 * 1024;
const complaintMaxBytes = 4096;

/**
 * A world with programs, their data and nothing else: no network, no files of ours, no other process. No session of its
 * own: the process is begun in one that has no terminal, and what is set for that one must hold in here.
 */
const sandbox = (
  'bwrap --unshare-all --die-with-parent --cap-drop ALL --ro-bind /usr /usr ' +
  '--symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin --ro-bind-try /etc/fonts /etc/fonts ' +
  '--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --proc /proc --dev /dev --tmpfs /tmp --chdir / --'
).split(' ');

/** Whoever waits for a short answer goes first where all want the same processor: these then get a third of a share. */
const niceness = '5';

/** Programs find what they need by these and see nothing of our settings. */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' };

/** Runs it under limits of the system and, where that works, in a sandbox. Throws when it cannot be run at all. */
export async function runConfined(confined: Confined): Promise<Ran> {
  return runLimited(confined, (await hasSandbox()) ? sandbox : []);
}

const retryMs = 60_000;

/** Whether this machine lets us make sandboxes; containers often do not. */
export const hasSandbox = untilYes(async () => {
  const probe = { command: 'true', args: [], cpuS: 1, wallMs: 20_000, maxBytes: 1024 };
  try {
    return (await runLimited({ ...probe, signal: new AbortController().signal }, sandbox)).ok;
  } catch {
    return false;
  }
}, retryMs);

async function runLimited(confined: Confined, wrapper: readonly string[]): Promise<Ran> {
  const limits = [
    `--as=${addressSpaceBytes}`,
    `--cpu=${confined.cpuS}`,
    // They write to pipes, never to files.
    '--fsize=0',
    '--nofile=64',
    '--core=0',
    '--',
  ];
  const child = spawn('nice', ['-n', niceness, 'prlimit', ...limits, ...wrapper, confined.command, ...confined.args], {
    // A process group of its own, so that all of it can be ended.
    detached: true,
    env: environment,
    cwd: '/',
    stdio: [confined.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', confined.fd ?? 'ignore'],
  });
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
    return { ...(await collect(child, confined, end)), late };
  } finally {
    clearTimeout(timer);
    confined.signal.removeEventListener('abort', end);
    end();
  }
}

/**
 * Where Linux groups processes by session, being nice counts within one only, and it is the session that must be. Elsewhere
 * there is no such file, or it does nothing; that it cannot be written is no reason not to go on.
 */
function letOthersGoFirst({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, niceness);
  } catch {
    // It has ended already, or the system lets nobody do this so often.
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

type Collected = Omit<Ran, 'late'>;

function collect(child: ChildProcess, { input, maxBytes }: Confined, end: () => void): Promise<Collected> {
  const chunks: Buffer[] = [];
  let size = 0;
  let complaint = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else end();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, complaintMaxBytes);
  });
  // A program that ends before it has read everything closes the pipe.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      // The wrappers' own words: the program was never run, which is not the document's fault.
      if (/^(bwrap|prlimit|nice): /.test(complaint))
        reject(new Error(`a program cannot be run: ${complaint.split('\n', 1)[0]}`));
      else resolve({ ok: code === 0 || size > maxBytes, output: Buffer.concat(chunks), complaint });
    });
  });
}

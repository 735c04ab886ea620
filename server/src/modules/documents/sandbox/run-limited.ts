import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** An external program, run on a file from an untrusted sender. */
export type Confined = {
  readonly command: string;
  readonly args: readonly string[];
  /** Inherited as descriptor 3, which the program opens as /proc/self/fd/3. */
  readonly fd?: number;
  /** Written to its standard input. */
  readonly input?: Uint8Array;
  readonly cpuS: number;
  readonly wallMs: number;
  /** Beyond it the program is ended, and what it wrote so far is the answer. */
  readonly maxBytes: number;
  /** The largest file it may write, all of them into the directory $SCRATCH; default: none. */
  readonly scratchBytes?: number | undefined;
  readonly signal: AbortSignal;
  /** The socket of the process `reader`, which then runs it; otherwise this process does. */
  readonly reader?: string | undefined;
};

export type Ran = {
  /** Whether it ended by itself with exit code 0. */
  readonly ok: boolean;
  /** Whether its timeout ended it; on a busy machine most of that time may have been waiting. */
  readonly late: boolean;
  readonly output: Buffer;
  readonly complaint: string;
};

/** Enough for the largest report; a page that unpacks into gigabytes ends here. */
const addressSpaceBytes = 512 * 1024 * 1024;
const complaintMaxBytes = 4096;

/** Short requests go first when all compete for the processor: at this niceness a program gets a third of a share. */
const niceness = '5';

/** Enough to find programs and their data; nothing of the service's configuration. */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' };

export async function runLimited(confined: Confined, wrapper: readonly string[], scratch = '/tmp'): Promise<Ran> {
  const limits = [
    `--as=${addressSpaceBytes}`,
    `--cpu=${confined.cpuS}`,
    // Most programs write to pipes, never to files.
    `--fsize=${confined.scratchBytes ?? 0}`,
    '--nofile=64',
    '--core=0',
    '--',
  ];
  const child = spawn('nice', ['-n', niceness, 'prlimit', ...limits, ...wrapper, confined.command, ...confined.args], {
    // A process group of its own, so that all of it can be ended.
    detached: true,
    env: { ...environment, SCRATCH: scratch },
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
      // Printed by the wrappers: the program never ran, which is not the document's fault.
      if (/^(bwrap|prlimit|nice): /.test(complaint))
        reject(new Error(`a program cannot be run: ${complaint.split('\n', 1)[0]}`));
      else resolve({ ok: code === 0 || size > maxBytes, output: Buffer.concat(chunks), complaint });
    });
  });
}

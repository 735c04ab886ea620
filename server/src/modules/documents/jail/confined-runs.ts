import { createReadStream, fstatSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#platform/errors';
import { findOwnUser } from './find-own-user.ts';
import { readerUnavailable } from './reader-errors.ts';
import { bodyMaxBytes, decodeRan, encodeHeader, programHeader, ranHeader } from './reader-rules.ts';
import { runLimited, type Confined, type Ran, type Readers } from './run-limited.ts';
import type { Wall } from './wall-data.ts';

/**
 * Runs a program on an untrusted file: in the process `document-parser` where there is one, otherwise as a child of
 * this process. Throws when it cannot be run at all.
 */
export async function runConfined(confined: Confined): Promise<Ran> {
  const socket = confined.reader?.socket;
  return socket === undefined ? runConfinedHere(confined) : askReader(socket, confined);
}

/** How long the other isolation is tried first after one failed: a machine that forbids it does so permanently. */
const retryMs = 60_000;
let namespacesFailedAtMs = -Infinity;

/**
 * Runs a program as a child of this process, under the first isolation that works. Earlier results do not decide
 * whether there is one: each program starts in its own isolation, or not at all. Its files are deleted afterward.
 */
export async function runConfinedHere(confined: Confined): Promise<Ran> {
  for (const wall of listWalls(confined)) {
    const ran = await runBehind(wall, confined);
    if (ran !== undefined) return ran;
    if (wall === 'namespaces') namespacesFailedAtMs = performance.now();
  }
  throw readerUnavailable(
    new Error('no wall can be raised around a program: neither bubblewrap nor Landlock works here'),
  );
}

function listWalls({ reader }: Confined): readonly Wall[] {
  const forbidden = performance.now() - namespacesFailedAtMs < retryMs;
  const walls: readonly Wall[] = forbidden ? ['landlock', 'namespaces'] : ['namespaces', 'landlock'];
  return reader?.unwalled === true ? [...walls, 'none'] : walls;
}

async function runBehind(wall: Wall, confined: Confined): Promise<Ran | undefined> {
  if (wall === 'namespaces' || confined.scratchBytes === undefined) return runLimited(confined, wall);
  const scratch = await mkdtemp(join(tmpdir(), 'makewhole-'));
  try {
    const user = findOwnUser();
    if (user !== undefined) await chown(scratch, user.uid, user.gid);
    return await runLimited(confined, wall, scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type WithScratch = Pick<Confined, 'maxBytes' | 'signal' | 'reader'> & {
  readonly files: readonly Uint8Array[];
  /** A shell line, made of our own words only; the files are 0.pdf, 1.pdf and so on. */
  readonly line: string;
};

/** Runs programs that need files by name and write one, on copies in a directory that is deleted afterward. */
export async function runWithScratch({ files, line, maxBytes, signal, reader }: WithScratch): Promise<Ran> {
  const copies = files.map(({ length }, index) => `head -c ${length} > ${index}.pdf`);
  return runConfined({
    command: 'sh',
    args: ['-c', ['set -e', 'cd "$SCRATCH"', ...copies, line].join('\n')],
    input: Buffer.concat(files),
    // The longest reports take less than a second.
    cpuS: 20,
    wallMs: 60_000,
    maxBytes,
    scratchBytes: maxBytes,
    signal,
    reader,
  });
}

const nothing = { command: 'true', args: [], cpuS: 1, wallMs: 20_000, maxBytes: 1024 };

/**
 * The isolation of programs, here or in the process `document-parser`; undefined where none can be run, so that no
 * file is read. For display only: the decision about a file is made when it is read.
 */
export async function findWall(reader: Readers): Promise<Wall | undefined> {
  try {
    const ran = await runConfined({ ...nothing, reader, signal: AbortSignal.timeout(nothing.wallMs) });
    return ran.wall;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** A reader that is being restarted is back within this time. */
const reachWithinMs = 5000;
const againMs = 200;
/** A complaint of 4096 characters takes 32 KiB when all of them are written as their numbers. */
const answerHeadMaxBytes = 65_536;

/** Has a program run by the process `document-parser`; throws an AppError where that is unreachable or overloaded. */
async function askReader(socket: string, confined: Confined): Promise<Ran> {
  const until = performance.now() + reachWithinMs;
  for (;;) {
    confined.signal.throwIfAborted();
    try {
      return await ask(socket, confined);
    } catch (error) {
      // Ended here, like a child of ours: no answer, and nothing of it remains.
      if (confined.signal.aborted)
        return { ok: false, late: false, output: Buffer.of(), complaint: '', wall: undefined };
      if (!isNotReached(error) || performance.now() > until) throw error;
    }
    await pause(againMs);
  }
}

/** Nothing was sent yet, so it can be retried. A later failure may have been caused by the file. */
const isNotReached = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['ENOENT', 'ECONNREFUSED', 'EAGAIN'].includes(String(error.cause.code));

async function ask(socketPath: string, confined: Confined): Promise<Ran> {
  const { command, args, cpuS, wallMs, maxBytes, scratchBytes, fd, input, signal } = confined;
  const fileBytes = fd === undefined ? undefined : fstatSync(fd).size;
  const inputBytes = input?.length;
  const bytes = (fileBytes ?? 0) + (inputBytes ?? 0);
  if (bytes > bodyMaxBytes) throw new Error('a program cannot be run: its files are too large');
  const sent = encodeHeader({ command, args, cpuS, wallMs, maxBytes, scratchBytes, fileBytes, inputBytes });
  const asking = request({
    socketPath,
    method: 'POST',
    path: '/',
    agent: false,
    maxHeaderSize: answerHeadMaxBytes,
    signal,
    headers: { [programHeader]: sent, 'content-length': bytes },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve);
    asking.on('error', (error) => reject(readerUnavailable(error)));
  });
  if (fd === undefined || fileBytes === 0) asking.end(input);
  else
    createReadStream('', { fd, autoClose: false, start: 0, end: (fileBytes ?? 1) - 1 })
      .on('error', (error) => asking.destroy(error))
      .on('end', () => asking.end(input))
      .pipe(asking, { end: false });
  return readAnswer(await answered, maxBytes);
}

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<Ran> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > Math.max(maxBytes, 4096)) throw new Error('the answer is longer than it may be');
      chunks.push(chunk);
    }
  } catch (error) {
    throw readerUnavailable(error);
  }
  const output = Buffer.concat(chunks);
  const ran = decodeRan(response.headers[ranHeader]);
  if (response.statusCode === 200 && ran !== undefined) return { ...ran, output };
  if (response.statusCode === 503) throw readerUnavailable();
  throw new Error(output.toString('utf8').slice(0, 200));
}

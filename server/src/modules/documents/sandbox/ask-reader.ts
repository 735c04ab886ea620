import { createReadStream, fstatSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readerUnavailable } from './reader-errors.ts';
import { bodyMaxBytes, decodeRan, encodeHeader, programHeader, ranHeader } from './reader-rules.ts';
import type { Confined, Ran } from './run-limited.ts';

/** A reader that is being restarted is back within it. */
const reachWithinMs = 5000;
const againMs = 200;
/** A complaint of 4096 characters takes 32 KiB when every one of them is written as its number. */
const answerHeadMaxBytes = 65_536;

/** Has a program run by the process `reader`; throws an AppError where that is not reached or has too much to do. */
export async function askReader(socket: string, confined: Confined): Promise<Ran> {
  const until = performance.now() + reachWithinMs;
  for (;;) {
    confined.signal.throwIfAborted();
    try {
      return await ask(socket, confined);
    } catch (error) {
      // Ended here, as a child of ours would have been: no answer, and nothing of it is left.
      if (confined.signal.aborted)
        return { ok: false, late: false, output: Buffer.of(), complaint: '', wall: undefined };
      if (!isNotReached(error) || performance.now() > until) throw error;
    }
    await pause(againMs);
  }
}

/** Nothing was sent yet, so it can be asked again. What broke off later may have been the file's fault. */
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

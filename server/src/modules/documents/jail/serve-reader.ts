import { chmod, unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createFairQueue } from '#lib/concurrency/fair-queue';
import { withUpload } from '#platform/http';
import { runOperation, type Logger } from '#platform/telemetry';
import { findWall, runConfinedHere } from './confined-runs.ts';
import { readerUnavailable } from './reader-errors.ts';
import {
  bodyMaxBytes,
  decodeProgram,
  encodeHeader,
  programHeader,
  ranHeader,
  type SentProgram,
} from './reader-rules.ts';
import type { Ran, Readers } from './run-limited.ts';

type ReaderServer = { close(): Promise<void> };
type ServeReader = { readonly socket: string; readonly unwalled: boolean; readonly log: Logger };

/** Two for each of two api processes; a program takes a core. */
const concurrency = 4;
/** As many as two processes let wait, each fifty files. */
const maxWaiting = 100;
/** The largest body takes a second; a slower client has disconnected. */
const receiveWithinMs = 60_000;

/**
 * Runs programs on untrusted files for the other processes of the machine or the pod. It has no network, no secret, no file of ours and
 * no database, so a program that breaks out finds nothing. Any process that may open the socket may send requests.
 */
export async function serveReader({ socket, unwalled, log }: ServeReader): Promise<ReaderServer> {
  const reader = { socket: undefined, unwalled };
  const withSlot = createFairQueue({ concurrency, maxWaiting, refuse: () => readerUnavailable() });
  const server = createServer({ requestTimeout: receiveWithinMs }, (asked, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const work = () => runOperation('documents.run-program', () => answer({ asked, response }, reader, gone.signal));
    withSlot({ signal: gone.signal }, work).catch((error: unknown) => {
      log.warn({ err: error }, 'documents.program-not-run');
      if (!response.headersSent) refuse(response, statusOf(error), messageOf(error));
    });
  });
  await removeStale(socket);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  // The group may connect; the directory determines its members.
  await chmod(socket, 0o660);
  return {
    // Running programs are answered first.
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'status' in error && error.status === 503 ? 503 : 500;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'it failed');

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(message);
}

type Exchange = { readonly asked: IncomingMessage; readonly response: ServerResponse };

async function answer({ asked, response }: Exchange, reader: Readers, signal: AbortSignal): Promise<void> {
  const program = decodeProgram(asked.headers[programHeader]);
  const bytes = (program?.fileBytes ?? 0) + (program?.inputBytes ?? 0);
  if (asked.method !== 'POST' || program === undefined || bytes > bodyMaxBytes)
    return refuse(response, 400, 'this is not a program within its bounds');
  const body = await receive(asked, bytes);
  if (body === undefined) return refuse(response, 400, 'the body is not as long as it was announced');
  const { output, ...ran } = await run(program, body, { reader, signal });
  response.writeHead(200, { [ranHeader]: encodeHeader(ran), 'content-length': output.length }).end(output);
}

async function receive(asked: IncomingMessage, bytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of asked as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytes) return undefined;
    chunks.push(chunk);
  }
  return size === bytes ? Buffer.concat(chunks) : undefined;
}

type Here = { readonly reader: Readers; readonly signal: AbortSignal };

function run({ fileBytes, inputBytes, ...program }: SentProgram, body: Buffer, here: Here): Promise<Ran> {
  const input = inputBytes === undefined ? {} : { input: body.subarray(fileBytes ?? 0) };
  if (fileBytes === undefined) return runConfinedHere({ ...program, ...input, ...here });
  return withUpload(body.subarray(0, fileBytes), ({ fd }) => runConfinedHere({ ...program, ...input, fd, ...here }));
}

/** A killed process leaves its socket behind; one that responds belongs to another. */
async function removeStale(socket: string): Promise<void> {
  const isAnswered = await new Promise<boolean>((resolve) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  if (isAnswered) throw new Error('another process answers at DOCUMENT_PARSER_SOCKET');
  await unlink(socket).catch(() => undefined);
}

/** Load balancers ask every second; a process is started for it far less often. */
const freshMs = 60_000;

/** Reports, without blocking, why files are not accepted at the moment. It decides nothing: a file is refused only by its own reading. */
export function watchReaders(readers: Readers): () => readonly string[] {
  let askedAtMs = -Infinity;
  let problems: readonly string[] = [];
  const ask = async () => {
    const wall = await findWall(readers).catch(() => undefined);
    problems = wall === undefined ? ['uploads: no sandbox for the programs that read files'] : [];
  };
  return () => {
    // Files are read in any case.
    if (readers.socket === undefined && readers.unwalled) return [];
    if (performance.now() - askedAtMs > freshMs) {
      askedAtMs = performance.now();
      void ask();
    }
    return problems;
  };
}

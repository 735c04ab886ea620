import { createHash, randomUUID } from 'node:crypto';
import { once, type EventEmitter } from 'node:events';
import { constants } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, payloadTooLarge, storageFull, validationFailed } from '#platform/errors';

/** The maximum size of a file, inclusive (D-050). */
export const uploadMaxBytes = 15_728_640;

/** An uploaded file: open, without a name, and gone when closed. */
export type Upload = {
  /** Readable at any position, also by a child process that inherits it. */
  readonly fd: number;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
};

/** Counts the bytes of a body as they arrive; an error that it throws refuses the rest. */
export type UploadMeter = {
  /** Called before reading: throws if a body of this announced length would be refused. */
  expect(bytes: number): Promise<void>;
  /** The total bytes of the body that have arrived. */
  take(bytes: number): Promise<void>;
  /** No more bytes will come, for whatever reason. */
  end(bytes: number): Promise<void>;
};

/** Boundaries and part headers around the file; ours take about a hundred bytes. */
const framingMaxBytes = 65_536;
/** A refused body is still read up to this size, so that its client gets the response and not a connection reset. */
const politeMaxBytes = 2 * uploadMaxBytes;
/** A parser that has received everything finishes immediately. */
const finishMaxMs = 5000;

/** For routes that take a file: bodies stay streams, whatever their declared type. */
export function acceptUploads(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: unknown, payload: Readable) => payload);
  app.addHook('onRequest', async (request) => {
    // The framework would refuse an unknown media type with its own message; the declared type stays in the raw headers.
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/octet-stream';
  });
}

export const uploadRefused = (message: string) => validationFailed([{ path: 'file', message }]);

/**
 * Reads a multipart/form-data body with one part, `file`, and passes it to `use`. It is never held in memory, and its
 * file has lost its name before the first byte arrives, so that a crash of this process leaves nothing behind.
 */
export async function readUpload<T>(
  request: FastifyRequest,
  use: (upload: Upload) => Promise<T>,
  meter?: UploadMeter,
): Promise<T> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > politeMaxBytes) throw tooMuch();
  await meter?.expect(announced);
  const file = await createNameless();
  try {
    const { sizeBytes, sha256 } = await receive(request.raw, file, meter);
    return await use({ fd: file.fd, sizeBytes, sha256 });
  } finally {
    await file.close();
  }
}

/** The same for bytes in memory. */
export async function withUpload<T>(bytes: Uint8Array, use: (upload: Upload) => Promise<T>): Promise<T> {
  const file = await createNameless();
  try {
    await file.writeFile(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return await use({ fd: file.fd, sizeBytes: bytes.length, sha256 });
  } finally {
    await file.close();
  }
}

/** The same for a body that is the file itself. Its bytes wait on disk and are never in memory. */
export async function withSpooledBody<T>(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  use: (file: Pick<Upload, 'fd' | 'sizeBytes'>) => Promise<T>,
): Promise<T> {
  const file = await createNameless();
  try {
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw payloadTooLarge();
      await file.writeFile(chunk).catch((error: Error) => {
        throw isDiskFull(error) ? storageFull(error) : error;
      });
    }
    return await use({ fd: file.fd, sizeBytes });
  } finally {
    await file.close();
  }
}

/** Linux's O_TMPFILE, which Node does not export: a file that never has a name. */
const withoutName = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR;

/**
 * No process can reopen it for writing: programs that parse it get a read-only descriptor. All users may read it, because those programs
 * run as another user where possible; only holders of the descriptor can reach it.
 */
const readOnly = 0o444;

async function createNameless(): Promise<FileHandle> {
  try {
    return await open(tmpdir(), withoutName, readOnly);
  } catch {
    // Not all file systems support it; otherwise the file has a name for a moment.
    const path = join(tmpdir(), `makewhole-upload-${process.pid}-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    await file.chmod(readOnly);
    return file;
  }
}

/** Its code makes the response close the connection, because the rest of the body is not read. */
const tooMuch = () =>
  new AppError('payload_too_large', 'The file is too large.', {
    status: 413,
    details: { issues: [{ path: 'file', message: tooLarge }] },
  });

const tooLarge = `must have at most ${uploadMaxBytes} bytes`;

async function receive(raw: IncomingMessage, file: FileHandle, meter: UploadMeter | undefined) {
  const reading = new PartReader(declaredType(raw), file);
  let total = 0;
  try {
    // The request stays open when this loop ends early, because its socket carries the response.
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (reading.broken === undefined) await meter?.take(total).catch((error: Error) => reading.break(error));
      if (total > politeMaxBytes) throw tooMuch();
      if (total > uploadMaxBytes + framingMaxBytes) reading.fault ??= tooLarge;
      if (reading.fault === undefined) await reading.write(chunk);
    }
    return await reading.finish();
  } catch (error) {
    if (error instanceof AppError || error === reading.broken) throw error;
    // The client disconnected or timed out, so this message is not sent.
    throw uploadRefused('did not arrive whole');
  } finally {
    reading.destroy();
    await meter?.end(total);
  }
}

/** As sent; undefined when there is none, or more than one. */
export function declaredType({ rawHeaders }: IncomingMessage): string | undefined {
  const types = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'content-type',
  );
  return types.length === 1 ? types[0] : undefined;
}

const malformed = 'is not sent as well-formed multipart/form-data';

/** The parser's internal parser, the only one that reports all parts. upload.test.ts fails when a new version changes it. */
const partsOf = (parser: BusboyInstance): EventEmitter | undefined =>
  (parser as unknown as Readonly<Record<string, { readonly parser?: EventEmitter }>>)['_parser']?.parser;

const isDiskFull = (error: Error): boolean => 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Reads a body chunk by chunk and writes the one allowed part to a file. */
class PartReader {
  /** The first fault found; the rest of the body is then ignored. */
  fault: string | undefined;
  /** Why the file could not be written or counted, which is not the client's fault. */
  broken: Error | undefined;
  readonly #parser: BusboyInstance | undefined;
  readonly #hash = createHash('sha256');
  #sizeBytes = 0;
  #stored: Promise<void> | undefined;

  constructor(type: string | undefined, file: FileHandle) {
    try {
      this.#parser = new Busboy({
        headers: { 'content-type': type ?? '' } as BusboyHeaders,
        // A part named `file` is a file, with or without a file name.
        isPartAFile: () => true,
        limits: { parts: 1, headerPairs: 16, headerSize: 16_384 },
      });
    } catch {
      this.fault = 'must be sent as multipart/form-data';
      return;
    }
    // An additional part has no listener from the parser: an error on it would end the process.
    partsOf(this.#parser)?.on('part', (ignored: Readable) => ignored.on('error', () => this.#blame(malformed)));
    this.#parser.once('partsLimit', () => this.#blame('must be the only part of the body'));
    this.#parser.on('error', () => this.#blame(malformed));
    this.#parser.on('file', (name: string | undefined, part: Readable) => {
      if (name !== 'file') this.#blame('must be the name of the only part');
      part.on('error', () => this.#blame(malformed));
      this.#stored = pipeline(part, this.#writer(file)).catch(() => this.#blame(malformed));
    });
  }

  /** Stops storing, for a reason other than the body's format. */
  break(error: Error): void {
    this.broken ??= error;
    this.#blame('could not be kept');
  }

  async write(chunk: Buffer): Promise<void> {
    const full = this.#parser?.write(chunk) === false;
    if (full && this.fault === undefined && this.#parser) await this.#untilDrained(this.#parser);
  }

  async finish(): Promise<{ sizeBytes: number; sha256: string }> {
    const parser = this.#parser;
    if (this.fault === undefined && parser !== undefined) {
      const finished = once(parser, 'finish', { signal: AbortSignal.timeout(finishMaxMs) });
      parser.end();
      await finished.catch(() => this.#blame(malformed));
      if (this.fault === undefined) await this.#stored;
    }
    if (this.broken !== undefined) throw isDiskFull(this.broken) ? storageFull(this.broken) : this.broken;
    if (this.fault === undefined && this.#stored === undefined) this.fault = 'is required';
    if (this.fault !== undefined) throw uploadRefused(this.fault);
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }

  destroy(): void {
    this.#parser?.destroy();
  }

  #blame(fault: string): void {
    this.fault ??= fault;
  }

  /** A parser that found an error may never emit drain. */
  async #untilDrained(parser: BusboyInstance): Promise<void> {
    const given = new AbortController();
    const { signal } = given;
    const failed = once(parser, 'partsLimit', { signal });
    try {
      await Promise.race([once(parser, 'drain', { signal }), failed]);
    } catch {
      this.#blame(malformed);
    } finally {
      failed.catch(() => undefined);
      given.abort();
    }
  }

  #writer(file: FileHandle): Writable {
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.#sizeBytes += chunk.length;
        if (this.#sizeBytes > uploadMaxBytes) this.#blame(tooLarge);
        if (this.fault !== undefined) return done();
        this.#hash.update(chunk);
        // writeFile writes the whole chunk; on a full disk, a plain write stores part of it and reports success.
        file.writeFile(chunk).then(
          () => done(),
          (error: Error) => {
            this.break(error);
            // The rest is consumed and dropped, because a parser that is not read never drains.
            done();
          },
        );
      },
    });
  }
}

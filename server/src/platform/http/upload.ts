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
import { AppError, validationFailed } from '#platform/errors';

/** What a file may weigh, inclusive (decision 50). */
export const uploadMaxBytes = 15_728_640;

/** A file that somebody sent: open, without a name, and gone when it is closed. */
export type Upload = {
  /** Readable at any place, also by a child process that inherits it. */
  readonly fd: number;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
};

/** Boundaries and part headers around the file; ours take some hundred bytes. */
const framingMaxBytes = 65_536;
/** A body that is refused is still read up to here, so that its sender sees the answer and not a cut connection. */
const politeMaxBytes = 2 * uploadMaxBytes;
/** A parser that has everything answers at once. */
const finishMaxMs = 5000;

/** For routes that take a file: bodies stay streams, whatever they are said to be. */
export function takeUploads(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: unknown, payload: Readable) => payload);
  app.addHook('onRequest', async (request) => {
    // The framework words its own refusal of a media type it cannot read; what was sent stays in the raw headers.
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/octet-stream';
  });
}

export const uploadRefused = (message: string) => validationFailed([{ path: 'file', message }]);

/**
 * Reads a body of multipart/form-data with one part, `file`, and lends it to `use`. It never stands in memory, and its
 * file has no name when the first byte arrives, so that whatever happens to this process leaves nothing behind.
 */
export async function readUpload<T>(request: FastifyRequest, use: (upload: Upload) => Promise<T>): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > politeMaxBytes) throw tooMuch();
  const file = await openNameless();
  try {
    const { sizeBytes, sha256 } = await receive(request.raw, file);
    return await use({ fd: file.fd, sizeBytes, sha256 });
  } finally {
    await file.close();
  }
}

/** The same for bytes at hand. */
export async function lendUpload<T>(bytes: Uint8Array, use: (upload: Upload) => Promise<T>): Promise<T> {
  const file = await openNameless();
  try {
    await file.writeFile(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return await use({ fd: file.fd, sizeBytes: bytes.length, sha256 });
  } finally {
    await file.close();
  }
}

/** Linux's O_TMPFILE, which Node has no name for: a file that never has one. */
const withoutName = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR;

async function openNameless(): Promise<FileHandle> {
  try {
    return await open(tmpdir(), withoutName, 0o600);
  } catch {
    // Not every file system can; there it has a name for a moment.
    const path = join(tmpdir(), `makewhole-upload-${process.pid}-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  }
}

/** Its code makes the answer close the connection, as the rest of the body is not read. */
const tooMuch = () =>
  new AppError('payload_too_large', 'The file is too large.', {
    status: 413,
    details: { issues: [{ path: 'file', message: tooLarge }] },
  });

const tooLarge = `must have at most ${uploadMaxBytes} bytes`;

async function receive(raw: IncomingMessage, file: FileHandle) {
  const reading = new PartReader(announcedType(raw), file);
  let total = 0;
  try {
    // The request stays open when this loop ends early: its socket carries the answer.
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > politeMaxBytes) throw tooMuch();
      if (total > uploadMaxBytes + framingMaxBytes) reading.fault ??= tooLarge;
      if (reading.fault === undefined) await reading.take(chunk);
    }
    return await reading.finish();
  } catch (error) {
    if (error instanceof AppError || error === reading.broken) throw error;
    // The sender is gone, or its time is up; nobody reads this.
    throw uploadRefused('did not arrive whole');
  } finally {
    reading.drop();
  }
}

/** As sent; undefined when there is none, or more than one. */
function announcedType({ rawHeaders }: IncomingMessage): string | undefined {
  const types = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'content-type',
  );
  return types.length === 1 ? types[0] : undefined;
}

const malformed = 'is not sent as well-formed multipart/form-data';

/** The parser's own parser, which alone tells of every part; upload.test.ts fails when a new version has another one. */
const partsOf = (parser: BusboyInstance): EventEmitter | undefined =>
  (parser as unknown as Readonly<Record<string, { readonly parser?: EventEmitter }>>)['_parser']?.parser;

/** Takes a body piece by piece, and writes the one part it may have to a file. */
class PartReader {
  /** What is wrong, once something is; then nothing more is looked at. */
  fault: string | undefined;
  /** Why the file could not be written, which is not the sender's fault. */
  broken: Error | undefined;
  readonly #parser: BusboyInstance | undefined;
  readonly #hash = createHash('sha256');
  #sizeBytes = 0;
  #stored: Promise<void> | undefined;

  constructor(type: string | undefined, file: FileHandle) {
    try {
      this.#parser = new Busboy({
        headers: { 'content-type': type ?? '' } as BusboyHeaders,
        // A part named `file` is one, with or without a file name.
        isPartAFile: () => true,
        limits: { parts: 1, headerPairs: 16, headerSize: 16_384 },
      });
    } catch {
      this.fault = 'must be sent as multipart/form-data';
      return;
    }
    // A part beyond the one that is allowed has no listener of the parser's own: broken off, it would end the process.
    partsOf(this.#parser)?.on('part', (passedOver: Readable) => passedOver.on('error', () => this.#blame(malformed)));
    this.#parser.once('partsLimit', () => this.#blame('must be the only part of the body'));
    this.#parser.on('error', () => this.#blame(malformed));
    this.#parser.on('file', (name: string | undefined, part: Readable) => {
      if (name !== 'file') this.#blame('must be the name of the only part');
      part.on('error', () => this.#blame(malformed));
      this.#stored = pipeline(part, this.#writer(file)).catch(() => this.#blame(malformed));
    });
  }

  async take(chunk: Buffer): Promise<void> {
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
    if (this.broken !== undefined) throw this.broken;
    if (this.fault === undefined && this.#stored === undefined) this.fault = 'is required';
    if (this.fault !== undefined) throw uploadRefused(this.fault);
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }

  drop(): void {
    this.#parser?.destroy();
  }

  #blame(fault: string): void {
    this.fault ??= fault;
  }

  /** A parser that found a fault may never say that it wants more. */
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
        // It writes all of it: where there is little room, a plain write takes a part and says nothing.
        file.writeFile(chunk).then(
          () => done(),
          (error: Error) => {
            this.broken = error;
            this.#blame('could not be kept');
            // The rest is still taken, and dropped: a parser that nobody reads from never wants more.
            done();
          },
        );
      },
    });
  }
}

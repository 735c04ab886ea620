import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { AppError, payloadTooLarge } from '#platform/errors';
import { declaredType, uploadRefused, type UploadMeter } from './upload.ts';
import { Type } from 'typebox';

/**
 * Reads one file's bytes into memory; its route has `streamBodies`. The caller holds a slot, which limits how many are
 * in memory at the same time.
 */
export async function readBytes(request: FastifyRequest, bytesMax: number, meter: UploadMeter): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > 2 * bytesMax) throw payloadTooLarge();
  await meter.expect(announced);
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    // The request stays open when this loop ends early, because its socket carries the response.
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > 2 * bytesMax) throw payloadTooLarge();
      // Part of a body over the limit is still read, so that its client gets the response and not a connection reset.
      if (total > bytesMax) continue;
      await meter.take(total);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : uploadRefused('did not arrive whole');
  } finally {
    await meter.end(total);
  }
  if (total > bytesMax) throw payloadTooLarge();
  if (total === 0) throw uploadRefused('is required');
  return Buffer.concat(chunks);
}

/** The file name of a raw body, percent-encoded because a header holds only ASCII. */
export const fileNameHeader = Type.Object({ 'x-file-name': Type.Optional(Type.String({ maxLength: 1200 })) });

/** Empty when the header is missing or is not valid percent encoding. */
export function readFileName({ 'x-file-name': text = '' }: { readonly 'x-file-name'?: string | undefined }): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

export type FileBounds = { readonly filesMax: number; readonly bytesMax: number };

/** Boundaries and part headers around each file. */
const framingMaxBytes = 65_536;
/** A parser that has received everything finishes immediately. */
const finishMaxMs = 5000;

const tooManyFiles = (filesMax: number) => uploadRefused(`must be at most ${filesMax} files`);

const tooLarge = (bytesMax: number) =>
  new AppError('payload_too_large', 'The files are too large.', {
    status: 413,
    details: { issues: [{ path: 'file', message: `must have at most ${bytesMax} bytes` }] },
  });

/**
 * The files of a browser form, in memory and in order; an empty file field is skipped. The caller holds a slot, which
 * limits how many are in memory at the same time.
 */
export async function readFiles(
  request: FastifyRequest,
  bounds: FileBounds,
  meter: UploadMeter,
): Promise<readonly Buffer[]> {
  const most = bounds.bytesMax + framingMaxBytes;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > 2 * most) throw tooLarge(bounds.bytesMax);
  await meter.expect(announced);
  const reader = new FilesReader(declaredType(request.raw), bounds);
  let total = 0;
  try {
    // The request stays open when this loop ends early, because its socket carries the response.
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > 2 * most) throw tooLarge(bounds.bytesMax);
      if (total > most) reader.fail(tooLarge(bounds.bytesMax));
      // A refused body is still read, so that its client gets the response and not a connection reset.
      if (reader.failure === undefined) {
        await meter.take(total);
        reader.write(chunk);
      }
    }
    return await reader.finish();
  } catch (error) {
    throw error instanceof AppError ? error : uploadRefused('did not arrive whole');
  } finally {
    reader.destroy();
    await meter.end(total);
  }
}

class FilesReader {
  failure: AppError | undefined;
  readonly #parser: BusboyInstance | undefined;
  readonly #files: Buffer[][] = [];

  constructor(type: string | undefined, { filesMax }: FileBounds) {
    try {
      this.#parser = new Busboy({
        headers: { 'content-type': type ?? '' } as BusboyHeaders,
        isPartAFile: () => true,
        // Two more parts than files, for empty file fields.
        limits: { parts: filesMax + 2, headerPairs: 16, headerSize: 16_384 },
      });
    } catch {
      this.fail(uploadRefused('must be sent as multipart/form-data'));
      return;
    }
    this.#parser.once('partsLimit', () => this.fail(tooManyFiles(filesMax)));
    this.#parser.on('error', () => this.fail(uploadRefused('is not sent as well-formed multipart/form-data')));
    this.#parser.on('file', (_name: string | undefined, part: Readable) => {
      const chunks: Buffer[] = [];
      this.#files.push(chunks);
      part.on('error', () => this.fail(uploadRefused('is not sent as well-formed multipart/form-data')));
      part.on('data', (chunk: Buffer) => chunks.push(chunk));
    });
  }

  fail(failure: AppError): void {
    this.failure ??= failure;
  }

  write(chunk: Buffer): void {
    // Files are consumed immediately, so nothing piles up and the return value of write can be ignored.
    this.#parser?.write(chunk);
  }

  async finish(): Promise<readonly Buffer[]> {
    const parser = this.#parser;
    if (this.failure === undefined && parser !== undefined) {
      const finished = new Promise<void>((resolve) => {
        parser.once('finish', resolve);
        AbortSignal.timeout(finishMaxMs).addEventListener('abort', () => resolve(), { once: true });
      });
      parser.end();
      await finished;
    }
    if (this.failure !== undefined) throw this.failure;
    return this.#files.map((chunks) => Buffer.concat(chunks)).filter((file) => file.length > 0);
  }

  destroy(): void {
    this.#parser?.destroy();
  }
}

import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { Ctx } from '#context';
import { isObjectsFull } from '#gateways/objects';
import { randomBase62 } from '#lib/tokens/base62';
import { storageFull } from '#platform/errors';
import type { Upload } from '#platform/http';
import { takesTooLong } from '../errors.ts';
import { documentMetrics } from '../metrics.ts';
import { insertPut } from './put-store.ts';
import { readReport } from '../reading/read-report.ts';
import { withReadingSlot } from '../reading/with-reading-slot.ts';
import type { ReportReading } from '../schemas.ts';
import { clientOf } from '../rules.ts';

type ReceiveReport = {
  readonly intakeId: string;
  /** As provided by `readUpload`. */
  readonly pdf: Upload;
  /** Aborts the work when the client no longer waits. */
  readonly signal?: AbortSignal;
};

export type ReceivedReport = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly reading: ReportReading;
};

/** Counted from the end of the upload; clients are promised an answer within 120 seconds (D-051). */
const timeoutMs = 100_000;

/**
 * Reads a report and puts it into the object store, recording only that put. The calling verb stores the document
 * together with its own change, so a receipt never names a missing file; an object without a document is removed later.
 */
export async function receiveReport(ctx: Ctx, { intakeId, pdf, ...given }: ReceiveReport): Promise<ReceivedReport> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = given.signal === undefined ? late : AbortSignal.any([late, given.signal]);
  return withReadingSlot({ client: clientOf(ctx.actor), signal }, async () => {
    const reading = await readReport(ctx, { file: pdf, signal }).catch((error: unknown) => {
      throw signal.aborted ? takesTooLong() : error;
    });
    const { sha256, sizeBytes } = pdf;
    // A key for this put alone: if it fails, its object can be removed without affecting any other.
    const objectKey = `intakes/${intakeId}/${sha256}-${randomBase62(12)}.pdf`;
    await insertPut(ctx.db, objectKey);
    const bytes = await readAll(pdf);
    await ctx.objects.create({ key: objectKey, bytes, type: 'application/pdf', signal }).catch((error: unknown) => {
      if (!isObjectsFull(error)) throw error;
      ctx.metrics.of(documentMetrics).refused.inc({ reason: 'full' });
      throw storageFull(error);
    });
    return { sha256, sizeBytes, objectKey, reading };
  });
}

const readFd = promisify(read);

async function readAll({ fd, sizeBytes }: Upload): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let length = 0;
  while (length < sizeBytes) {
    const { bytesRead } = await readFd(fd, bytes, length, sizeBytes - length, length);
    if (bytesRead === 0) throw new Error('a file is shorter than it was');
    length += bytesRead;
  }
  return bytes;
}

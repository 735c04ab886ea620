import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { Ctx } from '#context';
import { randomBase62 } from '#lib/base62';
import type { Upload } from '#platform/http';
import { takesTooLong } from './errors.ts';
import { insertPut } from './put-store.ts';
import { readReport } from './read-report.ts';
import { inTurn } from './reading-queue.ts';
import type { ReportReading } from './schemas.ts';
import { callerOf } from './upload-places.ts';

export type ReceiveReport = {
  readonly intakeId: string;
  /** As `readUpload` lends it. */
  readonly pdf: Upload;
  /** Ends it before its time, when nobody waits for it any more. */
  readonly signal?: AbortSignal;
};

export type ReceivedReport = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly reading: ReportReading;
};

/** From the moment the file is here; callers are promised an answer within 120 seconds (decision 51). */
const patienceMs = 100_000;

/**
 * Reads a report and puts it where it stays. Only that it is being put is noted: whoever calls keeps the document with
 * whatever changes by it, so a receipt never names a file that is not there, and what is kept by nobody is removed.
 */
export async function receiveReport(ctx: Ctx, { intakeId, pdf, ...given }: ReceiveReport): Promise<ReceivedReport> {
  const late = AbortSignal.timeout(patienceMs);
  const signal = given.signal === undefined ? late : AbortSignal.any([late, given.signal]);
  return inTurn({ caller: callerOf(ctx.actor), signal }, async () => {
    const reading = await readReport(ctx, { file: pdf, signal }).catch((error: unknown) => {
      throw signal.aborted ? takesTooLong() : error;
    });
    const { sha256, sizeBytes } = pdf;
    // A key of this put alone: if it comes to nothing, its object can be removed without a thought for others.
    const objectKey = `intakes/${intakeId}/${sha256}-${randomBase62(12)}.pdf`;
    await insertPut(ctx.db, objectKey);
    await ctx.objects.create({ key: objectKey, bytes: await readAll(pdf), type: 'application/pdf', signal });
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

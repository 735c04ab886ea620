import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { Ctx } from '#context';
import type { Upload } from '#platform/http';
import { unreadable } from './errors.ts';
import { readReport } from './read-report.ts';
import { inTurn } from './reading-queue.ts';
import type { ReportReading } from './schemas.ts';

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
 * Reads a report and puts it where it stays. Nothing is written to the database: whoever calls keeps the document with
 * whatever changes by it, so a receipt never names a file that is not there.
 */
export async function receiveReport(ctx: Ctx, { intakeId, pdf, ...given }: ReceiveReport): Promise<ReceivedReport> {
  const late = AbortSignal.timeout(patienceMs);
  const signal = given.signal === undefined ? late : AbortSignal.any([late, given.signal]);
  return inTurn(signal, async () => {
    const reading = await readReport(ctx, { file: pdf, signal }).catch((error: unknown) => {
      throw signal.aborted ? unreadable('it takes too long to read') : error;
    });
    const objectKey = `intakes/${intakeId}/${pdf.sha256}.pdf`;
    await ctx.objects.create({ key: objectKey, bytes: await readAll(pdf), type: 'application/pdf', signal });
    return { sha256: pdf.sha256, sizeBytes: pdf.sizeBytes, objectKey, reading };
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

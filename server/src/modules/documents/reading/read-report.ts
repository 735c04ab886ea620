import type { Ctx } from '#context';
import { createFairQueue } from '#lib/concurrency/fair-queue';
import { decodeVin } from '#modules/vehicles';
import { uploadRefused } from '#platform/http';
import { createParserLane, refuseWith } from '#platform/parsing';
import { readersBusy, takesTooLong } from '../errors.ts';
import { readerUnavailable } from '../jail/reader-errors.ts';
import type { ReportReading } from '../schemas.ts';
import type { WordReading } from './read-messages.ts';
import type { parse } from './report-parser.ts';

type ReadCtx = Pick<Ctx, 'clock' | 'config' | 'log' | 'metrics'>;

const inReportTurn = createParserLane({
  name: 'reports',
  threads: 2,
  // The largest report takes about thirty.
  heapMb: 128,
  // A scan takes seconds, on a busy machine many. Callers time out after 100 s in any case.
  deadlineMs: 60_000,
  maxWaiting: 50,
  maxWaitingPerOwner: 50,
}).parser<typeof parse>(new URL('report-parser.ts', import.meta.url));

/** Reads a valuation report. A document that is not one gives a reading without fields; only an unreadable file is refused. */
export async function readReport(ctx: ReadCtx, { file, signal }: Omit<WordReading, 'reader'>): Promise<ReportReading> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const { fd, sizeBytes } = file;
  const input = { file: { fd, sizeBytes }, readers: ctx.config.readers, today };
  const answer = (vin: unknown) => decodeVin(ctx, vin as string);
  // Callers queue before this, so here there is one owner.
  const output = await inReportTurn({ owner: '', signal }, (parse) => parse(input, { answer })).catch(
    refuseWith(takesTooLong),
  );
  signal.throwIfAborted();
  if ('unavailable' in output) throw readerUnavailable();
  if ('refused' in output) throw uploadRefused(output.refused);
  return output.reading;
}

/**
 * Reading takes a core for seconds: two at a time leave the rest of the machine free, and beyond fifty the wait is too
 * long.
 */
export const withReadingSlot = createFairQueue({ concurrency: 2, maxWaiting: 50, refuse: readersBusy });

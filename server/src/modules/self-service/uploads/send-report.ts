import type { Ctx } from '#context';
import { documentsMax, listDocuments } from '#modules/documents';
import { takeReport } from '#modules/facts';
import { AppError } from '#platform/errors';
import { withUpload } from '#platform/http';
import type { PageSources } from '../facts.ts';
import { isPhotograph } from './is-photograph.ts';
import { joinPhotographs } from './join-photographs.ts';

type SentReport = {
  readonly consultationId: string;
  /** Under which the documents of the case are stored. */
  readonly sourceId: string;
  /** In the order in which they were chosen. */
  readonly files: readonly Buffer[];
  /** Aborts the reading when the customer is gone. */
  readonly signal: AbortSignal;
};

/** Why a report was not taken, as the page says it. */
export type ReportRefusal = 'none' | 'kind' | 'unreadable' | 'full' | 'busy' | 'over';

const isPdf = (file: Buffer): boolean => file.subarray(0, 1024).includes('%PDF-');

/** Takes the insurer's report from its customer: one PDF, or photographs that become one. */
export async function sendReport(
  ctx: Ctx,
  sources: PageSources,
  { consultationId, sourceId, files, signal }: SentReport,
): Promise<ReportRefusal | undefined> {
  const [first] = files;
  if (first === undefined) return 'none';
  if ((await listDocuments(ctx, sourceId)).length >= documentsMax) return 'full';
  const isOnePdf = files.length === 1 && isPdf(first);
  if (!isOnePdf && !files.every(isPhotograph)) return 'kind';
  const bytes = isOnePdf ? first : await joinPhotographs(files).catch(() => undefined);
  if (bytes === undefined) return 'unreadable';
  try {
    await withUpload(bytes, (pdf) => takeReport(ctx, sources.facts, { consultationId, pdf, signal, files: ctx }));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toRefusal(error);
  }
}

function toRefusal({ status }: AppError): ReportRefusal {
  if (status === 429 || status >= 500) return 'busy';
  return status === 409 ? 'over' : 'unreadable';
}

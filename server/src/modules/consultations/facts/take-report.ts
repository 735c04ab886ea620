import type { Ctx, Tx } from '#context';
import { findReportBySha, receiveReport, requireDocumentCapacity, storeDocument } from '#modules/documents';
import type { Upload } from '#platform/http';
import type { FactSources } from './source-facts.ts';
import { computeDifferences } from './rules.ts';
import { certainFacts, learnReport } from './facts.ts';
import { refreshFacts, type RefreshedFacts } from './refresh-facts.ts';
import { requireStaff } from '#actor';

/** Adds a valuation report that the team received to a case of any source. */
export async function attachReport(ctx: Ctx, sources: FactSources, report: TakeReport): Promise<RefreshedFacts> {
  requireStaff(ctx.actor);
  return takeReport(ctx, sources, report);
}

type TakeReport = {
  readonly consultationId: string;
  readonly pdf: Upload;
  /** Aborts reading when the client disconnects. */
  readonly signal: AbortSignal;
  /** The context for storing the file before the case changes; nothing of it is audited. */
  readonly files: Ctx;
  /** Further writes in the transaction that stores the report. */
  also?(tx: Tx, documentId: string): void;
};

/**
 * Adds an insurer's valuation report to a case of any source, for an actor whose permission was checked. It is read immediately: its
 * certain facts join the case's, and the market is read again. The same file is stored and read once.
 */
export async function takeReport(
  ctx: Ctx,
  sources: FactSources,
  { consultationId, pdf, signal, files, also }: TakeReport,
): Promise<RefreshedFacts> {
  const { sourceId } = await sources.find(ctx, consultationId);
  const known = await findReportBySha(ctx, sourceId, pdf.sha256);
  if (known !== undefined)
    return refreshFacts(ctx, sources, {
      consultationId,
      learn: (lookedUp, { sent }) => learnReport({ sent, lookedUp }, known.reading),
      within: async (tx) => {
        also?.(tx, known.id);
        return undefined;
      },
    });
  await requireDocumentCapacity(ctx, sourceId);
  const received = await receiveReport(files, { intakeId: sourceId, pdf, signal });
  return refreshFacts(ctx, sources, {
    consultationId,
    learn: (lookedUp, { sent }) => learnReport({ sent, lookedUp }, received.reading),
    within: async (tx, { submission }) => {
      const differences = computeDifferences(submission.sent, certainFacts(received.reading));
      // It came from a customer the team spoke with, from the customer's own page, or from their institution, never
      // from an unproven sender.
      const { id } = await storeDocument(tx, { intakeId: sourceId, received, differences, stays: true });
      also?.(tx, id);
      return undefined;
    },
  });
}

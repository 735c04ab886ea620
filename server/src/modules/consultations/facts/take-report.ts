import type { Ctx, Tx } from '#context';
import { findReportBySha, receiveReport, requireDocumentCapacity, storeDocument } from '#modules/documents';
import type { Upload } from '#platform/http';
import type { FactSources } from './source-facts.ts';
import { computeDifferences } from './rules.ts';
import { certainFacts, learnReport } from './facts.ts';
import { refreshFacts, type RefreshedFacts } from './refresh-facts.ts';
import { requireStaff } from '#actor';

/** Adds a valuation report that the team was sent, to a case of any source. */
export async function attachReport(ctx: Ctx, sources: FactSources, report: TakeReport): Promise<RefreshedFacts> {
  requireStaff(ctx.actor);
  return takeReport(ctx, sources, report);
}

type TakeReport = {
  readonly consultationId: string;
  readonly pdf: Upload;
  /** Aborts the reading when the client is gone. */
  readonly signal: AbortSignal;
  /** For what is done with the file before the case changes; nothing of it is in the audit trail. */
  readonly files: Ctx;
  /** What else is written once it is stored, in the same transaction. */
  also?(tx: Tx, documentId: string): void;
};

/**
 * Adds a valuation report of the insurer to a case of any source, for whoever showed that they may. It is read at once: what it says for certain
 * joins the facts, and the market is read again. The same file is stored and read once.
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
      // It came from somebody whom the team spoke to, by the customer's own page or from their institution: no unproven stranger.
      const { id } = await storeDocument(tx, { intakeId: sourceId, received, differences, stays: true });
      also?.(tx, id);
      return undefined;
    },
  });
}

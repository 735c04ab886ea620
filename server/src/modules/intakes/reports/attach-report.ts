import type { Ctx, Tx } from '#context';
import {
  findReportBySha,
  storeDocument,
  receiveReport,
  type ReportReading,
  requireDocumentCapacity,
} from '#modules/documents';
import { certainFacts, computeDifferences, learnReport } from '#modules/facts';
import type { Upload } from '#platform/http';
import { toSaid } from '../facts.ts';
import { buildReceipt } from '../receipt/build-receipt.ts';
import { type Refresh, refreshIntake } from '../enrichment/refresh-intake.ts';
import { requireAttachable } from './require-attachable.ts';
import { requireOpenConsultation } from './require-open-consultation.ts';
import type { Receipt } from '../schemas.ts';
import type { Intake } from '../store.ts';

type AttachReport = {
  readonly pdf: Upload;
  /** Aborts the reading when the client is gone. */
  readonly signal: AbortSignal;
};

/**
 * Adds the insurer's report: what it says for certain counts before what was submitted, and the market is read again
 * with it. The newest upload wins, also when it is a file that was sent before; that one is stored and read once.
 */
export async function attachReport(ctx: Ctx, intakeId: string, { pdf, signal }: AttachReport): Promise<Receipt> {
  await requireAttachable(ctx, intakeId);
  const known = await findReportBySha(ctx, intakeId, pdf.sha256);
  if (known !== undefined) {
    const within = async (_tx: Tx, intake: Intake) => requireOpenConsultation(intake);
    return buildReceipt(ctx, await refreshIntake(ctx, intakeId, { learn: learnFrom(known.reading), within }));
  }
  await requireDocumentCapacity(ctx, intakeId);
  const received = await receiveReport(ctx, { intakeId, pdf, signal });
  const refreshed = await refreshIntake(ctx, intakeId, {
    learn: learnFrom(received.reading),
    within: async (tx, intake) => {
      requireOpenConsultation(intake);
      const differences = computeDifferences(toSaid(intake.request), certainFacts(received.reading));
      await storeDocument(tx, { intakeId, received, differences });
    },
  });
  return buildReceipt(ctx, refreshed);
}

const learnFrom =
  (reading: ReportReading): Refresh['learn'] =>
  (lookedUp, sent) =>
    learnReport({ sent: toSaid(sent), lookedUp }, reading);

import type { Ctx, Tx } from '#context';
import { findDocumentBySha, keepDocument, receiveReport, requireRoom, type ReceivedReport } from '#modules/documents';
import type { Upload } from '#platform/http';
import { noConsultation } from './errors.ts';
import { certainFacts, listDifferences, type Found } from './facts.ts';
import { requireHeld, showReceipt } from './get-intake.ts';
import { refreshIntake } from './refresh-intake.ts';
import type { IntakeStatus, Receipt } from './schemas.ts';
import type { Intake } from './store.ts';
import { open } from './transitions.ts';

/** Refuses before a byte of the file is read: who may not, what is not there, what has ended (decision 52). */
export async function requireAttachable(ctx: Ctx, intakeId: string): Promise<void> {
  requireOpen((await requireHeld(ctx, intakeId)).intake);
}

export type AttachReport = {
  readonly pdf: Upload;
  /** Ends the reading when nobody waits for it any more. */
  readonly signal: AbortSignal;
};

/**
 * Takes the insurer's report in: what it says for certain fills what nobody sent, and the market is read again with it.
 * The receipt follows in the same answer. The same file again changes nothing but the market read.
 */
export async function attachReport(ctx: Ctx, intakeId: string, { pdf, signal }: AttachReport): Promise<Receipt> {
  await requireAttachable(ctx, intakeId);
  const known = await findDocumentBySha(ctx, intakeId, pdf.sha256);
  if (known !== undefined) {
    const within = async (_tx: Tx, intake: Intake) => requireOpen(intake);
    return showReceipt(ctx, await refreshIntake(ctx, intakeId, { learn: (found) => found, within }));
  }
  await requireRoom(ctx, intakeId);
  const received = await receiveReport(ctx, { intakeId, pdf, signal });
  const refreshed = await refreshIntake(ctx, intakeId, {
    learn: (found) => withReport(found, received),
    within: async (tx, intake) => {
      requireOpen(intake);
      const differences = listDifferences(intake.request, certainFacts(received.reading));
      await keepDocument(tx, { intakeId, received, differences });
    },
  });
  return showReceipt(ctx, refreshed);
}

/** A later report is the newer word of the insurer; what it does not say stays, unless it was about another vehicle. */
const withReport = (found: Found, { reading }: ReceivedReport): Found => {
  const facts = certainFacts(reading);
  const { vin = facts.vin } = found.report ?? {};
  const another = facts.vin !== undefined && facts.vin !== vin;
  const report = { ...(another ? {} : found.report), ...facts };
  return Object.keys(report).length === 0 ? found : { ...found, report };
};

function requireOpen({ status, consultationId }: Intake): void {
  if (consultationId === undefined || !(open as readonly IntakeStatus[]).includes(status)) throw noConsultation();
}

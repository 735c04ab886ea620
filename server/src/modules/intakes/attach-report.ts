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

/**
 * Takes the insurer's report in: what it says for certain fills what nobody sent, and the market is read again with it.
 * The receipt follows in the same answer. The same file again changes nothing but the market read.
 */
export async function attachReport(ctx: Ctx, intakeId: string, pdf: Upload): Promise<Receipt> {
  await requireAttachable(ctx, intakeId);
  const known = await findDocumentBySha(ctx, intakeId, pdf.sha256);
  if (known !== undefined) {
    const within = async (_tx: Tx, intake: Intake) => requireOpen(intake);
    return showReceipt(ctx, await refreshIntake(ctx, intakeId, { learn: (found) => found, within }));
  }
  await requireRoom(ctx, intakeId);
  const received = await receiveReport(ctx, { intakeId, pdf });
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

/** A later report is the newer word of the insurer; what it does not say stays. */
const withReport = (found: Found, { reading }: ReceivedReport): Found => {
  const report = { ...found.report, ...certainFacts(reading) };
  return Object.keys(report).length === 0 ? found : { ...found, report };
};

function requireOpen({ status, consultationId }: Intake): void {
  if (consultationId === undefined || !(open as readonly IntakeStatus[]).includes(status)) throw noConsultation();
}

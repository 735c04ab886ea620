import type { Ctx, Tx } from '#context';
import { findReadingBySha, keepDocument, receiveReport, requireRoom, type ReportReading } from '#modules/documents';
import type { Upload } from '#platform/http';
import { noConsultation } from './errors.ts';
import { certainFacts, findOtherVehicle, listDifferences } from './facts.ts';
import { requireHeld, showReceipt } from './get-intake.ts';
import { refreshIntake, type Refresh } from './refresh-intake.ts';
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
 * The receipt follows in the same answer. The newest upload counts, also of a file that came before: it is then kept and
 * read once.
 */
export async function attachReport(ctx: Ctx, intakeId: string, { pdf, signal }: AttachReport): Promise<Receipt> {
  await requireAttachable(ctx, intakeId);
  const known = await findReadingBySha(ctx, intakeId, pdf.sha256);
  if (known !== undefined) {
    const within = async (_tx: Tx, intake: Intake) => requireOpen(intake);
    return showReceipt(ctx, await refreshIntake(ctx, intakeId, { learn: learnFrom(known), within }));
  }
  await requireRoom(ctx, intakeId);
  const received = await receiveReport(ctx, { intakeId, pdf, signal });
  const refreshed = await refreshIntake(ctx, intakeId, {
    learn: learnFrom(received.reading),
    within: async (tx, intake) => {
      requireOpen(intake);
      const differences = listDifferences(intake.request, certainFacts(received.reading));
      await keepDocument(tx, { intakeId, received, differences });
    },
  });
  return showReceipt(ctx, refreshed);
}

/**
 * A later report is the newer word of the insurer; what it does not say stays, unless it was about another vehicle. Where
 * the vehicle is known without any report, one about another takes nothing away either.
 */
const learnFrom =
  (reading: ReportReading): Refresh['learn'] =>
  ({ report: known, ...found }, sent) => {
    const before = known === undefined ? found : { ...found, report: known };
    if (findOtherVehicle(sent, found, reading) !== undefined) return before;
    const facts = certainFacts(reading);
    const { vin = facts.vin } = known ?? {};
    const another = facts.vin !== undefined && facts.vin !== vin;
    const report = { ...(another ? {} : known), ...facts };
    return Object.keys(report).length === 0 ? before : { ...found, report };
  };

function requireOpen({ status, consultationId }: Intake): void {
  if (consultationId === undefined || !(open as readonly IntakeStatus[]).includes(status)) throw noConsultation();
}

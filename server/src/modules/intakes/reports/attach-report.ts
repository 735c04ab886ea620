import type { Ctx, Tx } from '#context';
import {
  findReadingBySha,
  storeDocument,
  receiveReport,
  type ReportReading,
  requireDocumentCapacity,
} from '#modules/documents';
import type { Upload } from '#platform/http';
import { certainFacts, computeDifferences, findOtherVehicle } from '../facts.ts';
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
 * Adds the insurer's report: what it says for certain fills in what was not submitted, and the market is read again
 * with it. The newest upload wins, also when it is a file that was sent before; that one is stored and read once.
 */
export async function attachReport(ctx: Ctx, intakeId: string, { pdf, signal }: AttachReport): Promise<Receipt> {
  await requireAttachable(ctx, intakeId);
  const known = await findReadingBySha(ctx, intakeId, pdf.sha256);
  if (known !== undefined) {
    const within = async (_tx: Tx, intake: Intake) => requireOpenConsultation(intake);
    return buildReceipt(ctx, await refreshIntake(ctx, intakeId, { learn: learnFrom(known), within }));
  }
  await requireDocumentCapacity(ctx, intakeId);
  const received = await receiveReport(ctx, { intakeId, pdf, signal });
  const refreshed = await refreshIntake(ctx, intakeId, {
    learn: learnFrom(received.reading),
    within: async (tx, intake) => {
      requireOpenConsultation(intake);
      const differences = computeDifferences(intake.request, certainFacts(received.reading));
      await storeDocument(tx, { intakeId, received, differences });
    },
  });
  return buildReceipt(ctx, refreshed);
}

/**
 * A later report replaces an earlier one; what it does not say stays, unless the earlier one was about another vehicle.
 * Where the vehicle is known without a report, a report about another one changes nothing.
 */
const learnFrom =
  (reading: ReportReading): Refresh['learn'] =>
  ({ report: known, ...lookedUp }, sent) => {
    const before = known === undefined ? lookedUp : { ...lookedUp, report: known };
    if (findOtherVehicle(sent, lookedUp, reading) !== undefined) return before;
    const facts = certainFacts(reading);
    const { vin = facts.vin } = known ?? {};
    const another = facts.vin !== undefined && facts.vin !== vin;
    const report = { ...(another ? {} : known), ...facts };
    return Object.keys(report).length === 0 ? before : { ...lookedUp, report };
  };

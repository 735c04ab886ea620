import type { Ctx, Tx } from '#context';
import { findMagic } from '#lib/api/agent-sandbox';
import { lockConsultation, certainFacts, computeDifferences, learnReport } from '#modules/consultations';
import {
  findReportBySha,
  listFilesToReview,
  meterUpload,
  receiveReport,
  requireDocumentCapacity,
  settleFile,
  storeDocument,
  withUploadSlot,
  type ReportReading,
} from '#modules/documents';
import { transact } from '#platform/db';
import { rateLimited } from '#platform/errors';
import { withUpload, type Upload } from '#platform/http';
import { refreshIntake, type Refresh } from '../enrichment/enrichment.ts';
import { noConsultation } from '../errors.ts';
import { toSaid } from '../facts.ts';
import { buildReceipt, requireIntakeAccess } from '../receipt/receipt.ts';
import type { IntakeStatus, Receipt } from '../schemas.ts';
import { lockIntake, type Intake } from '../store.ts';
import { unfinishedStatuses } from '../transitions.ts';

type ReportBytes = {
  readonly bytes: Uint8Array;
  /** Aborts reading when the client disconnects. */
  readonly signal: AbortSignal;
};

/** Adds a report that is already in memory, under the same bounds and budgets as an upload. */
export async function attachReportBytes(ctx: Ctx, intakeId: string, { bytes, signal }: ReportBytes): Promise<Receipt> {
  await requireAttachable(ctx, intakeId);
  return withUploadSlot({ actor: ctx.actor, intakeId }, async () => {
    const meter = meterUpload(ctx);
    await meter.expect(bytes.length);
    try {
      await meter.take(bytes.length);
      return await withUpload(bytes, (pdf) => attachReport(ctx, intakeId, { pdf, signal }));
    } finally {
      await meter.end(bytes.length);
    }
  });
}

type AttachReport = {
  readonly pdf: Upload;
  /** Aborts reading when the client disconnects. */
  readonly signal: AbortSignal;
};

/**
 * Adds the insurer's report: its certain facts outrank the submission, and the market is read again with them. The
 * newest upload counts, even if the same file was sent before; that one is stored and read once.
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

/** Each is a separate transaction, so that no upload waits for many. */
const perTurn = 100;

type FilesToRemove = {
  readonly limit: number;
  /** Intakes whose files stay for now. */
  readonly except: readonly string[];
};

/**
 * Removes old files of reports whose customer was never proven; returns how many were checked. Facts read from them
 * stay. The intake is locked first, so that a concurrent proof counts.
 */
export async function removeUnprovenFiles(ctx: Ctx, { limit, except }: FilesToRemove): Promise<number> {
  const files = await listFilesToReview(ctx, Math.min(limit, perTurn));
  for (const { id, intakeId } of files) {
    await transact(ctx, async (tx) => {
      const stored = await lockIntake(tx.db, intakeId, tx.clock.now());
      const consultationId = stored?.intake.consultationId;
      const proven =
        consultationId !== undefined && (await lockConsultation(tx, consultationId)).provenAt !== undefined;
      const held = except.includes(intakeId);
      settleFile(tx, id, decideFile({ status: stored?.intake.status ?? 'expired', proven, held }));
    });
  }
  return files.length;
}

/** Refuses before a byte of the file is read: no access, unknown intake, intake that has ended (D-052). */
export async function requireAttachable(ctx: Ctx, intakeId: string): Promise<void> {
  const { intake } = await requireIntakeAccess(ctx, intakeId);
  requireOpenConsultation(intake);
  const magic = intake.test ? findMagic(intake.email, 'POST /intakes/{intake_id}/documents') : undefined;
  if (magic !== undefined) throw rateLimited(magic.retryAfterS ?? 1);
}

function requireOpenConsultation({ status, consultationId, caseClosedAt }: Intake): void {
  if (consultationId === undefined || caseClosedAt !== undefined || !unfinishedStatuses.includes(status))
    throw noConsultation();
}

type FileFacts = { readonly status: IntakeStatus; readonly proven: boolean; readonly held: boolean };

/**
 * The decision about an old report file: it stays permanently once the customer is proven, it waits while the team
 * works on the case or a legal hold applies, and otherwise it is removed.
 */
function decideFile({ status, proven, held }: FileFacts): 'stays' | 'waits' | 'goes' {
  if (proven) return 'stays';
  return held || status === 'consultation_active' ? 'waits' : 'goes';
}

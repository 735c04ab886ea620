import type { Ctx } from '#context';
import { meterUpload, withUploadSlot } from '#modules/documents';
import { withUpload } from '#platform/http';
import type { Receipt } from '../schemas.ts';
import { attachReport } from './attach-report.ts';
import { requireAttachable } from './require-attachable.ts';

type ReportBytes = {
  readonly bytes: Uint8Array;
  /** Aborts the reading when the client is gone. */
  readonly signal: AbortSignal;
};

/** Adds a report that is in memory already, under the same bounds and budgets as an upload. */
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

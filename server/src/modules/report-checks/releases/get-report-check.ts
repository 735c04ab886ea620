import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { FactSources } from '#modules/facts';
import { listStaffNames } from '#modules/staff';
import { fingerprintOf } from '../rules.ts';
import type { ReportCheckView } from '../schemas.ts';
import { collectFindings } from './collect-findings.ts';
import { findReleased } from './find-released.ts';

/** What was found about the reports of a case, and what of it the customer sees, for staff. */
export async function getReportCheck(ctx: Ctx, sources: FactSources, consultationId: string): Promise<ReportCheckView> {
  requireStaff(ctx.actor);
  const [{ documents, findings }, released] = await Promise.all([
    collectFindings(ctx, sources, consultationId),
    findReleased(ctx, consultationId),
  ]);
  const names = await listStaffNames(ctx, released === undefined ? [] : [released.by]);
  return {
    object: 'report_check',
    consultation_id: consultationId,
    documents: documents.map(({ id, reading, file_removed_at: removedAt }) => ({
      id,
      vendor: reading.vendor,
      pages: reading.pages,
      checked: reading.contents !== undefined,
      has_file: removedAt === null,
    })),
    findings: [...findings],
    fingerprint: fingerprintOf(findings),
    released:
      released === undefined
        ? null
        : {
            released_by: names.get(released.by) ?? released.by,
            released_at: released.at.toISOString(),
            findings: [...released.findings],
          },
  };
}

import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { findResearchPayment } from '#modules/checkout';
import { getConsultation } from '#modules/consultations';
import { findReleased } from '#modules/report-checks';
import { decryptDraft } from '../drafts/decrypt-draft.ts';
import type { AppraisalSources, AppraisalSubject } from '../facts.ts';
import type { AppraisalInputs, AppraisalView } from '../schemas.ts';
import { findAppraisal, listVersions } from '../store.ts';
import { toVersionView } from '../versions/to-version-view.ts';
import { findRecipient } from './find-recipient.ts';
import { listOutdated } from './outdated-rules.ts';
import { planRelease } from './release-rules.ts';

/** The draft, what releasing it would do, and every version, for staff. */
export async function getAppraisal(
  ctx: Ctx,
  consultationId: string,
  { collectSubject }: Pick<AppraisalSources, 'collectSubject'>,
): Promise<AppraisalView> {
  requireStaff(ctx.actor);
  const [consultation, appraisal, versions, subject, recipient, payment, check] = await Promise.all([
    getConsultation(ctx, consultationId),
    findAppraisal(ctx.db, consultationId),
    listVersions(ctx.db, consultationId),
    collectSubject(ctx, consultationId),
    findRecipient(ctx, consultationId),
    findResearchPayment(ctx, consultationId),
    findReleased(ctx, consultationId),
  ]);
  const draft = decryptDraft(ctx, appraisal);
  const outdated = draft === undefined ? [] : listOutdated(draft, { subject, check });
  return {
    object: 'appraisal',
    consultation_id: consultationId,
    revision: appraisal?.revision ?? 0,
    draft: draft ?? null,
    draft_at: draft === undefined ? null : (appraisal?.draftAt?.toISOString() ?? null),
    snapshot_id: subject.snapshotId ?? null,
    warnings: draft === undefined ? [] : [...outdated, ...warningsOf(draft, subject)],
    versions: versions.map((version) => toVersionView(ctx, version, versions)),
    release: planRelease({ consultation, draft, recipient, payment, outdated }),
  };
}

/** What does not make the draft wrong: another market read may be meant. */
const warningsOf = (draft: AppraisalInputs, { snapshotId }: AppraisalSubject): string[] => [
  ...(snapshotId === undefined || snapshotId === draft.snapshot.id
    ? []
    : ['There is a newer market read. Save the draft again to use it.']),
  ...(draft.snapshot.synthetic ? ['Made from synthetic listings: for tests only.'] : []),
];

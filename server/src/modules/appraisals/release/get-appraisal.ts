import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { canonicalJson } from '#lib/json/canonical-json';
import { findResearchPayment } from '#modules/checkout';
import { getConsultation } from '#modules/consultations';
import { findReleased, type ReleasedFindings } from '#modules/report-checks';
import { decryptDraft } from '../drafts/decrypt-draft.ts';
import type { AppraisalSources, AppraisalSubject } from '../facts.ts';
import { toAnnexed } from '../rules.ts';
import type { AppraisalInputs, AppraisalView } from '../schemas.ts';
import { findAppraisal, listVersions } from '../store.ts';
import { toVersionView } from '../versions/to-version-view.ts';
import { findRecipient } from './find-recipient.ts';
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
  return {
    object: 'appraisal',
    consultation_id: consultationId,
    revision: appraisal?.revision ?? 0,
    draft: draft ?? null,
    draft_at: draft === undefined ? null : (appraisal?.draftAt?.toISOString() ?? null),
    snapshot_id: subject.snapshotId ?? null,
    warnings: draft === undefined ? [] : [...warningsOf(draft, subject), ...annexWarning(draft, check)],
    versions: versions.map((version) => toVersionView(ctx, version, versions)),
    release: planRelease({ consultation, draft, recipient, payment }),
  };
}

/** What the draft says and the case no longer does, or what its market read was made without. */
function warningsOf(draft: AppraisalInputs, subject: AppraisalSubject): string[] {
  const said = draft.subject;
  const changed = [
    ...(said.vin === (subject.vin ?? null) ? [] : ['the VIN']),
    ...(said.trim === (subject.trim ?? null) ? [] : ['the trim']),
    ...(said.insurer === (subject.insurer ?? null) ? [] : ['the insurer']),
    ...(said.claim_number === (subject.claimNumber ?? null) ? [] : ['the claim number']),
    ...(draft.owner === (subject.owner ?? null) ? [] : ['the name of the owner']),
    ...(draft.offer?.cents === subject.offer?.cents ? [] : ['the offer']),
  ];
  const { odometer } = draft.adjustment;
  return [
    ...(changed.length === 0 ? [] : [`Changed since the draft was saved: ${changed.join(', ')}. Save it again.`]),
    ...(subject.odometer === undefined || subject.odometer === odometer
      ? []
      : [
          `The market read was made for ${odometer === null ? 'no odometer reading' : `${odometer} miles`}, the case says ${subject.odometer}. Read the market again.`,
        ]),
    ...(subject.snapshotId === undefined || subject.snapshotId === draft.snapshot.id
      ? []
      : ['There is a newer market read. Save the draft again to use it.']),
    ...(draft.snapshot.synthetic ? ['Made from synthetic listings: for tests only.'] : []),
  ];
}

/** What the owner is shown of the insurer's report changed since. */
function annexWarning(draft: AppraisalInputs, check: ReleasedFindings | undefined): string[] {
  const now = canonicalJson((check?.findings ?? []).map(toAnnexed));
  return canonicalJson(draft.insurer_report ?? []) === now
    ? []
    : ['What the owner is shown of the insurer’s report has changed. Save the draft again to use it.'];
}

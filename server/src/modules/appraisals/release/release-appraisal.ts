import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { contactVersion } from '#lib/text/contacts';
import { captureResearch, findResearchPayment, recordDelivered, type ResearchPayment } from '#modules/checkout';
import { getConsultation, lockConsultation } from '#modules/consultations';
import { messagePurposes, queueMessage, type NewMessage } from '#modules/customers';
import { findReleased } from '../releases/releases.ts';
import { transact } from '#platform/db';
import { decryptDraft } from '../drafts/drafts.ts';
import { draftChanged, notReleasable, reasonNotAsked, reasonRequired } from '../errors.ts';
import type { AppraisalSources } from '../facts.ts';
import type { ReleaseReason } from '../schemas.ts';
import { deleteDraft, listVersions, lockAppraisal } from '../store.ts';
import { createVersion } from '../versions/versions.ts';
import { appraisalUrl } from '../versions/link-rules.ts';
import { listOutdated } from './rules.ts';
import { isWrittenTo, messageVersion, planRelease, type Recipient } from './release-rules.ts';
import { composeReleased, findRecipient } from './release.ts';

type ReleaseAppraisal = {
  readonly consultationId: string;
  /** The revision of the draft that staff saw. */
  readonly revision: number;
  readonly reason: ReleaseReason | undefined;
};

/**
 * Releases the draft: one transaction creates the version, delivers the consultation if necessary, requests the
 * capture of an active research hold, and queues the message. If it was already released, nothing changes.
 */
export async function releaseAppraisal(
  ctx: Ctx,
  { consultationId, revision, reason }: ReleaseAppraisal,
  { delivery, collectSubject }: Pick<AppraisalSources, 'delivery' | 'collectSubject'>,
): Promise<void> {
  const { staffId: by } = requireStaff(ctx.actor);
  const consultation = await getConsultation(ctx, consultationId);
  const { source, source_id: sourceId } = consultation;
  // A repeated request after the case moved on is not checked again.
  if ((await listVersions(ctx.db, consultationId)).some((one) => one.revision === revision)) return;
  const [subject, check] = await Promise.all([collectSubject(ctx, consultationId), findReleased(ctx, consultationId)]);
  await transact(ctx, async (tx) => {
    // The object of origin comes first, then the consultation, the appraisal and its hold.
    const delivered =
      consultation.delivered_at === null
        ? await recordDelivered(tx, { consultationId, source, sourceId, sources: delivery })
        : [];
    const { closedAt } = await lockConsultation(tx, consultationId);
    const appraisal = await lockAppraisal(tx.db, consultationId);
    const versions = await listVersions(tx.db, consultationId);
    if (versions.some((one) => one.revision === revision)) return queueMessage(tx, ...delivered);
    const draft = decryptDraft(tx, appraisal);
    if (appraisal === undefined || draft === undefined) throw notReleasable('There is no draft to release.');
    if (appraisal.revision !== revision) throw draftChanged(appraisal.revision);
    const recipient = await findRecipient(tx, consultationId);
    const payment = await findResearchPayment(tx, consultationId);
    const closed = closedAt?.toISOString() ?? null;
    const outdated = listOutdated(draft, { subject, check });
    const consulted = { delivered_at: null, closed_at: closed };
    const plan = planRelease({ consultation: consulted, draft, recipient, payment, outdated });
    const [problem] = plan.problems;
    if (problem !== undefined) throw notReleasable(problem);
    if (plan.reason_required && reason === undefined) throw reasonRequired();
    if (!plan.reason_required && reason !== undefined) throw reasonNotAsked();
    const captured = isWrittenTo(recipient) ? await captureHeld(tx, { consultationId, by, payment }) : undefined;
    const number = (versions[0]?.number ?? 0) + 1;
    const { id, token } = createVersion(tx, { appraisal, number, draft, reason, by });
    deleteDraft(tx.db, appraisal.id);
    const released = toReleased(tx, { consultationId, recipient, versionId: id, number, token, cents: captured });
    queueMessage(tx, ...delivered, ...released);
  });
}

type CaptureHeld = { readonly consultationId: string; readonly by: string; readonly payment: ResearchPayment };

/** The amount captured. If a hold ended while its lock was awaited, a staff member has to decide again. */
async function captureHeld(tx: Tx, { consultationId, by, payment }: CaptureHeld): Promise<number | undefined> {
  if (payment.kind !== 'held') return undefined;
  const captured = await captureResearch(tx, { consultationId, by });
  if (captured.kind === 'none') throw reasonRequired();
  return captured.kind === 'held' ? captured.cents : undefined;
}

type Released = {
  readonly consultationId: string;
  readonly recipient: Recipient;
  readonly versionId: string;
  readonly number: number;
  readonly token: string;
  readonly cents: number | undefined;
};

function toReleased(tx: Tx, released: Released): NewMessage[] {
  const { consultationId, recipient, versionId, number, token, cents } = released;
  if (!('to' in recipient)) return [];
  const url = appraisalUrl(tx.config, token);
  const content = composeReleased(tx, { consultationId, recipient, url, number, cents });
  if (content === undefined) return [];
  const contact = recipient.kind === 'text' ? contactVersion(tx, { email: undefined, phone: recipient.to }) : undefined;
  return [
    {
      purpose: messagePurposes.appraisalReleased,
      subjectId: consultationId,
      subjectVersion: messageVersion(versionId, contact),
      content,
    },
  ];
}

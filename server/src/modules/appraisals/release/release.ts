import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { hasContactVersion, type Contacts } from '#lib/text/contacts';
import { findResearchPayment } from '#modules/checkout';
import { getConsultation, listContacts } from '#modules/consultations';
import {
  composeContent,
  listSuppressed,
  messageTemplates,
  type MessageSubject,
  type NewMessage,
} from '#modules/customers';
import { findReleased } from '../releases/releases.ts';
import { decryptDraft } from '../drafts/drafts.ts';
import type { AppraisalSources, AppraisalSubject } from '../facts.ts';
import { findCurrent } from '../rules.ts';
import type { AppraisalInputs, AppraisalView } from '../schemas.ts';
import { findAppraisal, listVersions } from '../store.ts';
import { toVersionView } from '../versions/versions.ts';
import { listOutdated } from './rules.ts';
import { planRelease, type Recipient } from './release-rules.ts';

type Released = {
  readonly consultationId: string;
  readonly recipient: Extract<Recipient, { to: string }>;
  readonly url: string;
  readonly number: number;
  /** The amount captured with it; undefined for none. */
  readonly cents: number | undefined;
};

/** The message with the link to the appraisal. */
export function composeReleased(
  tx: Tx,
  { consultationId, recipient: { kind, to, language }, url, number, cents }: Released,
): NewMessage['content'] | undefined {
  const contacts = kind === 'text' ? { email: undefined, phone: to } : { email: to, phone: undefined };
  return composeContent(tx, {
    consultationId,
    contacts,
    language,
    url,
    words: (read, leadsTo) => messageTemplates.appraisal[read].words({ url: leadsTo, number, cents }),
  });
}

/** The current recipient of the link; checked again when the message is sent. */
export async function findRecipient(ctx: Ctx | Tx, consultationId: string): Promise<Recipient> {
  const found = (await listContacts(ctx, [consultationId])).find(({ id }) => id === consultationId);
  if (found === undefined) return { kind: 'nobody' };
  const { contacts, hasStopped, language } = found;
  const { email, phone, test } = contacts;
  if (test === true) return { kind: 'test' };
  if (email === undefined && phone === undefined) return { kind: 'nobody' };
  if (hasStopped || (await listSuppressed(ctx, [contacts])).includes(true)) return { kind: 'stopped' };
  if (email !== undefined) return { kind: 'email', to: email, language };
  return phone === undefined ? { kind: 'nobody' } : { kind: 'text', to: phone, language };
}

/** The draft, the effects of releasing it, and every version, for staff. */
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

/** Differences that do not make the draft wrong: another market read may be intended. */
const warningsOf = (draft: AppraisalInputs, { snapshotId }: AppraisalSubject): string[] => [
  ...(snapshotId === undefined || snapshotId === draft.snapshot.id
    ? []
    : ['There is a newer market read. Save the draft again to use it.']),
  ...(draft.snapshot.synthetic ? ['Made from synthetic listings: for tests only.'] : []),
];

/** Whether an appraisal of this consultation is released and not withdrawn. */
export const isAppraisalReleased = async (ctx: Ctx, consultationId: string): Promise<boolean> =>
  findCurrent(await listVersions(ctx.db, consultationId)) !== undefined;

/**
 * The link is sent only while its version is current, the owner has not stopped contact about the case, and a text's
 * number is still theirs.
 */
export async function isReleaseCurrent(ctx: Ctx, { subjectId, subjectVersion = '' }: MessageSubject): Promise<boolean> {
  const [versionId, contact] = subjectVersion.split(' ');
  const [versions, cases] = await Promise.all([listVersions(ctx.db, subjectId), listContacts(ctx, [subjectId])]);
  if (findCurrent(versions)?.id !== versionId) return false;
  const isTheirs = (contacts: Contacts) => contact === undefined || hasContactVersion(ctx, contacts, contact);
  return cases.some(({ hasStopped, contacts }) => !hasStopped && isTheirs(contacts));
}

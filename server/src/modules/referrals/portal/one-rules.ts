import { isMaskedFor, mayCaller } from '#lib/api/portal-roles';
import { masked, maskReferral } from '#lib/masking/mask-body';
import { addDays } from '#lib/time/dates';
import type { PortalActor } from '#actor';
import type { DocumentView } from '#modules/documents';
import { certainFacts, computeDifferences } from '#modules/facts';
import type { Issue } from '#platform/errors';
import { toView } from '../events.ts';
import { confirmationIssues } from '../lifecycle/rules.ts';
import type { Attestation } from '../lifecycle/schemas.ts';
import { asOf, listEditable, lossDayOf } from '../rules.ts';
import type { ReviewRecord } from '../review/schemas.ts';
import type { ReferralEdit, ReferralStatus, ReferralView } from '../schemas.ts';
import type { Referral } from '../store.ts';
import { toSubmission } from '../submission-rules.ts';
import { referralTransitions } from '../transitions.ts';
import type { PortalReferral, SentDocumentView } from './one-schemas.ts';
import type { SentDocument } from './sent-document-store.ts';

/** A report is 15 MB at most, as everywhere (D-050). */
export const documentBytesMax = 15_728_640;

/** What an edit can change, as text; its fingerprint is the version that a page has seen. */
export const versionText = (referral: Referral): string => {
  const { id, external_ref: reference, borrower, vehicle, claim, liability } = toView(referral);
  return JSON.stringify(['referrals.version', id, reference, borrower, vehicle, claim, liability]);
};

/** The status in which there is a case that a document can be added to. */
export const hasOpenConsultation = (status: ReferralStatus): boolean => status === 'activated' || status === 'settled';

export const isPdf = (file: Buffer): boolean => file.subarray(0, 1024).includes('%PDF-');

/** As it is shown; a browser may send none. */
export const toFileName = (name: string): string => [...name.trim()].slice(0, 200).join('') || 'report.pdf';

/** What this caller may do with the referral now, by the rules of the verbs. */
function listAllowed(status: ReferralStatus, caller: PortalActor) {
  const may = mayCaller(caller, 'referrals.write');
  return {
    can_edit: may ? listEditable(status).filter((group) => group !== 'borrower' || !isMaskedFor(caller)) : [],
    can_cancel: may && referralTransitions.canMove(status, 'cancel'),
    can_attest: may && referralTransitions.canMove(status, 'activate'),
    can_add_document: may && hasOpenConsultation(status),
  };
}

type Parts = {
  readonly referral: Referral;
  readonly version: string;
  readonly review: ReviewRecord | undefined;
  readonly sent: readonly SentDocument[];
  readonly documents: readonly DocumentView[];
  readonly names: ReadonlyMap<string, string>;
  readonly caller: PortalActor;
  readonly now: Date;
};

export function toPortalReferral(parts: Parts): PortalReferral {
  const { referral, version, review, caller, now } = parts;
  const current = asOf(referral, now);
  const hides = isMaskedFor(caller);
  const view = toView(current);
  return {
    object: 'portal.referral',
    referral: hides ? maskReferral(view) : view,
    loss_day: lossDayOf(current),
    version,
    masked: hides,
    ...listAllowed(current.status, caller),
    // What the team wrote about the case is hidden as in events.
    review: review === undefined ? null : hides && review.summary !== null ? { ...review, summary: masked } : review,
    documents: parts.sent.flatMap((sent) => toSentDocument(parts, sent) ?? []),
  };
}

/** Fields that say whose vehicle and claim it is. */
const hiddenFields: readonly string[] = ['vehicle.vin', 'offer.claim_number'];

function toSentDocument(
  { referral, documents, names, caller }: Omit<Parts, 'version' | 'review' | 'now' | 'sent'>,
  { documentId, fileName, userId, sentAt }: SentDocument,
): SentDocumentView | undefined {
  const document = documents.find(({ id }) => id === documentId);
  if (document === undefined) return undefined;
  const { vendor, pages } = document.reading;
  const facts = certainFacts(document.reading);
  const hides = isMaskedFor(caller);
  const hidden = <T>(text: T | undefined): T | string | null => (text === undefined ? null : hides ? masked : text);
  return {
    object: 'portal.referral_document',
    id: documentId,
    file_name: hides ? masked : fileName,
    size_bytes: document.size_bytes,
    sent_at: sentAt.toISOString(),
    sent_by: { id: userId, name: names.get(userId) ?? userId },
    pages,
    vendor,
    nothing_read: document.nothing_read,
    read: {
      vin: hidden(facts.vin),
      offer_cents: facts.offer_cents ?? null,
      insurer: facts.insurer ?? null,
      claim_number: hidden(facts.claim_number),
      date_of_loss: facts.date_of_loss ?? null,
    },
    differences: computeDifferences(toSubmission(referral).sent, facts).map(({ field, sent, read }) =>
      hides && hiddenFields.includes(field) ? { field, stated: masked, read: masked } : { field, stated: sent, read },
    ),
    can_download: mayCaller(caller, 'contacts.read'),
  };
}

/** What somebody agreed to longer ago is no wish to be called now. The API takes any time that has passed (D-108). */
const confirmedDaysMax = 30;

export function agreementIssues(attestation: Attestation, now: Date): Issue[] {
  const { confirmed_at: at } = attestation;
  const isOld = at !== undefined && new Date(at) < addDays(now, -confirmedDaysMax);
  return isOld
    ? [{ path: 'confirmed_at', message: `must not be more than ${confirmedDaysMax} days ago: ask the borrower again` }]
    : confirmationIssues(attestation, now);
}

type Member = readonly [path: string, value: unknown];

const membersOf = (patch: ReferralEdit): Member[] =>
  Object.entries(patch).flatMap(([group, members]): Member[] =>
    members !== null && typeof members === 'object'
      ? Object.entries(members).map(([name, value]): Member => [`${group}.${name}`, value])
      : [[group, members]],
  );

/** Whoever sees values hidden may send back what they see; it must not replace what they do not. */
export const listMaskIssues = (patch: ReferralEdit): Issue[] =>
  membersOf(patch)
    .filter(([, value]) => typeof value === 'string' && value.trim() === masked)
    .map(([path]) => ({ path, message: 'is how a hidden value is shown; leave it out and it stays' }));

/** Of an edit, the members that it changed: names, never values. */
export const listChanged = (patch: ReferralEdit, before: Referral, after: Referral): readonly string[] =>
  membersOf(patch)
    .map(([path]) => path)
    .filter((path) => memberOf(toView(before), path) !== memberOf(toView(after), path));

function memberOf(view: ReferralView, path: string): unknown {
  const [group = '', name] = path.split('.');
  const member = (view as Readonly<Record<string, unknown>>)[group];
  return name === undefined ? member : (member as Readonly<Record<string, unknown>>)[name];
}

/** In the trail, of an edit that changed nothing. */
export const unchanged = 'unchanged';

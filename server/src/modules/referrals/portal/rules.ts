import type { PortalActor } from '#actor';
import { isMaskedFor, mayCaller } from '#lib/api/portal-roles';
import { maskReferral, masked } from '#lib/masking/mask-body';
import { addDays } from '#lib/time/dates';
import type { DocumentView } from '#modules/documents';
import { certainFacts, computeDifferences } from '#modules/consultations';
import { computeCheckDigit, listModelYears, toMakeKey, type DecodedVin } from '#modules/vehicles';
import type { Issue } from '#platform/errors';
import { toView } from '../events.ts';
import { confirmationIssues } from '../lifecycle/rules.ts';
import type { Attestation } from '../lifecycle/schemas.ts';
import type { ReviewRecord } from '../review/schemas.ts';
import { asOf, listEditable, toSubmission } from '../rules.ts';
import type { ReferralEdit, ReferralStatus, ReferralView } from '../schemas.ts';
import type { Referral } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import type { CheckedDraft, ListedReferral, PortalReferral, SentDocumentView } from './schemas.ts';
import type { SentDocument } from './sent-document-store.ts';

type Warning = CheckedDraft['warnings'][number];

type Members = Readonly<Record<string, unknown>>;

/** A group of a draft, which may contain anything. */
function groupOf(draft: unknown, name: string): Members {
  const group = draft !== null && typeof draft === 'object' ? (draft as Members)[name] : undefined;
  return group !== null && typeof group === 'object' ? (group as Members) : {};
}

/** A draft's VIN as far as it is typed, without separators. */
export function readDraftVin(draft: unknown): string {
  const { vin } = groupOf(draft, 'vehicle');
  if (typeof vin !== 'string' || vin.length > 40) return '';
  const text = vin.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-HJ-NPR-Z0-9]{1,17}$/.test(text) ? text : '';
}

export const isWholeVin = (vin: string): boolean => vin.length === 17;

const threeYearsMs = 3 * 365.25 * 86_400_000;

/**
 * Unusual values in a draft. None of them is a reason to refuse: some cars have no check digit, and some claims come
 * late.
 */
export function warningsOf(
  draft: unknown,
  { decoded, now }: { decoded: DecodedVin | undefined; now: Date },
): Warning[] {
  return [...vehicleWarnings(draft, decoded), ...lossWarnings(draft, now), ...moneyWarnings(draft)];
}

function vehicleWarnings(draft: unknown, decoded: DecodedVin | undefined): Warning[] {
  const { year, make } = groupOf(draft, 'vehicle');
  const vin = readDraftVin(draft);
  const warnings: Warning[] = [];
  if (!isWholeVin(vin)) return warnings;
  if (computeCheckDigit(vin) === 'wrong')
    warnings.push({
      path: 'vehicle.vin',
      code: 'vin_check_digit',
      message: 'The check digit does not fit. Compare the VIN, character by character.',
    });
  const years = listModelYears(vin);
  if (typeof year === 'number' && years.length > 0 && !years.includes(year))
    warnings.push({ path: 'vehicle.year', code: 'vin_year', message: `By the VIN it is ${years.join(' or ')}.` });
  const said = decoded?.make;
  if (said !== undefined && typeof make === 'string' && make.trim() !== '' && toMakeKey(make) !== toMakeKey(said))
    warnings.push({ path: 'vehicle.make', code: 'vin_make', message: `By the VIN it is ${said}.` });
  return warnings;
}

function lossWarnings(draft: unknown, now: Date): Warning[] {
  const { date_of_loss: day } = groupOf(draft, 'claim');
  const age = typeof day === 'string' ? now.getTime() - Date.parse(day) : NaN;
  const path = 'claim.date_of_loss';
  if (age < 0) return [{ path, code: 'loss_in_future', message: 'This day is still to come.' }];
  if (age > threeYearsMs) return [{ path, code: 'loss_long_ago', message: 'This is more than three years ago.' }];
  return [];
}

function moneyWarnings(draft: unknown): Warning[] {
  const { initial_offer_cents: offer } = groupOf(draft, 'claim');
  const { loan_payoff_cents: payoff } = groupOf(draft, 'liability');
  if (typeof offer !== 'number' || typeof payoff !== 'number' || offer <= payoff) return [];
  const message = 'The offer is above the loan payoff. Compare both, if you expected a gap.';
  return [{ path: 'claim.initial_offer_cents', code: 'offer_above_payoff', message }];
}

type Seen = { readonly now: Date; readonly masked: boolean };

/** A referral as this caller may see it. */
export function toSeen(row: Referral, { now, masked }: Seen): ReferralView {
  const view = toView(asOf(row, now));
  return masked ? maskReferral(view) : view;
}

export function toListed(row: Referral, seen: Seen): ListedReferral {
  const view = toSeen(row, seen);
  const { carrier, claim_number, date_of_loss } = view.claim;
  return {
    id: view.id,
    object: 'portal.referral',
    status: view.status,
    status_label: view.status_label,
    status_tone: view.status_tone,
    external_ref: view.external_ref,
    borrower: view.borrower,
    vehicle: view.vehicle,
    claim: { carrier, claim_number, date_of_loss },
    created_at: view.created_at,
    invitation_expires_at: view.invitation_expires_at,
  };
}

/** From inclusive, to exclusive; a text that begins with `from` is between them. */
type Range = { readonly from: string; readonly to: string };

export type SearchKeys = {
  readonly vin: string | null;
  readonly vinEnd: string | null;
  readonly ids: Range | null;
  readonly texts: readonly Range[];
};

/** With fewer characters half of all references would match. */
const prefixMin = 4;

/** No storable text sorts after it, or between a text and the same text followed by the second one. */
const [last, next] = ['\u{10FFFF}', '\u0001'];

/**
 * The possible meanings of a typed text. Users who see VINs and claim numbers masked find only whole ones: by
 * beginnings and ends they could guess them a character at a time.
 */
export function toSearchKeys(typed: string, { masked }: { readonly masked: boolean }): SearchKeys {
  const text = typed.trim();
  const vin = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const isWhole = /^[A-HJ-NPR-Z0-9]{17}$/.test(vin);
  const isEnd = !masked && /^[A-HJ-NPR-Z0-9]{6,16}$/.test(vin);
  const end = !masked && text.length >= prefixMin ? last : next;
  return {
    vin: isWhole ? vin : null,
    vinEnd: isEnd ? vin : null,
    ids: /^ref_[A-Za-z0-9]{1,24}$/.test(text) ? { from: text, to: text + last } : null,
    texts: [...new Set([text, text.toUpperCase()])].map((from) => ({ from, to: from + end })),
  };
}

/** A report is 15 MB at most, as everywhere (D-050). */
export const documentBytesMax = 15_728_640;

/** The editable members as text; its fingerprint is the version that a page has seen. */
export const versionText = (referral: Referral): string => {
  const { id, external_ref: reference, borrower, vehicle, claim, liability } = toView(referral);
  return JSON.stringify(['referrals.version', id, reference, borrower, vehicle, claim, liability]);
};

/** The status in which there is a case that accepts a document. */
export const hasOpenConsultation = (status: ReferralStatus): boolean => status === 'activated' || status === 'settled';

export const isPdf = (file: Buffer): boolean => file.subarray(0, 1024).includes('%PDF-');

/** As it is shown; a browser may send no name. */
export const toFileName = (name: string): string => [...name.trim()].slice(0, 200).join('') || 'report.pdf';

/** The caller's available actions on the referral, by the same rules as the operations. */
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
    loss_day: current.claim.loss_day,
    version,
    masked: hides,
    ...listAllowed(current.status, caller),
    // The team's notes about the case are hidden as in events.
    review: review === undefined ? null : hides && review.summary !== null ? { ...review, summary: masked } : review,
    documents: parts.sent.flatMap((sent) => toSentDocument(parts, sent) ?? []),
  };
}

/** Fields that identify the vehicle's owner and the claim. */
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

/** A consent that is older does not justify a call now. The API accepts any past time (D-108). */
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

/** A user who sees masked values may send them back; they must not replace the hidden ones. */
export const listMaskIssues = (patch: ReferralEdit): Issue[] =>
  membersOf(patch)
    .filter(([, value]) => typeof value === 'string' && value.trim() === masked)
    .map(([path]) => ({ path, message: 'is how a hidden value is shown; leave it out and it stays' }));

/** The members that an edit changed: names, never values. */
export const listChanged = (patch: ReferralEdit, before: Referral, after: Referral): readonly string[] =>
  membersOf(patch)
    .map(([path]) => path)
    .filter((path) => memberOf(toView(before), path) !== memberOf(toView(after), path));

function memberOf(view: ReferralView, path: string): unknown {
  const [group = '', name] = path.split('.');
  const member = (view as Readonly<Record<string, unknown>>)[group];
  return name === undefined ? member : (member as Readonly<Record<string, unknown>>)[name];
}

/** In the trail, for an edit that changed nothing. */
export const unchanged = 'unchanged';

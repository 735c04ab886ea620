import { maskReferral } from '#lib/masking/mask-body';
import { toView } from '../events.ts';
import { asOf } from '../rules.ts';
import type { ReferralView } from '../schemas.ts';
import type { Referral } from '../store.ts';
import type { ListedReferral } from './list-schemas.ts';

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

/** Of fewer characters half of all references would begin with them. */
const prefixMin = 4;

/** Nothing that can be stored sorts behind it, or between a text and the text with the second one added. */
const [last, next] = ['\u{10FFFF}', '\u0001'];

/**
 * What a typed text may be. Whoever sees VINs and claim numbers masked finds by whole ones only: by beginnings and ends
 * they could be guessed a character at a time.
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

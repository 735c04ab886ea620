import { requireStaff } from '#actor';
import type { Tx } from '#context';
import { cappedUntil } from '#lib/calling/call-caps';
import { mayCall, nextOpening, type CallWindow } from '#lib/calling/calling-hours';
import { isDialable } from '#lib/calling/dialable';
import { listSuppressed } from '#modules/customers';
import { decryptContact } from '../contacts/contact-records.ts';
import { clearOffer, linkNumber, listNumbers, mergeNumbers, recordOffer, type NumberRow } from '../number-store.ts';
import { capsIn, phoneName } from '../rules.ts';
import type { QueueRow } from '../store.ts';
import type { NextCall } from './schemas.ts';

/** The state of a consultation's number, across all consultations that have it. */
export type CalledNumber = {
  readonly phone: string;
  /** Under every key of the ring. */
  readonly hashes: Buffer[];
  /** When it was shown to a caller or dialed, newest first. */
  readonly attempts: readonly Date[];
  readonly lastCall: { readonly at: Date; readonly consultationId: string } | undefined;
  /** The caller it was last shown to, until they log a call. */
  readonly offer: { readonly staffId: string; readonly consultationId: string } | undefined;
};

/** Undefined for a consultation without a number. */
export async function findNumber(tx: Tx, row: QueueRow): Promise<CalledNumber | undefined> {
  const { phone } = decryptContact(tx, row);
  if (phone === undefined) return undefined;
  const hashes = tx.vault.fingerprints(phoneName(phone));
  const rows = await listNumbers(tx.db, hashes, row.test);
  const attempts = rows.flatMap((one) => one.attempts).toSorted((a, b) => b.getTime() - a.getTime());
  const [counted, ...others] = rows;
  if (counted !== undefined && others.length > 0) {
    const all = [...hashes, ...rows.map(({ hash }) => hash)];
    mergeNumbers(tx.db, { hashes: all, test: row.test, kept: counted.hash, attempts });
  }
  // After a key change, the consultation may have been stored before the other fingerprints were linked.
  linkNumber(tx.db, hashes, row.test);
  return { phone, hashes, attempts, lastCall: lastCallOf(counted), offer: offerOf(counted) };
}

const lastCallOf = (number: NumberRow | undefined): CalledNumber['lastCall'] =>
  number === undefined || number.called_at === null
    ? undefined
    : { at: number.called_at, consultationId: number.called_case ?? '' };

const offerOf = (number: NumberRow | undefined): CalledNumber['offer'] =>
  number === undefined || number.offer_staff_id === null || number.offer_case === null
    ? undefined
    : { staffId: number.offer_staff_id, consultationId: number.offer_case };

type Claim = {
  /** The row before this claim. */
  readonly row: QueueRow;
  readonly number: CalledNumber | undefined;
  readonly window: CallWindow;
};

/** The caller's view of the number: the number itself, or why it is hidden and until when. */
export type Offer = {
  readonly phone: string | null;
  readonly reason: NextCall['reason'];
  readonly opensAt: Date | undefined;
};

/**
 * Shows the number to the caller who claims the consultation, unless it may not be called now. Showing it is an
 * attempt, whether or not a call is logged; showing it again to the same caller is the same attempt.
 */
export function offerNumber(tx: Tx, { row, number, window }: Claim): Offer {
  const { staffId } = requireStaff(tx.actor);
  const now = tx.clock.now();
  const leased = row.lease_staff_id === staffId && row.lease_until !== null && row.lease_until > now;
  const same = leased && number?.offer?.staffId === staffId && number.offer.consultationId === row.id;
  const offer = decideOffer(tx, { row, number, window }, same);
  if (number === undefined) return offer;
  const [{ hashes }, caseId] = [number, row.id];
  if (offer.phone === null) clearOffer(tx.db, hashes, { test: row.test, caseId });
  else recordOffer(tx.db, { hashes, test: row.test, caseId, staffId, now, same });
  return offer;
}

function decideOffer(tx: Tx, { row, number, window }: Claim, same: boolean): Offer {
  const [rules, now] = [tx.config.callingHours, tx.clock.now()];
  const never = (reason: NextCall['reason']): Offer => ({ phone: null, reason, opensAt: undefined });
  if (row.test) return never('test_case');
  if (row.declined_at !== null) return never('declined');
  // Which numbers are dialed may change after a case is queued.
  if (number === undefined || !isDialable(number.phone)) return never('no_number');
  const capped = same ? undefined : cappedUntil(number.attempts, capsIn(tx.config, window), now);
  const opensAt = nextOpening(rules, window, capped ?? now);
  if (capped !== undefined) return { phone: null, reason: 'capped', opensAt };
  if (!mayCall(rules, window, now)) return { phone: null, reason: 'outside_calling_hours', opensAt };
  return { phone: number.phone, reason: null, opensAt: undefined };
}

/** A test customer is never on our do-not-contact list: their stop applies only to the case in which they said it. */
export async function isSuppressed(tx: Tx, row: QueueRow): Promise<boolean> {
  if (row.test) return row.spared_at !== null;
  return (await listSuppressed(tx, [decryptContact(tx, row)])).includes(true);
}

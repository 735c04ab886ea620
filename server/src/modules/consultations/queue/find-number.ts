import type { Tx } from '#context';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { linkNumber, listNumbers, mergeNumbers, type NumberRow } from '../number-store.ts';
import { phoneName } from '../rules.ts';
import type { QueueRow } from '../store.ts';

/** What is known of the number of a consultation, over all consultations that have it. */
export type CalledNumber = {
  readonly phone: string;
  /** Under every key of the ring. */
  readonly hashes: Buffer[];
  /** When it was shown to a caller or dialed, newest first. */
  readonly attempts: readonly Date[];
  readonly lastCall: { readonly at: Date; readonly consultationId: string } | undefined;
  /** To whom it was shown last, while no call of theirs is logged. */
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
  // After a change of keys, the consultation may have been stored before anybody knew the other fingerprints.
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

import { aadOf, stays, untilErased, type DataSubject, type EraseTx, type PersonalData } from '#platform/personal-data';
import { listToErase, updateErased } from './erase-store.ts';
import { detailsUnchained } from './errors.ts';
import { blankEntries } from './ledger-entries.ts';

/** Entries of one turn; a person has some dozens. */
const entriesPerTurn = 500;

/**
 * Erases what entries about these subjects and contacts say; that they were made, when and of which kind stays, and the
 * chain goes on through them. Entries that are not chained yet must be chained first.
 */
async function eraseDetails(tx: EraseTx, { ids, hashes }: DataSubject): Promise<number> {
  let erased = 0;
  for (;;) {
    const entries = await listToErase(tx.db, { ids, hashes, limit: entriesPerTurn });
    if (entries.some(({ seq }) => seq === null)) throw detailsUnchained();
    if (entries.length === 0) return erased;
    updateErased(tx.db, await blankEntries(tx, entries));
    erased += entries.length;
  }
}

export const personalData: PersonalData = {
  'consent.entries': {
    whose: 'customer',
    period: untilErased,
    rows: '(subject_id = any(:ids) or subject_id is null and contact_hashes && :hashes) and erased_at is null',
    erase: eraseDetails,
    personal: {
      sealed_details: { holds: 'free text', aad: aadOf('consent.entries'), rewrite: (plain) => plain },
      contact_hashes: stays('fingerprint', 'proof of who said yes and who said stop'),
    },
    plain: ['id', 'kind', 'subject_id', 'mac', 'chain_mac', 'erased_before', 'erased_mac'],
  },
  'consent.head': { period: { kept: 'one row' }, plain: ['mac', 'seal'] },
  'consent.wordings': {
    period: { kept: 'our own words, as they were shown to people' },
    plain: ['hash', 'version', 'words', 'mac'],
  },
};

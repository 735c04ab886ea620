import {
  toNull,
  type PersonalData,
  aadOf,
  stays,
  untilErased,
  type DataSubject,
  type EraseTx,
} from '#platform/personal-data';
import { eraseReasons } from './audit/erase-reasons.ts';
import { listToErase, updateErased } from './consent/erase-store.ts';
import { detailsUnchained } from './consent/errors.ts';
import { blankEntries } from './consent/ledger-entries.ts';

/** Entries per batch; a person has some dozens. */
const entriesPerTurn = 500;

/**
 * Erases the details of entries about these subjects and contacts; that they were recorded, when and of which kind
 * stays, and the chain remains intact. Unchained entries must be chained first.
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
  'audit.entries': {
    whose: 'staff',
    period: { lasts: '730 days, then reasons are erased; rows stay', job: 'privacy.retain', how: 'blanked' },
    rows: 'subject_id = any(:ids) and reason is not null',
    erase: (tx, { ids }) => eraseReasons(tx, { ids }),
    personal: { reason: toNull('free text') },
    plain: [
      'kind',
      'operation',
      'staff_id',
      'credential_id',
      'subject_id',
      'request_id',
      'institution_id',
      'user_id',
      'mac',
      'erased_mac',
    ],
  },
  'audit.head': { period: { kept: 'one row' }, plain: ['mac', 'seal'] },
  'consent.entries': {
    whose: 'customer',
    period: untilErased,
    rows: '(subject_id = any(:ids) or subject_id is null and contact_hashes && :hashes) and erased_at is null',
    erase: eraseDetails,
    personal: {
      encrypted_details: { holds: 'free text', aad: aadOf('consent.entries'), rewrite: (plain) => plain },
      contact_hashes: stays('fingerprint', 'proof of who said yes and who said stop'),
    },
    plain: ['id', 'kind', 'subject_id', 'mac', 'chain_mac', 'erased_before', 'erased_mac'],
  },
  'consent.head': { period: { kept: 'one row' }, plain: ['mac', 'seal'] },
  'consent.wordings': {
    period: { kept: 'our own words, as they were shown to people' },
    plain: ['hash', 'version', 'words', 'mac'],
  },
  'anchors.anchors': { period: { kept: 'evidence of the chains' }, plain: ['sha256'] },
};

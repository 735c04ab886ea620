import { aadOf, stays, untilErased, type PersonalData } from '#platform/personal-data';
import { eraseDetails } from './erase-details.ts';

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

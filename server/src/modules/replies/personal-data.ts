import { aadOf, goes, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'replies.replies': {
    whose: 'customer',
    period: { lasts: '400 days, or with the case', job: 'replies.purge', how: 'deleted' },
    rows: `(contact_hash = any(:hashes) or case_ids <> '{}' and case_ids <@ :ids)`,
    erase: 'delete',
    personal: {
      encrypted_content: goes('free text', aadOf('replies.replies')),
      contact_hash: goes('fingerprint'),
    },
    plain: ['id', 'channel', 'understood_as', 'provider_id', 'case_ids', 'answered_with'],
  },
};

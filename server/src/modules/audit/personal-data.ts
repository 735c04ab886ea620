import { toNull, type PersonalData } from '#platform/personal-data';
import { eraseReasons } from './erase-reasons.ts';

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
};

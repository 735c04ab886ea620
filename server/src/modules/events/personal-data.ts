import { blankMembers, rewritten, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'events.events': {
    whose: 'customer',
    period: { lasts: '31 days', job: 'events.maintain-partitions', how: 'partition dropped' },
    rows: 'subject_id = any(:ids)',
    key: ['id', 'created_at'],
    personal: { thin: rewritten('reference', blankMembers) },
    plain: ['id', 'type', 'account_id', 'subject_id'],
  },
  'events.eras': { period: { kept: 'one row for each restore' }, plain: ['history'] },
  'events.long_writers': { period: { kept: 'rows of transactions that run' }, plain: ['account_id'] },
};

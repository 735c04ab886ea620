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
  'events.closed_days': { period: { kept: 'one row for each day' }, plain: [] },
  'events.seals': {
    period: { kept: 'one row for each day of an institution, so that it can be checked later' },
    plain: ['account_id', 'first_id', 'last_id', 'sha256'],
  },
  'events.broken_seals': { period: { kept: 'one row for each, as evidence' }, plain: ['account_id', 'sha256'] },
  'events.long_writers': { period: { kept: 'rows of transactions that run' }, plain: ['account_id'] },
};

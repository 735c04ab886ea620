import { stays, toNull, toSql, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'referral_files.files': {
    whose: 'people of an institution',
    period: { lasts: '30 days', job: 'referral-files.purge', how: 'deleted' },
    personal: {
      name: stays('free text', 'what the institution called its file, for 30 days'),
      columns: stays('free text', 'the names of columns'),
    },
    plain: [
      'institution_id',
      'id',
      'user_id',
      'status',
      'kind',
      'encoding',
      'delimiter',
      'mapping',
      'problem',
      'counts',
      'applied_by',
    ],
  },
  'referral_files.rows': {
    whose: 'customer',
    period: { lasts: '30 days; the cells for 7', job: 'referral-files.purge', how: 'deleted' },
    rows: '(referral_id = any(:ids) or contacts && :contacts)',
    key: ['institution_id', 'livemode', 'file_id', 'row_number'],
    personal: {
      cells: toNull('contact'),
      contacts: toSql('contact', `'{}'`),
    },
    // A row that nobody has applied yet is nobody's any more.
    also: { outcome: `case when outcome is null or outcome = 'ready' then 'erased' else outcome end` },
    plain: ['institution_id', 'file_id', 'outcome', 'issues', 'warnings', 'referral_id'],
  },
  'referral_files.blocks': {
    period: { lasts: '30 days', job: 'referral-files.purge', how: 'deleted' },
    plain: ['institution_id', 'file_id'],
  },
  'referral_files.mappings': {
    period: { kept: 'one row for each institution and mode' },
    plain: ['institution_id', 'fields'],
  },
};

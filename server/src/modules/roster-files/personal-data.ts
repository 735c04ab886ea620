import { stays, toNull, type PersonalData } from '#platform/personal-data';
import { lockWorking, ofSubject } from './store.ts';

export const personalData: PersonalData = {
  'roster_files.files': {
    whose: 'people of an institution',
    period: {
      lasts: '30 days; the file itself until it is applied, 7 days at most',
      job: 'roster-files.purge',
      how: 'deleted',
    },
    // Files in which they stand are ended before; here those at work are held, so that no block brings anybody back.
    erase: ({ db }) => lockWorking(db),
    personal: {
      name: stays('free text', 'what the institution called its file, for 30 days'),
      samples: stays(
        'contact',
        'the first five rows of a file that was not applied, for 7 days at most; not of a file in which an erased person stands',
      ),
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
      'roster_version',
      'applied_by',
      'version_after',
      'undo_asked_by',
    ],
  },
  'roster_files.plan_rows': {
    whose: 'customer',
    period: { lasts: '30 days', job: 'roster-files.purge', how: 'deleted' },
    rows: ofSubject,
    key: ['institution_id', 'livemode', 'file_id', 'seq'],
    personal: {
      external_ref: toNull('reference'),
      first_name: toNull('name'),
      last_name: toNull('name'),
      email: toNull('contact'),
      phone: toNull('contact'),
      prev_external_ref: toNull('reference'),
      prev_first_name: toNull('name'),
      prev_last_name: toNull('name'),
      prev_email: toNull('contact'),
      prev_phone: toNull('contact'),
      vin: toNull('vehicle'),
      reasons: toNull('free text'),
    },
    also: { erased: 'true' },
    plain: [
      'institution_id',
      'file_id',
      'action',
      'enrollment_id',
      'id_tail',
      'plan',
      'make',
      'model',
      'prev_plan',
      'warnings',
    ],
  },
  'roster_files.mappings': {
    period: { kept: 'one row for each institution and mode' },
    plain: ['institution_id', 'fields'],
  },
};

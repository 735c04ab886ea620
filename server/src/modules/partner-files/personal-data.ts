import { stays, toNull, type PersonalData, bind, toSql, type DataSubject, type EraseTx } from '#platform/personal-data';
import { lockWorking, ofSubject as ofSubjectInRosters } from './roster-files/store.ts';

// A row without any contact is identified by the vehicle of their referral.
const ofSubjectInReferrals = `(referral_id = any(:ids) or contacts && :contacts or cardinality(:contacts) > 0 and contacts = '{}'
  and (institution_id, livemode) in (
    select r.institution_id, r.livemode from referrals.referrals r where r.id = any(:ids) and cells ? r.vin))`;

/** The counts shown and confirmed before applying must match the rows then referred. */
const recount = async (tx: EraseTx, person: DataSubject): Promise<number> => {
  const text = `update referral_files.files f set counts = f.counts || jsonb_build_object('ready', n.ready,
      'suppressed', least((f.counts ->> 'suppressed')::int, n.ready))
    from (select c.institution_id, c.livemode, c.id, (c.counts ->> 'ready')::int - count(*) as ready
      from referral_files.files c join (select institution_id, livemode, file_id from referral_files.rows
        where outcome = 'ready' and ${ofSubjectInReferrals}) r on (r.institution_id, r.livemode, r.file_id) = (c.institution_id, c.livemode, c.id)
      where c.counts is not null group by c.institution_id, c.livemode, c.id) n
    where (f.institution_id, f.livemode, f.id) = (n.institution_id, n.livemode, n.id) returning 1`;
  return (await tx.db.many(bind(text, { ...tx, person }))).length;
};

export const personalData: PersonalData = {
  'roster_files.files': {
    whose: 'people of an institution',
    period: {
      lasts: '30 days; the file itself until it is applied, 7 days at most',
      job: 'roster-files.purge',
      how: 'deleted',
    },
    // Files that contain them are ended before; this holds the files being processed, so that no block restores their
    // data.
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
    rows: ofSubjectInRosters,
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
  'referral_files.files': {
    whose: 'people of an institution',
    period: { lasts: '30 days', job: 'referral-files.purge', how: 'deleted' },
    erase: recount,
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
    rows: ofSubjectInReferrals,
    key: ['institution_id', 'livemode', 'file_id', 'row_number'],
    personal: {
      cells: toNull('contact'),
      contacts: toSql('contact', `'{}'`),
    },
    // An unapplied row becomes anonymous.
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

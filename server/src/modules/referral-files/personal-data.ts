import { bind, stays, toNull, toSql, type DataSubject, type EraseTx, type PersonalData } from '#platform/personal-data';

// A row without any contact is told by the vehicle of their referral.
const ofSubject = `(referral_id = any(:ids) or contacts && :contacts or cardinality(:contacts) > 0 and contacts = '{}'
  and (institution_id, livemode) in (
    select r.institution_id, r.livemode from referrals.referrals r where r.id = any(:ids) and cells ? r.vin))`;

/** What is shown and confirmed before a file is applied must be what is referred then. */
const recount = async (tx: EraseTx, person: DataSubject): Promise<number> => {
  const text = `update referral_files.files f set counts = f.counts || jsonb_build_object('ready', n.ready,
      'suppressed', least((f.counts ->> 'suppressed')::int, n.ready))
    from (select c.institution_id, c.livemode, c.id, (c.counts ->> 'ready')::int - count(*) as ready
      from referral_files.files c join (select institution_id, livemode, file_id from referral_files.rows
        where outcome = 'ready' and ${ofSubject}) r on (r.institution_id, r.livemode, r.file_id) = (c.institution_id, c.livemode, c.id)
      where c.counts is not null group by c.institution_id, c.livemode, c.id) n
    where (f.institution_id, f.livemode, f.id) = (n.institution_id, n.livemode, n.id) returning 1`;
  return (await tx.db.many(bind(text, { ...tx, person }))).length;
};

export const personalData: PersonalData = {
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
    rows: ofSubject,
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

import { isUnwrittenSql } from './written-rules.ts';
import { prepared, type TxDb } from '#platform/db';
import { undecidedStatuses } from '../transitions.ts';

// Each statement names the mode itself, so that it cannot reach a live row, whatever ids it is given.

const inUndecided = undecidedStatuses.map((status) => `'${status}'`).join(', ');

const age = prepared<[id: string, now: Date], never>(
  'intakes.age-test-intake',
  `update intakes.intakes set expires_at = least(expires_at, $2)
   where id = $1 and not livemode and status in (${inUndecided})`,
);

export function updateTestExpiry(db: TxDb, id: string, now: Date): void {
  db.write(age(id, now));
}

export type RemovableIntake = {
  readonly id: string;
  readonly consultationId: string | null;
  /** Every contact that it has or had. */
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** The snapshot that its market read is based on. */
  readonly snapshotId: string | null;
};

const removable = prepared<[before: Date, except: readonly string[], limit: number], RemovableIntake>(
  'intakes.lock-removable',
  `select id, consultation_id as "consultationId", array_remove(array[email], null) as emails,
     array_remove(phone || struck_phones, null) as phones, preliminary ->> 'snapshot_id' as "snapshotId"
   from intakes.intakes
   where not livemode and created_at < $1 and id <> all($2::text[])
     and ${isUnwrittenSql('intakes.consultation_id')}
   order by created_at limit $3 for update skip locked`,
);

export const lockRemovable = (
  db: TxDb,
  before: Date,
  { except, limit }: { except: readonly string[]; limit: number },
) => db.many(removable(before, except, limit));

const ofTests = 'intake_id in (select id from intakes.intakes where not livemode and id = any($1::text[]))';

// The objects are removed by the sweep of puts, as after an erasure.
const documents = prepared<[ids: readonly string[]], never>(
  'intakes.delete-test-documents',
  `with gone as (delete from documents.documents where ${ofTests} returning object_key, file_removed_at)
   insert into documents.pending_uploads (object_key, lease_until, removing)
   select object_key, now(), true from gone where file_removed_at is null
   on conflict (object_key) do update set lease_until = now(), removing = true`,
);

const deletions = [
  documents,
  prepared<[ids: readonly string[]], never>('intakes.delete-test-links', `delete from intakes.links where ${ofTests}`),
  prepared<[ids: readonly string[]], never>(
    'intakes.delete-test-poll-tokens',
    `delete from intakes.poll_tokens where ${ofTests}`,
  ),
  prepared<[ids: readonly string[]], never>(
    'intakes.delete-test-intakes',
    'delete from intakes.intakes where not livemode and id = any($1::text[])',
  ),
];

/** With their files, links and tokens. */
export function deleteTestIntakes(db: TxDb, ids: readonly string[]): void {
  for (const deletion of deletions) db.write(deletion(ids));
}

import type { Encoding, FileKind } from '#lib/tables/file-format';
import type { Tenant } from '#modules/partners';
import { bind, type DataSubject } from '#platform/personal-data';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { Clock } from '#platform/clock';
import type { FileStatus } from './rules.ts';

/**
 * Which rows of plans are a person's: of their enrollments; with a contact of theirs, which is stored as it is compared, since a
 * row may be of an enrollment that was never made or is somebody else's by now; and invalid rows, which have no contact, by the
 * vehicle. For all but the first the whole table is read: nobody asks often, and an index on every contact would cost every
 * roster. What ends by age has no contacts given, and is found by two indexes.
 */
export const ofSubject = `(enrollment_id = any(:ids) or id_tail = any(array(select right(one, 16) from unnest(:ids) one))
  or cardinality(:contacts) > 0 and (email = any(:contacts) or phone = any(:contacts)
    or prev_email = any(:contacts) or prev_phone = any(:contacts)
    or action = 'invalid' and (institution_id, livemode, vin) in (
      select institution_id, livemode, vin from plans.enrollments where id = any(:ids))))`;

const working = prepared<[], { id: string }>(
  'roster-files.lock-working',
  `select id from roster_files.files where status in ('applying', 'undoing') order by institution_id, livemode, id for update`,
);

/** Holds every file that is applied or undone until the transaction ends; none of them is erased. */
export async function lockWorking(db: TxDb): Promise<number> {
  await db.many(working());
  return 0;
}

export type StoredUpload = Tenant & {
  readonly id: string;
  readonly status: FileStatus;
  readonly kind: FileKind;
  readonly encoding: Encoding;
  readonly parts: number;
  readonly problem: string | null;
  /** Whether a row of its plan is the person's. */
  readonly planned: boolean;
  /** Vehicles of the person at its institution. */
  readonly vins: readonly string[];
};

const uploads = `select f.institution_id as "institutionId", f.livemode, f.id, f.status, f.kind, f.encoding, f.parts, f.problem,
    exists (select from roster_files.plan_rows
      where institution_id = f.institution_id and livemode = f.livemode and file_id = f.id and ${ofSubject}) as planned,
    array(select vin from plans.enrollments e where e.id = any(:ids) and e.institution_id = f.institution_id
      and e.livemode = f.livemode and e.status <> 'canceled') as vins
  from roster_files.files f where f.parts > 0 and f.kind is not null and f.encoding is not null
  order by f.institution_id, f.livemode, f.id`;

/** Every file that is still stored, and what is known of the person in it without reading it. */
export const listStoredUploads = (db: Db, clock: Clock, person: DataSubject): Promise<StoredUpload[]> =>
  db.many(bind<StoredUpload>(uploads, { clock, person }));

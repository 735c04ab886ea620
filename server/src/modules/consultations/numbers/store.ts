import { type Db, prepared, type TxDb } from '#platform/db';
import { isOpenAt, queueColumns, type QueueRow } from '../store.ts';

const strike = prepared<[ids: readonly string[], now: Date, provenIds: readonly string[]], never>(
  'consultations.strike-number',
  `update consultations.consultations set number_struck_at = $2,
     proven_at = case when id = any($3::text[]) then proven_at end
   where id = any($1::text[])`,
);

type StruckRows = {
  readonly ids: readonly string[];
  /** Those of them whose customer was proven by something other than the number. */
  readonly provenIds: readonly string[];
  readonly now: Date;
};

/** Each consultation must be locked by this transaction. */
export function updateStruck(db: TxDb, { ids, provenIds, now }: StruckRows): void {
  db.write(strike(ids, now, provenIds));
}

const replaceLink = prepared<[id: string, hash: Buffer], never>(
  'consultations.replace-number-link',
  'update consultations.consultations set number_link_hash = $2 where id = $1',
);

/** A later email has another link, and the previous one no longer works. */
export function updateNumberLink(db: TxDb, id: string, hash: Buffer): void {
  db.write(replaceLink(id, hash));
}

const given = prepared<[ids: readonly string[]], { id: string; numbers_given: number }>(
  'consultations.list-numbers-given',
  'select id, numbers_given from consultations.consultations where id = any($1::text[])',
);

export const listNumbersGiven = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map((await db.many(given(ids))).map((row) => [row.id, row.numbers_given]));

const count = prepared<[id: string], never>(
  'consultations.count-number',
  'update consultations.consultations set numbers_given = numbers_given + 1 where id = $1',
);

export function countNumber(db: TxDb, id: string): void {
  db.write(count(id));
}

export type LinkRow = Pick<QueueRow, 'id' | 'source' | 'source_id' | 'test' | 'encrypted_phone' | 'spared_at'> & {
  readonly open: boolean;
  readonly has_number: boolean;
  readonly delivered: boolean;
  /** Whether its owner stopped it by a page, or said no. */
  readonly declined: boolean;
  readonly numbers_given: number;
};

const linkColumns = `c.id, c.source, c.source_id, c.test, c.encrypted_phone, c.spared_at, c.numbers_given,
  c.phone_hash is not null as has_number, c.delivered_at is not null as delivered, c.declined_at is not null as declined, ${isOpenAt('$2')} as open`;

const byLink = prepared<[hashes: Buffer[], now: Date], LinkRow>(
  'consultations.find-by-number-link',
  `select ${linkColumns} from consultations.consultations c where number_link_hash = any($1::bytea[])`,
);

export const findByNumberLink = (db: Db, hashes: Buffer[], now: Date) => db.find(byLink(hashes, now));

const lock = prepared<[ids: readonly string[]], QueueRow>(
  'consultations.lock-for-number',
  `select ${queueColumns} from consultations.consultations c where c.id = any($1::text[]) order by c.id for update`,
);

export const lockForNumber = (db: TxDb, ids: readonly string[]) => db.many(lock(ids));

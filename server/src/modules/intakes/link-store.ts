import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import { readColumns, toStored, type IntakeRow, type LinkVia, type StoredIntake } from './store.ts';

const insertLinkRow = preparedInsert('intakes.links', ['hash', 'intake_id', 'via', 'contact', 'created_at']);

export function insertLink(db: TxDb, row: Parameters<typeof insertLinkRow>[0]): void {
  db.write(insertLinkRow(row));
}

const byLink = prepared<[hashes: Buffer[]], IntakeRow & { via: LinkVia; hash: Buffer; contact: string | null }>(
  'intakes.find-by-link',
  `select 'relayed' as via, link_hash as hash, null as contact, ${readColumns} from intakes.intakes where link_hash = any($1::bytea[])
   union all
   select l.via, l.hash, l.contact, ${readColumns.replaceAll(/\w+/g, 'i.$&')} from intakes.links l
   join intakes.intakes i on i.id = l.intake_id where l.hash = any($1::bytea[])`,
);

export type IntakeByLink = StoredIntake & {
  readonly via: LinkVia;
  readonly hash: Buffer;
  /** The address or number that the link was sent to; a relayed one was sent to neither. */
  readonly contact: string | undefined;
};

/** The intake that a link leads to, and which of its links it is. */
export async function findIntakeByLink(db: Db, hashes: Buffer[], now: Date): Promise<IntakeByLink | undefined> {
  const row = await db.find(byLink(hashes));
  const stored = toStored(row, now);
  return row && stored && { ...stored, via: row.via, hash: row.hash, contact: row.contact ?? undefined };
}

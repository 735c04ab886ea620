import type { Actor } from '#actor';
import type { Ctx } from '#context';
import type { Database, Query, TxDb } from '#platform/db';
import { recordAlone, recordEntry, type NewEntry } from './record-entry.ts';
import { hasChanged } from './store.ts';

/** The row that a request of the team will have left when it is answered. */
export type AuditRecord = {
  readonly entry: NewEntry;
  /** What the verb adds: whom it turned out to be about, and the reason that was given. */
  subjectId: string | undefined;
  reason: string | undefined;
  /** Set while a transaction carries the row, and for good once it has committed. */
  carried: boolean;
};

/** Verbs know who acts, and by that alone whose row they may add to. */
const records = new WeakMap<Actor, AuditRecord>();

export function openRecord(actor: Actor, entry: NewEntry): AuditRecord {
  const record: AuditRecord = { entry, subjectId: undefined, reason: undefined, carried: false };
  records.set(actor, record);
  return record;
}

/** Says whom the request turned out to be about, when its address did not. */
export function nameSubject(actor: Actor, subjectId: string): void {
  const record = records.get(actor);
  if (record !== undefined) record.subjectId = subjectId;
}

export function nameReason(actor: Actor, reason: string): void {
  const record = records.get(actor);
  if (record !== undefined) record.reason = reason;
}

type Parts = Pick<Ctx, 'db' | 'vault' | 'clock'>;

/**
 * The database as requests of the team get it: the first transaction that changes something carries the row, and a statement
 * that writes outside of one gets a transaction. So no verb has to remember, and none can change something without its row;
 * and what found nothing to change may still be refused, without a row that says it was done.
 */
export function auditedDatabase(parts: Parts, record: AuditRecord): Database {
  const { db } = parts;
  const inTransaction = async <T>(work: (tx: TxDb) => Promise<T>): Promise<T> => {
    const carries = !record.carried;
    record.carried = true;
    let changed = false;
    try {
      const result = await db.inTransaction(async (tx) => {
        const made = await work(tx);
        changed = carries && (await hasChanged(tx));
        if (changed) await recordEntry({ ...parts, db: tx }, wholeEntry(record));
        return made;
      });
      if (carries) record.carried = changed;
      return result;
    } catch (error) {
      if (carries) record.carried = false;
      throw error;
    }
  };
  const run = <Row>(query: Query<Row>): Promise<Row[]> =>
    writes(query) ? inTransaction((tx) => tx.many(query)) : db.many(query);
  return { ...db, inTransaction, many: run, find: async (query) => (await run(query))[0] };
}

/** A statement that begins with anything but a select is taken for one that writes. */
const writes = ({ text }: Query<unknown>): boolean => !/^\s*select\b/i.test(text);

/** What no transaction has carried is written before the answer leaves: nobody sees what is not noted. */
export async function closeRecord(parts: Parts, record: AuditRecord): Promise<void> {
  if (record.carried) return;
  await recordAlone(parts, wholeEntry(record));
  record.carried = true;
}

const wholeEntry = ({ entry, subjectId, reason }: AuditRecord): NewEntry => ({
  ...entry,
  subjectId: subjectId ?? entry.subjectId,
  reason: reason ?? entry.reason,
});

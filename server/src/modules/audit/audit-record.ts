import { writes, type Database, type Query, type TxDb } from '#platform/db';
import { completeEntry, type AuditParts, type AuditRecord } from './rules.ts';
import { hasChanged } from './store.ts';
import { recordEntry } from './trail-entries.ts';

/**
 * The database that staff requests get: the first transaction that changes something also writes the audit row, and a
 * write outside a transaction gets one. No verb has to remember the audit trail, and none can change anything without a
 * row. A request that changed nothing may still be refused without a row that says it was done.
 */
export function createAuditedDatabase(parts: AuditParts, record: AuditRecord): Database {
  const { db } = parts;
  const inTransaction = async <T>(work: (tx: TxDb) => Promise<T>): Promise<T> => {
    const carries = !record.carried;
    record.carried = true;
    let changed = false;
    try {
      const result = await db.inTransaction(async (tx) => {
        const made = await work(tx);
        changed = carries && (await hasChanged(tx));
        if (changed) await recordEntry({ ...parts, db: tx }, completeEntry(record));
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
  return {
    ...db,
    inTransaction,
    many: run,
    find: async (query) => (await run(query))[0],
    seeing: (rows) => createAuditedDatabase({ ...parts, db: db.seeing(rows) }, record),
  };
}

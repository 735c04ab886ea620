import { writes, type Database, type Query, type TxDb } from '#platform/db';
import { completeEntry, type AuditParts, type AuditRecord, type NewEntry } from './rules.ts';
import { hasChanged, findLastActionRow } from './store.ts';
import { recordEntry } from './trail-entries.ts';
import type { Actor } from '#actor';
import type { Ctx } from '#context';

/** When staff last changed anything about this subject; reading does not count. */
export const findLastAction = async (ctx: Ctx, subjectId: string): Promise<Date | undefined> =>
  (await findLastActionRow(ctx.db, subjectId))?.at;

/** Adds the subject to the row of a request whose URL does not contain it. */
export function nameSubject(actor: Actor, subjectId: string): void {
  const record = auditRecords.get(actor);
  if (record !== undefined) record.subjectId = subjectId;
}

export function nameReason(actor: Actor, reason: string): void {
  const record = auditRecords.get(actor);
  if (record !== undefined) record.reason = reason;
}

/**
 * Adds the institution to the row of a change whose URL does not name it, so that it appears in that institution's own
 * trail.
 */
export function nameInstitution(actor: Actor, accountId: string): void {
  const record = auditRecords.get(actor);
  // Agents have endpoints too, but no trail of their own.
  if (record?.entry.kind === 'action' && accountId.startsWith('inst_')) record.institutionId = accountId;
}

/** Writes a row that no transaction has written, before the response is sent: no data is read without a row. */
export async function finishAuditRecord(parts: AuditParts, record: AuditRecord): Promise<void> {
  if (record.carried) return;
  await recordEntryAlone(parts, completeEntry(record));
  record.carried = true;
}

/** Adds a row in a separate transaction, for requests that change nothing else. */
export const recordEntryAlone = (ctx: Pick<Ctx, 'db' | 'vault' | 'clock'>, entry: NewEntry): Promise<void> =>
  ctx.db.inTransaction((db) => recordEntry({ db, vault: ctx.vault, clock: ctx.clock }, entry));

export function startAuditRecord(actor: Actor, entry: NewEntry): AuditRecord {
  const record: AuditRecord = { entry, subjectId: undefined, reason: undefined, carried: false };
  auditRecords.set(actor, record);
  return record;
}

/**
 * Keyed by the actor of the request, the only part of it that an operation gets; so an operation reaches only its own
 * request's row.
 */
const auditRecords = new WeakMap<Actor, AuditRecord>();

/**
 * The database that staff requests get: the first transaction that changes something also writes the audit row, and a
 * write outside a transaction gets its own. Operations need not remember the audit trail, and none can change anything
 * without a row. A request that changed nothing may still be refused without a row that reports it as done.
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

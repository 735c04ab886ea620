import type { Ctx, Tx } from '#context';
import { enterEra } from './era-store.ts';
import { deleteLongWriters, insertLongWriter } from './log-store.ts';

/**
 * Declares, before a long transaction writes events, that it writes those of one account only. Readers of the log wait
 * for open transactions (D-131); readers of other accounts then need not wait for this one.
 */
export async function registerLongWriter(ctx: Ctx, tx: Tx, accountId: string): Promise<void> {
  const [own] = await tx.db.many<{ id: string }>({ text: 'select pg_current_xact_id()::text as id', values: [] });
  if (own === undefined) throw new Error('a transaction has an id');
  // On another connection, so that it is visible while the transaction is still open. An era that a long transaction
  // began would keep all others waiting until its end.
  await enterEra(ctx.db);
  await insertLongWriter(ctx.db, own.id, accountId);
  await deleteLongWriters(ctx.db);
}

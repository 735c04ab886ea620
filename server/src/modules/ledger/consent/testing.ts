import { expect } from 'vitest';
import type { Ctx, Tx } from '#context';
import { transact, type Database } from '#platform/db';
import { chainEntries, recordConsent, type NewConsentEntry } from './ledger-entries.ts';

/** Records entries as an operation would, in one transaction. */
export const givenConsent = (ctx: Ctx, ...entries: readonly NewConsentEntry[]): Promise<void> =>
  transact(ctx, async (tx: Tx) => {
    for (const entry of entries) recordConsent(tx, entry);
  });

/** Chains all recorded entries, as the worker would. */
export async function chainAll(ctx: Ctx): Promise<void> {
  while ((await chainEntries(ctx, 500)) > 0);
}

/** Changes rows as a database owner can: with the triggers disabled. */
export async function tamper({ pool }: Database, text: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(text, values);
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

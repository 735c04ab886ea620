import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { callAad } from '../store.ts';
import { lockPlainNotes, encryptNotes } from './store.ts';

/** Encrypts notes of calls that an earlier version stored in plain; returns how many. */
export function encryptCallNotes(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    const rows = await lockPlainNotes(tx.db, limit);
    const encrypted = rows.map(({ id, note }) => ({ id, sealed: tx.vault.encrypt(note, callAad(id)) }));
    if (encrypted.length > 0) encryptNotes(tx.db, encrypted);
    return rows.length;
  });
}

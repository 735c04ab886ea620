import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { consultationNotFound } from '../errors.ts';
import { findConsultation } from '../store.ts';
import type { AddedNote, NewNote } from './schemas.ts';
import { insertNote, noteAad } from './store.ts';

/**
 * Writes down what a member of the team learned, at any time, also about a closed case. Sent twice, because an answer
 * was lost, it is one note.
 */
export function addNote(ctx: Ctx, consultationId: string, { words, draft_key: draftKey }: NewNote): Promise<AddedNote> {
  const { staffId } = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    if ((await findConsultation(tx.db, consultationId)) === undefined) throw consultationNotFound();
    const now = tx.clock.now();
    const id = newId('nte', now);
    const added = await insertNote(tx.db, {
      id,
      consultationId,
      staff_id: staffId,
      sealed_words: tx.vault.encrypt(words.trim(), noteAad(id)),
      draftKey,
      created_at: now,
    });
    return { id: added?.id ?? id, created_at: (added?.created_at ?? now).toISOString() };
  });
}

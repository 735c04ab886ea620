import type { Ctx } from '#context';
import { listNoteRows, noteAad } from './store.ts';

export type NoteView = {
  readonly id: string;
  readonly staff_id: string;
  readonly words: string;
  readonly created_at: string;
};

/** What the team wrote down about a consultation besides its calls, newest first; the newest two hundred. */
export async function listNotes(ctx: Ctx, consultationId: string): Promise<NoteView[]> {
  const rows = await listNoteRows(ctx.db, consultationId);
  return rows.map(({ id, staff_id, sealed_words: sealed, created_at: at }) => ({
    id,
    staff_id,
    words: ctx.vault.decrypt(sealed, noteAad(id)),
    created_at: at.toISOString(),
  }));
}

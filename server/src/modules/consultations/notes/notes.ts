import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { prepared, transact, type Db, type TxDb } from '#platform/db';
import { consultationNotFound } from '../errors.ts';
import { findConsultation } from '../store.ts';
import type { AddedNote, NewNote } from './schemas.ts';

/** Stores a staff member's note, at any time, also about a closed case. A note sent twice because a response was lost is stored once. */
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
      encrypted_words: tx.vault.encrypt(words.trim(), noteAad(id)),
      draftKey,
      created_at: now,
    });
    return { id: added?.id ?? id, created_at: (added?.created_at ?? now).toISOString() };
  });
}

type NoteView = {
  readonly id: string;
  readonly staff_id: string;
  readonly words: string;
  readonly created_at: string;
};

/** The team's notes about a consultation, apart from call notes, newest first; up to two hundred. */
export async function listNotes(ctx: Ctx, consultationId: string): Promise<NoteView[]> {
  const rows = await listNoteRows(ctx.db, consultationId);
  return rows.map(({ id, staff_id, encrypted_words: sealed, created_at: at }) => ({
    id,
    staff_id,
    words: ctx.vault.decrypt(sealed, noteAad(id)),
    created_at: at.toISOString(),
  }));
}

type NoteRow = {
  readonly id: string;
  readonly staff_id: string;
  readonly encrypted_words: Buffer;
  readonly created_at: Date;
};

/** Binds the text to its row. */
const noteAad = (id: string): string => `consultations.notes/${id}`;

type NewNoteRow = NoteRow & { readonly consultationId: string; readonly draftKey: string };

// The update changes nothing; it makes the statement return the existing row.
const insert = prepared<
  [id: string, consultationId: string, staffId: string, words: Buffer, draftKey: string, createdAt: Date],
  { id: string; created_at: Date }
>(
  'consultations.insert-note',
  `insert into consultations.notes as n (id, consultation_id, staff_id, encrypted_words, draft_key, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (consultation_id, staff_id, draft_key) do update set draft_key = n.draft_key
   returning id, created_at`,
);

/** Inserts the note, or returns the one that was already created from the same draft. */
const insertNote = (db: TxDb, row: NewNoteRow) =>
  db.find(insert(row.id, row.consultationId, row.staff_id, row.encrypted_words, row.draftKey, row.created_at));

const notes = prepared<[consultationId: string], NoteRow>(
  'consultations.notes',
  `select id, staff_id, encrypted_words, created_at from consultations.notes
   where consultation_id = $1 order by created_at desc, place desc limit 200`,
);

/** Newest first. */
const listNoteRows = (db: Db, consultationId: string) => db.many(notes(consultationId));

import { type Db, prepared, type TxDb } from '#platform/db';

export type NoteRow = {
  readonly id: string;
  readonly staff_id: string;
  readonly sealed_words: Buffer;
  readonly created_at: Date;
};

/** Binds the words to their row. */
export const noteAad = (id: string): string => `consultations.notes/${id}`;

type NewNoteRow = NoteRow & { readonly consultationId: string; readonly draftKey: string };

// The update changes nothing: it makes the statement return the row that was there.
const insert = prepared<
  [id: string, consultationId: string, staffId: string, words: Buffer, draftKey: string, createdAt: Date],
  { id: string; created_at: Date }
>(
  'consultations.insert-note',
  `insert into consultations.notes as n (id, consultation_id, staff_id, sealed_words, draft_key, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (consultation_id, staff_id, draft_key) do update set draft_key = n.draft_key
   returning id, created_at`,
);

/** Inserts the note, or returns the one that the same draft has become already. */
export const insertNote = (db: TxDb, row: NewNoteRow) =>
  db.find(insert(row.id, row.consultationId, row.staff_id, row.sealed_words, row.draftKey, row.created_at));

const notes = prepared<[consultationId: string], NoteRow>(
  'consultations.notes',
  `select id, staff_id, sealed_words, created_at from consultations.notes
   where consultation_id = $1 order by created_at desc, place desc limit 200`,
);

/** Newest first. */
export const listNoteRows = (db: Db, consultationId: string) => db.many(notes(consultationId));

import { Type, type Static } from 'typebox';
import { closed } from '#lib/api/shapes';

/** As much as the note of a call may have. */
const wordsMax = 2000;

export const newNoteSchema = Type.Object(
  {
    words: Type.String({ minLength: 1, maxLength: wordsMax, pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$' }),
    draft_key: Type.String({
      pattern: '^[0-9A-Za-z-]{8,64}$',
      description: 'Chosen by the client for what is being typed: sent twice with it, it is one note.',
    }),
  },
  closed,
);

export type NewNote = Static<typeof newNoteSchema>;

export const addedNoteSchema = Type.Object({ id: Type.String(), created_at: Type.String() }, closed);

export type AddedNote = Static<typeof addedNoteSchema>;

import { Type, type Static } from 'typebox';
import { closed } from '#lib/api/shapes';

/** The same limit as for the note of a call. */
const wordsMax = 2000;

export const newNoteSchema = Type.Object(
  {
    words: Type.String({ minLength: 1, maxLength: wordsMax, pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$' }),
    draft_key: Type.String({
      pattern: '^[0-9A-Za-z-]{8,64}$',
      description: 'Chosen by the client for each draft. A note sent again with the same id is stored once.',
    }),
  },
  closed,
);

export type NewNote = Static<typeof newNoteSchema>;

export const addedNoteSchema = Type.Object({ id: Type.String(), created_at: Type.String() }, closed);

export type AddedNote = Static<typeof addedNoteSchema>;
